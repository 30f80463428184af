// The column of codes by what the catalogue knows of its cells, whatever its head.
import type { Cell } from "../spreadsheets/cell.ts";

/** Numbers of rows are no codes, even if there are products with such codes. */
export const isRunning = (cells: readonly Cell[]): boolean => {
  const numbers = cells.map(({ text }) => (/^\s*\d{1,5}(\.0+)?\s*$/.test(text) ? Number(text) : Number.NaN));
  const steps = numbers.slice(1).filter((number, at) => number === (numbers[at] ?? 0) + 1).length;
  return numbers.length > 1 && (numbers[0] ?? 2) <= 1 && steps >= (numbers.length - 1) * 0.9;
};

interface Known {
  looksLike: ((cell: Cell) => boolean | number) | undefined;
  /** Columns that may be it. */
  columns: () => number[];
  heads: readonly string[];
  cellsIn: (column: number) => Cell[];
  wins: boolean;
}

/** Cells by which a column that has no head of the field is known. */
const sampledCells = 100;

/** The column whose cells the catalogue knows, in place of none, or of one that it knows less of. */
export const byCatalogueIn = (
  [named]: readonly number[],
  { columns, heads, cellsIn, looksLike, wins }: Known,
): number | undefined => {
  const share = (column: number) => {
    const cells = cellsIn(column).slice(0, sampledCells);
    return cells.reduce((sum, cell) => sum + Number(looksLike?.(cell) ?? 0), 0) / Math.max(1, cells.length);
  };
  const isRow = named !== undefined && (wins || /(^| )no$/.test(heads[named] ?? "")) && isRunning(cellsIn(named));
  if (named !== undefined && !wins && !isRow) return named;
  const own = named === undefined ? 0 : share(named);
  if (own > 0.5 && !isRow) return named;
  const best = columns()
    .map((column) => [column, share(column)] as const)
    .filter(([column, one]) => one > 0.5 && (isRow || one > own) && !isRunning(cellsIn(column)))
    .sort(([, a], [, b]) => b - a)[0];
  return best?.[0] ?? (isRow && own === 0 ? undefined : named);
};
