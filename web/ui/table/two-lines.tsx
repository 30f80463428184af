// A cell of two lines: what it is, and under it, quieter, what tells it from others.
import type { ReactNode } from "react";
import style from "./two-lines.module.css";

interface Props {
  children: string;
  note?: ReactNode;
}

export function TwoLines({ children, note }: Props) {
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
