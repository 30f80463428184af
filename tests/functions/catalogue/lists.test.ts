// Lists are complete, and within what a Lambda may answer, at 10,000 products and 50,000 stock records.
import { once } from "node:events";
import { get } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { ContextProduct } from "#shared/app.ts";
import type { Product } from "#shared/product.ts";
import type { StockRecord } from "#shared/stock.ts";
import { engine } from "#tests/support/engine.ts";
import { world } from "#tests/support/world.ts";

const here = await world();
const { manager, executive } = here;
const { put } = engine(here);

const count = 10_000;
const gone = 50;
const at = "2026-11-01T05:00:00.000Z";
const goods = [
  "Organic Muslin Swaddle",
  "Terry Feeding Bib",
  "Silicone Pocket Bib",
  "Ready to Wear Wrap",
  "Bamboo Washcloth",
  "Crib Sheet",
];
const colours = ["Pink", "Mint", "Sky Blue", "Yellow", "Lilac", "Coral", "Sand"];
const places = ["Bengaluru Hub", "Delhi NCR", "Bhiwandi", "Kolkata East", "Chennai South"];
const deleted = (index: number) => (index >= count ? { deleted_at: at } : {});
const units = (product: number, warehouse: number): number => (product * 7 + warehouse * 13) % 500;

const index = Array.from({ length: count + gone }, (_, i) => i);
await Promise.all([
  put(
    "warehouses",
    places.map((name, w) => ({ _id: `w${w}`, w_id: `W-0${w}`, name, created_at: at, updated_at: at })),
  ),
  put(
    "products",
    index.map((i) => ({
      _id: `p${i}`,
      p_id: `SND-${String(i).padStart(5, "0")}`,
      name: `${goods[i % goods.length]}, Pack of ${(i % 4) + 1} (${colours[i % colours.length]})`,
      image: `/images/p${i}-${(i * 2_654_435_761).toString(16).padStart(16, "0").slice(-16)}.webp`,
      lead_time: 15 * ((i % 6) + 1),
      amazon: `https://www.amazon.in/dp/B0${(i * 48_271).toString(36).toUpperCase().padStart(8, "0")}`,
      flipkart: `https://www.flipkart.com/p/itm${(i * 69_621).toString(36)}`,
      website: `https://shop.example/products/${goods[i % goods.length]?.toLowerCase().replaceAll(" ", "-")}-${i}`,
      created_at: at,
      updated_at: at,
      ...deleted(i),
    })),
  ),
  put(
    "stocks",
    index.map((i) => ({
      _id: `p${i}`,
      held: Object.fromEntries(places.map((_, w) => [`w${w}`, units(i, w)])),
      sold: {},
      ...deleted(i),
    })),
  ),
]);

/** Compares ids that end in a number, in the order of creation. */
const inOrder = (ids: string[]): boolean =>
  ids.every((id, at) => at === 0 || numberOf(ids[at - 1] ?? "") <= numberOf(id));

const totalOf = (product: number): number => places.reduce((sum, _, w) => sum + units(product, w), 0);
const numberOf = (id: string): number => Number(id.slice(1));

/** Bytes on the wire; a Lambda's answer carries a third more, as base64. */
const bytes = (headers: Headers): number => {
  expect(headers.get("content-encoding")).toBe("gzip");
  return Number(headers.get("content-length"));
};

test("GET /v1/products is complete at 10,000 products, in the order of creation, each with its total, within 1 MB", async () => {
  const { status, body, headers } = await manager.get("/v1/products");
  expect(status).toBe(200);
  expect(new Set(body.map((product: Product) => product._id)).size).toBe(count);
  expect(body).toHaveLength(count);
  expect(inOrder(body.map((product: Product) => product._id))).toBe(true);
  expect(body.filter(({ _id, stock }: Product) => stock !== totalOf(numberOf(_id)))).toEqual([]);
  expect(bytes(headers)).toBeLessThan(1_000_000);
});

test("GET /v1/stocks is complete at 50,000 records, within 1 MB", async () => {
  const { status, body, headers } = await executive.get("/v1/stocks");
  expect(status).toBe(200);
  expect(new Set(body.map((record: StockRecord) => record._id)).size).toBe(count * places.length);
  expect(body).toHaveLength(count * places.length);
  const wrong = body.filter(
    ({ product, warehouse, quantity }: StockRecord) =>
      quantity !== units(numberOf(product._id), numberOf(warehouse._id)),
  );
  expect(wrong).toEqual([]);
  expect(bytes(headers)).toBeLessThan(1_000_000);
});

test("GET /v1/stocks is complete and compressed, also for clients that do not accept compression", async () => {
  const headers = { authorization: `Bearer ${executive.token}` };
  const [response] = await once(get(`${here.api}/v1/stocks`, { headers }), "response");
  expect([response.statusCode, response.headers["content-encoding"]]).toEqual([200, "gzip"]);
  expect(JSON.parse(gunzipSync(await buffer(response)).toString())).toHaveLength(count * places.length);
});

test("GET /v1/app/context is complete at 10,000 products, each with its total", async () => {
  const { status, body, headers } = await executive.get("/v1/app/context");
  expect(status).toBe(200);
  expect(body.product).toHaveLength(count);
  expect(body.warehouse).toHaveLength(places.length);
  expect(body.product.filter(({ _id, stock }: ContextProduct) => stock !== totalOf(numberOf(_id)))).toEqual([]);
  expect(bytes(headers)).toBeLessThan(1_000_000);
});

test("a list costs each table read once, page by page, and nothing per product", () => {
  const [products, stocks, context] = ["GET /v1/products", "GET /v1/stocks", "GET /v1/app/context"].map((route) =>
    here.requests().find((request) => request.route === route),
  );
  for (const request of [products, stocks, context]) {
    expect(request?.writes).toBe(0);
    // Pages of 1 MB.
    expect(request?.reads).toBeLessThan(20);
    // 10,000 products are about 4.4 MB, their stock about 1 MB; a strong read of 4 KB is a unit.
    expect(request?.rcu).toBeLessThan(1_700);
  }
});
