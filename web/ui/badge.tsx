// A number on a menu entry that asks for attention, with what it counts in words.
import style from "./badge.module.css";
import tones from "./tone.module.css";

interface Props {
  tone: "warn" | "danger";
  count: string;
  /** What is counted: "2 containers are late". */
  label: string;
}

export function Badge({ tone, count, label }: Props) {
  return (
    <span className={`${style.badge} ${tones[tone]}`} title={label}>
      <span aria-hidden="true">{count}</span>
      <span data-sr-only>{label}</span>
    </span>
  );
}
