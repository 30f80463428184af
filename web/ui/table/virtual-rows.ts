// Which rows of a long list are in view. Rows have one height, some known extra: arithmetic, not a virtualiser.
import { useLayoutEffect, useState } from "react";

export interface ExtraHeight {
  row: number;
  /** Pixels overscan those of any row. */
  height: number;
}

interface List {
  count: number;
  /** Of a row, in pixels. */
  height: number;
  scroller: () => HTMLElement | null;
  /** Pixels between the scroller's content and the first row. */
  margin?: number;
  /** Rows that are higher than the others, ascending: by the heading above them, by what they unfold. */
  extras?: readonly ExtraHeight[];
  /** All rows are drawn instead. */
  disabled?: boolean;
  /** Rows drawn overscan either edge; in steps of it, so that most scroll events draw nothing. */
  overscan?: number;
}

/** Drawn before the scroller has been measured. */
const initialRows = 24;
/** Of a heading, in pixels. */
export const headingHeight = 32;
const none: readonly ExtraHeight[] = [];

/** The row at so many pixels below the first one's top, with a fraction. */
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
  overscan = 8,
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

  /** Brings a row near enough to be drawn; its focus does the rest. */
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
