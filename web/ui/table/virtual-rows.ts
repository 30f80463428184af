// Which rows of a long list are in view. Rows have one height, some known extra: arithmetic, not a virtualiser.
import { useLayoutEffect, useState } from "react";

export interface ExtraHeight {
  row: number;
  /** Pixels beyond those of any row. */
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
  off?: boolean;
  /** Rows drawn beyond either edge; in steps of it, so that most scroll events draw nothing. */
  beyond?: number;
}

/** Drawn before the scroller has been measured. */
const unmeasured = 24;
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

export function useVirtualRows({ count, height, scroller, margin = 0, extras = none, off = false, beyond = 8 }: List) {
  const [span, setSpan] = useState({ first: 0, last: unmeasured });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the scroller of a list stays the same.
  useLayoutEffect(() => {
    const element = off ? null : scroller();
    if (!element) return;
    const look = () => {
      const top = Math.max(0, element.scrollTop - margin);
      const bottom = top + element.clientHeight;
      const first = Math.max(0, (Math.floor(rowAt(top, height, extras) / beyond) - 1) * beyond);
      const last = Math.ceil(rowAt(bottom, height, extras) / beyond + 1) * beyond;
      setSpan((before) => (before.first === first && before.last === last ? before : { first, last }));
    };
    const resized = new ResizeObserver(look);
    look();
    resized.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [off, count, height, margin, extras, beyond]);

  /** Brings a row near enough to be drawn; its focus does the rest. */
  const reach = (index: number): void => {
    const element = scroller();
    if (!element || off) return;
    const top = margin + heightOf(0, index, height, extras);
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top > element.scrollTop + element.clientHeight)
      element.scrollTop = top + 2 * height - element.clientHeight;
  };

  const last = off ? count - 1 : Math.min(span.last, count - 1);
  return { first: off ? 0 : Math.min(span.first, Math.max(0, last)), last, reach };
}
