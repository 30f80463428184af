// Where products lie in warehouses: an attribute of a product, by warehouse, which posting stock knows nothing of.
import { type Author, entryChanges, recordEdit } from "../audit/changes.ts";
import { datedAfter } from "../audit/edit.ts";
import { type ProductRow, products, type Write } from "../db/tables.ts";
import { productSubject } from "./deleted.ts";

/** A shelf that a product gets in a warehouse, or none. */
export interface ShelfChange {
  warehouse: string;
  w_id: string;
  shelf: string;
}

/** The writes that give a product these shelves beside those that it has; none if it has them. */
export const writesOfShelves = (author: Author, row: ProductRow, named: readonly ShelfChange[]): Write[] => {
  const before = row.shelves ?? {};
  const all = { ...before, ...Object.fromEntries(named.map(({ warehouse, shelf }) => [warehouse, shelf])) };
  const shelves = Object.fromEntries(Object.entries(all).filter(([, shelf]) => shelf !== ""));
  const byW_id = (of: Record<string, string>) =>
    Object.fromEntries(named.flatMap(({ warehouse, w_id }) => (of[warehouse] ? [[w_id, of[warehouse]]] : [])));
  const changed = entryChanges("shelf", byW_id(before), byW_id(shelves));
  if (changed.length === 0) return [];
  const editor = datedAfter(author, row);
  return [
    products.edit(row, { shelves: Object.keys(shelves).length > 0 ? shelves : "" }, editor.now),
    ...recordEdit(editor, productSubject(row), changed),
  ];
};
