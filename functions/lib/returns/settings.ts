// The settings of returns: the days of each channel for claims, and the warehouse of damaged units. One item in Keys, whatever is set.
import { channelLabel, channels } from "#shared/channel.ts";
import { Failure } from "#shared/failure.ts";
import type { ReturnSettings, ReturnSettingsForm } from "#shared/return.ts";
import { type Author, fieldChanges, recordEdit } from "../audit/changes.ts";
import { toTags } from "../catalogue/tags.ts";
import { getItem } from "../db/dynamo.ts";
import { versionCondition, withoutEmpty } from "../db/expressions.ts";
import { isActive, staleWrite, type Write, warehouses, writeAll } from "../db/tables.ts";
import { keysTable } from "../db/unique-keys.ts";

const key = "returns";

type Stored = Omit<ReturnSettings, "unsellable"> & { unsellable?: string | undefined };

export const readSettings = async (): Promise<Stored> =>
  (await getItem<Stored>(keysTable, { key })) ?? { channels: {}, version: 0 };

export const putSettings = ({ version, ...settings }: Stored): Write => {
  const Item = withoutEmpty({ key, ...settings, version: version + 1 });
  return { action: { Put: { TableName: keysTable, Item, ...versionCondition(version) } }, failure: staleWrite() };
};

/** The warehouse of damaged units, if there is one; 422 if that is gone, or is picked from by now. */
export const readUnsellable = async (): Promise<string | undefined> => {
  const { unsellable } = await readSettings();
  if (unsellable) await checkUnsellable(unsellable);
  return unsellable;
};

export const toSettings = async ({ unsellable, channels, version }: Stored): Promise<ReturnSettings> => {
  const row = unsellable ? await warehouses.find(unsellable) : undefined;
  const isUsable = row && isActive(row) && row.not_for_picking;
  const tags = toTags({ product: new Map(), warehouse: new Map(row ? [[row._id, row]] : []) });
  return { ...(isUsable && { unsellable: tags.warehouse(row._id) }), channels, version };
};

/** 422 if units of this warehouse are picked for orders. */
const checkUnsellable = async (id: string): Promise<void> => {
  const row = await warehouses.get(id, { field: "unsellable", message: "No such warehouse" });
  if (!row.not_for_picking)
    throw new Failure("UNPROCESSABLE_CONTENT", {
      field: "unsellable",
      message: "Its units are picked for orders: choose one that is not for picking",
    });
};

/** Saves all settings, on the condition that nobody has changed them since they were seen. */
export const saveSettings = async (author: Author, form: ReturnSettingsForm): Promise<void> => {
  const before = await readSettings();
  const changed = fieldChanges(withoutEmpty(fieldsOf(before)), fieldsOf(form));
  // A repeated request finds its own.
  if (changed.length === 0) return;
  if (form.version !== before.version) throw staleWrite();
  const early = channels.find((channel) => {
    const { lost_after = 0, lost_claim_days = Number.POSITIVE_INFINITY } = form.channels[channel] ?? {};
    return lost_after >= lost_claim_days;
  });
  if (early)
    throw new Failure("BAD_REQUEST", {
      field: `channels.${early}.lost_claim_days`,
      message: `${channelLabel(early)}: claims of lost parcels would end before these count as lost`,
    });
  if (form.unsellable && form.unsellable !== before.unsellable) await checkUnsellable(form.unsellable);
  const names = new Map((await warehouses.listWithDeleted()).map((row) => [row._id, row.w_id]));
  const named = (value: string | number | undefined) => names.get(String(value)) ?? value;
  const fields = changed.map((one) =>
    one.field === "unsellable" ? { ...one, from: named(one.from), to: named(one.to) } : one,
  );
  const subject = { kind: "return", row: key, name: "Settings" } as const;
  await writeAll([putSettings(form), ...recordEdit(author, subject, fields)]);
};

/** Each setting as a field of its own, "" where there is none. */
const fieldsOf = ({ unsellable = "", channels: set }: Pick<ReturnSettingsForm, "unsellable" | "channels">) => ({
  unsellable,
  ...Object.fromEntries(
    channels.flatMap((channel) => {
      const { claim_days = "", lost_after = "", lost_claim_days = "" } = set[channel] ?? {};
      const days = { claim_days, lost_after, lost_claim_days };
      return Object.entries(days).map(([field, value]) => [`${channel}.${field}`, value]);
    }),
  ),
});
