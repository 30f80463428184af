// Which formulas of a sheet depend on cells of a column, directly or by other formulas. One whose references cannot be told,
// such as a name or INDIRECT, counts as dependent: its stored result is only computed anew.
import { columnIndex } from "#shared/import-columns.ts";
import type { Range } from "./worksheet.ts";

export interface FormulaCell {
  row: number;
  /** Index from 0. */
  column: number;
  /** Empty in a cell that shares the formula of another one. */
  text: string;
  /** The number of the formula that it shares. */
  shared: string | undefined;
  /** The cells that it fills, of an array formula. */
  fills?: Range;
}

const lastRow = 1_048_576;
const mostPasses = 50;

const reference =
  /(?:('(?:[^']|'')+'|[\p{L}\p{N}_.]+)!)?(?:(\$?[A-Z]{1,3})(\$?\d{1,7})(?::(\$?[A-Z]{1,3})(\$?\d{1,7}))?|(\$?[A-Z]{1,3}):(\$?[A-Z]{1,3})|(\$?\d{1,7}):(\$?\d{1,7}))(?![\w(.])/giuy;

const plainName = (sheet: string): string => sheet.trim().toLowerCase();

/** Columns of a table, as in `Table1[Qty]` and `Table1[[#This Row],[Qty]]`. */
const tableColumns = /^[\p{L}_\\][\p{L}\p{N}_.]*\[(?:([^[\]#']+)|(?:\[#[\w ]+\],)*\[([^[\]#']+)\])\]/u;

type Sheet = { name: string; heads: readonly string[] };
type Moved = Pick<FormulaCell, "row" | "column">;

/** The references of a formula to its own sheet; undefined if they cannot be told. `moved`: of a cell that shares it, from its own. */
const referencesOf = (formula: string, { name, heads }: Sheet, moved: Moved): Range[] | undefined => {
  const columnAt = (ref: string) => (ref.startsWith("$") ? columnIndex(ref.slice(1)) : columnIndex(ref) + moved.column);
  const rowAt = (ref: string) => (ref.startsWith("$") ? Number(ref.slice(1)) : Number(ref) + moved.row);
  const ranges: Range[] = [];
  const text = formula.replace(/"(?:[^"]|"")*"/g, "");
  for (let at = 0; at < text.length; ) {
    reference.lastIndex = at;
    const found = reference.exec(text);
    if (found) {
      const [all, other, first, from, last = first, to = from, firstOf, lastOf = firstOf, fromRow, toRow = fromRow] =
        found;
      at += all.length;
      // Several sheets in one reference.
      if (other?.includes(":")) return undefined;
      if (other && plainName(other.replace(/^'|'$/g, "").replaceAll("''", "'")) !== plainName(name)) continue;
      ranges.push({
        columns: fromRow ? [0, lastRow] : [columnAt(first ?? firstOf ?? ""), columnAt(last ?? lastOf ?? "")],
        rows: firstOf ? [1, lastRow] : [rowAt(from ?? fromRow ?? ""), rowAt(to ?? toRow ?? "")],
      });
      continue;
    }
    const rest = text.slice(at);
    const [whole = "", plain, inner] = tableColumns.exec(rest) ?? [];
    const column = heads.indexOf((plain ?? inner ?? "").trim());
    if (whole && column >= 0) {
      ranges.push({ columns: [column, column], rows: [1, lastRow] });
      at += whole.length;
      continue;
    }
    const [word, call] = /^[\p{L}_\\][\p{L}\p{N}_.]*(\()?/u.exec(rest) ?? [];
    if (word === undefined) {
      // A part of a table, or another file, is named in brackets.
      if (text[at] === "[") return undefined;
      at += /^\d[\d.]*(?:E[+-]?\d+)?|^./is.exec(rest)?.[0].length ?? 1;
      continue;
    }
    if (/^(INDIRECT|OFFSET)\($/i.test(word) || !(call || /^(TRUE|FALSE)$/i.test(word))) return undefined;
    at += word.length;
  }
  return ranges;
};

/** Those that depend on cells of the column in these rows. */
export const dependents = <F extends FormulaCell>(
  formulas: readonly F[],
  { column, rows, ...sheet }: Sheet & { column: number; rows: readonly number[] },
): F[] => {
  if (rows.length === 0 || formulas.length === 0) return [];
  /** The first and last changed row of each column. */
  const changed = new Map([[column, [Math.min(...rows), Math.max(...rows)]]]);
  const masters = new Map(formulas.filter(({ text }) => text).map((one) => [one.shared ?? null, one]));
  const rangesOf = (one: F): Range[] | undefined => {
    const master = one.text ? one : masters.get(one.shared ?? "");
    const moved = master && { row: one.row - master.row, column: one.column - master.column };
    return moved && referencesOf(master.text, sheet, moved);
  };
  const open = new Map(formulas.map((one) => [one, rangesOf(one)] as const));
  const found: F[] = [];
  const touches = ({ columns: [first, last], rows: [from, to] }: Range) => {
    for (const [at, [least = 0, most = 0]] of changed)
      if (first <= at && at <= last && from <= most && to >= least) return true;
    return false;
  };
  for (let before = -1, pass = 0; before < found.length; pass++) {
    // A long chain that is listed from its end.
    if (pass === mostPasses) return [...formulas];
    before = found.length;
    for (const [one, ranges] of open) {
      if (ranges && !ranges.some(touches)) continue;
      open.delete(one);
      found.push(one);
      const { columns, rows: own } =
        one.fills ?? ({ columns: [one.column, one.column], rows: [one.row, one.row] } as Range);
      for (let at = columns[0]; at <= columns[1]; at++) {
        const [least = own[0], most = own[1]] = changed.get(at) ?? [];
        changed.set(at, [Math.min(least, own[0]), Math.max(most, own[1])]);
      }
    }
  }
  return found;
};
