// The DynamoDB tables by their nouns. Each write carries the failure to throw if its condition fails, so callers need
// no `if`.
import type { Alias } from "#shared/alias.ts";
import { byCreation } from "#shared/catalogue.ts";
import type { Category } from "#shared/category.ts";
import type { Change, FieldChange } from "#shared/change.ts";
import type { Channel } from "#shared/channel.ts";
import type { Count } from "#shared/count.ts";
import type { PlanEvent } from "#shared/event.ts";
import { type Detail, Failure } from "#shared/failure.ts";
import type { From } from "#shared/from-orders.ts";
import type { ImportKind } from "#shared/import.ts";
import type { Movement, NetUntil } from "#shared/movement.ts";
import type { OrderOutcomeId, StatusMeaning } from "#shared/order-outcome.ts";
import type { Snooze } from "#shared/plan.ts";
import type { Product } from "#shared/product.ts";
import type { OrderItem } from "#shared/purchase-order-item.ts";
import type { ReturnKind, ReturnNumbers } from "#shared/return-line.ts";
import type { Receipt, StoredClaim } from "#shared/return-units.ts";
import type { Item } from "#shared/shipment-item.ts";
import type { User, UserTag } from "#shared/user.ts";
import type { Warehouse } from "#shared/warehouse.ts";
import { type BatchGet, getAll, type RowsByTable, scanAfter, scanAll } from "./batch-reads.ts";
import { type Action, Cancelled, getItem, transact, updateWithRetry } from "./dynamo.ts";
import { activeCondition, updateExpression, withoutEmpty } from "./expressions.ts";

export interface SoftDeletable {
  deleted_at?: string;
}
export const isActive = ({ deleted_at }: SoftDeletable): boolean => !deleted_at;
/** The fields of a product that users edit. Stock, which every movement changes, has a row of its own. */
export type ProductRow = Omit<Product, "stock" | "in_transit" | "drr"> & SoftDeletable & { snooze?: Snooze };
/** A product's stock, under the product's id. */
export interface StockRow extends SoftDeletable {
  _id: string;
  /** Units by warehouse. */
  held: Record<string, number>;
  /** Units sold by `day#channel`, on recent days. */
  sold: Record<string, number>;
  /** Until when its stock in a warehouse is net of a marketplace's sales, as ledger/net-until.ts has it. */
  [netIn: `net#${string}`]: NetUntil | undefined;
}
export type WarehouseRow = Warehouse & SoftDeletable;
export interface UserRow extends User {
  /** Counts password changes; tokens of an earlier epoch are invalid. */
  epoch: number;
  /** A PHC string. */
  password?: string;
  /** When sessions that were ended early would have expired, in epoch seconds, by their ids. */
  ended?: Record<string, number>;
  /** Epoch seconds: sessions that began earlier are over. `ended` does not list all that were ended. */
  sessions_from?: number;
  /** A program has no password, and its name as username. What it may do, and the hashes of its tokens, the newest first. */
  kind?: "program";
  scope?: string;
  secrets?: { hash: string; until: string }[];
}
interface ExpectedRow<I> extends SoftDeletable {
  _id: string;
  expected_delivery: string;
  /** The day that was announced first, where it has been changed since. */
  first_expected?: string;
  items: I[];
  created_at: string;
  /** The business day of created_at: key of the index `byDay`. */
  day: string;
  /** Set while units are outstanding: the key of the sparse index `open`. */
  open?: string;
  /** When it was last edited; receipts and announcements are not edits. */
  updated_at?: string;
  /** Increases with every change: optimistic locking. */
  version: number;
}
export interface ShipmentRow extends ExpectedRow<Item> {
  container: string;
  received: boolean;
  closed_short?: string;
  /** As `fromOf` reads it: not in `items`, which a release before orders replaces. */
  from?: From;
  /** Hash of the request that created it. */
  sent?: string;
}
/** An order to a supplier, under its number. A table of its own: a release before it would list orders as containers. */
export interface PurchaseOrderRow extends ExpectedRow<OrderItem> {
  supplier?: string;
  note?: string;
  user: UserTag;
}
/** What comes back of an order, under its channel, number and code. The table deletes it 400 days after its last change. */
export interface ReturnRow extends ReturnNumbers {
  _id: string;
  channel: Channel;
  /** None if nobody has advised it, and it is not known of which product it is. */
  code?: string;
  product?: string;
  /** Somebody has chosen the product at a receipt, and no file has known it. */
  chosen?: boolean;
  kind?: ReturnKind;
  advised: number;
  advised_on?: string;
  receipts: StoredReceipt[];
  claims?: Record<string, StoredClaim>;
  created_at: string;
  updated_at: string;
  /** The business day of its last change: key of the index `byDay`. */
  day: string;
  /** Set while units are awaited or may be claimed: the key of the sparse index `open`. */
  open?: string;
  /** Epoch seconds. */
  expires: number;
  /** Increases with every change: optimistic locking. */
  version: number;
}
export interface StoredReceipt extends Receipt {
  at: string;
  user: UserTag;
  remarks?: string;
  /** Paths on the web app's host. */
  photos?: string[];
}
/** A field change as it is stored: a container's product is an id. */
export type StoredFieldChange = Omit<FieldChange, "product"> & { product?: string };
export interface ChangeRow extends Omit<Change, "fields"> {
  fields: StoredFieldChange[];
  /** The business day of created_at: key of the index `byDay`. */
  day: string;
  /** Hash of the request, if it created something. */
  sent?: string;
}

/** Its product by id. */
export type AliasRow = Omit<Alias, "product" | "more"> & {
  product: string;
  more?: { product: string; units: number }[] | undefined;
};

/** What columns mean, as the forms of imports say it. */
export interface RememberedMeaning {
  columns?: Record<string, string> | undefined;
  readings?: string[] | undefined;
  same?: string | undefined;
  quantity?: string | undefined;
  lead_time?: number | undefined;
  per_warehouse?: boolean | undefined;
  sent_by_us?: boolean | undefined;
}

/** An answer about a sheet, or about lines of a channel's order files, that applies to later ones. */
export interface RememberedRow extends Pick<AliasRow, "_id" | "user" | "created_at"> {
  /** What is remembered: meanings of a sheet's columns, an answer about the lines of one outcome ("group"), or of one status. */
  kind: "sheet" | "group" | "status";
  import: ImportKind;
  channel?: Channel;
  /** The heads of the sheet, or the lines. */
  about: string;
  meaning?: RememberedMeaning;
  outcome?: OrderOutcomeId;
  /** Its lines are taken in. */
  taken?: boolean;
  /** What lines with a status are. */
  means?: StatusMeaning;
}

export interface CountRow extends Omit<Count, "warehouse" | "rounds"> {
  warehouse: string;
  /** The rounds of the API, as gzipped JSON: those of 10,000 products would not fit into an item. */
  rounds?: Uint8Array;
  /** Increases with every change: optimistic locking. */
  version: number;
  /** Hash of the request that opened it. */
  sent?: string;
}

/** A place of a picklist whose units were taken from the shelf. */
export interface PickedPlace {
  user: UserTag;
  at: string;
  /** When its last tick was made, and the highest revision of each device: an earlier tick that arrives late changes nothing. */
  last: { at: string; device: string; revs: Record<string, number> };
  /** It was put back on the list. */
  off?: true;
}

/** Of a picklist, under its id; and of waiting orders that are picked together: their walk, whose places are those of its picklists. */
export interface PickedRow {
  _id: string;
  /** By place, as `product#warehouse`. */
  places: Record<string, PickedPlace>;
  /** Increases with every change: optimistic locking. */
  version: number;
  walk?: string;
  /** Of a walk: its picklists, and the id of the user who began it. */
  picklists?: string[];
  by?: string;
}

/** One action of a transaction, and the failure to throw if its condition fails. */
export interface Write {
  action: Action;
  failure: Failure;
}

type Fields<R> = { [F in keyof R]?: R[F] | "" | undefined };

interface SoftDeletion<R> {
  index?: keyof R & string;
  expected?: Partial<R>;
}

interface Row extends SoftDeletable {
  _id: string;
  created_at?: string;
  updated_at?: string;
}

const notFound = (): Failure => new Failure("RESOURCE_NOT_FOUND");
export const staleWrite = (): Failure =>
  new Failure("CONFLICT", { message: "Changed by somebody else, please reload" });

/** DynamoDB refuses keys over 2 KB; our own ids are far shorter. */
const isId = (id: string): boolean => id !== "" && id.length <= 64;

/** Writes all or nothing, if anything; throws the failure of the first write whose condition fails. */
export const writeAll = async (writes: Write[]): Promise<void> => {
  if (writes.length === 0) return;
  try {
    await transact(writes.map((write) => write.action));
  } catch (error) {
    const index = error instanceof Cancelled ? error.failed.indexOf(true) : -1;
    throw writes[index]?.failure ?? error;
  }
};

/** Writes what is planned on a fresh read, if anything, and plans again where somebody else has changed a row meanwhile. */
export const writeFresh = async (plan: () => Promise<Write[]>, tries = 5): Promise<void> => {
  try {
    await writeAll(await plan());
  } catch (error) {
    const isStale = error instanceof Failure && error.details[0]?.message === staleWrite().details[0]?.message;
    if (!isStale || tries === 1) throw error;
    await writeFresh(plan, tries - 1);
  }
};

/** Map entries removed by one update: an update expression is limited to 4 KB. */
const maxPruned = 100;

/** `isOwn` tells rows from those of another kind in the same table. */
const table = <R extends Row>(noun: string, isOwn: (row: R) => boolean = () => true) => {
  const TableName = process.env[`${noun}_TABLE`] ?? "";

  const find = async (id: string): Promise<R | undefined> => {
    return isId(id) ? getItem<R>(TableName, { _id: id }) : undefined;
  };

  const listWithDeleted = async (): Promise<R[]> => (await scanAll<R>({ TableName })).filter(isOwn).sort(byCreation);

  const batchGet = (ids: Iterable<string>, fields?: (keyof R & string)[]): BatchGet => ({
    table: TableName,
    keys: [...new Set(ids)].filter(isId).map((_id) => ({ _id })),
    fields,
  });
  const rowsIn = (found: RowsByTable) =>
    new Map(((found.get(TableName) ?? []) as unknown as R[]).map((row) => [row._id, row]));

  /** Sets fields and removes those that are an empty string, if the row still has the expected values. */
  const update = (id: string, fields: Fields<R>, now: string, expected: Partial<R> = {}): Write => ({
    action: { Update: { TableName, Key: { _id: id }, ...updateExpression({ ...fields, updated_at: now }, expected) } },
    failure: staleWrite(),
  });

  return {
    name: TableName,
    /** The row, even if it is soft-deleted. */
    find,
    /** The row; 404 with these details if there is none or it is soft-deleted. */
    get: async (id: string, ...details: Detail[]): Promise<R> => {
      const row = await find(id);
      if (!row || row.deleted_at) throw new Failure("RESOURCE_NOT_FOUND", ...details);
      return row;
    },
    /** The rows by id, soft-deleted ones included. */
    findAll: async (ids: Iterable<string>) => rowsIn(await getAll(batchGet(ids))),
    /** A batch read of these ids, to be combined with those of other tables. */
    batchGet,
    /** This table's rows in the result of a batch read, by id. */
    rowsIn,
    /** All rows in order of creation, soft-deleted ones included. */
    listWithDeleted,
    /** Rows in no order, deleted ones included. */
    scanAfter: (after: string | undefined, parts: number) => scanAfter<R>({ TableName }, after, parts),
    /** All rows in order of creation, without soft-deleted ones. */
    list: async (): Promise<R[]> => (await listWithDeleted()).filter(isActive),

    /** Fails if the row is missing, soft-deleted, or without the expected values. */
    exists: (id: string, expected?: Partial<R>): Write => ({
      action: { ConditionCheck: { TableName, Key: { _id: id }, ...activeCondition(expected) } },
      failure: notFound(),
    }),
    /** Fails if there is a row, even a soft-deleted one. */
    absent: (id: string): Action => ({
      ConditionCheck: { TableName, Key: { _id: id }, ConditionExpression: "attribute_not_exists(#id)", ...idName },
    }),
    create: (row: R): Write => ({
      action: {
        Put: { TableName, Item: withoutEmpty(row), ConditionExpression: "attribute_not_exists(#id)", ...idName },
      },
      failure: new Failure("CONFLICT", { field: "_id", message: "Exists already" }),
    }),
    /** Writes the row in place of one as it was read, or as a new one. */
    put: (row: R, before?: R): Write => ({
      action: {
        Put: {
          TableName,
          Item: withoutEmpty(row),
          ...(before
            ? {
                ConditionExpression: "created_at = :before",
                ExpressionAttributeValues: { ":before": before.created_at },
              }
            : { ConditionExpression: "attribute_not_exists(#id)", ...idName }),
        },
      },
      failure: staleWrite(),
    }),
    update,
    /** The same of a row that has not changed since it was read: each edit has a later time, by `datedAfter`. */
    edit: ({ _id, updated_at }: Pick<R, "_id"> & { updated_at: string }, fields: Fields<R>, now: Date): Write =>
      update(_id, fields, now.toISOString(), { updated_at } as Partial<R>),
    /** Removes entries of a map attribute, such as `sold` of days closed long ago. */
    prune: async (id: string, map: keyof R & string, entries: string[]): Promise<void> => {
      for (let at = 0; at < entries.length; at += maxPruned) {
        const some = entries.slice(at, at + maxPruned);
        const names = Object.fromEntries(some.map((entry, index) => [`#e${index}`, entry]));
        await updateWithRetry({
          TableName,
          Key: { _id: id },
          UpdateExpression: `REMOVE ${Object.keys(names).map((name) => `#map.${name}`)}`,
          ExpressionAttributeNames: { "#map": map, ...names },
        });
      }
    },
    /** Soft-deletes the row, if it still has the expected values; `index` is removed so that it leaves a sparse index. */
    softDelete: (id: string, now: string, { index, expected }: SoftDeletion<R> = {}): Write => ({
      action: {
        Update: {
          TableName,
          Key: { _id: id },
          ...updateExpression({ deleted_at: now, ...(index && { [index]: "" }) }, expected),
        },
      },
      failure: expected ? staleWrite() : notFound(),
    }),
    /** Restores a soft-deleted row, with these fields; 409 if it was deleted at another time, or not. */
    restore: (id: string, deleted_at: string, fields: Fields<R> = {}): Write => ({
      action: {
        Update: { TableName, Key: { _id: id }, ...updateExpression({ ...fields, deleted_at: "" }, { deleted_at }) },
      },
      failure: staleWrite(),
    }),
    /** Deletes the row, if it still has the expected values. */
    remove: (id: string, expected?: Partial<R>): Write => ({
      action: { Delete: { TableName, Key: { _id: id }, ...activeCondition(expected) } },
      failure: expected ? staleWrite() : notFound(),
    }),
  };
};

const idName = { ExpressionAttributeNames: { "#id": "_id" } };

export const users = table<UserRow>("USERS");
export const products = table<ProductRow>("PRODUCTS");
export const stocks = table<StockRow>("STOCKS");
export const warehouses = table<WarehouseRow>("WAREHOUSES");
export const categories = table<Category>("CATEGORIES");
export const events = table<PlanEvent>("EVENTS");
export const movements = table<Movement>("MOVEMENTS");
export const shipments = table<ShipmentRow>("SHIPMENTS");
export const purchaseOrders = table<PurchaseOrderRow>("PURCHASEORDERS");
export const returns = table<ReturnRow>("RETURNS");
export const changes = table<ChangeRow>("CHANGES");
export const aliases = table<AliasRow>("ALIASES", (row) => !("kind" in row));
export const remembered = table<RememberedRow>("ALIASES", (row) => "kind" in row);
const named = table<AliasRow | RememberedRow>("ALIASES");
/** The aliases, and beside them by id what is remembered, in one read. */
export const listAliases = async () => {
  const rows = await named.list();
  return {
    aliases: rows.flatMap((row) => ("kind" in row ? [] : row)),
    remembered: new Map(rows.flatMap((row) => ("kind" in row ? [[row._id, row] as const] : []))),
  };
};
export const counts = table<CountRow>("COUNTS");
export const picked = table<PickedRow>("PICKED");
