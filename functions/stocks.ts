// Current stock by product and warehouse, as a list and as an export.
import { stockRecordsOf } from "#shared/catalogue.ts";
import { dayText } from "#shared/day.ts";
import { fileNamePart } from "#shared/format.ts";
import { readStocked } from "./lib/catalogue/products.ts";
import { warehouses } from "./lib/db/tables.ts";
import { serve } from "./lib/http/serve.ts";
import { sendReport } from "./lib/reports/report.ts";
import { shelfColumn, stockColumns } from "./lib/reports/stock-report.ts";

export const handler = serve("stocks", {
  "GET /v1/stocks": async () => stockRecordsOf(await readStocked()),

  "GET /v1/stocks/export": async ({ query, now, today }) => {
    const { warehouse: id } = query;
    const only = id ? await warehouses.get(id, { field: "warehouse", message: "No such warehouse" }) : undefined;
    const all = stockRecordsOf(await readStocked());
    return sendReport({
      name: `Stock ${only ? `${fileNamePart(only.w_id)} ` : ""}${dayText(today)}`,
      title: "Current stock",
      columns: [...stockColumns, shelfColumn],
      rows: [only ? all.filter(({ warehouse }) => warehouse._id === only._id) : all],
      about: [["Warehouse", only ? `${only.name} (${only.w_id})` : "All"]],
      now,
    });
  },
});
