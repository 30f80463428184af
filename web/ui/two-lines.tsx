// A cell of two lines: what it is, and under it, quieter, what tells it from others.
import type { ReactNode } from "react";
import style from "./two-lines.module.css";

interface Props {
  children: string;
  note?: ReactNode;
  /** Shows on hover, instead of what does not fit. */
  hint?: string;
}

export function TwoLines({ children, note, hint }: Props) {
  return (
    <span className={style.lines}>
      <span className={style.first} title={hint ?? children}>
        {children}
      </span>
      {note && (
        <span className={style.note} title={hint ?? (typeof note === "string" ? note : undefined)}>
          {note}
        </span>
      )}
    </span>
  );
}
