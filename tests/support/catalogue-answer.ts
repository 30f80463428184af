// An answer of GET /v1/app/catalogue, for tests that stand in for the API.
import type { CatalogueAnswer, CatalogueProduct } from "#shared/app.ts";
import type { Warehouse } from "#shared/warehouse.ts";

type Named = Omit<CatalogueProduct, "created_at">;

/** The whole catalogue of these products, in their order, with `stock` units of each in the first warehouse. */
export const catalogueAnswer = (
  products: readonly Named[],
  warehouses: readonly Pick<Warehouse, "_id" | "w_id" | "name">[] = [],
  stock = 1,
): CatalogueAnswer => ({
  ...{ cursor: "a cursor", now: new Date().toISOString(), today: "2026-11-20", whole: true, containers: [], gone: [] },
  products: products.map((product, at) => ({ ...product, created_at: String(at).padStart(6, "0") })),
  stocks: products.map(({ _id }) => ({ _id, held: { [warehouses[0]?._id ?? "w1"]: stock } })),
  warehouses: warehouses.map((warehouse) => ({ ...warehouse, created_at: "", updated_at: "" })),
});
