// The logo: a box with a dot where its edges meet. Alone, so that the sign-in screens load nothing with it.

export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--brand)" />
      <path
        d="M16 6.5 24.5 11v10L16 25.5 7.5 21V11zM7.5 11l8.5 4.5L24.5 11M16 15.5v10"
        fill="none"
        stroke="var(--on-brand)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="15.5" r="2.6" fill="#8fd6cb" />
    </svg>
  );
}
