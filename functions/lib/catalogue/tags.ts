// What ids of products and warehouses stand for.
import type { Line, Movement } from "#shared/movement.ts";
import type { ProductTag } from "#shared/product.ts";
import type { WarehouseTag } from "#shared/warehouse.ts";
import { type Found, getAll, type Wanted } from "../db/batch-reads.ts";
import { type Buried, products, warehouses } from "../db/tables.ts";

/** What it takes to name them. */
export const named = (productIds: Iterable<string>, warehouseIds: Iterable<string>): Wanted[] => [
  products.wanted(productIds, ["_id", "p_id", "name", "image", "deleted_at"]),
  warehouses.wanted(warehouseIds, ["_id", "w_id", "name", "deleted_at"]),
];

/** What ids of products and warehouses stand for, deleted ones too. */
export const namedIn = (found: Found): Names => ({
  product: products.among(found),
  warehouse: warehouses.among(found),
});

export interface Names {
  product: ReadonlyMap<string, ProductTag & Buried>;
  warehouse: ReadonlyMap<string, WarehouseTag & Buried>;
}

/** The same, read strongly and together. */
export const findNamed = async (productIds: Iterable<string>, warehouseIds: Iterable<string>) =>
  namedIn(await getAll(...named(productIds, warehouseIds)));

/** Names of products and warehouses by id. What was deleted since keeps its name; an id nobody knows is its own. */
export interface Tags {
  product: (id: string) => ProductTag;
  warehouse: (id: string) => WarehouseTag;
}

export const tagsFrom = (
  product: ReadonlyMap<string, ProductTag>,
  warehouse: ReadonlyMap<string, WarehouseTag>,
): Tags => ({
  product: (id) => {
    const { p_id = id, name = id, image } = product.get(id) ?? {};
    return { _id: id, p_id, name, ...(image && { image }) };
  },
  warehouse: (id) => {
    const { w_id = id, name = id } = warehouse.get(id) ?? {};
    return { _id: id, w_id, name };
  },
});

/** What to call these ids. */
export const findTags = async (productIds: Iterable<string>, warehouseIds: Iterable<string>): Promise<Tags> => {
  const { product, warehouse } = await findNamed(productIds, warehouseIds);
  return tagsFrom(product, warehouse);
};

/** What the ids of lines stand for. */
export const readNames = (lines: readonly Line[]) =>
  findNamed(
    lines.map(([product]) => product),
    lines.map(([, warehouse]) => warehouse),
  );

export const readTags = (entries: readonly Movement[]): Promise<Tags> => readingTags()(entries);

/** The same for entries that come in portions: what one has named is not read again for the next. */
export const readingTags = () => {
  const [product, warehouse] = [new Map<string, ProductTag>(), new Map<string, WarehouseTag>()];
  return async (entries: readonly Movement[]): Promise<Tags> => {
    const lines = entries.flatMap((entry) => entry.lines);
    const names = await findNamed(
      lines.map(([id]) => id).filter((id) => !product.has(id)),
      lines.map(([, id]) => id).filter((id) => !warehouse.has(id)),
    );
    for (const [id, tag] of names.product) product.set(id, tag);
    for (const [id, tag] of names.warehouse) warehouse.set(id, tag);
    return tagsFrom(product, warehouse);
  };
};
