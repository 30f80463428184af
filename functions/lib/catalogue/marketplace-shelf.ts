// The warehouse that stands for a marketplace's own shelf: at most one for each channel, which a lock in Keys keeps.
import { type Channel, shelfName } from "#shared/channel.ts";
import { Failure } from "#shared/failure.ts";
import { type WarehouseRow, type Write, warehouses } from "../db/tables.ts";
import { deleteLock, putLock, readOwner } from "../db/unique-keys.ts";

type Shelf = WarehouseRow["sells_for"];
type Mark = Partial<Pick<WarehouseRow, "not_for_picking" | "sells_for">>;

/** It is not for picking either, which releases know that know of no shelves. */
export const notPicked = <F extends Mark>(fields: F, before: Mark): F =>
  (fields.sells_for ?? before.sells_for) ? { ...fields, not_for_picking: "yes" } : fields;

/** Frees the shelf of one channel and takes that of another; 409 names the warehouse that stands for it. */
export const standForShelf = async (_id: string, from: Shelf, to: Shelf): Promise<Write[]> => {
  if ((from || undefined) === (to || undefined)) return [];
  const owned = from && (await readOwner(keyOf(from))) === _id;
  return [...(owned ? [deleteLock(keyOf(from), _id)] : []), ...(to ? [await takeLock(_id, to)] : [])];
};

/** What nothing has set is net of all that was sold before the warehouse first stood for a shelf: it knows no more by the next time. */
export const sellsSince = (
  { sells_since }: Pick<WarehouseRow, "sells_since">,
  to: Shelf,
  now: Date,
): Pick<WarehouseRow, "sells_since"> => (to && !sells_since ? { sells_since: now.toISOString() } : {});

const keyOf = (channel: Channel): string => `shelf#${channel}`;

/** A release before may have deleted its holder and left the lock. */
const takeLock = async (_id: string, channel: Channel): Promise<Write> => {
  const owner = await readOwner(keyOf(channel));
  const holder = owner === undefined ? undefined : await warehouses.find(owner);
  const taken = (name: string) => ({ field: "sells_for", message: `${name} stands for ${shelfName(channel)} already` });
  if (holder && holder._id !== _id && !holder.deleted_at && holder.sells_for === channel)
    throw new Failure("CONFLICT", { ...taken(holder.name), _id: holder._id });
  return putLock(keyOf(channel), _id, taken("Another warehouse"), owner);
};
