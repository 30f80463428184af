// The stock of each product over the warehouses: rows of the view by product, from the records of the stock.
import type { ProductTag } from "#shared/product.ts";
import type { StockRecord } from "#shared/stock.ts";

export interface ProductStock {
  /** Id of the product. */
  _id: string;
  product: ProductTag;
  /** Units by the id of their warehouse. */
  units: ReadonlyMap<string, number>;
  /** Units in the warehouses that are shown. */
  total: number;
}

/**
 * A row for each product that has a record, in the order of the records, then for each other product of the catalogue.
 * `only`: the id of the one warehouse that is shown, or "".
 */
export const byProduct = (
  records: readonly StockRecord[],
  catalogue: readonly ProductTag[],
  only: string,
): ProductStock[] => {
  const found = new Map<string, { product: ProductTag; units: Map<string, number>; total: number }>();
  for (const { product, warehouse, quantity } of records) {
    const row = found.get(product._id) ?? { product, units: new Map(), total: 0 };
    row.units.set(warehouse._id, quantity);
    if (only === "" || warehouse._id === only) row.total += quantity;
    found.set(product._id, row);
  }
  for (const product of catalogue)
    if (!found.has(product._id)) found.set(product._id, { product, units: new Map(), total: 0 });
  return [...found].map(([_id, row]) => ({ _id, ...row }));
};
