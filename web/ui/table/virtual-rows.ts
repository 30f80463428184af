// The visible rows of a long list, by arithmetic: rows have one height, and extra heights are measured when drawn.
import { useLayoutEffect, useState } from "react";

export interface ExtraHeight {
  row: number;
  /** Pixels above the height of any row. */
  height: number;
}

interface List {
  count: number;
  /** Height of a row, in pixels. */
  height: number;
  scroller: () => HTMLElement | null;
  /** Pixels between the scroller's content and the first row. */
  margin?: number;
  /** Extra height of rows with a heading or an expanded part, ascending by row. */
  extras?: readonly ExtraHeight[];
  /** Draws all rows. */
  disabled?: boolean;
  /** Rows drawn beyond either edge; the range moves in steps of it, so that most scroll events render nothing. */
  overscan?: number;
}

/** Rows drawn before the scroller is measured. */
const initialRows = 24;
export const headingHeight = 32;
const none: readonly ExtraHeight[] = [];

/** The row at `y` pixels below the top of the first, with a fraction. */
const rowAt = (y: number, height: number, extras: readonly ExtraHeight[]): number => {
  let above = 0;
  for (const extra of extras) {
    const top = extra.row * height + above;
    if (top > y) break;
    if (y < top + height + extra.height) return extra.row;
    above += extra.height;
  }
  return (y - above) / height;
};

/** Pixels that these rows take: from `first` to before `end`. */
export const heightOf = (first: number, end: number, height: number, extras: readonly ExtraHeight[]): number =>
  extras
    .filter(({ row }) => row >= first && row < end)
    .reduce((sum, extra) => sum + extra.height, (end - first) * height);

export function useVirtualRows({
  count,
  height,
  scroller,
  margin = 0,
  extras = none,
  disabled = false,
  overscan = 7,
}: List) {
  const [range, setRange] = useState({ first: 0, last: initialRows });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the scroller of a list stays the same.
  useLayoutEffect(() => {
    const element = disabled ? null : scroller();
    if (!element) return;
    const measure = () => {
      const top = Math.max(0, element.scrollTop - margin);
      const bottom = top + element.clientHeight;
      const first = Math.max(0, (Math.floor(rowAt(top, height, extras) / overscan) - 1) * overscan);
      const last = Math.ceil(rowAt(bottom, height, extras) / overscan + 1) * overscan;
      setRange((before) => (before.first === first && before.last === last ? before : { first, last }));
    };
    const resized = new ResizeObserver(measure);
    measure();
    resized.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [disabled, count, height, margin, extras, overscan]);

  /** Scrolls a row near enough to be drawn; focusing it scrolls the rest. */
  const scrollToRow = (index: number): void => {
    const element = scroller();
    if (!element || disabled) return;
    const top = margin + heightOf(0, index, height, extras);
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top > element.scrollTop + element.clientHeight)
      element.scrollTop = top + 2 * height - element.clientHeight;
  };

  const last = disabled ? count - 1 : Math.min(range.last, count - 1);
  return { first: disabled ? 0 : Math.min(range.first, Math.max(0, last)), last, scrollToRow };
}
