// Parts of a screen on which a list is edited: its summary line, and on phones the main actions.
import type { ReactNode } from "react";
import style from "./work-list.module.css";

interface WorkSummaryProps {
  id: string;
  tag: ReactNode;
  totals: string;
  children: ReactNode;
  /** A choice, at the end. */
  choice?: ReactNode;
}

/** Status and totals; screen readers announce the totals when they change. */
export function WorkSummary({ id, tag, totals, children, choice }: WorkSummaryProps) {
  return (
    <p className={style.summary}>
      {tag}
      <span role="status" className={style.totals}>
        {totals}
      </span>
      <span id={id}>{children}</span>
      {choice}
    </p>
  );
}

interface ThumbBarProps {
  title: string;
  note: string;
  start: ReactNode;
  end: ReactNode;
}

/** The main actions at the bottom of a phone, while the list scrolls behind them. */
export function ThumbBar({ title, note, start, end }: ThumbBarProps) {
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
