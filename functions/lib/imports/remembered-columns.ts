// The columns that somebody chose for a sheet, kept for sheets with the same heads: what columns mean, and never what a file
// is of. Kept for a year after the last sheet that was applied with them.
import { createHash } from "node:crypto";
import type { ImportSummary } from "#shared/import.ts";
import { mayAct } from "#shared/role.ts";
import { toUserTag } from "../catalogue/tags.ts";
import { getItem, transact } from "../db/dynamo.ts";
import type { ApplyRequest, ImportSettings, StoredImport } from "./import-kind.ts";
import { expiresIn, importsTable } from "./records.ts";
import { comparableHead } from "./table.ts";

interface Remembered extends NonNullable<ImportSummary["applied_before"]> {
  columns: Record<string, string>;
  readings?: string[];
}

type Settings = ImportSettings & { channel?: string; readings?: string[] | undefined };

const daysKept = 365;

/** Dates in heads differ from sheet to sheet. */
const keyOf = (kind: string, { channel = "" }: Settings, heads: readonly string[]): string => {
  const folded = heads.map((head) => comparableHead(head).replace(/\d/g, "0"));
  return `columns#${kind}#${channel}#${createHash("sha256").update(JSON.stringify(folded)).digest("base64url")}`;
};

/** What was chosen for these heads. */
export const findColumns = (kind: string, settings: Settings, heads: readonly string[]) =>
  getItem<Remembered>(importsTable, { key: keyOf(kind, settings, heads) });

/** Keeps the columns that were chosen. Only a manager replaces what somebody else has chosen. */
export const keepColumns = async (
  { user, now }: ApplyRequest,
  { kind, settings, sheet }: StoredImport,
): Promise<void> => {
  const { columns = {}, readings = [] } = settings as Settings;
  const chosen = Object.entries(columns).filter(([, head]) => sheet.heads.includes(head));
  if (sheet.head_row === undefined || chosen.length + readings.length === 0) return;
  const before = await findColumns(kind, settings, sheet.heads);
  if (before && before.user._id !== user._id && !mayAct(user.role, "manager")) return;
  const all = { ...before?.columns, ...Object.fromEntries(chosen) };
  const numbers = [...new Set([...(before?.readings ?? []), ...readings])];
  const Item = { key: keyOf(kind, settings, sheet.heads), columns: all, readings: numbers, user: toUserTag(user) };
  await transact([
    { Put: { TableName: importsTable, Item: { ...Item, at: now.toISOString(), expires: expiresIn(now, daysKept) } } },
  ]);
};
