// Every call that moves units of orders, with its Lambda killed in each call to the engines, or each transaction left unanswered
// or in progress, and then sent again: units move once, and what an order has announced is what containers have of it.
import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import type { ShipmentRow } from "#functions/lib/db/tables.ts";
import { fromOf } from "#shared/from-orders.ts";
import type { PurchaseOrder } from "#shared/purchase-order.ts";
import { openUnits } from "#shared/purchase-order-item.ts";
import { sumBy } from "#shared/sum.ts";
import { engine } from "#tests/support/engine.ts";
import { idempotencyKey, newProduct, newWarehouse } from "#tests/support/stock.ts";
import type { Answer } from "#tests/support/world.ts";
import { outages } from "./history.ts";
import * as run from "./run-steps.ts";

afterEach(run.clearFaults);

const day = "2026-02-02";
await run.beginDay(day);
const warehouse = await newWarehouse(run.root());

interface Ids {
  product: string;
  order: string;
  container: string;
}
type Send = (ids: Ids, key: Record<string, string>) => Promise<Answer>;
const listOf = ({ product }: Ids, quantity: number) => [{ product, quantity }];
const ordersPath = "/v1/purchase-orders";

const announce: Send = (ids, key) => {
  const { order, product } = ids;
  const form = { container: `MSKU ${order}`, expected_delivery: day, list: listOf(ids, 6) };
  return run.root().post("/v1/shipments", { ...form, from: [{ order, product, quantity: 6 }] }, key);
};
const raise: Send = (ids) => {
  const { order, product, container } = ids;
  const from = [{ order, product, quantity: 9 }];
  return run.root().patch(`/v1/shipments/${container}`, { list: listOf(ids, 9), from });
};
const edit =
  (fields: object): Send =>
  ({ order }) =>
    run.root().patch(`${ordersPath}/${order}`, fields);

/** Each step, and the units of ten that are announced and closed after it. */
const steps: [what: string, send: Send, announced: number, closed: number][] = [
  ["order", (ids, key) => run.root().post(ordersPath, { expected_delivery: day, list: listOf(ids, 10) }, key), 0, 0],
  ["announce", announce, 6, 0],
  ["add to the container", raise, 9, 0],
  ["lower", (ids) => run.root().patch(`/v1/shipments/${ids.container}`, { list: listOf(ids, 4) }), 4, 0],
  [
    "receive",
    (ids, key) => run.root().post(`/v1/shipments/${ids.container}/receive`, { warehouse, list: listOf(ids, 2) }, key),
    4,
    0,
  ],
  ["delete the container", ({ container }) => run.root().delete(`/v1/shipments/${container}`), 2, 0],
  ["close", edit({ close: true }), 2, 8],
  ["open", edit({ close: false }), 2, 0],
  ["delete the product", ({ product }) => run.root().delete(`/v1/products/${product}`), 2, 8],
  ["restore the product", ({ product }) => run.root().post(`/v1/products/${product}/restore`), 2, 8],
];

/** Of each order of the product: units announced, those that containers have of it, closed and open. */
const stateOf = async ({ product }: Ids) => {
  const containers = (await engine(run.world).all("shipments")) as unknown as ShipmentRow[];
  const units = containers.flatMap((row) => fromOf(row)[product] ?? []);
  const orders: PurchaseOrder[] = (await run.root().get(`${ordersPath}?start=${day}&end=${day}`)).body;
  return orders.flatMap((order) =>
    order.items
      .filter((item) => item.product._id === product)
      .map((item) => {
        const { announced = 0, closed = 0 } = item;
        const held = sumBy(units, ([id, of]) => (id === order._id ? of : 0));
        return [announced, held, closed, openUnits(item)];
      }),
  );
};

const guarantee = "units of an order move once and whole, wherever a Lambda is %s";
const through = async (how: (typeof outages)[number]): Promise<void> => {
  for (let call = 0, within = true; within; call++) {
    within = false;
    const ids: Ids = { product: await newProduct(run.root()), order: "", container: "" };
    for (const [what, send, announced, closed] of steps) {
      const key = idempotencyKey(randomUUID());
      const before = await stateOf(ids);
      const reached = run.injectOutage({ call, how });
      await send(ids, key);
      within = reached() || within;
      run.clearFaults();
      const after = [[announced, announced, closed, 10 - announced - closed]];
      expect([before, after], `${what}, call ${call}`).toContainEqual(await stateOf(ids));
      const { status, body } = await send(ids, key);
      expect(status < 300 || (what.startsWith("delete") && status === 404), `${what}: ${status}`).toBe(true);
      expect(await stateOf(ids), `${what} again, call ${call}`).toEqual(after);
      if (what === "order") ids.order = body._id;
      if (what === "announce") ids.container = body._id;
    }
  }
};
test.each(outages.slice(0, 1))(guarantee, through);
test.each(outages.slice(1))(guarantee, { tags: "exhaustive" }, through);
