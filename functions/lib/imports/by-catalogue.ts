// The column of codes by what the catalogue knows of its cells, whatever its head.
import type { Cell } from "../spreadsheets/cell.ts";

/** Numbers of rows are no codes, even if there are products with such codes. */
export const isRunning = (cells: readonly Cell[]): boolean => {
  const numbers = cells.map(({ text }) => (/^\s*\d{1,5}(\.0+)?\s*$/.test(text) ? Number(text) : Number.NaN));
  const steps = numbers.slice(1).filter((number, at) => number === (numbers[at] ?? 0) + 1).length;
  return numbers.length > 1 && (numbers[0] ?? 2) <= 1 && steps >= (numbers.length - 1) * 0.9;
};

/** A price may be somebody's code. */
const isShortNumber = ({ text }: Cell): boolean => /^\s*\d{1,5}(\.\d+)?\s*$/.test(text);

interface Known {
  /** More than 1, or true, if a cell is a product's code; 1 if it is a name of one. */
  looksLike: ((cell: Cell) => boolean | number) | undefined;
  /** Columns that may be it. */
  columns: () => number[];
  heads: readonly string[];
  cellsIn: (column: number) => Cell[];
  wins: boolean;
}

/** Cells by which a column that has no head of the field is known. */
const sampledCells = 100;

/**
 * The column whose cells the catalogue knows: in place of none, where names do as well, or of one of which it knows fewer codes.
 * Short numbers count only under a head of the field.
 */
export const byCatalogueIn = (
  [named]: readonly number[],
  { columns, heads, cellsIn, looksLike, wins }: Known,
): number | undefined => {
  const share = (column: number, isKnown: (cell: Cell) => boolean): number => {
    const cells = cellsIn(column).slice(0, sampledCells);
    return cells.filter(isKnown).length / Math.max(1, cells.length);
  };
  const isCode = (cell: Cell): boolean => {
    const certainty = looksLike?.(cell) ?? 0;
    return certainty === true || Number(certainty) > 1;
  };
  const isCounter = named !== undefined && /(^| )(no|num|number)$/.test(heads[named] ?? "");
  const isRow = named !== undefined && (wins || isCounter) && isRunning(cellsIn(named));
  if (named !== undefined && !wins && !isRow) return named;
  const own = named === undefined ? 0 : share(named, isCode);
  if (own > 0.5 && !(isRow && isCounter)) return named;
  const free = columns().filter((column) => column !== named && !isRunning(cellsIn(column)));
  const bestBy = (isKnown: (cell: Cell) => boolean): number | undefined =>
    free
      .map((column) => [column, share(column, (cell) => isKnown(cell) && !isShortNumber(cell))] as const)
      .filter(([, one]) => one > 0.5 && (isRow || one > own))
      .sort(([, a], [, b]) => b - a)[0]?.[0];
  const best =
    bestBy(isCode) ?? (named === undefined ? bestBy((cell) => Number(looksLike?.(cell) ?? 0) > 0) : undefined);
  return best ?? (isRow && own === 0 ? undefined : named);
};
