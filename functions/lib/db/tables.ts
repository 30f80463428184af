// The DynamoDB tables by their nouns. Each write carries the failure to throw if its condition fails, so callers need
// no `if`.
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Alias } from "#shared/alias.ts";
import type { Category } from "#shared/category.ts";
import type { Change, FieldChange } from "#shared/change.ts";
import type { Count } from "#shared/count.ts";
import { type Detail, Failure } from "#shared/failure.ts";
import type { Movement } from "#shared/movement.ts";
import type { Snooze } from "#shared/plan.ts";
import type { Product } from "#shared/product.ts";
import type { Item } from "#shared/shipment-item.ts";
import type { User, UserTag } from "#shared/user.ts";
import type { Warehouse } from "#shared/warehouse.ts";
import { type BatchGet, getAll, type RowsByTable, scanAll } from "./batch-reads.ts";
import { type Action, Cancelled, dynamo, transact, updateWithRetry } from "./dynamo.ts";
import { activeCondition, updateExpression, withoutEmpty } from "./expressions.ts";

export interface SoftDeletable {
  deleted_at?: string;
}
/** What users edit of a product. What every movement changes is in its stock row. */
export type ProductRow = Omit<Product, "stock" | "in_transit" | "drr"> & SoftDeletable & { snooze?: Snooze };
/** A product's stock, under the product's id. */
export interface StockRow extends SoftDeletable {
  _id: string;
  /** Units by warehouse. */
  held: Record<string, number>;
  /** Units sold by `day#channel`, on recent days. */
  sold: Record<string, number>;
}
export type WarehouseRow = Warehouse & SoftDeletable;
/** `epoch` counts password changes; tokens of an earlier epoch are invalid. `password` is a PHC string. */
export type UserRow = User & { epoch: number; password?: string };
export interface ShipmentRow extends SoftDeletable {
  _id: string;
  container: string;
  expected_delivery: string;
  received: boolean;
  closed_short?: string;
  items: Item[];
  created_at: string;
  /** Set while units are outstanding: the key of the sparse index `open`. */
  open?: string;
  /** Increases with every change: optimistic locking. */
  version: number;
  /** Hashes of the request that created it. */
  hash?: string;
  sent?: string;
}
/** As a field change is stored: with the id of a container's product. */
export type StoredFieldChange = Omit<FieldChange, "product"> & { product?: string };
export interface ChangeRow extends Omit<Change, "fields"> {
  fields: StoredFieldChange[];
  /** The business day of created_at: key of the index `byDay`. */
  day: string;
  /** Hash of the request, if it created something. */
  sent?: string;
}

/** Its product by id. */
export type AliasRow = Omit<Alias, "product"> & { product: string };

export interface CountRow extends Omit<Count, "warehouse" | "rounds"> {
  warehouse: string;
  /** The rounds of the API, as gzipped JSON: those of 10,000 products would not fit into an item. */
  rounds?: Uint8Array;
  /** Increases with every change: optimistic locking. */
  version: number;
  /** Hashes of the request that opened it. */
  hash?: string;
  sent?: string;
}

/** What was taken from the shelves of a picklist, under the picklist's id. */
export interface PickedRow {
  _id: string;
  /** By place, as `product#warehouse`. */
  places: Record<string, { user: UserTag; at: string }>;
  /** Increases with every change: optimistic locking. */
  version: number;
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
}

const notFound = (): Failure => new Failure("RESOURCE_NOT_FOUND");
/** The row has changed since it was read. */
export const staleWrite = (): Failure =>
  new Failure("CONFLICT", { message: "Changed by somebody else, please reload" });

/** DynamoDB refuses keys over 2 KB; our own ids are far shorter. */
const isId = (id: string): boolean => id !== "" && id.length <= 64;

/** Writes all or nothing; throws the failure of the first write whose condition fails. */
export const writeAll = async (writes: Write[]): Promise<void> => {
  try {
    await transact(writes.map((write) => write.action));
  } catch (error) {
    const index = error instanceof Cancelled ? error.failed.indexOf(true) : -1;
    throw writes[index]?.failure ?? error;
  }
};

/** Map entries removed by one update: an update expression is limited to 4 KB. */
const maxPruned = 100;

const table = <R extends Row>(noun: string) => {
  const TableName = process.env[`${noun}_TABLE`] ?? "";

  const find = async (id: string): Promise<R | undefined> => {
    if (!isId(id)) return undefined;
    const { Item } = await dynamo.send(new GetCommand({ TableName, Key: { _id: id }, ConsistentRead: true }));
    return Item as R | undefined;
  };

  const listWithDeleted = async (): Promise<R[]> => (await scanAll<R>({ TableName })).sort(byCreation);

  const batchGet = (ids: Iterable<string>, fields?: (keyof R & string)[]): BatchGet => ({
    table: TableName,
    keys: [...new Set(ids)].filter(isId).map((_id) => ({ _id })),
    fields,
  });
  const rowsIn = (found: RowsByTable) =>
    new Map(((found.get(TableName) ?? []) as unknown as R[]).map((row) => [row._id, row]));

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
    /** All rows in order of creation, without soft-deleted ones. */
    list: async (): Promise<R[]> => (await listWithDeleted()).filter((row) => !row.deleted_at),

    /** Fails if the row is missing or soft-deleted. */
    exists: (id: string): Write => ({
      action: { ConditionCheck: { TableName, Key: { _id: id }, ...activeCondition() } },
      failure: notFound(),
    }),
    create: (row: R): Write => ({
      action: {
        Put: { TableName, Item: withoutEmpty(row), ConditionExpression: "attribute_not_exists(#id)", ...idName },
      },
      failure: new Failure("CONFLICT", { field: "_id", message: "Exists already" }),
    }),
    /** Sets fields and removes those that are an empty string, if the row still has the expected values. */
    update: (id: string, fields: Fields<R>, now: string, expected: Partial<R> = {}): Write => ({
      action: {
        Update: { TableName, Key: { _id: id }, ...updateExpression({ ...fields, updated_at: now }, expected) },
      },
      failure: staleWrite(),
    }),
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
    /** Restores a soft-deleted row; 409 if it was deleted at another time, or not. */
    restore: (id: string, deleted_at: string): Write => ({
      action: {
        Update: {
          TableName,
          Key: { _id: id },
          UpdateExpression: "REMOVE deleted_at",
          ConditionExpression: "deleted_at = :at",
          ExpressionAttributeValues: { ":at": deleted_at },
        },
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

/** By time of creation, then by id: ULIDs sort as text; ids such as p1042 by length first, then as text. */
const byCreation = ({ created_at: at = "", _id: a }: Row, { created_at: bt = "", _id: b }: Row): number =>
  at === bt ? a.length - b.length || (a < b ? -1 : 1) : at < bt ? -1 : 1;

const idName = { ExpressionAttributeNames: { "#id": "_id" } };

export const users = table<UserRow>("USERS");
export const products = table<ProductRow>("PRODUCTS");
export const stocks = table<StockRow>("STOCKS");
export const warehouses = table<WarehouseRow>("WAREHOUSES");
export const categories = table<Category>("CATEGORIES");
export const movements = table<Movement>("MOVEMENTS");
export const shipments = table<ShipmentRow>("SHIPMENTS");
export const changes = table<ChangeRow>("CHANGES");
export const aliases = table<AliasRow>("ALIASES");
export const counts = table<CountRow>("COUNTS");
export const picked = table<PickedRow>("PICKED");
