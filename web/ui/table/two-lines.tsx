// A cell of two lines: a name, and a quieter note. Separate from tag.tsx, which every screen loads.
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
