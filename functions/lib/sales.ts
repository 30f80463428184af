// Sales by day: the last days from the stock items, closed days from their fold, a day without one from its ledger.
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { addDays, daysOf, type Range } from "#shared/day.ts";
import { type DaySales, firstSoldDay, foldSales, soldSales } from "#shared/sales.ts";
import { dynamo } from "./dynamo.ts";
import { entriesOf } from "./ledger.ts";
import { getAll } from "./pages.ts";
import type { StockRow } from "./tables.ts";

const TableName = process.env.DAYS_TABLE ?? "";
const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** A closed day: its sales as gzipped JSON. */
interface DayRow {
  day: string;
  units?: Uint8Array;
}

/** Sales of every day of a range. Its cost grows with days and products sold, not with transactions. */
export const readSales = async (
  { start, end }: Range,
  today: string,
  stocks: readonly StockRow[],
): Promise<Map<string, DaySales>> => {
  const open = firstSoldDay(today);
  const closed = start < open ? await readClosed(daysOf(start, end < open ? end : addDays(open, -1))) : [];
  const recent = end >= open ? soldSales(stocks, daysOf(start > open ? start : open, end)) : [];
  return new Map([...closed, ...recent]);
};

const readClosed = async (days: string[]): Promise<[string, DaySales][]> => {
  const folded = await readFolds(days);
  return Promise.all(
    days.map(async (day): Promise<[string, DaySales]> => [day, folded.get(day) ?? (await foldOf(day))]),
  );
};

const foldOf = async (day: string): Promise<DaySales> => foldSales(await entriesOf(day));

/** The folds there are, by day. */
const readFolds = async (days: string[]): Promise<Map<string, DaySales>> => {
  const found = await getAll({ table: TableName, keys: days.map((day) => ({ day })), ConsistentRead: false });
  const rows = [...found.values()].flat() as unknown as DayRow[];
  const folds = rows.map(
    async ({ day, units }): Promise<[string, DaySales][]> =>
      units ? [[day, JSON.parse((await unzip(units)).toString()) as DaySales]] : [],
  );
  return new Map((await Promise.all(folds)).flat());
};

/** Folds every day of a range that has no fold; gives how many it wrote. */
export const foldDays = async (days: string[]): Promise<number> => {
  const folded = await readFolds(days);
  const missing = days.filter((day) => !folded.has(day));
  for (const day of missing) {
    const units = await zip(JSON.stringify(await foldOf(day)));
    await dynamo.send(
      new UpdateCommand({
        TableName,
        Key: { day },
        UpdateExpression: "SET units = :units",
        ExpressionAttributeValues: { ":units": units },
      }),
    );
  }
  return missing.length;
};
