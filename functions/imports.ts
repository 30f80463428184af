// Imports: spreadsheets that are previewed row by row and then applied.

import { Failure } from "#shared/failure.ts";
import { fileNamePart } from "#shared/format.ts";
import type { ApplyStep, ImportRow, ImportSummary } from "#shared/import.ts";
import { Redirect } from "./lib/http/answer.ts";
import { type Handlers, serve } from "./lib/http/serve.ts";
import { readUpload } from "./lib/http/upload.ts";
import { whyHead } from "./lib/imports/heads.ts";
import { readImport } from "./lib/imports/import-file.ts";
import type { ApplyRequest, ImportKindRules, ImportSettings, StoredImport } from "./lib/imports/import-kind.ts";
import { kinds } from "./lib/imports/kinds.ts";
import { finishCancelled, onlyOpen } from "./lib/imports/orders/cancelled-since.ts";
import { isRejected, previewImport, rowNumber, summarise } from "./lib/imports/preview.ts";
import { keepMeaning } from "./lib/imports/remembered.ts";
import { filledAddress } from "./lib/imports/uploaded-sheet.ts";
import { applyGroups } from "./lib/ledger/steps.ts";
import type { Column } from "./lib/reports/column.ts";
import { sendReport } from "./lib/reports/report.ts";

const handlers: Handlers<"imports"> = {
  "POST /v1/imports/products": (request) => previewImport("products", request),
  "POST /v1/imports/stock": (request) => previewImport("stock", request),
  "POST /v1/imports/orders": (request) => previewImport("orders", request),
  "POST /v1/imports/lines": (request) => previewImport("lines", request),
  "POST /v1/imports/returns": (request) => previewImport("returns", request),
  "POST /v1/imports/availability": (request) => previewImport("availability", request),

  "GET /v1/imports/{id}": async (request) => {
    const stored = await readImport(request, request.path.id);
    const { rows, codes, products } = stored;
    const summary = await summarise(stored, await countApplied(request, stored), request.now);
    const put_back = summary.put_back && (await onlyOpen(summary, request.now));
    return { ...summary, ...(put_back && { put_back }), rows, ...(codes && { codes }), ...(products && { products }) };
  },

  "GET /v1/imports/{id}/export": async (request) =>
    sendRejectedRows(await readImport(request, request.path.id), request.now),

  "GET /v1/imports/{id}/filled/export": async (request) => {
    const stored = await readImport(request, request.path.id);
    if (!stored.filled) throw new Failure("RESOURCE_NOT_FOUND");
    // Taking the sheet is what applying is elsewhere.
    await keepMeaning(request, stored);
    return new Redirect(await filledAddress(request.user._id, stored));
  },

  "POST /v1/imports/{id}/put-back": async (request) => {
    const { put_back = [], settings } = await readImport(request, request.path.id);
    const { channel } = settings as ImportSettings & Pick<ImportSummary, "channel">;
    const { line } = request.body;
    if (!channel || !put_back.some(({ _id, sale }) => _id === line && !sale)) throw new Failure("RESOURCE_NOT_FOUND");
    await finishCancelled(channel, line, request.now);
  },

  "POST /v1/imports/{id}/apply": async (request) =>
    applyStep(request, await readImport(request, request.path.id), request.body.from),
};

const countApplied = (request: ApplyRequest, stored: StoredImport): Promise<number> =>
  kinds[stored.kind].countApplied(request, stored);

export const handler = serve("imports", handlers, { readUpload });

/** Applies groups from the one with this number on, at least one. */
const applyStep = async (request: ApplyRequest, stored: StoredImport, from: number): Promise<ApplyStep> => {
  const rules: ImportKindRules = kinds[stored.kind];
  const apply = (group: number) => rules.apply(request, stored, group);
  const { outcomes, step } = await applyGroups(stored.groups.length, from, apply);
  if (from === 0) await keepMeaning(request, stored);
  const movement = outcomes.find((outcome) => outcome.movement)?.movement;
  const picklists = outcomes.flatMap(({ picklist }) => picklist ?? []);
  const refused = outcomes.flatMap((outcome) => outcome.refused ?? []);
  return {
    ...step,
    ...(movement && { movement }),
    ...(picklists.length > 0 && { picklists }),
    ...(refused.length > 0 && { refused }),
  };
};

/** The rows that cannot be applied: their cells as they were, and why. */
const sendRejectedRows = (stored: StoredImport, now: Date) => {
  const { sheet, rows, cells, settings } = stored;
  const rejected = rows.filter(isRejected);
  const ownColumns = sheet.heads.flatMap((head, index): Column<ImportRow>[] =>
    // Leaves out the column of reasons in a report that was corrected and imported again.
    head === whyHead ? [] : [{ head, width: 20, cell: (row) => cellOf(cells[rowNumber(row)]?.[index]) }],
  );
  return sendReport({
    name: `Rows to correct${settings.name ? ` ${fileNamePart(settings.name.replace(/\.\w+$/, ""))}` : ""}`,
    title: "Rows of an import that cannot be applied",
    columns: [...ownColumns, { head: whyHead, width: 60, cell: (row) => reasonOf(row) }],
    rows: [rejected],
    now,
  });
};

/** Without a cell where the spreadsheet has none; 0 is one. */
const cellOf = (value: string | number | undefined) => (value === "" ? undefined : value);

const reasonOf = ({ problems, status }: ImportRow): string =>
  problems.map(({ column, message }) => (column ? `${column}: ${message}` : message)).join("; ") || status;
