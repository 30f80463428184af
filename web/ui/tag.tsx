// Small pieces of text: a toned tag, text cut to two lines, a code.
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Marked } from "./marked.tsx";
import style from "./tag.module.css";
import tones from "./tone.module.css";

/** `solid` is for the one meaning that must be seen first. */
type Tone = "neutral" | "ok" | "info" | "warn" | "danger" | "solid";

/** A toned tag has an icon or a dot, so that it does not rely on colour alone. */
export function Tag({
  tone = "neutral",
  icon: Icon,
  children,
}: {
  tone?: Tone;
  icon?: LucideIcon;
  children: ReactNode;
}) {
  return (
    <span className={`${style.tag} ${tones[tone]}`}>
      {Icon ? (
        <Icon size={12} aria-hidden="true" />
      ) : (
        tone !== "neutral" && <span className={style.dot} aria-hidden="true" />
      )}
      {children}
    </span>
  );
}

/** Text on two lines at most; a hint, or what does not fit, shows on hover. */
export function ClampedText({
  children,
  hint = typeof children === "string" ? children : undefined,
}: {
  children: ReactNode;
  hint?: string | undefined;
}) {
  return (
    <span className={style.clip} title={hint}>
      {typeof children === "string" ? <Marked>{children}</Marked> : children}
    </span>
  );
}

/** A code such as P.ID or W.ID: unbroken, figures of one width; what does not fit shows on hover. */
export function Code({ children }: { children: string }) {
  return (
    <span className={style.code} title={children}>
      <Marked>{children}</Marked>
    </span>
  );
}
