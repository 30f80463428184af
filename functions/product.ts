// The export of all products. A Lambda of its own, because the specification names it /v1/product and not /v1/products.
import { dateTimeText, dayText } from "#shared/day.ts";
import type { Product } from "#shared/product.ts";
import { productLabels } from "#shared/product-label.ts";
import { minimumStock } from "#shared/reorder.ts";
import { readCatalogue } from "./lib/catalogue/products.ts";
import { serve } from "./lib/http/serve.ts";
import { type Column, productColumns, sendReport } from "./lib/reports/report.ts";

const columns: Column<Product>[] = [
  ...productColumns<Product>((product) => product),
  { head: productLabels.stock, width: 12, cell: ({ stock }) => stock },
  { head: productLabels.in_transit, width: 12, cell: ({ in_transit }) => in_transit },
  { head: productLabels.minimum, width: 12, cell: minimumStock },
  { head: productLabels.drr, width: 10, cell: ({ drr }) => Math.round(drr * 10) / 10 },
  { head: productLabels.lead_time, width: 11, cell: ({ lead_time }) => lead_time },
  { head: productLabels.pack, width: 16, cell: ({ pack }) => pack },
  { head: productLabels.codes, width: 24, cell: ({ codes }) => codes },
  { head: productLabels.amazon, width: 40, cell: ({ amazon }) => amazon },
  { head: productLabels.flipkart, width: 40, cell: ({ flipkart }) => flipkart },
  { head: productLabels.website, width: 40, cell: ({ website }) => website },
];

export const handler = serve("product", {
  "GET /v1/product/export": async ({ today, now }) =>
    sendReport({
      name: `Products ${dayText(today)}`,
      columns,
      rows: [await readCatalogue(today)],
      about: [
        ["Report", "All products"],
        ["Generated", dateTimeText(now)],
      ],
    }),
});
