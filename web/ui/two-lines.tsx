// A cell of two lines: what it is, and under it, quieter, what tells it from others.
import type { ReactNode } from "react";
import style from "./two-lines.module.css";

/** What does not fit shows on hover. */
export function TwoLines({ children, note }: { children: string; note?: ReactNode }) {
  return (
    <span className={style.lines}>
      <span className={style.first} title={children}>
        {children}
      </span>
      {note && (
        <span className={style.note} title={typeof note === "string" ? note : undefined}>
          {note}
        </span>
      )}
    </span>
  );
}
