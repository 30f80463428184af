// Previews a spreadsheet: reads it, finds out what each row would do, and stores the result for a day.
import { randomUUID } from "node:crypto";
import type { ImportKind, ImportRow, ImportSummary, RowStatus } from "#shared/import.ts";
import { normalised } from "#shared/name.ts";
import { warehouses } from "../db/tables.ts";
import type { Cell, Row } from "../spreadsheets/cell.ts";
import { withResult } from "../spreadsheets/cell-values.ts";
import type { LeftCell } from "../spreadsheets/filling.ts";
import { fillInSpreadsheet } from "../spreadsheets/read-spreadsheet.ts";
import { unreadable } from "../spreadsheets/refusals.ts";
import type { ReadSheet } from "../spreadsheets/spreadsheet-rows.ts";
import { formulasAsk, hiddenRowsAsk, isAmbiguous, readingAsks, sheetAsk, taughtAsk } from "./asks.ts";
import { contentHash } from "./content-hash.ts";
import { writeImport } from "./import-file.ts";
import type { ApplyRequest, ImportKindRules, ImportSettings, StoredImport } from "./import-kind.ts";
import { kinds } from "./kinds.ts";
import { findApplied } from "./records.ts";
import { findMeaning, withMeaning } from "./remembered.ts";
import { type Table, toTable } from "./table.ts";
import { fileOf, openSheet, storeFilled, storeSheet } from "./uploaded-sheet.ts";

interface Upload extends ApplyRequest {
  body: ImportSettings;
  file: Buffer | undefined;
}

/** Previews the spreadsheet that is sent, or that of an earlier import, and stores the import. */
export const previewImport = async (kind: ImportKind, { user, now, body, file }: Upload) => {
  const started = performance.now();
  const { sheet, hidden = false, formulas = false } = body;
  const opened = await openSheet(kind, { user, now, body, file });
  const { rows: all, sheet: read, of } = opened;
  const shown = hidden ? all : all.filter(({ isHidden }) => !isHidden);
  if (shown.length === 0) throw unreadable("All rows of the sheet are hidden");
  const rules: ImportKindRules = kinds[kind];
  const valued = formulas ? shown.map(withResults) : shown;
  const rows = rules.arranged?.(valued) ?? valued;
  const names = [read?.name ?? "", body.name ?? ""];
  // Of the cells as stored in the file, not as read.
  const hash = contentHash(all);
  const { heads, head_row: headRow } = toTable(rows, rules.fields(rows), body.columns, body);
  const taught = headRow === undefined ? undefined : await findMeaning(kind, body, heads);
  const isTaught = taught !== undefined && body.taught !== false;
  const settings = isTaught ? withMeaning(body, taught.meaning) : body;
  const { table, found, ...preview } = await rules.preview(rows.map(copied), settings, { user, now, names, hash });
  const { asks: open, ...findings } = found ?? {};
  const hiddenRows = all.filter(({ isHidden }) => isHidden).length;
  const numbers = new Set(table.rows.map(({ number }) => number));
  const asks = [
    ...(taught ? [taughtAsk(taught, isTaught)] : []),
    ...(read ? sheetAsk(read, sheet !== undefined, await warehouseNames(read)) : []),
    ...(hiddenRows > 0 ? [hiddenRowsAsk(hiddenRows, hidden)] : []),
    ...formulasAsk(
      table,
      shown.filter(({ number }) => numbers.has(number)),
      formulas,
    ),
    ...readingAsks(found?.readings ?? [], table.labels),
    ...(open ?? []),
  ];
  const isOpen = read !== undefined && sheet === undefined && isAmbiguous(read);
  const _id = randomUUID();
  /** Of a kind whose sheet goes back: it is stored if anything changes, and rows whose cells could not be written say why. */
  const fillIn = async (previewed: ImportRow[]) => {
    const column = table.columns.quantity;
    if (!rules.fills || column === undefined) return undefined;
    const fills = rules.fills(previewed);
    if (fills.size === 0) return undefined;
    const { file, left } = await fillInSpreadsheet(
      await fileOf(user._id, opened),
      { sheet: read?.name, column, fills, heads: table.heads },
      Math.max(1, Math.round(timeToFill - (performance.now() - started))),
    );
    const isFilled = left.size < fills.size;
    if (isFilled) await storeFilled(user._id, _id, file);
    const rows = previewed.map((row) => withReason(row, left.get(rowNumber(row))));
    return { ...(isFilled && { filled: true as const }), rows };
  };
  const filledRows = isOpen || table.missing.length > 0 ? undefined : await fillIn(preview.rows);
  const stored: StoredImport = {
    ...preview,
    ...filledRows,
    // Nothing can be applied before it is known which sheet is meant.
    ...(isOpen && { rows: [], groups: [] }),
    _id,
    kind,
    settings: body,
    ...(of && { of }),
    sheet: {
      ...describe(table, valued),
      ...(read && {
        name: read.name,
        names: read.sheets.length > 0 ? read.sheets.map(({ name }) => name) : [read.name],
      }),
      ...findings,
      ...(asks.length > 0 && { asks }),
    },
    cells: cellsOfRejected(table, filledRows?.rows ?? preview.rows),
    hash,
    created_at: now.toISOString(),
  };
  await Promise.all([writeImport(user._id, stored), storeSheet(user._id, stored._id, opened)]);
  return summarise(stored, 0, now);
};

/** Milliseconds of the Lambda's 28 s within which a sheet is read and filled in. */
const timeToFill = 24_000;

const withReason = (row: ImportRow, why: LeftCell | undefined): ImportRow =>
  why === undefined
    ? row
    : { ...row, status: "wrong", changes: [], problems: [{ column: "", value: "", message: why }] };

/** Reading numbers changes cells. */
const copied = (row: Row): Row => ({ ...row, cells: row.cells.slice() });

/** The results of formulas in their place. */
const withResults = (row: Row): Row => {
  if (!row.cells.some((cell) => cell?.result)) return row;
  return { ...row, cells: row.cells.map((cell) => cell && withResult(cell)) };
};

const warehouseNames = async ({ sheets }: ReadSheet) => {
  const names = sheets.length > 1 ? await warehouses.list() : [];
  const known = new Set(names.flatMap(({ w_id, name }) => [w_id, name]).map(normalised));
  return (name: string) => known.has(normalised(name));
};

/** The answer to a preview: all but its rows. */
export const summarise = async (stored: StoredImport, done: number, now: Date): Promise<ImportSummary> => {
  const { _id, kind, settings, sheet, rows, groups, taken_in, put_back, from, filled, created_at } = stored;
  const { name, mode, channel } = settings as ImportSettings & Pick<ImportSummary, "mode" | "channel">;
  const counts: Record<string, number> = {};
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1;
  const applied_before = await findApplied(stored, now);
  return {
    _id,
    kind,
    ...(name && { name }),
    ...(mode && { mode }),
    ...(channel && { channel }),
    sheet,
    counts,
    ...(from && { from }),
    ...(taken_in && taken_in.length > 0 && { taken_in }),
    ...(put_back && put_back.length > 0 && { put_back }),
    ...(filled && { filled }),
    groups: groups.length,
    done,
    ...(applied_before && { applied_before }),
    created_at,
  };
};

/** Rows before and after the heads that are shown. */
const rowsAbout = 5;
const shownLength = 80;

/** `rows`: all of the file. */
const describe = ({ heads, columns, missing, head_row }: Table, rows: readonly Row[]): StoredImport["sheet"] => ({
  heads,
  ...(head_row !== undefined && { head_row }),
  first_rows: rowsAround(rows, head_row).map(({ number, cells }) => ({
    number,
    cells: heads.map((_, column) => cells[column]?.text.slice(0, shownLength) ?? ""),
  })),
  columns: Object.fromEntries(Object.entries(columns).map(([field, column]) => [field, heads[column ?? -1] ?? ""])),
  missing,
});

const rowsAround = (rows: readonly Row[], head_row: number | undefined) => {
  const at = Math.max(
    0,
    rows.findIndex(({ number }) => number === head_row),
  );
  return rows.slice(Math.max(0, at - rowsAbout), at + rowsAbout + 1);
};

/** Statuses of rows that were expected to do something, and cannot. */
const rejected = new Set<RowStatus>(["wrong", "unknown", "unclear", "unsure", "another", "short", "shelf_short"]);
export const isRejected = ({ status }: ImportRow): boolean => rejected.has(status);

export const rowNumber = ({ _id }: Pick<ImportRow, "_id">): number => Number.parseFloat(_id);

const cellsOfRejected = ({ heads, rows }: Table, previewed: ImportRow[]): StoredImport["cells"] => {
  const ids = new Set(previewed.filter(isRejected).map(rowNumber));
  return Object.fromEntries(
    rows
      .filter(({ number }) => ids.has(number))
      .map(({ number, cells }) => [number, heads.map((_, column) => cellValue(cells[column]))]),
  );
};

/** A number where that loses nothing. */
const cellValue = (cell: Cell | null | undefined): string | number =>
  cell?.type === "number" && String(Number(cell.text)) === cell.text ? Number(cell.text) : (cell?.text ?? "");
