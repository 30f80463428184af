// The tables, as the nouns they hold. A write names the failure its condition means, so callers need no if.
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Category } from "#shared/category.ts";
import { type Detail, Failure } from "#shared/failure.ts";
import type { Movement } from "#shared/movement.ts";
import type { Product } from "#shared/product.ts";
import type { Item } from "#shared/shipment-item.ts";
import type { User } from "#shared/user.ts";
import type { Warehouse } from "#shared/warehouse.ts";
import { type Found, getAll, scanAll, type Wanted } from "./batch-reads.ts";
import { type Action, Cancelled, dynamo, transact, update } from "./dynamo.ts";
import { changing, holding, present } from "./expressions.ts";

export interface Buried {
  deleted_at?: string;
}
/** The cold half of a product: what people write. */
export type ProductRow = Omit<Product, "stock" | "in_transit" | "drr"> & Buried;
/** The hot half, under the same id: units by warehouse, and units sold by `day#channel`. */
export interface StockRow extends Buried {
  _id: string;
  held: Record<string, number>;
  sold: Record<string, number>;
}
export type WarehouseRow = Warehouse & Buried;
/** `epoch` counts password changes; tokens of an older one are void. `password` is a PHC string. */
export type UserRow = User & { epoch: number; password?: string };
export interface ShipmentRow extends Buried {
  _id: string;
  container: string;
  expected_delivery: string;
  received: boolean;
  closed_short?: string;
  items: Item[];
  created_at: string;
  /** Puts it in the index while it owes something. */
  open?: string;
  /** Goes up with every change, so that two people's changes do not mix. */
  version: number;
  /** Of the request that made it. */
  hash: string;
}

/** One action of a transaction and what it means when its condition does not hold. */
export interface Write {
  action: Action;
  refusal: Failure;
}

interface Row extends Buried {
  _id: string;
  created_at?: string;
}

const gone = (): Failure => new Failure("RESOURCE_NOT_FOUND");
/** Two people at once: what the change was based on is no longer so. */
export const overtaken = (): Failure =>
  new Failure("CONFLICT", { message: "Changed by somebody else meanwhile, load again" });

/** DynamoDB refuses keys over 2 KB; no id of ours is near. */
const isId = (id: string): boolean => id !== "" && id.length <= 64;

/** Writes all or none; the first condition that does not hold decides the failure. */
export const writeAll = async (writes: Write[]): Promise<void> => {
  try {
    await transact(writes.map((write) => write.action));
  } catch (error) {
    const index = error instanceof Cancelled ? error.failed.indexOf(true) : -1;
    throw writes[index]?.refusal ?? error;
  }
};

/** Entries removed by one update: an expression holds 4 KB. */
const mostPruned = 100;

const table = <R extends Row>(noun: string) => {
  const TableName = process.env[`${noun}_TABLE`] ?? "";

  const find = async (id: string): Promise<R | undefined> => {
    if (!isId(id)) return undefined;
    const { Item } = await dynamo.send(new GetCommand({ TableName, Key: { _id: id }, ConsistentRead: true }));
    return Item as R | undefined;
  };

  const everything = async (): Promise<R[]> => (await scanAll<R>({ TableName })).sort(byAge);

  const wanted = (ids: Iterable<string>, fields?: (keyof R & string)[]): Wanted => ({
    table: TableName,
    keys: [...new Set(ids)].filter(isId).map((_id) => ({ _id })),
    fields,
  });
  const among = (found: Found) =>
    new Map(((found.get(TableName) ?? []) as unknown as R[]).map((row) => [row._id, row]));

  return {
    name: TableName,
    /** The row, deleted or not. */
    find,
    /** The row; 404 when there is none or it was deleted, with the field that named it. */
    get: async (id: string, ...details: Detail[]): Promise<R> => {
      const row = await find(id);
      if (!row || row.deleted_at) throw new Failure("RESOURCE_NOT_FOUND", ...details);
      return row;
    },
    /** The rows by id, deleted ones too. */
    findAll: async (ids: Iterable<string>) => among(await getAll(wanted(ids))),
    /** What to ask for, to read these ids together with rows of other tables. */
    wanted,
    /** Our rows of what was read, by id. */
    among,
    /** All rows, deleted ones too, in the order they were made. */
    everything,
    /** All rows that were not deleted, in the order they were made. */
    list: async (): Promise<R[]> => (await everything()).filter((row) => !row.deleted_at),

    create: (row: R): Write => ({
      action: { Put: { TableName, Item: present(row), ConditionExpression: "attribute_not_exists(#id)", ...idName } },
      refusal: new Failure("CONFLICT", { field: "_id", message: "Exists already" }),
    }),
    /** Sets fields and clears those that are empty, if `still` holds of the row. */
    change: (id: string, fields: Partial<R>, now: string, still: Partial<R> = {}): Write => ({
      action: { Update: { TableName, Key: { _id: id }, ...changing({ ...fields, updated_at: now }, still) } },
      refusal: overtaken(),
    }),
    /** Removes entries of a map of the row, like `sold` of days long closed. */
    prune: async (id: string, map: keyof R & string, entries: string[]): Promise<void> => {
      for (let at = 0; at < entries.length; at += mostPruned) {
        const some = entries.slice(at, at + mostPruned);
        const names = Object.fromEntries(some.map((entry, index) => [`#e${index}`, entry]));
        await update({
          TableName,
          Key: { _id: id },
          UpdateExpression: `REMOVE ${Object.keys(names).map((name) => `#map.${name}`)}`,
          ExpressionAttributeNames: { "#map": map, ...names },
        });
      }
    },
    /** Marks the row deleted, once; it leaves an index with the attribute that put it there. */
    bury: (id: string, now: string, index?: keyof R & string): Write => ({
      action: {
        Update: { TableName, Key: { _id: id }, ...changing({ deleted_at: now, ...(index && { [index]: "" }) }) },
      },
      refusal: gone(),
    }),
    /** Deletes the row, if `still` holds of it. */
    remove: (id: string, still?: Partial<R>): Write => ({
      action: { Delete: { TableName, Key: { _id: id }, ...holding(still) } },
      refusal: still ? overtaken() : gone(),
    }),
  };
};

/** Of one moment, or where it is not kept, the older id is the shorter and then the smaller: ULIDs, a letter and a number. */
const byAge = ({ created_at: at = "", _id: a }: Row, { created_at: bt = "", _id: b }: Row): number =>
  at === bt ? a.length - b.length || (a < b ? -1 : 1) : at < bt ? -1 : 1;

const idName = { ExpressionAttributeNames: { "#id": "_id" } };

export const users = table<UserRow>("USERS");
export const products = table<ProductRow>("PRODUCTS");
export const stocks = table<StockRow>("STOCKS");
export const warehouses = table<WarehouseRow>("WAREHOUSES");
export const categories = table<Category>("CATEGORIES");
export const movements = table<Movement>("MOVEMENTS");
export const shipments = table<ShipmentRow>("SHIPMENTS");
