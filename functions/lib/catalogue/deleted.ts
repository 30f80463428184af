// Deleted products and warehouses: they keep their stock, and are restored with it while their code is free.
import { idsOf, unitsIn } from "#shared/catalogue.ts";
import type { Deleted } from "#shared/change.ts";
import { Failure } from "#shared/failure.ts";
import { type Author, fieldChanges, recordRestoration, type Subject } from "../audit/changes.ts";
import { datedAfter } from "../audit/edit.ts";
import {
  type ProductRow,
  products,
  type SoftDeletable,
  stocks,
  type WarehouseRow,
  warehouses,
  writeAll,
} from "../db/tables.ts";
import { claim, claimNames } from "../db/unique-keys.ts";
import { standForShelf } from "./marketplace-shelf.ts";
import { productNames, splitFormer } from "./product-names.ts";

const deletedNewestFirst = <R extends SoftDeletable>(rows: R[]): (R & { deleted_at: string })[] =>
  rows
    .flatMap((row) => (row.deleted_at ? [{ ...row, deleted_at: row.deleted_at }] : []))
    .sort((a, b) => (a.deleted_at < b.deleted_at ? 1 : -1));

export const deletedProducts = async (): Promise<Deleted[]> => {
  const [rows, stockRows, active] = await Promise.all([
    products.listWithDeleted(),
    stocks.listWithDeleted(),
    warehouses.list(),
  ]);
  const held = new Map(stockRows.map((row) => [row._id, row.held]));
  const ids = idsOf(active);
  return deletedNewestFirst(rows).map(({ _id, p_id, name, deleted_at }) => ({
    _id,
    code: p_id,
    name,
    stock: unitsIn(held.get(_id) ?? {}, ids),
    deleted_at,
  }));
};

export const deletedWarehouses = async (): Promise<Deleted[]> => {
  const [rows, stockRows] = await Promise.all([warehouses.listWithDeleted(), stocks.list()]);
  return deletedNewestFirst(rows).map(({ _id, w_id, name, deleted_at }) => ({
    _id,
    code: w_id,
    name,
    stock: stockRows.reduce((units, { held }) => units + (held[_id] ?? 0), 0),
    deleted_at,
  }));
};

export const productSubject = ({ _id, p_id }: Pick<ProductRow, "_id" | "p_id">): Subject => ({
  kind: "product",
  row: _id,
  name: p_id,
});

export const warehouseSubject = ({ _id, w_id }: Pick<WarehouseRow, "_id" | "w_id">): Subject => ({
  kind: "warehouse",
  row: _id,
  name: w_id,
});

/** Dated after the deletion, and after the last edit, which may have been made meanwhile or by a faster clock. */
const afterDeletion = (author: Author, { updated_at }: Pick<ProductRow, "updated_at">, deleted_at: string): Author =>
  datedAfter(author, { updated_at: updated_at > deleted_at ? updated_at : deleted_at });

/**
 * 404 if there never was such a product, 409 if another one has its P.ID or one of its codes. It comes back without former P.IDs
 * that others have by now: `taken`. A product that is not deleted stays as it is.
 */
export const restoreProduct = async (author: Author, id: string): Promise<{ row: ProductRow; taken: string[] }> => {
  const row = await products.find(id);
  if (!row) throw new Failure("RESOURCE_NOT_FOUND");
  if (row.deleted_at === undefined) return { row, taken: [] };
  const restorer = afterDeletion(author, row, row.deleted_at);
  const { former, taken } = await splitFormer(row);
  await writeAll([
    ...claimNames(productNames({ ...row, former }), id),
    products.restore(id, row.deleted_at, { former, updated_at: restorer.now.toISOString() }),
    stocks.restore(id, row.deleted_at),
    recordRestoration(restorer, productSubject(row), fieldChanges(row, { former })),
  ]);
  return { row: await products.get(id), taken };
};

/** The same for a warehouse and its W.ID. It comes back to its places among the warehouses of channels that were not set since. */
export const restoreWarehouse = async (author: Author, id: string): Promise<WarehouseRow> => {
  const row = await warehouses.find(id);
  if (!row) throw new Failure("RESOURCE_NOT_FOUND");
  if (row.deleted_at === undefined) return row;
  const restorer = afterDeletion(author, row, row.deleted_at);
  await writeAll([
    ...claim("w_id", row.w_id, id),
    ...(await standForShelf(id, undefined, row.sells_for)),
    warehouses.restore(id, row.deleted_at, { updated_at: restorer.now.toISOString() }),
    recordRestoration(restorer, warehouseSubject(row)),
  ]);
  return warehouses.get(id);
};
