// The stock report for a date: current stock for today, closing stock for an earlier day.
import { stockRecords, stockRecordsOf } from "#shared/catalogue.ts";
import { checkNotFuture, dayOf, dayText } from "#shared/day.ts";
import type { StockRecord } from "#shared/stock.ts";
import { readStocked } from "./lib/catalogue/products.ts";
import { correctedBalances } from "./lib/days/balances.ts";
import { products, type SoftDeletable, warehouses } from "./lib/db/tables.ts";
import { serve } from "./lib/http/serve.ts";
import { sendReport } from "./lib/reports/report.ts";
import { stockColumns } from "./lib/reports/stock-report.ts";

export const handler = serve("stock-report", {
  "GET /v1/stock-report/export": async ({ query: { date }, today, now }) => {
    checkNotFuture("date", date, today);
    return sendReport({
      name: `Stock of ${dayText(date)}`,
      title: date === today ? "Current stock" : "Stock at the close of the day",
      columns: stockColumns,
      rows: [date === today ? stockRecordsOf(await readStocked()) : await recordsOf(date)],
      about: [["Date", dayText(date)]],
      now,
    });
  },
});

/** Under today's names, without products and warehouses deleted on or before the date. */
const recordsOf = async (date: string): Promise<StockRecord[]> => {
  const [productRows, warehouseRows, balances] = await Promise.all([
    products.listWithDeleted(),
    warehouses.listWithDeleted(),
    correctedBalances(date),
  ]);
  const existed = ({ deleted_at }: SoftDeletable) => deleted_at === undefined || dayOf(deleted_at) > date;
  return stockRecords(productRows.filter(existed), warehouseRows.filter(existed), (product) => balances.get(product));
};
