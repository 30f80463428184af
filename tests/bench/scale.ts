// What each path costs at so many times the size of the largest seller: 10,000 products in five warehouses, and 8,000 order
// lines a day. docs/scale.md has the figures.
import { createHash } from "node:crypto";
import { dayOf } from "#shared/day.ts";
import { openCount } from "#tests/support/counts.ts";
import { engine } from "#tests/support/engine.ts";
import { sheetForm } from "#tests/support/fixtures.ts";
import { applyAll, csv } from "#tests/support/imports.ts";
import type { TestWorld } from "#tests/support/world.ts";
import { toPick } from "../../functions/lib/imports/orders/picked-lines.ts";
import { httpClient } from "./http.ts";
import { inSeconds, type Line } from "./report.ts";
import { movementsOf, putCatalogue } from "./seed.ts";

const size = { products: 10_000, lines: 8_000 };
/** Order lines of a picklist, hashes of a line, days for which they are stored, and picklists of a part of 50 KB. */
const picklist = { lines: 133, hashes: 3, days: 30, perPart: 8 };

export const scaleCosts =
  (times: number) =>
  async (world: TestWorld): Promise<Line[]> => {
    const { manager, api } = world;
    const today = dayOf(new Date());
    const { warehouseRows, productRows } = await putCatalogue(world, size.products * times, 5);
    const now = Date.now();
    const movements = movementsOf(today, size.lines * times, productRows.length);
    const recent = movements.map((movement, n) => ({ ...movement, created_at: new Date(now - n).toISOString() }));
    await engine(world).put("movements", recent);
    await putPicked(world, times, today);

    const ask = httpClient(api, manager);
    const costs: Line[] = [];
    const measure = async <T>(what: string, route: string, work: () => Promise<T>): Promise<T> => {
      const { seconds, result } = await inSeconds(work);
      const rcu = world.requests().findLast((request) => request.route === route)?.rcu ?? Number.NaN;
      costs.push({ what, figure: seconds, unit: "s" }, { what: `${what}, read units`, figure: rcu, unit: "RCU" });
      return result;
    };
    const get = async (what: string, path: string, route = path): Promise<void> => {
      const { body } = await measure(what, `GET ${route}`, () => ask("GET", path));
      costs.push({ what: `${what}, on the wire`, figure: body.length / 1e6, unit: "MB" });
    };
    await get("the catalogue of a new device", "/v1/app/catalogue");
    await get("list of stocks", "/v1/stocks");
    await get("a page of today's transactions", `/v1/transactions?start=${today}&end=${today}`, "/v1/transactions");
    await get("a product's page", `/v1/products/${productRows[0]?._id}/movements`, "/v1/products/{id}/movements");
    const count = await openCount(manager, warehouseRows[0]?._id ?? "");
    await get("review of a count", `/v1/counts/${count}/review`, "/v1/counts/{id}/review");
    await get("analytics of today", `/v1/app/dash/analytics?start=${today}&end=${today}`, "/v1/app/dash/analytics");

    const lines = Array.from({ length: 1_000 }, (_, n) => [`404-${n}`, n, productRows[n]?.p_id, 1]);
    const file = csv([["order-id", "order-item-id", "sku", "quantity-to-ship"], ...lines]);
    const { status, body } = await measure("preview of 1,000 order lines", "POST /v1/imports/orders", () =>
      manager.post("/v1/imports/orders", sheetForm(file, { channel: "amazon" })),
    );
    // A call that takes longer than its Lambda may has no read units, and here no import.
    if (status !== 201) return costs;
    await measure("the picklists of these", "POST /v1/imports/{id}/apply", () => applyAll(manager, body._id));
    return costs;
  };

/** Lines that picklists of a channel took in 30 days, all on this one channel. */
const putPicked = async (world: TestWorld, times: number, today: string): Promise<void> => {
  const picklists = Math.ceil((size.lines * times * picklist.days) / picklist.lines);
  const parts = Array.from({ length: Math.ceil(picklists / picklist.perPart) }, (_, at) => at * picklist.perPart + 1);
  const line = { product: "p", units: 1, quantity: 1, knownBy: [], alikeBy: [] };
  const items = parts.map((first) => ({
    key: `picked#amazon#${first}`,
    picks: Array.from({ length: Math.min(picklist.perPart, picklists + 1 - first) }, (_, at) => {
      const number = first + at;
      const hash = (of: string) => createHash("sha256").update(`${number} ${of}`).digest().subarray(0, 8);
      const [key = "", ...marks] = Array.from({ length: picklist.hashes + 1 }, (_, n) =>
        hash(`${n}`).toString("base64url"),
      );
      const lines = Array.from({ length: picklist.lines }, () => ({ ...line, key, marks }));
      return { number, ...toPick(`m${number}`, lines) };
    }),
  }));
  const progress = { key: "picked#amazon", version: picklists, days: { [today]: 0 }, parts, upto: picklists };
  await engine(world).put("imports", [...items, progress]);
};
