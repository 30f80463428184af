// The row that is open beside its list: arrow keys continue from it, and the row with the focus opens.
import { useEffect, useRef } from "react";
import { isFocusFree } from "../../lib/top-dialog.ts";
import type { RowsBeside } from "./columns.ts";

/** Milliseconds that the focus rests on a row before it is opened: a held arrow key passes many. */
const restingTime = 120;

interface List<Row> {
  rows: readonly Row[];
  loading: boolean;
  /** Index of the row that has the focus, or had it last. */
  active: number;
  focus: (index: number) => void;
}

/** Returns what to do as an arrow key leads to a row. */
export function useOpenRow<Row>(
  beside: RowsBeside<Row> | undefined,
  { rows, loading, active, focus }: List<Row>,
): (index: number) => void {
  const keyAt = (index: number): string => {
    const row = rows[index];
    return row && beside ? beside.keyOf(row) : "";
  };
  const indexOf = (key: string): number => (key ? rows.findIndex((_, index) => keyAt(index) === key) : -1);
  const open = loading || !beside?.open ? "" : beside.open;
  // Several rows may be of one key: the one with the focus is meant.
  const at = keyAt(active) === open ? active : indexOf(open);
  const count = rows.length;

  const latest = useRef({ keyAt, focus, beside });
  latest.current = { keyAt, focus, beside };
  useEffect(() => {
    const { beside } = latest.current;
    if (!beside || !open || at < 0) return;
    const step = (to: number) => () => {
      latest.current.focus(to);
      latest.current.beside?.show(latest.current.keyAt(to));
    };
    beside.onPlace({
      above: at > 0 ? step(at - 1) : undefined,
      below: at + 1 < count ? step(at + 1) : undefined,
      focus: () => latest.current.focus(at),
    });
    return () => beside.onPlace(undefined);
  }, [open, at, count]);

  // As the list appears: after Back the row by which it was left, else the open one unless the focus is elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: later the focus is the user's.
  useEffect(() => {
    const index = loading ? -1 : indexOf(beside?.returned || (isFocusFree() ? open : ""));
    if (index < 0) return;
    // After the screen has given the focus to its title.
    const frame = requestAnimationFrame(() => focus(index));
    return () => cancelAnimationFrame(frame);
  }, [loading]);

  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(resting.current), []);
  return (index) => {
    clearTimeout(resting.current);
    const key = keyAt(index);
    if (open && key && key !== open) resting.current = setTimeout(() => latest.current.beside?.show(key), restingTime);
  };
}
