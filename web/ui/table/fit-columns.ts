// The columns for which a table has room, each as wide as there is room for. Widths give way first, then columns in their
// order, the least important first.
import { useLayoutEffect, useState } from "react";
import type { Column } from "./columns.ts";

type Sized = Pick<Column<never>, "width" | "least" | "usual" | "gives">;

/** Rem of a column without a width: the least, and the usual one where there is room. */
const flexible = { least: 10, usual: 16 };
/** Rem beside the text of a cell, on each side. */
const gaps = { least: 0.375, usual: 0.75 };
const pixelsPerRem = 16;
/** Pixels of a card's borders, and of the scrollbar that its rows may bring. */
const edges = 17;

const number = (rem: string): number => Number.parseFloat(rem);
export const usualWidth = ({ width, usual = width }: Sized): number => (usual ? number(usual) : flexible.usual);
const leastWidth = ({ width, least }: Sized): number =>
  (least ?? width) ? number(least ?? width ?? "") : flexible.least;

const sumOf = <C extends Sized>(columns: readonly C[], widthOf: (column: C) => number): number =>
  columns.reduce((sum, column) => sum + widthOf(column), 0);

const isExtra = ({ gives = 1 }: Sized): boolean => gives <= 0;

const neededBy = (columns: readonly Sized[]): number => {
  const hasExtra = columns.some(isExtra);
  return sumOf(columns, (column) => (hasExtra && !column.width ? usualWidth(column) : leastWidth(column)));
};

interface Fitting<Row> {
  columns: Column<Row>[];
  gone: Column<Row>[];
  /** Rem beside each text. */
  gap: number;
  /** They are wider than their place. */
  sideways: boolean;
}

const placeOf = <Row>({ gives = Number.POSITIVE_INFINITY }: Column<Row>): number => gives;

/** The columns without those that give way first, or undefined if all that are left stay. */
function fewer<Row>(columns: readonly Column<Row>[]): Column<Row>[] | undefined {
  const next = Math.min(...columns.map(placeOf));
  if (next === Number.POSITIVE_INFINITY) return undefined;
  const gone = columns.filter((column) => placeOf(column) === next);
  const changed = (column: Column<Row>): Column<Row> => {
    const change = column.without;
    return change && gone.some(({ head }) => head === change.head)
      ? { ...column, ...change, head: column.head }
      : column;
  };
  return columns.filter((column) => !gone.includes(column)).map(changed);
}

/** The columns that are not shown, nor by another one in its place, the most important first. */
export const goneFrom = <Row>(all: readonly Column<Row>[], shown: readonly Column<Row>[]): Column<Row>[] =>
  all
    .filter(({ head }) => !shown.some((one) => one.head === head || one.without?.head === head))
    .sort((a, b) => placeOf(b) - placeOf(a));

/** Undefined if even the columns that stay do not fit into `room` rem, unless they may scroll sideways. */
export function fitColumns<Row>(
  all: readonly Column<Row>[],
  room: number,
  maySideways: boolean,
): Fitting<Row> | undefined {
  let set = all;
  while (neededBy(set) > room) {
    const next = fewer(set);
    if (!next) break;
    set = next;
  }
  const [least, usual] = [sumOf(set, leastWidth), sumOf(set, usualWidth)];
  const fits = least <= room;
  if (!fits && !maySideways) return undefined;
  const share = Math.max(0, Math.min(1, (room - least) / Math.max(1, usual - least)));
  const widthOf = (column: Column<Row>) => leastWidth(column) + share * (usualWidth(column) - leastWidth(column));
  return {
    columns: set.map((column) =>
      column.width || !fits ? { ...column, width: `${widthOf(column)}rem`, least: `${leastWidth(column)}rem` } : column,
    ),
    gone: goneFrom(all, set),
    gap: gaps.least + share * (gaps.usual - gaps.least),
    sideways: !fits,
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
