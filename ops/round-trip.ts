// A round trip through stock that leaves the books as they were: a product and a warehouse of its own come and go.
import { randomUUID } from "node:crypto";
import { type Ask, client, Refusal } from "#demo/client.ts";
import { dayOf } from "#shared/day.ts";
import { type Check, must } from "./check.ts";
import { ask, type Deployment } from "./deployment.ts";
import type { Signed } from "./session-checks.ts";

/** The smallest PNG: one transparent pixel. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

interface Made {
  product: string;
  image: string;
  warehouse: string;
  /** Movements, in the order to reverse them. */
  posted: string[];
}

export const roundTrip = ({ api, site }: Deployment, { token }: Signed): Check[] => {
  const call = client(api, token);
  const made: Made = { product: "", image: "", warehouse: "", posted: [] };
  return [
    {
      name: "make",
      holds: "A product with a picture and a warehouse are made",
      look: async () => {
        await make(call, made, `Smoke ${randomUUID().slice(0, 8)}`);
        return undefined;
      },
    },
    {
      name: "picture",
      holds: "The picture is shown by the site",
      look: async () => {
        const { status, bytes } = await ask(site + made.image);
        must(status === 200 && bytes.equals(picture), `${made.image} answers ${status}`);
        return undefined;
      },
    },
    {
      name: "once",
      holds: "Stock comes in once, though the request arrives twice",
      look: async () => {
        const [key, body] = [randomUUID(), { product: made.product, warehouse: made.warehouse, quantity: 3 }];
        const twice = await Promise.all([1, 2].map(() => call("POST /v1/transactions/in", body, key)));
        made.posted = [...new Set(twice.map(({ movement }) => movement)), ...made.posted];
        const held = await heldOf(call, made);
        must(made.posted.length === 1 && held === 3, `${made.posted.length} movements, ${held} units held`);
        return undefined;
      },
    },
    {
      name: "sale",
      holds: "A picklist takes what is there, and one unit more is refused",
      look: async () => {
        const sell = (quantity: number) =>
          call(
            "POST /v1/transactions/out",
            { channel: "amazon", list: [{ product: made.product, quantity }] },
            randomUUID(),
          );
        made.posted = [(await sell(2)).movement, ...made.posted];
        const refused = await sell(2).catch((error: Error) => error);
        must(refused instanceof Refusal && refused.status === 422, "2 units of 1 were sold");
        return undefined;
      },
    },
    {
      name: "ledger",
      holds: "Both are reversed, and the ledger says so",
      look: async () => {
        for (const id of made.posted)
          await call("POST /v1/transactions/{id}/reverse", { remarks: "Smoke" }, randomUUID(), id);
        const units = await ledgerOf(call, made);
        must(`${units}` === "-3,2,-2,3", `the rows are ${units}`);
        return undefined;
      },
    },
    {
      name: "away",
      holds: "Product and warehouse are deleted, and the books are as they were",
      look: () => away(call, made),
    },
  ];
};

const make = async (call: Ask, made: Made, name: string): Promise<void> => {
  const form = new FormData();
  for (const [field, value] of Object.entries({ p_id: name, name, lead_time: "15" })) form.append(field, value);
  form.append("image", new Blob([picture], { type: "image/png" }), "smoke.png");
  const { _id, image = "" } = await call("POST /v1/products", form);
  Object.assign(made, { product: _id, image });
  made.warehouse = (await call("POST /v1/warehouses", { w_id: name, name }))._id;
};

const heldOf = async (call: Ask, { product }: Made): Promise<number> => {
  const records = await call("GET /v1/stocks");
  return records.filter((record) => record.product._id === product).reduce((sum, { quantity }) => sum + quantity, 0);
};

/** Units of the product's rows of today, newest first. */
const ledgerOf = async (call: Ask, { product }: Made): Promise<number[]> => {
  const today = dayOf(new Date());
  const rows = await call("GET /v1/transactions", { start: today, end: today });
  return rows
    .filter((row) => row.product._id === product)
    .map(({ action, quantity }) => (action === "STOCK_IN" ? quantity : -quantity));
};

/** Also after a check that failed; what it found stays in the ledger, as it must. */
const away = async (call: Ask, { product, warehouse }: Made): Promise<string> => {
  if (product) await call("DELETE /v1/products/{id}", undefined, undefined, product);
  if (warehouse) await call("DELETE /v1/warehouses/{id}", undefined, undefined, warehouse);
  const today = dayOf(new Date());
  const [records, goods, { productSales }] = await Promise.all([
    call("GET /v1/stocks"),
    call("GET /v1/products"),
    call("GET /v1/app/dash/analytics", { start: today, end: today }),
  ]);
  const left = [...records.map((record) => record.product), ...goods, ...productSales].filter(
    ({ _id }) => _id === product,
  );
  must(left.length === 0, "stock, products or today's sales still show it");
  return "its rows stay in the ledger, as all do";
};
