// The texts of heads: which rows have them, and what each column is called.
import { columnLetters } from "#shared/import-columns.ts";
import type { Cell, Row } from "../spreadsheets/cell.ts";
import { plainNumber } from "../spreadsheets/cell-values.ts";
import { headRows } from "../spreadsheets/head-row.ts";

/** Rows by whose cells a column without a head is recognised. */
export const sampledRows = 1_000;

/** Heads may stand in several rows. */
const mostHeadRows = 4;

/** The rows about the row of heads in which most columns are known, or that row alone. The lowest text of a column is its head. */
export const mostHeads = (rows: readonly Row[], at: number, foundIn: (group: number[]) => number): number[] => {
  const groups = Array.from({ length: mostHeadRows }, (_, size) =>
    Array.from({ length: size + 1 }, (_, up) => Array.from({ length: size + 1 }, (_, n) => at - up + n)),
  ).flat();
  const possible = groups.filter((group) => group.length === 1 || group.every((one) => isOfTexts(rows[one])));
  const found = possible.map(foundIn);
  return possible[found.indexOf(Math.max(...found))] ?? [at];
};

const isOfTexts = (row: Row | undefined): boolean => row !== undefined && !row.cells.some(isNumber);

const maxHead = 200;

const headText = (row: Row | undefined, column: number): string =>
  row?.cells[column]?.text.trim().slice(0, maxHead) ?? "";

/** Where the rows begin: heads may be merged down over rows of their own. */
export const belowHeads = (rows: readonly Row[], at: readonly number[]): number => {
  const last = at.at(-1) ?? -1;
  let next = last + 1;
  const isHeadAgain = (cell: Cell | null, column: number) =>
    cell?.merged === "below" && cell.text.trim() === headText(rows[last], column);
  while (last >= 0 && rows[next]?.cells.some(isHeadAgain)) next++;
  return next;
};

/**
 * The heads of columns in these rows. Where a head repeats, what stands above it tells which it is: "Closing Balance, Quantity".
 */
export const headsOf = (rows: readonly Row[], at: readonly number[], width: number): string[] => {
  const heads = new Set<string>();
  const texts = Array.from(
    { length: width },
    (_, column) => at.map((index) => headText(rows[index], column)).findLast(Boolean) ?? "",
  );
  const lowest = at.at(-1) ?? 0;
  const above = rows.slice(Math.max(0, lowest - mostHeadRows + 1), lowest).reverse();
  const columnsOf = Map.groupBy(texts.keys(), (column) => texts[column] ?? "");
  const textAt = (column: number): string => {
    const text = texts[column] ?? "";
    const same = text ? (columnsOf.get(text) ?? []) : [];
    const groups = same.length < 2 ? undefined : above.map(groupsIn).find((of) => new Set(same.map(of)).size > 1);
    const group = groups?.(column);
    return group && group !== text ? `${group}, ${text}` : text;
  };
  for (let column = 0; column < width; column++) {
    const head = textAt(column) || letterHead(column);
    let own = head;
    for (let count = 2; heads.has(own); count++) own = `${head} (${count})`;
    heads.add(own);
  }
  return [...heads];
};

/** A text above several columns stands in the first of them. */
const groupsIn = (row: Row): ((column: number) => string) => {
  // "Company: Sunder Kids" is a note.
  if (!isOfTexts(row) || row.cells.some((cell) => cell?.text.includes(":"))) return () => "";
  return (column) => {
    for (let first = column; first >= 0; first--) if (headText(row, first)) return headText(row, first);
    return "";
  };
};

export const letterHead = (column: number): string => `Column ${columnLetters(column)}`;

const isNumber = (cell: Cell | null | undefined): boolean =>
  cell?.type === "number" || (cell?.type === "text" && /^\d+([.,]\d+)?$/.test(plainNumber(cell.text)));

/** The row of heads that mean nothing to us: texts, over a column of nothing but numbers, below notes. -1 if there is none. */
export const unknownHeads = (rows: Row[]): number => {
  const first = rows.slice(0, headRows).findIndex(({ cells }) => cells.some(isNumber));
  return rows.slice(0, first < 0 ? headRows : first).findIndex(({ cells }, at) => {
    if (cells.filter(Boolean).length < 2) return false;
    const below = rows.slice(at + 1, sampledRows);
    const isColumnOfNumbers = (column: number) => {
      const filled = below.map(({ cells }) => cells[column]).filter(Boolean);
      return filled.length > 0 && filled.every(isNumber);
    };
    return cells.some((cell, column) => cell && isColumnOfNumbers(column));
  });
};
