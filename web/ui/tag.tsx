// Small pieces of text: a toned tag, a number on a menu entry, text cut to two lines, a name with a note, a code.
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Highlighted } from "./highlighted.tsx";
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

/** Text on two lines at most; a hint, or the whole text, shows on hover. */
export function ClampedText({
  children,
  hint = typeof children === "string" ? children : undefined,
}: {
  children: ReactNode;
  hint?: string | undefined;
}) {
  return (
    <span className={style.clip} title={hint}>
      {typeof children === "string" ? <Highlighted>{children}</Highlighted> : children}
    </span>
  );
}

/** A code such as P.ID or W.ID: unbroken, in figures of one width; the whole code shows on hover. */
export function Code({ children }: { children: string }) {
  return (
    <span className={style.code} title={children}>
      <Highlighted>{children}</Highlighted>
    </span>
  );
}

interface TwoLinesProps {
  children: string;
  note?: ReactNode;
  /** Colours the first line, of an exception among many rows. */
  tone?: "warn" | "danger" | undefined;
}

/** A name, and a quieter note below it. */
export function TwoLines({ children, note, tone }: TwoLinesProps) {
  return (
    <span className={style.lines}>
      <span className={style.first} style={tone && { color: `var(--${tone})` }} title={children}>
        <Highlighted>{children}</Highlighted>
      </span>{" "}
      {note && (
        <span className={style.note} title={typeof note === "string" ? note : undefined}>
          {note}
        </span>
      )}
    </span>
  );
}

interface BadgeProps {
  tone: "warn" | "danger";
  count: string;
  /** The number in words: "2 containers are late". */
  label: string;
}

/** A number on a menu entry for attention, with its meaning in words. */
export function Badge({ tone, count, label }: BadgeProps) {
  return (
    <span className={`${style.badge} ${tones[tone]}`} title={label}>
      <span aria-hidden="true">{count}</span>
      <span data-sr-only>{label}</span>
    </span>
  );
}
