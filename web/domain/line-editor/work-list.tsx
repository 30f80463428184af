// A list being worked on: one height with its table scrolling inside, locked as a whole, and summed up in one line.
import type { ReactNode } from "react";
import style from "./work-list.module.css";

/** Locked, nothing in it can be changed. */
export function WorkList({ locked, children }: { locked: boolean; children: ReactNode }) {
  return (
    <fieldset className={style.list} data-fills disabled={locked}>
      {children}
    </fieldset>
  );
}

interface WorkSummaryProps {
  id: string;
  mark: ReactNode;
  totals: string;
  children: ReactNode;
}

/** Its state and totals, spoken when they change. */
export function WorkSummary({ id, mark, totals, children }: WorkSummaryProps) {
  return (
    <p className={style.summary}>
      {mark}
      <span role="status" className={style.totals}>
        {totals}
      </span>
      <span id={id}>{children}</span>
    </p>
  );
}

/** On phones: what is pressed most, under the thumb, while the list scrolls behind it. */
export function ThumbBar({
  title,
  note,
  start,
  end,
}: {
  title: string;
  note: string;
  start: ReactNode;
  end: ReactNode;
}) {
  return (
    <div className={style.thumb}>
      {start}
      <p className={style.middle}>
        <span>{title}</span>
        <span>{note}</span>
      </p>
      {end}
    </div>
  );
}
