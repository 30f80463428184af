// A cell of two lines: a name, and a quieter note. Separate from tag.tsx, which every screen loads.
import type { ReactNode } from "react";
import { Highlighted } from "../highlighted.tsx";
import style from "./two-lines.module.css";

interface Props {
  children: string;
  note?: ReactNode;
  /** Colours the first line, of an exception among many rows. */
  tone?: "warn" | "danger" | undefined;
}

export function TwoLines({ children, note, tone }: Props) {
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
