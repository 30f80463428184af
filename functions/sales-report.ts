// Sales reports of a range of days: of all channels, or of one.
import { type Channel, channelLabel, channels } from "#shared/channel.ts";
import { checkRange, countDays, dayRangeText, type Range } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import { countText } from "#shared/format.ts";
import { analyse, type ProductSales } from "#shared/sales.ts";
import { sum } from "#shared/sum.ts";
import { productsWithDeleted, readCatalogueRows } from "./lib/catalogue/products.ts";
import { readSales } from "./lib/days/daily-sales.ts";
import { serve } from "./lib/http/serve.ts";
import { type Column, productColumns } from "./lib/reports/column.ts";
import { sendReport } from "./lib/reports/report.ts";

const productHeads = productColumns(({ p_id, name, deleted }: ProductSales) => ({
  p_id,
  name: deleted ? `${name} (deleted)` : name,
}));

const unitsOf = (sales: ProductSales, channel: Channel): number => sales.saleChannels[channel] ?? 0;
const totalOf = (sales: ProductSales): number => sum(channels.map((channel) => unitsOf(sales, channel)));
const rate = (units: number, days: number): number => Math.round((units * 10) / days) / 10;

const combined: Column<ProductSales>[] = [
  ...productHeads,
  ...channels.map((channel) => ({
    head: channelLabel(channel),
    width: 11,
    cell: (sales: ProductSales) => unitsOf(sales, channel),
  })),
  { head: "Total", width: 11, cell: totalOf },
  { head: "DRR", width: 10, cell: (sales) => rate(totalOf(sales), sales.period) },
];

const single = (channel: Channel): Column<ProductSales>[] => [
  ...productHeads,
  { head: "Units", width: 11, cell: (sales) => unitsOf(sales, channel) },
  { head: "DRR", width: 10, cell: (sales) => rate(unitsOf(sales, channel), sales.period) },
];

export const handler = serve("sales-report", {
  "GET /v1/sales-report/export": async ({ query, today, now }) => {
    const sold = (await sales(query, today)).filter((product) => totalOf(product) > 0);
    return report("Combined Sales Report", combined, sold, query, now);
  },

  "GET /v1/sales-report/export/{channel}": async ({ path, query, today, now }) => {
    const channel = channels.find((known) => known === path.channel);
    if (!channel) throw new Failure("RESOURCE_NOT_FOUND", { field: "channel", message: "Unknown channel" });
    const sold = (await sales(query, today)).filter((product) => unitsOf(product, channel) > 0);
    return report(`${channelLabel(channel)} Sales Report`, single(channel), sold, query, now);
  },
});

const sales = async (range: Range, today: string): Promise<ProductSales[]> => {
  checkRange(range, today);
  const rows = await readCatalogueRows();
  const sales = await readSales(range, today, rows.stockRows);
  return analyse(range, sales, productsWithDeleted(rows, today)).productSales;
};

const report = (title: string, columns: Column<ProductSales>[], sold: ProductSales[], range: Range, now: Date) =>
  sendReport({
    name: `${title} ${dayRangeText(range)}`,
    title,
    columns,
    rows: [sold],
    about: [["Range", `${dayRangeText(range)}, ${countText(countDays(range.start, range.end), "day")}`]],
    now,
  });
