// What each warehouse holds of each product.
import type { StockRecord } from "#shared/stock.ts";
import { serve } from "./lib/serve.ts";
import { products, stocks, warehouses } from "./lib/tables.ts";

export const handler = serve("stocks", {
  "GET /v1/stocks": async () => {
    const [rows, hot, places] = await Promise.all([products.list(), stocks.list(), warehouses.list()]);
    const byId = new Map(hot.map((row) => [row._id, row.held]));
    const tags = places.map(({ _id, w_id, name }) => ({ _id, w_id, name }));
    const records: StockRecord[] = [];
    for (const { _id, p_id, name, image } of rows) {
      const held = byId.get(_id) ?? {};
      const product = { _id, p_id, name, image };
      for (const warehouse of tags) {
        const quantity = held[warehouse._id];
        if (quantity !== undefined) records.push({ _id: `${_id}-${warehouse._id}`, product, warehouse, quantity });
      }
    }
    return records;
  },
});
