// Shared by tests of products: a world with two warehouses, and products that came, were sold and are on their way.
import { addDays } from "#shared/day.ts";
import type { HistoryRow } from "#shared/history.ts";
import type { PlanProduct } from "#shared/plan.ts";
import { fulfill, type Page } from "#tests/support/browser.ts";
import { today } from "#tests/support/fixtures.ts";
import { createProduct, idempotencyKey, newWarehouse, type ProductNames } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

export const here = await world();
const hub = await newWarehouse(here.manager, "BLR-01", "Bengaluru Hub");
const ncr = await newWarehouse(here.manager, "DEL-02", "Delhi NCR");
export const arrival = addDays(today(), 10);

const post = async (path: string, body: object): Promise<{ movement: string }> =>
  (await here.manager.post(path, body, idempotencyKey())).body;

/** 45 came, 6 were sold on Amazon, and 3 on Flipkart, which were taken back; 30 are on their way. */
export const soldProduct = async (name: string): Promise<ProductNames> => {
  const product = await createProduct(here.manager, { name, amazon: "https://www.amazon.in/dp/1" });
  const line = (warehouse: string, quantity: number) => ({ product: product._id, warehouse, quantity });
  const sell = (channel: string, quantity: number) =>
    post("/v1/transactions/out", { channel, list: [{ product: product._id, quantity }] });
  await post("/v1/transactions/in", { ...line(hub, 40), remarks: "From the mill" });
  await post("/v1/transactions/in", line(ncr, 5));
  await sell("amazon", 6);
  const { movement } = await sell("flipkart", 3);
  await post(`/v1/transactions/${movement}/reverse`, {});
  const list = [{ product: product._id, quantity: 30 }];
  await post("/v1/shipments", { container: `MSKU ${product.p_id}`, expected_delivery: arrival, list });
  return product;
};

/** The plan's answer about a product with 3 days of stock, sold at 13 a day, until a container comes in ten. */
export const gapOf = ({ _id, p_id, name }: ProductNames): PlanProduct => ({
  as_of: addDays(today(), -1),
  product: {
    ...{ _id, p_id, name, stock: 39, in_transit: 190, lead_time: 30, pack: 24, drr: 13 },
    ...{ created_at: `${arrival}T00:00:00Z`, updated_at: `${arrival}T00:00:00Z` },
  },
  row: {
    ...{ _id, p_id, name, status: "late", stock: 39, in_transit: 190, lead_time: 30, pack: 24 },
    arrivals: [
      { shipment: "s1", container: "CMAU 335908-6", expected_delivery: arrival, units: 130, day: arrival },
      { shipment: "s2", container: "MSKU 418227-0", expected_delivery: addDays(today(), -41), units: 60 },
    ],
    days: [13, 13, 13],
    rates: [13, 12, 13],
    rate: { units: 13, window: 30, sold: 390, inStockDays: 30, fewDays: false },
    cover: 3,
    cover_with_transit: 13,
    runs_out: addDays(today(), 3),
    gaps: [{ start: addDays(today(), 3), end: arrival, container: "CMAU 335908-6" }],
    order_by: addDays(today(), -10),
    quantity: 408,
  },
  warehouses: [{ warehouse: hub, quantity: 39 }],
});

/** From now on the plan answers this about any product. */
export const answerPlan = (page: Page, plan: PlanProduct) =>
  page.route(/\/v1\/plan\/p\d/, (route) => fulfill(route, plan));

/** The only movement of a product: so many units came on a day. */
export const arrivedOn = (day: string, quantity: number): HistoryRow => ({
  ...{ _id: "m1", movement: "m1", kind: "in", action: "STOCK_IN", reason: "Purchase (Overseas)", quantity },
  ...{ balance: quantity, total: quantity, created_at: `${day}T06:00:00.000Z` },
  product: { _id: "p1", p_id: "SND-1", name: "Cotton Cap" },
  warehouse: { _id: hub, w_id: "BLR-01", name: "Bengaluru Hub" },
  user: { _id: "u1", name: "Asha Rao", username: "asha" },
});

/** From now on these are the movements of any product. */
export const answerMovements = (page: Page, rows: HistoryRow[]) => {
  const closing = rows.at(-1)?.total ?? 0;
  return page.route(/\/movements\?/, (route) => fulfill(route, { opening: 0, closing, rows, settling: false }));
};
