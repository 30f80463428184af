// Large data for the engine: products with realistic names and links, stock, a day of movements.
import { engine } from "#tests/support/engine.ts";
import type { TestWorld } from "#tests/support/world.ts";

const goods = [
  "Muslin Swaddle",
  "Cotton Romper",
  "Hooded Bath Towel",
  "Silicone Bib",
  "Sipper Cup",
  "Stacking Cups",
  "Diaper Caddy",
];
const looks = ["Soft Pink", "Mint Green", "Sky Blue", "Beige", "Rainbow", "Elephant Print", "Star Print"];

/** Like a real catalogue: names of some 40 characters, three links each. */
export const catalogue = (products: number, warehouses: number) => {
  const at = "2026-01-01T00:00:00.000Z";
  const warehouseRows = Array.from({ length: warehouses }, (_, i) => ({
    _id: `w${1_000 + i}`,
    w_id: `HUB-${i + 1}`,
    name: `Hub ${i + 1}`,
    created_at: at,
    updated_at: at,
  }));
  const productRows = Array.from({ length: products }, (_, i) => ({
    _id: `p${100_000 + i}`,
    p_id: `SND-${100_000 + i}`,
    name: `${goods[i % 7]} ${looks[(i * 3) % 7]} Pack of ${(i % 4) + 1} (${i % 12}-${(i % 12) + 3} months) ${i}`,
    image: `/images/p${100_000 + i}-${(i * 2_654_435_761).toString(16).padStart(16, "0").slice(0, 16)}.webp`,
    lead_time: 15 * ((i % 6) + 1),
    amazon: `https://www.amazon.in/dp/B0${(i * 7_919).toString(36).toUpperCase().padStart(8, "0")}`,
    flipkart: `https://www.flipkart.com/item/p/itm${(i * 104_729).toString(36).padStart(13, "0")}`,
    website: `https://shop.example.in/products/${i}-${goods[i % 7]?.toLowerCase().replaceAll(" ", "-")}`,
    created_at: at,
    updated_at: at,
  }));
  const stockRows = productRows.map(({ _id }, i) => ({
    _id,
    held: Object.fromEntries(warehouseRows.map((place, w) => [place._id, (i * 37 + w * 911) % 5_000])),
    sold: {},
  }));
  return { warehouseRows, productRows, stockRows };
};

/** The same, stored; all products have the shared fields. */
export const putCatalogue = async (world: TestWorld, products: number, warehouses: number, shared: object = {}) => {
  const { put } = engine(world);
  const rows = catalogue(products, warehouses);
  await put("warehouses", rows.warehouseRows);
  await put("products", rows.productRows, shared);
  await put("stocks", rows.stockRows);
  return rows;
};

/** The stock of a catalogue, with so many units of each product in each warehouse at first. */
export const openingStock = ({ warehouseRows, productRows }: ReturnType<typeof catalogue>, units: number) => {
  const held = () => Object.fromEntries(warehouseRows.map((place) => [place._id, units]));
  const rows = new Map(productRows.map(({ _id }) => [_id, { _id, held: held(), sold: {} as Record<string, number> }]));
  /** `sale`: day and channel that the units count for. */
  const move = (product: string, warehouse: string, delta: number, sale?: string): void => {
    const row = rows.get(product);
    if (!row) return;
    row.held[warehouse] = (row.held[warehouse] ?? 0) + delta;
    if (sale) row.sold[sale] = (row.sold[sale] ?? 0) - delta;
  };
  return { stocks: () => [...rows.values()], move };
};

/** A row of the ledger. */
export const entry = <T extends object>(_id: string, day: string, rest: T) => ({
  ...{ _id, day, hash: "seed", user: { _id: "u", name: "Asha Rao", username: "asha" } },
  ...rest,
});

/** Stock-outs of one day, one line each. */
export const movementsOf = (day: string, count: number, products: number) =>
  Array.from({ length: count }, (_, i) =>
    entry(`seed${day.replaceAll("-", "")}${String(i).padStart(7, "0")}`, day, {
      kind: "out",
      reason: "Outbound",
      lines: [[`p${100_000 + ((i * 7) % products)}`, `w${1_000 + (i % 3)}`, -1]],
      created_at: `${day}T${String(Math.floor(i / 3_600) % 18).padStart(2, "0")}:${String(Math.floor(i / 60) % 60).padStart(2, "0")}:${String(i % 60).padStart(2, "0")}.000Z`,
    }),
  );
