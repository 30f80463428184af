// A spreadsheet as a table: the heads of its columns, and the column of each field, recognised or chosen.

import { Failure } from "#shared/failure.ts";
import type { ImportRow } from "#shared/import.ts";
import { type Cell, isDamaged, type Row } from "../spreadsheets/cell.ts";
import { comparableHead, headRows, withJoined } from "../spreadsheets/head-row.ts";
import { byCatalogueIn, isRunning } from "./by-catalogue.ts";
import { belowHeads, headsOf, letterHead, mostHeads, sampledRows, unknownHeads } from "./head-texts.ts";

export interface Field {
  /** The head that our own exports have. */
  label: string;
  required?: true;
  /** Other heads, the best first; upper case and punctuation make no difference. */
  heads?: readonly string[];
  /** Whether, or how surely, a cell may be of this field: how its column is recognised in a spreadsheet without heads. */
  looksLike?: (cell: Cell) => boolean | number;
  /** Of several columns with its heads, the one whose cells look most like it. */
  byCells?: true;
  /**
   * Its column may be one with any head, if most of its cells look like it: where no other has its head (`fills`), or also
   * where that one has fewer such cells (`wins`).
   */
  byCatalogue?: "fills" | "wins";
  /** Whether the catalogue knows a cell, if other cells look like it too. */
  isKnown?: (cell: Cell) => boolean;
  /** A head that is none of these but means the same. */
  isHead?: (head: string) => boolean;
  /** A column without cells is none of this field: it is the next one with its heads, or none. */
  isFilled?: true;
  /** Cells of a column that is none of this field, whatever its head. */
  isOther?: (cell: Cell) => boolean;
  /** Its column is to be filled in, and may be empty. Of several with its heads, those with one of these come first, the best first. */
  toFill?: readonly RegExp[];
  /** If several columns with its heads are mostly of such cells, a person has to choose. */
  asked?: true;
  /** A head that is only taken where no other is: of a sum, a limit, or an earlier day. */
  isAside?: (head: string) => boolean;
  /** Whether the cells of a column may be of this field. Other fields are never guessed. */
  fits?: (cells: readonly Cell[]) => boolean;
}

export type Fields = Readonly<Record<string, Field>>;
/** With all heads in the form in which they are compared. */
type NamedFields = Readonly<Record<string, Field & { names: readonly string[] }>>;

export interface Table {
  /** Labels of the fields, for those without a column. */
  labels: Readonly<Record<string, string>>;
  /** The heads of all columns, each different; letters where there is none, as in `Column A`. */
  heads: string[];
  /** The column of each field that was found, from 0. */
  columns: Partial<Record<string, number>>;
  /** The cell of a field for rows that have none: a value that was given for the whole file. */
  values: Readonly<Record<string, Cell>>;
  /** Required fields without a column or a value. */
  missing: string[];
  /** Columns of a field of which a person has to choose one. */
  rivals: Partial<Record<string, number[]>>;
  /** Number of the row that has the heads. */
  head_row?: number | undefined;
  rows: Row[];
}

/** What a person says about a whole spreadsheet. */
interface Said {
  /** The row of the heads, by its number. */
  head_row?: number | undefined;
  /** Values of fields for rows that have none. */
  values?: Readonly<Record<string, string | number | undefined>>;
}

/** Finds the heads and the columns of a spreadsheet. `chosen` columns come first; an empty one says that there is none. */
export const toTable = (
  rows: Row[],
  unnamed: Fields,
  chosen: Record<string, string> = {},
  { head_row, values: said = {} }: Said = {},
): Table => {
  const fields: NamedFields = Object.fromEntries(
    Object.entries(unnamed).map(([field, facts]) => [
      field,
      { ...facts, names: withJoined([facts.label, ...(facts.heads ?? [])]) },
    ]),
  );
  const chosenRow = head_row === undefined ? -1 : rows.findIndex(({ number }) => number === head_row);
  if (head_row !== undefined && (chosenRow < 0 || chosenRow >= headRows))
    throw new Failure("BAD_REQUEST", { field: "head_row", message: "No such row among the first of the sheet" });
  const values = Object.fromEntries(
    Object.entries(said).flatMap(([field, value]) =>
      value === undefined || value === "" ? [] : [[field, { type: "text" as const, text: String(value) }]],
    ),
  );
  const width = Math.max(0, ...rows.slice(0, sampledRows).map(({ cells }) => cells.length));
  const required = Object.keys(fields).filter((field) => fields[field]?.required);
  const headsAt = (...at: number[]) => columnsByHead(headsOf(rows, at, width), fields, chosen);
  const candidates = rows.slice(0, headRows).map((_, index) => headsAt(index));
  const headsFound = (index: number) => candidates[index]?.found ?? 0;
  const most = Math.max(0, ...candidates.map((_, index) => headsFound(index)));
  const complete = candidates.findIndex(
    ({ columns, found }) => found > 0 && required.every((field) => field in columns),
  );
  const partial = most > 0 ? candidates.findIndex((_, index) => headsFound(index) === most) : -1;
  // The row that a person has chosen, else the first with all required heads, with the most heads, or with heads of none.
  const at = [chosenRow, complete, partial, unknownHeads(rows)].find((index) => index >= 0);
  const headAt = at === undefined ? [] : mostHeads(rows, at, (group) => headsAt(...group).found);
  const below = withMoved(
    rows.slice(belowHeads(rows, headAt)),
    headAt.flatMap((index) => rows[index] ?? []),
  );
  const heads = headsOf(rows, headAt, width);
  const { columns, rivals } = columnsByHead(heads, fields, chosen, below);
  if (at === undefined) recogniseByCells(below, width, fields, columns, chosen);
  const labels = Object.fromEntries(Object.entries(fields).map(([field, { label }]) => [field, label]));
  const missing = required.filter((field) => !(field in columns || field in values));
  return {
    labels,
    heads,
    columns,
    values,
    missing,
    rivals,
    rows: below,
    head_row: at === undefined ? undefined : rows[at]?.number,
  };
};

/** Marks the cells of rows with more fields than heads: a text with a separator and without quotes moves all behind it. */
const withMoved = (rows: Row[], heads: readonly Row[]): Row[] => {
  const most = Math.max(...heads.map(({ fields = Number.POSITIVE_INFINITY }) => fields));
  return rows.map((row) =>
    heads.length > 0 && (row.fields ?? 0) > most && !isDamaged(row)
      ? { ...row, cells: row.cells.map((cell) => cell && { ...cell, type: "moved" }) }
      : row,
  );
};

export const cellOf = (
  { columns, values }: Pick<Table, "columns"> & Partial<Pick<Table, "values">>,
  field: string,
  { cells }: Row,
): Cell | null => {
  const column = columns[field];
  return (column !== undefined && cells[column]) || values?.[field] || null;
};

/**
 * What a quantity means that is merged over several rows: nothing further below, where all that names the goods is merged as
 * well; else nobody knows how much of it is of each row.
 */
export const mergedQuantity = (table: Table, row: Row, names: readonly string[]): "nothing" | "unclear" | undefined => {
  const { merged } = cellOf(table, "quantity", row) ?? {};
  if (!merged) return undefined;
  const isWhole = names.every((field) => !row.cells[table.columns[field] ?? -1] || cellOf(table, field, row)?.merged);
  return isWhole ? (merged === "below" ? "nothing" : undefined) : "unclear";
};

export const mergedUnclear = "A merged cell, type the number into each of its rows";

/** A problem with the cell of a field, as rows report it. */
export const problemAt = (
  table: Pick<Table, "labels" | "heads" | "columns">,
  field: string,
  row: Row,
  message: string,
): ImportRow["problems"][number] => ({
  column: table.heads[table.columns[field] ?? -1] ?? table.labels[field] ?? "",
  value: cellOf(table, field, row)?.text.slice(0, maxShown) ?? "",
  message,
});

/** Characters of a wrong cell that are shown. */
const maxShown = 200;

/**
 * The column of each field, how many of them its own heads show, and columns between which a person has to choose. Without rows it
 * judges by heads alone, to find the row of heads; with rows their cells decide too.
 */
const columnsByHead = (heads: string[], fields: NamedFields, chosen: Record<string, string>, rows: Row[] = []) => {
  const { columns, found: foundBefore } = chosenColumns(heads, fields, chosen);
  const rivals: Table["rivals"] = {};
  let found = foundBefore;
  const comparable = heads.map(comparableHead);
  const sample = rows.slice(0, sampledRows);
  const cellsIn = (column: number): Cell[] => sample.flatMap(({ cells }) => cells[column] ?? []);
  for (const [name, field] of Object.entries(fields)) {
    if (name in columns || chosen[name] === "") continue;
    const { looksLike, isKnown, byCells, byCatalogue, asked, toFill } = field;
    const taken = new Set(Object.values(columns));
    const named = columnsNamed(field, comparable, rows, (column) => (taken.has(column) ? undefined : cellsIn(column)));
    const first = toFill?.map((head) => named.filter((at) => head.test(comparable[at] ?? "")));
    const candidates = first?.find(({ length }) => length > 0) ?? named;
    /** How many of its cells look like the field, each as surely as it does. */
    const likeness = (column: number): number =>
      cellsIn(column).reduce((sum, cell) => sum + Number(looksLike?.(cell) ?? 0), 0);
    // A column with some wrong cells may be meant all the same.
    const isMostly = (column: number) =>
      likeness(column) > cellsIn(column).length / 2 || (toFill && rows.length > 0 && cellsIn(column).length === 0);
    const likely = asked ? [...new Set(candidates)].filter(isMostly) : [];
    // Sorting keeps the order of equal ones, the best head first.
    const possible = likely.length > 0 ? likely : candidates;
    const byHead = byCells ? possible.toSorted((a, b) => likeness(b) - likeness(a)) : possible;
    const column =
      byCatalogue && rows.length > 0
        ? byCatalogueIn(byHead, {
            columns: () =>
              [...heads.keys()].filter((one) => !taken.has(one) && !isOfAnother(fields, name, comparable[one])),
            heads: comparable,
            cellsIn,
            looksLike: isKnown ?? looksLike,
            wins: byCatalogue === "wins",
          })
        : byHead[0];
    if (likely.length > 1) rivals[name] = likely;
    else if (column !== undefined) columns[name] = column;
    if (column !== undefined) found++;
  }
  return { heads, columns, rivals, found };
};

/** The columns that a person has chosen. A letter is a position, and no head by which the row of heads could be known. */
const chosenColumns = (heads: string[], fields: NamedFields, chosen: Record<string, string>) => {
  const letters = new Map(heads.map((_, column) => [letterHead(column), column]));
  const columns: Table["columns"] = {};
  let found = 0;
  for (const field of Object.keys(fields)) {
    const named = chosen[field] ? heads.indexOf(chosen[field]) : -1;
    const column = named < 0 ? letters.get(chosen[field] ?? "") : named;
    if (column === undefined) continue;
    columns[field] = column;
    if (named >= 0 && !letters.has(heads[named] ?? "")) found++;
  }
  return { columns, found };
};

/** The columns with a head of the field that may be it, the best first. `cellsOf`: of a column that is free. */
const columnsNamed = (
  { names, isHead, isOther, isFilled, isAside }: NamedFields[string],
  comparable: readonly string[],
  rows: readonly Row[],
  cellsOf: (column: number) => Cell[] | undefined,
): number[] => {
  const further = comparable.flatMap((head, column) => (isHead?.(head) && !names.includes(head) ? column : []));
  const hasText = (column: number) => rows.some(({ cells }) => cells[column]?.text.trim());
  const all = [...names.map((name) => comparable.indexOf(name)), ...further].filter((column) => {
    const cells = column < 0 ? undefined : cellsOf(column);
    if (!cells || (isOther && cells.filter(isOther).length > cells.length / 2)) return false;
    return !isFilled || rows.length === 0 || hasText(column);
  });
  const main = all.filter((column) => !isAside?.(comparable[column] ?? ""));
  return main.length > 0 ? main : all;
};

/** Whether the head is one of another field than the name, which may be a code. */
const isOfAnother = (fields: NamedFields, field: string, head = ""): boolean =>
  Object.entries(fields).some(
    ([other, { names, isHead }]) =>
      other !== field && other !== "name" && other !== "title" && (names.includes(head) || isHead?.(head)),
  );

/** Gives a field the one column of which most cells look like it; of two that look alike, neither. */
const recogniseByCells = (
  rows: Row[],
  width: number,
  fields: Fields,
  columns: Table["columns"],
  chosen: Record<string, string>,
): void => {
  for (const [field, { looksLike, byCatalogue }] of Object.entries(fields)) {
    if (!looksLike || field in columns || chosen[field] === "") continue;
    const taken = new Set(Object.values(columns));
    const shares = Array.from({ length: width }, (_, column) => {
      const filled = rows.slice(0, sampledRows).flatMap(({ cells }) => cells[column] ?? []);
      return taken.has(column) || filled.length === 0 || (byCatalogue && isRunning(filled))
        ? 0
        : filled.filter(looksLike).length / filled.length;
    });
    const best = Math.max(...shares);
    if (best > 0.5 && shares.filter((share) => share === best).length === 1) columns[field] = shares.indexOf(best);
  }
};
