// The columns for which a table has room: of its sets the first that fits, each column as wide as there is room for.
import { useLayoutEffect, useState } from "react";

export interface Sized {
  /** In rem; columns without a width share what is left. */
  width?: string;
  /** In rem, where there is little room. */
  least?: string;
}

/** Rem of a column without a width: the least, and the usual one where there is room. */
const flexible = { least: 10, usual: 16 };
const pixelsPerRem = 16;
/** Pixels of a card's borders, and of the scrollbar that its rows may bring. */
const edges = 17;

const number = (rem: string): number => Number.parseFloat(rem);
export const usualWidth = ({ width }: Sized): number => (width ? number(width) : flexible.usual);
const leastWidth = ({ width, least }: Sized): number =>
  (least ?? width) ? number(least ?? width ?? "") : flexible.least;

const sumOf = <C extends Sized>(columns: readonly C[], widthOf: (column: C) => number): number =>
  columns.reduce((sum, column) => sum + widthOf(column), 0);

interface Fitting<C> {
  columns: C[];
  /** They are narrower than usual. */
  tight: boolean;
  /** They are wider than their place. */
  sideways: boolean;
}

/** Undefined if no set fits into `room` rem, unless the narrowest may scroll sideways. */
export function fitColumns<C extends Sized>(
  sets: readonly (readonly C[])[],
  room: number,
  maySideways: boolean,
): Fitting<C> | undefined {
  const found = sets.find((columns) => sumOf(columns, leastWidth) <= room);
  const set = found ?? (maySideways ? sets.at(-1) : undefined);
  if (!set) return undefined;
  const [least, usual] = [sumOf(set, leastWidth), sumOf(set, usualWidth)];
  const share = Math.max(0, Math.min(1, (room - least) / Math.max(1, usual - least)));
  const widthOf = (column: C) => leastWidth(column) + share * (usualWidth(column) - leastWidth(column));
  return {
    columns: set.map((column) =>
      column.width || !found
        ? { ...column, width: `${widthOf(column)}rem`, least: `${leastWidth(column)}rem` }
        : column,
    ),
    tight: share < 1,
    sideways: !found,
  };
}

/** Rem that a table has in its place, without limit until that is drawn. */
export function useRoom(place: () => Element | null): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place of a list stays the same.
  useLayoutEffect(() => {
    const element = place();
    if (!element) return;
    const measure = () => setRoom((element.clientWidth - edges) / pixelsPerRem);
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => resized.disconnect();
  }, []);
  return room;
}

/** Below so many rem a table scrolls sideways. */
export const minTableWidth = (columns: readonly Sized[]): string => `${sumOf(columns, leastWidth)}rem`;
