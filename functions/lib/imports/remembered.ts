// Answers about sheets and order files that hold for later ones: a preview finds them, and applying an import keeps its own.
// They are the meaning of columns by the heads of a sheet, which lines of a channel are taken in, and
// what its unknown statuses mean: rows beside the aliases, listed and deleted where those are. A file's channel is never
// remembered; each person's last warehouse for a sheet is, for a year, and is not listed.

import { hash } from "node:crypto";
import type { Remembered } from "#shared/alias.ts";
import { type Channel, channelLabel } from "#shared/channel.ts";
import type { ImportKind } from "#shared/import.ts";
import { importColumns } from "#shared/import-columns.ts";
import {
  leaveOut,
  type OrderOutcomeId,
  orderOutcomeIds,
  outcomeOf,
  type StatusMeaning,
  statusMeanings,
  takeIn,
} from "#shared/order-outcome.ts";
import { mayAct } from "#shared/role.ts";
import { toUserTag } from "#shared/user.ts";
import { fieldChanges, record, recordDeletion, type Subject } from "../audit/changes.ts";
import { writeUnlessChanged } from "../catalogue/aliases.ts";
import { expiresIn, getItem, transact } from "../db/dynamo.ts";
import { type RememberedMeaning, type RememberedRow, remembered } from "../db/tables.ts";
import { comparableHead } from "../spreadsheets/head-row.ts";
import type { ApplyRequest, ImportSettings, StoredImport } from "./import-kind.ts";
import { statusForm } from "./orders/status-words.ts";
import { importsTable } from "./records.ts";

type Settings = ImportSettings & RememberedMeaning & { channel?: Channel; warehouse?: string | undefined };

const hashOf = (...parts: readonly unknown[]): string => hash("sha256", JSON.stringify(parts), "hex").slice(0, 32);

/**
 * Heads as they are compared from sheet to sheet. Dates in them differ, so digits do not count; nor do the columns behind the last
 * head, which are called "Column A" and so on.
 */
const folded = (heads: readonly string[]): string[] =>
  heads.slice(0, heads.findLastIndex((head) => !/^Column [A-Z]+$/.test(head)) + 1).map(foldedHead);
const foldedHead = (head: string): string => comparableHead(head).replace(/\d/g, "0");

const sheetId = (kind: ImportKind, { channel }: Settings, heads: readonly string[]): string =>
  hashOf("sheet", kind, channel ?? "", folded(heads));
/** The stored word is "group"; it has nothing to do with the groups in which an import is applied. */
const outcomeId = (channel: Channel, outcome: OrderOutcomeId): string => hashOf("group", channel, outcome);

/** The answers for a sheet with these heads; of columns, those that it has. */
export const findMeaning = async (kind: ImportKind, settings: Settings, heads: readonly string[]) => {
  const id = sheetId(kind, settings, heads);
  const row = (await remembered.findAll([id])).get(id);
  if (!row?.meaning?.columns) return row;
  const columns = Object.entries(row.meaning.columns).flatMap(([field, before]) => {
    const head = headNow(before, heads);
    return head === undefined ? [] : [[field, head] as const];
  });
  return { ...row, meaning: { ...row.meaning, columns: Object.fromEntries(columns) } };
};

/** "Stock 01/05" of the sheet before is "Stock 02/05" of this one, unless it has two of that kind. "": no column. */
const headNow = (before: string, heads: readonly string[]): string | undefined => {
  if (before === "" || heads.includes(before)) return before;
  const alike = heads.filter((head) => foldedHead(head) === foldedHead(before));
  return alike.length === 1 ? alike[0] : undefined;
};

/** Earlier answers apply where this form has none. */
export const withMeaning = <S extends Settings>(settings: S, before: RememberedMeaning = {}): S => {
  const { columns, readings = [], ...more } = before;
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  const all = [...new Set([...readings, ...(settings.readings ?? [])])];
  return {
    ...more,
    ...(Object.fromEntries(given) as S),
    columns: { ...columns, ...settings.columns },
    ...(all.length > 0 && { readings: all }),
  };
};

/** Stores the answers about an applied sheet. Its settings are as they were sent, without earlier answers. */
export const keepMeaning = async (request: ApplyRequest, { kind, settings, sheet }: StoredImport): Promise<void> => {
  if (sheet.head_row === undefined) return;
  const {
    columns = {},
    readings,
    same,
    quantity,
    lead_time,
    per_warehouse,
    sent_by_us,
    channel,
    warehouse,
    taught,
  } = settings as Settings;
  if (warehouse) await keepWarehouse(request, sheet.heads, warehouse);
  const chosen = Object.fromEntries(
    Object.entries(columns).filter(([, head]) => head === "" || sheet.heads.includes(head)),
  );
  const said = { readings, same, quantity, lead_time, per_warehouse, sent_by_us };
  const saysNothing = Object.keys(chosen).length === 0 && Object.values(said).every((value) => value === undefined);
  // The person refused the earlier answers.
  const isAnew = taught === false;
  if (saysNothing && !isAnew) return;
  const before = await findMeaning(kind, settings, sheet.heads);
  // A sheet that was read anew replaces earlier answers: by its own, or by none.
  if (saysNothing) return before && forget(request, before);
  const own = { ...said, columns: chosen };
  const meaning = isAnew ? own : withMeaning(own, before?.meaning);
  const about = sheet.heads.join(", ").slice(0, maxAbout);
  const row = { _id: sheetId(kind, settings, sheet.heads), kind: "sheet" as const, import: kind, about, meaning };
  await remember(request, { ...row, ...(channel && { channel }) }, before);
};

const maxAbout = 200;

export type OutcomeAnswers = Partial<Record<OrderOutcomeId, RememberedRow>>;

const rememberedOutcomes = orderOutcomeIds.filter((id) => outcomeOf(id)?.remembered);

/** Rows by id. */
export type RememberedRows = ReadonlyMap<string, RememberedRow>;

/** Which lines of a channel's order files are taken in although they seem not to be wanted. */
export const answersIn = (rows: RememberedRows, channel: Channel): OutcomeAnswers =>
  Object.fromEntries(
    [...rows.values()].flatMap((row) => (row.outcome && row.channel === channel ? [[row.outcome, row]] : [])),
  );

/** Such lines are left out by default, so "left out" is stored only where it replaces "taken in". */
export const keepOutcomeAnswers = async (
  request: ApplyRequest,
  channel: Channel,
  answers: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const rows = await remembered.findAll(rememberedOutcomes.map((outcome) => outcomeId(channel, outcome)));
  const before = answersIn(rows, channel);
  for (const outcome of rememberedOutcomes) {
    const answer = answers[outcome];
    if (answer !== takeIn && answer !== leaveOut) continue;
    const taken = answer === takeIn;
    if ((before[outcome]?.taken ?? false) === taken) continue;
    const about = `Lines ${outcomeOf(outcome)?.words}`;
    const row = { kind: "group" as const, import: "orders" as const, channel, about, outcome, taken };
    await remember(request, { _id: outcomeId(channel, outcome), ...row }, before[outcome]);
  }
};

const statusId = (channel: Channel, form: string): string => hashOf("status", channel, form);

/** What was said of a status, by its form. */
export const statusIn = (rows: RememberedRows, channel: Channel, form: string): RememberedRow | undefined =>
  rows.get(statusId(channel, form));

/** Stores what this import says of statuses, by their texts. */
export const keepStatuses = async (
  request: ApplyRequest,
  channel: Channel,
  meanings: readonly (readonly [text: string, means: StatusMeaning])[],
): Promise<void> => {
  const before = await remembered.findAll(meanings.map(([text]) => statusId(channel, statusForm(text))));
  for (const [text, means] of meanings) {
    const row = statusIn(before, channel, statusForm(text));
    if (row?.means === means) continue;
    const about = `Lines with the status “${text.slice(0, maxAbout)}”`;
    const stored = { kind: "status" as const, import: "orders" as const, channel, about, means };
    await remember(request, { _id: statusId(channel, statusForm(text)), ...stored }, row);
  }
};

/** One's own answers, and as a manager those of others. */
const mayReplace = ({ user }: ApplyRequest, before: RememberedRow): boolean =>
  before.user._id === user._id || mayAct(user.role, "manager");

const forget = async (request: ApplyRequest, row: RememberedRow): Promise<void> => {
  if (!mayReplace(request, row)) return;
  const { _id, created_at } = row;
  await writeUnlessChanged([[remembered.remove(_id, { created_at }), recordDeletion(request, rememberedSubject(row))]]);
};

const remember = async (
  request: ApplyRequest,
  answer: Omit<RememberedRow, "user" | "created_at">,
  before: RememberedRow | undefined,
): Promise<void> => {
  const { user, now } = request;
  if (before && !mayReplace(request, before)) return;
  const row = { ...answer, user: toUserTag(user), created_at: now.toISOString() };
  const fields = fieldChanges({ meaning: before && meaningText(before) }, { meaning: meaningText(row) });
  if (fields.length === 0) return;
  const action = before ? "changed" : "created";
  await writeUnlessChanged([[remembered.put(row, before), record(request, rememberedSubject(row), action, fields)]]);
};

export const rememberedSubject = ({ _id, channel, about }: RememberedRow): Subject => ({
  kind: "alias",
  row: _id,
  name: channel ? `${channelLabel(channel)} ${about}` : about,
});

export const toRemembered = (row: RememberedRow): Remembered => {
  const { _id, import: kind, channel, about, user, created_at } = row;
  return { _id, import: kind, ...(channel && { channel }), about, meaning: meaningText(row), user, created_at };
};

/** Of rows of the same product. */
const sameProductText: Readonly<Record<string, string>> = {
  add: "rows of one product added up",
  last: "the last row of a product",
};

const columnText = (label: string, head: string): string => (head === "" ? `no ${label}` : `${label} = ${head}`);

/** The answer, in words. */
const meaningText = ({ import: kind, meaning = {}, taken, means }: Omit<RememberedRow, "user">): string => {
  const { columns = {}, readings = [], same = "", quantity, lead_time, per_warehouse, sent_by_us } = meaning;
  const labels: Readonly<Record<string, { label: string }>> = importColumns[kind];
  const labelOf = (field: string) => labels[field]?.label ?? field;
  const texts = [
    ...(taken === undefined ? [] : [taken ? "taken in" : "left out"]),
    ...(means ? [statusMeanings[means].toLowerCase()] : []),
    ...Object.keys(labels).flatMap((field) =>
      columns[field] === undefined ? [] : columnText(labelOf(field), columns[field]),
    ),
    ...readings.map((field) => `${labelOf(field)} read as numbers`),
    ...(sameProductText[same] ? [sameProductText[same]] : []),
    ...(quantity ? ["each row is one unit"] : []),
    ...(per_warehouse === undefined
      ? []
      : [per_warehouse ? "a column for each warehouse" : "no columns of warehouses"]),
    ...(sent_by_us ? ["all rows are sent by us"] : []),
    ...(lead_time === undefined ? [] : [`lead time of new products = ${lead_time} days`]),
  ];
  return texts.join(", ");
};

const warehouseKey = ({ user }: Pick<ApplyRequest, "user">, heads: readonly string[]) => ({
  key: `warehouse#${user._id}#${hashOf(folded(heads))}`,
});

const daysKept = 365;

const keepWarehouse = (request: ApplyRequest, heads: readonly string[], warehouse: string) =>
  transact([
    {
      Put: {
        TableName: importsTable,
        Item: { ...warehouseKey(request, heads), warehouse, expires: expiresIn(request.now, daysKept) },
      },
    },
  ]);

/** The warehouse that a person last said for a sheet with these heads. */
export const lastWarehouse = async (request: Pick<ApplyRequest, "user">, heads: readonly string[]) =>
  (await getItem<{ warehouse: string }>(importsTable, warehouseKey(request, heads)))?.warehouse;
