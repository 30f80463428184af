// The stock report for a date: current stock for today, closing stock for an earlier day.
import { stockRecords, stockRecordsOf } from "#shared/catalogue.ts";
import { checkNotFuture, dayOf, dayText } from "#shared/day.ts";
import { mayAct } from "#shared/role.ts";
import type { StockRecord } from "#shared/stock.ts";
import { readStocked } from "./lib/catalogue/products.ts";
import { correctedBalances } from "./lib/days/balances.ts";
import { products, type SoftDeletable, warehouses } from "./lib/db/tables.ts";
import { serve } from "./lib/http/serve.ts";
import { sendReport } from "./lib/reports/report.ts";
import { costsOf, stockColumns, valueByWarehouse, valueColumns } from "./lib/reports/stock-report.ts";

export const handler = serve("stock-report", {
  "GET /v1/stock-report/export": async ({ query: { date }, user, today, now }) => {
    checkNotFuture("date", date, today);
    const { records, products } = date === today ? await recordsOfToday() : await recordsOf(date);
    const costs = costsOf(mayAct(user.role, "manager") ? products : []);
    return sendReport({
      name: `Stock of ${dayText(date)}`,
      title: date === today ? "Current stock" : "Stock at the close of the day",
      columns: [...stockColumns, ...valueColumns(costs)],
      rows: [records],
      about: [["Date", dayText(date)], ...valueByWarehouse(records, costs)],
      now,
    });
  },
});

interface Records {
  records: StockRecord[];
  products: readonly { _id: string; cost?: number | undefined }[];
}

const recordsOfToday = async (): Promise<Records> => {
  const catalogue = await readStocked();
  return { records: stockRecordsOf(catalogue), products: catalogue.products };
};

/** Under today's names, without products and warehouses deleted on or before the date. */
const recordsOf = async (date: string): Promise<Records> => {
  const [productRows, warehouseRows, balances] = await Promise.all([
    products.listWithDeleted(),
    warehouses.listWithDeleted(),
    correctedBalances(date),
  ]);
  const existed = ({ deleted_at }: SoftDeletable) => deleted_at === undefined || dayOf(deleted_at) > date;
  const heldBy = (product: string) => balances.get(product);
  return {
    records: stockRecords(productRows.filter(existed), warehouseRows.filter(existed), heldBy),
    products: productRows,
  };
};
