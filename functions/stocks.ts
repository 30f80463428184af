// What each warehouse holds of each product.
import { dayText, timeText } from "#shared/day.ts";
import { send } from "./lib/report.ts";
import { serve } from "./lib/serve.ts";
import { columns, readRecords } from "./lib/stock-report.ts";
import { warehouses } from "./lib/tables.ts";

export const handler = serve("stocks", {
  "GET /v1/stocks": readRecords,

  "GET /v1/stocks/export": async ({ query, now, today }) => {
    const { warehouse: id } = query;
    const place = id ? await warehouses.get(id, { field: "warehouse", message: "No such warehouse" }) : undefined;
    const all = await readRecords();
    return send({
      name: `Stock ${place ? `${place.w_id} ` : ""}${dayText(today)}`,
      columns,
      rows: [place ? all.filter(({ warehouse }) => warehouse._id === place._id) : all],
      about: [
        ["Report", "Stock of now"],
        ["Warehouse", place ? `${place.name} (${place.w_id})` : "All"],
        ["Made", timeText(now)],
      ],
    });
  },
});
