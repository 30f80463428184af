// Tags: how products and warehouses are shown to users, and the check that ids of the first two exist.
import { Failure } from "#shared/failure.ts";
import type { Line, Movement } from "#shared/movement.ts";
import type { ProductTag } from "#shared/product.ts";
import type { WarehouseTag } from "#shared/warehouse.ts";
import { type BatchGet, getAll, type RowsByTable } from "../db/batch-reads.ts";
import { products, type SoftDeletable, warehouses } from "../db/tables.ts";

/** Looks up the tag of an id. Deleted products and warehouses keep their tag; an unknown id is shown as itself. */
export interface Tags {
  product: (id: string) => ProductTag;
  warehouse: (id: string) => WarehouseTag;
}

/** The rows that tags are made of, by id, soft-deleted ones included. */
export interface TagRows {
  product: ReadonlyMap<string, ProductTag & SoftDeletable>;
  warehouse: ReadonlyMap<string, WarehouseTag & SoftDeletable>;
}

export const toTags = ({ product, warehouse }: TagRows): Tags => ({
  product: (id) => {
    const { p_id = id, name = id, image } = product.get(id) ?? {};
    return { _id: id, p_id, name, ...(image && { image }) };
  },
  warehouse: (id) => {
    const { w_id = id, name = id } = warehouse.get(id) ?? {};
    return { _id: id, w_id, name };
  },
});

/** The same with deleted rows marked in their names, since others may have their codes by now. */
const toMarkedTags = (rows: TagRows): Tags => {
  const { product, warehouse } = toTags(rows);
  const marked = <T extends { name: string }>(tag: T, row: SoftDeletable | undefined): T =>
    row?.deleted_at ? { ...tag, name: `${tag.name} (deleted)` } : tag;
  return {
    product: (id) => marked(product(id), rows.product.get(id)),
    warehouse: (id) => marked(warehouse(id), rows.warehouse.get(id)),
  };
};

/** The batch reads of the rows that tags need. */
export const tagReads = (productIds: Iterable<string>, warehouseIds: Iterable<string>): BatchGet[] => [
  products.batchGet(productIds, ["_id", "p_id", "name", "image", "deleted_at"]),
  warehouses.batchGet(warehouseIds, ["_id", "w_id", "name", "deleted_at"]),
];

/** The tag rows in the result of a batch read. */
export const tagRowsIn = (found: RowsByTable): TagRows => ({
  product: products.rowsIn(found),
  warehouse: warehouses.rowsIn(found),
});

export const readTagRows = async (productIds: Iterable<string>, warehouseIds: Iterable<string>): Promise<TagRows> =>
  tagRowsIn(await getAll(...tagReads(productIds, warehouseIds)));

/** Product rows that a scan reads for the price of one that is read by its id. */
const rowsPerUnit = 9;

export const readProductTags = async (ids: readonly string[]): Promise<Tags["product"]> =>
  toTags(await readTagRows(ids, [])).product;

/** The same, by a scan where that is cheaper: if these are more than one in `rowsPerUnit` of `all` products. */
export const readTagsOfMany = async (ids: readonly string[], all: number): Promise<Tags["product"]> => {
  if (ids.length * rowsPerUnit <= all) return readProductTags(ids);
  const product = new Map((await products.listWithDeleted()).map((row) => [row._id, row]));
  return toTags({ product, warehouse: new Map() }).product;
};

/** The tag rows of the products and warehouses in movement lines. */
export const readLineTagRows = (lines: readonly Line[]): Promise<TagRows> =>
  readTagRows(
    lines.map(([product]) => product),
    lines.map(([, warehouse]) => warehouse),
  );

/** The tags of the products and warehouses in movements. */
export const readTags = (entries: readonly Movement[]): Promise<Tags> => tagReader()(entries);

/** Like `readTags`, for movements that come in portions: rows that were read once are cached. `isMarked`: deleted ones are marked. */
export const tagReader = ({ isMarked = false } = {}) => {
  const product = new Map<string, ProductTag & SoftDeletable>();
  const warehouse = new Map<string, WarehouseTag & SoftDeletable>();
  return async (entries: readonly Movement[]): Promise<Tags> => {
    const lines = entries.flatMap((entry) => entry.lines);
    const places = entries.flatMap((entry) => [...entry.lines.map(([, id]) => id), ...(entry.from ?? [])]);
    // An eventually consistent read costs half, and may lack a row that was just created: that is read again.
    for (const ConsistentRead of [false, true]) {
      const reads = tagReads(
        lines.map(([id]) => id).filter((id) => !product.has(id)),
        places.filter((id) => !warehouse.has(id)),
      );
      const rows = tagRowsIn(await getAll(...reads.map((read) => ({ ...read, ConsistentRead }))));
      for (const [id, row] of rows.product) product.set(id, row);
      for (const [id, row] of rows.warehouse) warehouse.set(id, row);
    }
    return (isMarked ? toMarkedTags : toTags)({ product, warehouse });
  };
};

/** 404 names every id that is unknown or soft-deleted. */
export const assertExists = (
  noun: "product" | "warehouse",
  ids: readonly string[],
  rows: ReadonlyMap<string, SoftDeletable>,
  field: string = noun,
): void => {
  const unknown = ids.filter((id) => !rows.has(id) || rows.get(id)?.deleted_at);
  if (unknown.length === 0) return;
  const details = unknown.map((id) => ({
    field,
    ...(noun === "product" && { product: id }),
    message: `No such ${noun}`,
  }));
  throw new Failure("RESOURCE_NOT_FOUND", ...details);
};
