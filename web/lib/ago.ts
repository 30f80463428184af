// How long ago an instant was, in words.
const ago = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const spans = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** How long ago an instant was: "3 hours ago", "yesterday". A hint beside the time itself. */
export const agoText = (instant: string, now: number): string => {
  const past = Math.max(0, now - Date.parse(instant));
  const [unit, length] = spans.find(([, least]) => past >= least) ?? spans[2];
  return ago.format(-Math.floor(past / length), unit);
};
