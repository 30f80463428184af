// The export of all products. A Lambda of its own, because the specification names it /v1/product and not /v1/products.
import { productsOf } from "#shared/catalogue.ts";
import { dayText } from "#shared/day.ts";
import type { Product } from "#shared/product.ts";
import { productFieldNames, productLabels } from "#shared/product-fields.ts";
import { minimumStock } from "#shared/reorder.ts";
import { readCatalogue } from "./lib/catalogue/products.ts";
import { serve } from "./lib/http/serve.ts";
import { type Column, fieldColumn, productColumns } from "./lib/reports/column.ts";
import { sendReport } from "./lib/reports/report.ts";

const [_code, _name, ...entered] = productFieldNames;

const columns: Column<Product>[] = [
  ...productColumns<Product>((product) => product),
  { head: productLabels.stock, width: 12, cell: ({ stock }) => stock },
  { head: productLabels.in_transit, width: 12, cell: ({ in_transit }) => in_transit },
  { head: productLabels.minimum, width: 12, cell: minimumStock },
  { head: productLabels.drr, width: 10, cell: ({ drr }) => Math.round(drr * 10) / 10 },
  ...entered.map(fieldColumn),
];

export const handler = serve("product", {
  "GET /v1/product/export": async ({ today, now }) =>
    sendReport({
      name: `Products ${dayText(today)}`,
      title: "All products",
      columns,
      rows: [productsOf(await readCatalogue(), today)],
      now,
    }),
});
