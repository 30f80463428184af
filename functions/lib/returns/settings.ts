// The settings of returns: the days of each channel for claims, and the warehouse of damaged units. One item in Keys, whatever is set.
import { channels } from "#shared/channel.ts";
import { Failure } from "#shared/failure.ts";
import type { ReturnSettings, ReturnSettingsForm } from "#shared/return.ts";
import { dayFields } from "#shared/return-label.ts";
import { type Author, fieldChanges, recordEdit } from "../audit/changes.ts";
import { getItem } from "../db/dynamo.ts";
import { versionCondition, withoutEmpty } from "../db/expressions.ts";
import { isActive, staleWrite, type WarehouseRow, type Write, warehouses, writeAll } from "../db/tables.ts";
import { keysTable } from "../db/unique-keys.ts";

const key = "returns";

interface Stored extends Omit<ReturnSettings, "unsellable" | "edits"> {
  unsellable?: string | undefined;
  version: number;
}

export const readSettings = async (): Promise<Stored> =>
  (await getItem<Stored>(keysTable, { key })) ?? { channels: {}, version: 0 };

export const putSettings = ({ version, ...settings }: Stored): Write => {
  const Item = withoutEmpty({ key, ...settings, version: version + 1 });
  return { action: { Put: { TableName: keysTable, Item, ...versionCondition(version) } }, failure: staleWrite() };
};

/** The warehouse of damaged units, if there is one; 422 if that is gone, or its units are sold by now. */
export const readUnsellable = async (): Promise<string | undefined> => {
  const { unsellable } = await readSettings();
  if (unsellable) await checkUnsellable(unsellable);
  return unsellable;
};

export const toSettings = async ({ unsellable, channels, version }: Stored): Promise<ReturnSettings> => {
  const row = unsellable ? await warehouses.find(unsellable) : undefined;
  const tag = row && isActive(row) && isUnsellable(row) && { _id: row._id, w_id: row.w_id, name: row.name };
  return { ...(tag && { unsellable: tag }), channels, edits: version };
};

const isUnsellable = ({ not_for_picking, sells_for }: WarehouseRow) => not_for_picking && !sells_for;

/** 422 if units of this warehouse are picked for orders, or sold by a marketplace. */
const checkUnsellable = async (id: string): Promise<void> => {
  const row = await warehouses.get(id, { field: "unsellable", message: "No such warehouse" });
  if (isUnsellable(row)) return;
  const message = "Its units are sold: choose one that is not for picking, and no marketplace's shelf";
  throw new Failure("UNPROCESSABLE_CONTENT", { field: "unsellable", message });
};

/** Saves all settings, on the condition that nobody has changed them since they were seen. */
export const saveSettings = async (author: Author, { edits, ...form }: ReturnSettingsForm): Promise<void> => {
  const before = await readSettings();
  const changed = fieldChanges(withoutEmpty(fieldsOf(before)), fieldsOf(form));
  // A repeated request finds its own.
  if (changed.length === 0) return;
  if (edits !== before.version) throw staleWrite();
  if (form.unsellable && form.unsellable !== before.unsellable) await checkUnsellable(form.unsellable);
  const w_ids = new Map((await warehouses.listWithDeleted()).map((row) => [row._id, row.w_id]));
  const named = (value: string | number | undefined) => w_ids.get(String(value)) ?? value;
  const fields = changed.map(({ field, from, to }) => ({ field, from: named(from), to: named(to) }));
  const subject = { kind: "return", row: key, name: "Settings" } as const;
  await writeAll([putSettings({ ...form, version: edits }), ...recordEdit(author, subject, fields)]);
};

/** Each setting as a field of its own, "" where there is none. */
const fieldsOf = ({ unsellable, channels: set }: Pick<Stored, "unsellable" | "channels">) =>
  Object.fromEntries([
    ["unsellable", unsellable ?? ""],
    ...channels.flatMap((channel) => dayFields.map((field) => [`${channel}.${field}`, set[channel]?.[field] ?? ""])),
  ]);
