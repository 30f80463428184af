// Cost of the ledger after a month of trade of size M: nightly runs, a product's history, and counts of all stock.
import { addDays, dayOf, listDays } from "#shared/day.ts";
import type { Line as Moved } from "#shared/movement.ts";
import { engine } from "#tests/support/engine.ts";
import { countForm } from "#tests/support/fixtures.ts";
import { idempotencyKey } from "#tests/support/stock.ts";
import type { TestWorld } from "#tests/support/world.ts";
import { httpClient } from "./http.ts";
import { type Line, timed } from "./report.ts";
import { catalogue, movementsOf, openingStock } from "./seed.ts";

const nights = 30;
/** A million transactions in 90 days. */
const aDay = 11_111;
const rows = catalogue(2_000, 5);
type Stock = ReturnType<ReturnType<typeof openingStock>["stocks"]>[number];

export const ledgerCosts = async (world: TestWorld): Promise<Line[]> => {
  const today = dayOf(new Date());
  const first = addDays(today, -nights);
  const held = await trade(world, first, today);
  const started = performance.now();
  const night = (await world.invoke("snapshot", { pause: 0 })) as { mismatches: number };
  const aNight = (performance.now() - started) / nights / 1_000;
  const path = `/v1/products/${rows.productRows[0]?._id}/movements`;
  const history = await timed(9, () => httpClient(world.api, world.manager)("GET", path));
  const moved = (await world.manager.get(path)).body.rows.length;
  return [
    { what: `one of ${nights} nights of ${aDay.toLocaleString("en-IN")} movements`, figure: aNight, unit: "s" },
    { what: "holdings that disagree with the ledger", figure: night.mismatches, unit: "", budget: 0 },
    { what: `a product's ${moved} movements of ${nights} days, p50`, figure: history.p50, unit: "ms", budget: 500 },
    { what: "the same", figure: costOf(world, "GET /v1/products/{id}/movements").rcu, unit: "RCU" },
    // Yesterday first: what has been counted since is refused.
    ...(await count(world, "yesterday", addDays(today, -1), held, 10)),
    ...(await count(world, "today", today, held, 20)),
  ];
};

/** Stock for a month, and a month of stock-outs; returns what is left, by product. */
const trade = async (world: TestWorld, first: string, today: string): Promise<Stock[]> => {
  const { put } = engine(world);
  const { stocks, move } = openingStock(rows, 10_000);
  await put("warehouses", rows.warehouseRows, { created_at: `${first}T00:00:00.000Z` });
  await put("products", rows.productRows);
  const [like] = movementsOf(first, 1, 1);
  const opening = stocks().map(({ _id, held }) => {
    const lines = Object.entries(held).map(([warehouse, units]) => [_id, warehouse, units]);
    return { ...like, _id: `opening${_id}`, kind: "in", reason: "Correction", lines };
  });
  await put("movements", opening);
  for (const day of listDays(first, today)) {
    const movements = movementsOf(day, aDay, rows.productRows.length);
    for (const line of movements.flatMap(({ lines }) => lines as Moved[])) move(...line);
    await put("movements", movements);
  }
  await put("stocks", stocks());
  return stocks();
};

/** Counts every holding as some units more than the ledger has; then uploads the same file again. */
const count = async (world: TestWorld, what: string, day: string, held: Stock[], more: number): Promise<Line[]> => {
  const counted = held.flatMap((stock, n) =>
    rows.warehouseRows.map(({ _id, w_id }) => `${rows.productRows[n]?.p_id},${w_id},${(stock.held[_id] ?? 0) + more}`),
  );
  const file = ["P.ID/SKU/BC,W.ID,Quantity", ...counted].join("\n");
  const upload = async () => {
    const started = performance.now();
    const { status, body } = await world.root.post("/v1/dev/stock-adjustment", countForm(day, file), idempotencyKey());
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body).slice(0, 500)}`);
    return { changed: body.changed, seconds: (performance.now() - started) / 1_000 };
  };
  const [once, again] = [await upload(), await upload()];
  const of = `count of ${what}, ${counted.length.toLocaleString("en-IN")} rows`;
  return [
    { what: `${of}, ${once.changed} changed`, figure: once.seconds, unit: "s", budget: 20 },
    { what: "the same file again", figure: again.seconds, unit: "s", budget: 20 },
    { what: "changed by it", figure: again.changed, unit: "", budget: 0 },
  ];
};

const costOf = (world: TestWorld, route: string) =>
  world.requests().findLast((request) => request.route === route) ?? { rcu: Number.NaN };
