// `--write`: creates a product and a warehouse, moves stock, reverses it and deletes both, so that stock and sales end
// unchanged.
import { randomUUID } from "node:crypto";
import { ApiError, apiClient, type CallApi } from "#demo/client.ts";
import { dayOf } from "#shared/day.ts";
import { assert, type Check } from "./check.ts";
import { type Deployment, request } from "./deployment.ts";
import type { SignedIn } from "./session-checks.ts";

/** The smallest PNG: one transparent pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

interface CreatedRows {
  product: string;
  image: string;
  warehouse: string;
  /** Ids of the posted movements, in the order to reverse them. */
  movements: string[];
}

export const roundTrip = ({ api, site }: Deployment, { token }: SignedIn): Check[] => {
  const call = apiClient(api, token);
  const created: CreatedRows = { product: "", image: "", warehouse: "", movements: [] };
  return [
    {
      name: "create",
      guarantee: "A product with an image and a warehouse can be created",
      verify: () => createRows(call, created, `Smoke ${randomUUID().slice(0, 8)}`),
    },
    {
      name: "picture",
      guarantee: "The site serves the image",
      verify: async () => {
        const { status, bytes } = await request(site + created.image);
        assert(status === 200 && bytes.equals(png), `${created.image} answers ${status}`);
      },
    },
    {
      name: "idempotency",
      guarantee: "A stock-in that is sent twice is posted once",
      verify: async () => {
        const [key, body] = [randomUUID(), { product: created.product, warehouse: created.warehouse, quantity: 3 }];
        const twice = await Promise.all([1, 2].map(() => call("POST /v1/transactions/in", body, key)));
        created.movements = [...new Set(twice.map(({ movement }) => movement)), ...created.movements];
        const held = await unitsHeld(call, created);
        assert(
          created.movements.length === 1 && held === 3,
          `${created.movements.length} movements, ${held} units held`,
        );
      },
    },
    {
      name: "sale",
      guarantee: "A picklist takes stock, and one for more than is left is refused",
      verify: async () => {
        const sell = (quantity: number) =>
          call(
            "POST /v1/transactions/out",
            { channel: "amazon", list: [{ product: created.product, quantity }] },
            randomUUID(),
          );
        created.movements = [(await sell(2)).movement, ...created.movements];
        const refused = await sell(2).catch((error: Error) => error);
        assert(refused instanceof ApiError && refused.status === 422, "2 units of 1 were sold");
      },
    },
    {
      name: "ledger",
      guarantee: "Both movements are reversed, and the ledger shows it",
      verify: async () => {
        for (const id of created.movements)
          await call("POST /v1/transactions/{id}/reverse", { remarks: "Smoke" }, randomUUID(), id);
        const units = await ledgerUnits(call, created);
        assert(`${units}` === "-3,2,-2,3", `the rows are ${units}`);
      },
    },
    {
      name: "delete",
      guarantee: "Product and warehouse are deleted, and stock and sales are as before",
      verify: () => deleteRows(call, created),
    },
  ];
};

const createRows = async (call: CallApi, created: CreatedRows, name: string): Promise<void> => {
  const form = new FormData();
  for (const [field, value] of Object.entries({ p_id: name, name, lead_time: "15" })) form.append(field, value);
  form.append("image", new Blob([png], { type: "image/png" }), "smoke.png");
  const { _id, image = "" } = await call("POST /v1/products", form);
  Object.assign(created, { product: _id, image });
  created.warehouse = (await call("POST /v1/warehouses", { w_id: name, name }))._id;
};

const unitsHeld = async (call: CallApi, { product }: CreatedRows): Promise<number> => {
  const records = await call("GET /v1/stocks");
  return records.filter((record) => record.product._id === product).reduce((sum, { quantity }) => sum + quantity, 0);
};

/** Signed quantities of the product's ledger rows of today, newest first. */
const ledgerUnits = async (call: CallApi, { product }: CreatedRows): Promise<number[]> => {
  const today = dayOf(new Date());
  const rows = await call("GET /v1/transactions", { start: today, end: today });
  return rows
    .filter((row) => row.product._id === product)
    .map(({ action, quantity }) => (action === "STOCK_IN" ? quantity : -quantity));
};

/** Runs also after a failed check. The ledger rows stay, since the ledger is never edited. */
const deleteRows = async (call: CallApi, { product, warehouse }: CreatedRows): Promise<string> => {
  if (product) await call("DELETE /v1/products/{id}", undefined, undefined, product);
  if (warehouse) await call("DELETE /v1/warehouses/{id}", undefined, undefined, warehouse);
  const today = dayOf(new Date());
  const [records, goods, { productSales }] = await Promise.all([
    call("GET /v1/stocks"),
    call("GET /v1/products"),
    call("GET /v1/app/dash/analytics", { start: today, end: today }),
  ]);
  const leftovers = [...records.map((record) => record.product), ...goods, ...productSales].filter(
    ({ _id }) => _id === product,
  );
  assert(leftovers.length === 0, "stock, products or today's sales still show it");
  return "its rows stay in the ledger";
};
