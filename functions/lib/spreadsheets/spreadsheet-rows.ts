// The rows of a spreadsheet: .xlsx or text with separators, as its first bytes show.
import { maxAdjustmentRows } from "#shared/adjustment.ts";
import { Failure } from "#shared/failure.ts";
import { numberText } from "#shared/format.ts";
import type { Cell, Row } from "./cell.ts";
import { type ParsedRow, parseRows } from "./csv.ts";
import { columnsIn, type Heads, headRowIn, headRows } from "./head-row.ts";
import { damaged, noSuchSheet, tooLarge, unreadable } from "./refusals.ts";
import { decodeText, findSeparator } from "./text-file.ts";
import { maxColumns, maxTextLength } from "./worksheet.ts";
import { openWorkbook, type Sheet, type Workbook } from "./xlsx.ts";

/** Characters of all cells; a shared text counts wherever it is used. 50,000 rows of a stock report have 5 million. */
const maxCharacters = 12_000_000;

const zipMagic = Buffer.from("504b0304", "hex");
/** Or another file of its container. */
export const isWorkbook = (file: Buffer): boolean => file.subarray(0, 4).equals(zipMagic);
/** The container of a workbook with a password, and of formats before .xlsx. */
const oleMagic = Buffer.from("d0cf11e0", "hex");

export interface ReadOptions {
  /** Name of the sheet, or its number among those that have cells. */
  sheet?: string | undefined;
  /** Number of the row that has the heads. */
  head_row?: number | undefined;
  /** By which sheet and row are found. */
  heads?: Heads;
  /** Fields without which a sheet is none of this kind. */
  required?: readonly string[];
}

/** A sheet's summary, by which a person chooses one. */
export interface SheetSummary {
  name: string;
  /** Number of the row that has the heads. */
  head_row: number;
  /** Rows below it. */
  rows: number;
  /** Sum of its quantities, where their column is known. */
  sum?: number;
  /** Known heads, and whether those of all required fields are among them. */
  fields: number;
  isComplete: boolean;
}

/** The sheet that was read, and all that could be; a file of text has one without a name. */
export interface ReadSheet {
  name: string;
  /** Sheets with cells, in the order of their tabs. */
  sheets: SheetSummary[];
  /** Names of hidden sheets. */
  hidden: string[];
}

/**
 * Calls `onRow` with each row that is not blank, of the sheet that was chosen, or that fits best. 400 if the
 * file cannot be read, which may show after some rows. Returns which sheet of a workbook it was.
 */
export const readSpreadsheetRows = (
  file: Buffer,
  onRow: (row: Row) => void,
  options: ReadOptions = {},
): ReadSheet | undefined => {
  const isXlsx = isWorkbook(file);
  const { visible, active, hidden } = isXlsx ? openXlsx(file) : textFile(file);
  if (!isXlsx && options.sheet !== undefined) throw noSuchSheet();
  const surveyed = visible.length === 1 ? [] : visible.map((sheet) => survey(sheet, options, sheet === active));
  const filled = visible.filter((_, index) => (surveyed[index]?.rows ?? 1) > 0);
  const summaries = surveyed.filter(({ rows }) => rows > 0);
  const chosen = choose(filled, summaries, options, active) ?? visible[0];
  if (!chosen) throw damaged();
  readLimited(chosen, onRow, options);
  return isXlsx ? { name: chosen.name, sheets: summaries, hidden } : undefined;
};

/** The chosen sheet, else that with the most known heads; at a tie the file's active sheet. */
const choose = (
  filled: readonly Sheet[],
  summaries: readonly SheetSummary[],
  { sheet: wanted }: ReadOptions,
  active: Sheet | undefined,
): Sheet | undefined => {
  if (wanted !== undefined) {
    const sheet = filled.find(({ name }) => name === wanted) ?? filled[/^\d+$/.test(wanted) ? Number(wanted) - 1 : -1];
    if (!sheet) throw noSuchSheet();
    return sheet;
  }
  const isBest = (_: Sheet, index: number) => rank(summaries[index]) === Math.max(...summaries.map(rank));
  const best = summaries.some(({ fields }) => fields > 0) ? filled.filter(isBest) : [];
  const complete = filled.filter((_, index) => summaries[index]?.isComplete);
  const opened = (best.length > 0 ? complete : filled).find((sheet) => sheet === active);
  return opened ?? best.find((sheet) => sheet === active) ?? best[0] ?? filled[0];
};

const rank = (summary?: SheetSummary): number => (summary ? (summary.isComplete ? 1_000 : 0) + summary.fields : 0);

/** Passes on the rows within the limits. Stray cells far to the right belong to no column: only a head makes one. */
const readLimited = (sheet: Sheet, onRow: (row: Row) => void, { heads = {}, head_row }: ReadOptions): void => {
  let count = 0;
  let left = maxCharacters;
  let waiting: Row[] | undefined = [];
  let wide: ReadonlySet<number> = new Set();
  const pass = (row: Row): void => {
    const cells = row.cells.slice(0, narrowColumns);
    for (const column of wide) if (row.cells[column]) cells[column] = row.cells[column];
    if (Array.from(cells).some(Boolean)) onRow({ ...row, cells });
  };
  const passWaiting = (): void => {
    const head = waiting?.[headRowIn(waiting, heads, head_row)];
    wide = new Set(
      [...(head?.cells ?? [])].flatMap((cell, at) => (cell?.text.trim() && at >= narrowColumns ? at : [])),
    );
    for (const row of waiting ?? []) pass(row);
    waiting = undefined;
  };
  sheet.read((row) => {
    if (row.cells.every((cell) => cell === null)) return;
    if (++count > maxAdjustmentRows + 1) throw tooLarge(`At most ${numberText(maxAdjustmentRows)} rows`);
    for (const cell of row.cells) left -= cell?.text.length ?? 0;
    if (left < 0) throw tooLarge();
    if (!waiting) return pass(row);
    if (waiting.push(row) === headRows) passWaiting();
  });
  passWaiting();
  if (count === 0) throw unreadable("The sheet is empty");
};

/** Columns that are read whether or not they have a head. */
const narrowColumns = 100;

class Enough extends Error {}

/** Reads a sheet to say what it has; no further than its first row where no heads are known. A damaged one counts as filled. */
const survey = (sheet: Sheet, { heads, head_row, required = [] }: ReadOptions, isActive: boolean): SheetSummary => {
  const rows: Row[] = [];
  let count = 0;
  let characters = 0;
  let sum = 0;
  let headAt = -1;
  let fields: Partial<Record<string, number>> = {};
  const add = ({ cells }: Row) => {
    const units = Number(cells[fields.quantity ?? -1]?.text);
    if (Number.isSafeInteger(units)) sum += units;
  };
  const settle = () => {
    headAt = heads ? headRowIn(rows, heads, head_row) : -1;
    fields = columnsIn(rows[headAt], heads ?? {});
    for (const row of rows.slice(headAt + 1)) add(row);
  };
  try {
    sheet.read((row) => {
      if (row.cells.every((cell) => cell === null)) return;
      for (const cell of row.cells) characters += cell?.text.length ?? 0;
      count++;
      if (!heads || count > maxAdjustmentRows || characters > maxCharacters) throw new Enough();
      if (count > headRows) return add(row);
      if (rows.push(row) === headRows) settle();
    });
  } catch {
    count = Math.max(count, 1);
  }
  if (headAt < 0 && count < headRows) settle();
  const below = count - headAt - 1;
  return {
    name: sheet.name,
    head_row: rows[headAt]?.number ?? 0,
    rows: below,
    ...(fields.quantity !== undefined && { sum }),
    fields: Object.keys(fields).length,
    // Names may stand for codes; what else the sheet lacks that the workbook opens on can be said for the file.
    isComplete:
      below > 0 &&
      headAt >= 0 &&
      required.every((field) => field in fields || (field === "p_id" ? "name" in fields : isActive)),
  };
};

/** The name of the first entry of an OpenDocument file, where a zip has it. */
const openDocumentName = "mimetype";

const openXlsx = (file: Buffer): Workbook => {
  if (file.toString("latin1", 30, 30 + openDocumentName.length) === openDocumentName)
    throw unreadable("An OpenDocument sheet (.ods), save it as .xlsx or CSV");
  return guarded(() => {
    const workbook = openWorkbook(file);
    for (const sheet of workbook.visible) {
      const { read } = sheet;
      sheet.read = (onRow) => guarded(() => read(onRow));
    }
    return workbook;
  });
};

/** Whatever else goes wrong with a workbook is damage. */
const guarded = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    throw error instanceof Failure || error instanceof Enough ? error : damaged();
  }
};

/** How a web page begins, or a workbook as XML: shops offer both as .xls. */
const markup = /^\ufeff?\s*<(\?xml|!doctype|html|head|meta|style|body|div|table)\b/i;

const textFile = (file: Buffer): Workbook => ({ visible: [textSheet(file)], active: undefined, hidden: [] });

const textSheet = (file: Buffer): Sheet => ({
  name: "",
  read: (onRow) => {
    if (file.subarray(0, 4).equals(oleMagic)) throw unreadable("Encrypted, or older than .xlsx");
    const text = decodeText(file);
    if (markup.test(text))
      throw unreadable("A web page or XML called .xls, open it in a spreadsheet and save it as .xlsx");
    const { rows, separator } = findSeparator(text);
    let number = 0;
    let usual: number | undefined;
    for (const { cells, unclosed, fields, open } of parseRows(rows, { separator, maxColumns })) {
      // A comma behind a quote that is not doubled moves all that follows.
      if (open !== undefined) usual ??= usualFields(parseRows(rows, { separator, maxColumns }));
      const moved = open !== undefined && fields > (usual ?? fields) ? open : cells.length;
      onRow({
        number: ++number,
        fields,
        cells: cells.map((field, column) => textCell(field, column === unclosed || column >= moved)),
      });
    }
  },
});

/** Rows by which the usual number of fields is known. */
const sampledRows = 100;

const usualFields = (rows: Iterable<ParsedRow>): number => {
  const counts = new Map<number, number>();
  let left = sampledRows;
  for (const { fields } of rows) {
    counts.set(fields, (counts.get(fields) ?? 0) + 1);
    if (--left === 0) break;
  }
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0];
};

/** The decoder leaves U+FFFD for bytes that are no text. */
const textCell = (text: string, isUnclosed: boolean): Cell | null =>
  text === ""
    ? null
    : { type: isUnclosed || text.includes("\ufffd") ? "damaged" : "text", text: text.slice(0, maxTextLength) };
