// Previews a spreadsheet: reads it, finds out what each row would do, and stores the result for a day.
import { randomUUID } from "node:crypto";
import { Failure } from "#shared/failure.ts";
import type { ImportKind, ImportRow, ImportSummary, RowStatus } from "#shared/import.ts";
import type { Cell } from "../spreadsheets/cell.ts";
import { readSpreadsheet } from "../spreadsheets/read-spreadsheet.ts";
import { contentHash } from "./content-hash.ts";
import { writeImport } from "./import-file.ts";
import type { ApplyRequest, ImportKindRules, ImportSettings, StoredImport } from "./import-kind.ts";
import { kinds } from "./kinds.ts";
import { findApplied } from "./records.ts";
import type { Table } from "./table.ts";

interface PreviewRequest extends ApplyRequest {
  body: ImportSettings;
  file: Buffer | undefined;
}

/** Previews the uploaded spreadsheet and stores the import. */
export const previewImport = async (kind: ImportKind, { user, now, body, file }: PreviewRequest) => {
  if (!file) throw new Failure("BAD_REQUEST", { field: "file", message: "Required" });
  const { rows, sheet } = await readSpreadsheet(file, body.sheet);
  // Before the preview replaces cells that seem to be numbers.
  const hash = contentHash(rows);
  const rules: ImportKindRules = kinds[kind];
  const { table, found, ...preview } = await rules.preview(rows, body, { user, now });
  const stored: StoredImport = {
    ...preview,
    _id: randomUUID(),
    kind,
    settings: body,
    sheet: { ...describe(table), ...sheet, ...found },
    cells: cellsOfRejected(table, preview.rows),
    hash: hash,
    created_at: now.toISOString(),
  };
  await writeImport(user._id, stored);
  return summarise(stored, 0, now);
};

/** The answer to a preview: all but its rows. */
export const summarise = async (stored: StoredImport, done: number, now: Date): Promise<ImportSummary> => {
  const { _id, kind, settings, sheet, rows, groups, asks, taken_in, put_back, created_at } = stored;
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
    ...(asks && asks.length > 0 && { asks }),
    ...(taken_in && taken_in.length > 0 && { taken_in }),
    ...(put_back && put_back.length > 0 && { put_back }),
    groups: groups.length,
    done,
    ...(applied_before && { applied_before }),
    created_at,
  };
};

const sampleRows = 5;
const sampleLength = 80;

const describe = ({ heads, columns, missing, rows }: Table): StoredImport["sheet"] => ({
  heads,
  sample: rows
    .slice(0, sampleRows)
    .map(({ cells }) => heads.map((_, column) => cells[column]?.text.slice(0, sampleLength) ?? "")),
  columns: Object.fromEntries(Object.entries(columns).map(([field, column]) => [field, heads[column ?? -1] ?? ""])),
  missing,
});

/** Statuses of rows that were expected to do something, and cannot. */
const rejected: ReadonlySet<RowStatus> = new Set(["wrong", "unknown", "unclear", "unsure", "short"]);
export const isRejected = ({ status }: ImportRow): boolean => rejected.has(status);

const cellsOfRejected = ({ heads, rows }: Table, previewed: ImportRow[]): StoredImport["cells"] => {
  const ids = new Set(previewed.filter(isRejected).map(({ _id }) => _id));
  return Object.fromEntries(
    rows
      .filter(({ number }) => ids.has(String(number)))
      .map(({ number, cells }) => [number, heads.map((_, column) => cellValue(cells[column]))]),
  );
};

/** A number where that loses nothing. */
const cellValue = (cell: Cell | null | undefined): string | number =>
  cell?.type === "number" && String(Number(cell.text)) === cell.text ? Number(cell.text) : (cell?.text ?? "");
