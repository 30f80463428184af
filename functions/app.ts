// The application context, which the web app loads first, and its two dashboards.
import { checkRange } from "#shared/day.ts";
import { alerts, attention } from "#shared/reorder.ts";
import { analyse } from "#shared/sales.ts";
import { readCatalogueAndStock, unitsIn } from "./lib/catalogue/products.ts";
import { readSales } from "./lib/days/daily-sales.ts";
import { products, stocks, warehouses } from "./lib/db/tables.ts";
import { serve } from "./lib/http/serve.ts";

export const handler = serve("app", {
  "GET /v1/app/context": async () => {
    const [rows, stockRows, warehouse] = await Promise.all([products.list(), stocks.list(), warehouses.list()]);
    const active = new Set(warehouse.map(({ _id }) => _id));
    const stock = new Map(stockRows.map((row) => [row._id, unitsIn(row.held, active)]));
    const product = rows.map(({ _id, p_id, name, image, codes, pack }) => ({
      _id,
      p_id,
      name,
      image,
      codes,
      pack,
      stock: stock.get(_id) ?? 0,
    }));
    return { product, warehouse };
  },

  "GET /v1/app/dash/analytics": async ({ query, today }) => {
    checkRange(query, today);
    const read = await readCatalogueAndStock(today);
    const analytics = analyse(query, await readSales(query, today, read.stockRows), read.catalogue);
    return { ...analytics, attention: attention(alertsOf(read), read.open, today) };
  },

  "GET /v1/app/dash/inventory": async ({ today }) => alertsOf(await readCatalogueAndStock(today)),
});

const alertsOf = ({ catalogue, stockRows }: Awaited<ReturnType<typeof readCatalogueAndStock>>) => {
  const stocked = new Set(stockRows.filter(({ held }) => Object.keys(held).length > 0).map(({ _id }) => _id));
  return alerts(
    catalogue.filter(({ deleted }) => !deleted),
    stocked,
  );
};
