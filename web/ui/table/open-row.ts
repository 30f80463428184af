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

/** Returns what to do as an arrow key leads to a row: while a row is open, the one that the focus rests on replaces it. */
export function useOpenRow<Row>(
  beside: RowsBeside<Row> | undefined,
  { rows, loading, active, focus }: List<Row>,
): (index: number) => void {
  const keyAt = (index: number): string => {
    const row = rows[index];
    return row && beside ? beside.keyOf(row) : "";
  };
  const indexOf = (key: string): number => (key ? rows.findIndex((_, index) => keyAt(index) === key) : -1);
  const openKey = (!loading && beside?.openKey) || "";
  // Several rows may be of one key: the one with the focus is meant.
  const openIndex = keyAt(active) === openKey ? active : indexOf(openKey);
  const count = rows.length;

  const latest = useRef({ keyAt, focus, beside });
  latest.current = { keyAt, focus, beside };
  useEffect(() => {
    const { beside } = latest.current;
    if (!beside || !openKey || openIndex < 0) return;
    const step = (to: number) => () => {
      latest.current.focus(to);
      latest.current.beside?.show(latest.current.keyAt(to));
    };
    beside.onPlace({
      above: openIndex > 0 ? step(openIndex - 1) : undefined,
      below: openIndex + 1 < count ? step(openIndex + 1) : undefined,
      focus: () => latest.current.focus(openIndex),
    });
    return () => beside.onPlace(undefined);
  }, [openKey, openIndex, count]);

  // As the list appears, unless the focus is elsewhere: after Back the row that was opened last, else the open one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: later the focus is the user's.
  useEffect(() => {
    const index = !loading && isFocusFree() ? indexOf(beside?.returned || openKey) : -1;
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
    if (openKey && key && key !== openKey)
      resting.current = setTimeout(() => latest.current.beside?.show(key), restingTime);
  };
}
