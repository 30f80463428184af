// Keyboard focus among rows of which only the visible ones are drawn.
import { type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";

/** Lets a dialog return the focus to a row, which may not be drawn at that moment. */
export interface RowFocus {
  focus: (index: number) => void;
}

interface Rows {
  count: number;
  /** The focusable element of a row; undefined while it is not drawn. */
  rowAt: (index: number) => HTMLElement | null | undefined;
  scrollToRow: (index: number) => void;
  ref: Ref<RowFocus> | undefined;
}

/** One row is a tab stop; arrows, Home and End move to the others. */
export function useRowFocus({ count, rowAt, scrollToRow, ref }: Rows) {
  const [active, setActive] = useState(0);
  /** The row to focus once it is drawn, which may be some renders after the scroll. */
  const wanted = useRef<number>(undefined);
  const focusWanted = () => {
    const row = wanted.current === undefined ? undefined : rowAt(wanted.current);
    if (!row) return;
    wanted.current = undefined;
    row.focus();
  };
  useLayoutEffect(focusWanted);

  const focus = (to: number) => {
    const index = Math.max(0, Math.min(count - 1, to));
    wanted.current = index;
    setActive(index);
    scrollToRow(index);
    focusWanted();
  };
  useImperativeHandle(ref, () => ({ focus }));

  /** Where the key leads from a row, to which it moves the focus; undefined if nowhere. */
  const handleKey = (key: string, index: number): number | undefined => {
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: count - 1 }[key];
    if (to !== undefined) focus(to);
    return to;
  };
  return { active: Math.min(active, count - 1), setActive, focus, handleKey };
}
