// Sales by day: the last days from the stock items, closed days from their fold, a day without one from its ledger.
import { addDays, daysOf, type Range } from "#shared/day.ts";
import { type DaySales, foldSales, namedSales, type StoredSales, soldSales, subtractSales } from "#shared/day-sales.ts";
import type { Movement } from "#shared/movement.ts";
import { firstSoldDay } from "#shared/sales.ts";
import { getAll, mapLimit } from "../db/batch-reads.ts";
import { type Action, update } from "../db/dynamo.ts";
import { pack, unpack } from "../db/gzip-json.ts";
import { movements, type StockRow } from "../db/tables.ts";
import { entriesOf } from "../ledger/entries.ts";

const TableName = process.env.DAYS_TABLE ?? "";

/** A day's sales as gzipped JSON, and what was reversed: by the time of the fold, and in all. */
interface DayRow {
  day: string;
  sales?: Uint8Array;
  netted?: Set<string>;
  undone?: Set<string>;
}

/** Sales of every day of a range. Its cost grows with days and products sold, not with transactions. */
export const readSales = async (
  { start, end }: Range,
  today: string,
  stocks: readonly StockRow[],
): Promise<Map<string, DaySales>> => {
  const kept = firstSoldDay(today);
  const closed = start < kept ? await closedSales(daysOf(start, end < kept ? end : addDays(kept, -1))) : [];
  const recent = end >= kept ? soldSales(stocks, daysOf(start > kept ? start : kept, end)) : [];
  return new Map([...closed, ...recent]);
};

/** Sales of days by their folds. */
export const closedSales = async (days: string[]): Promise<[string, DaySales][]> => {
  const rows = await readRows(days);
  return mapLimit(days, async (day): Promise<[string, DaySales]> => [day, await salesOf(day, rows.get(day))]);
};

/** The fold less what was reversed since; without a fold, the ledger less what was reversed. */
const salesOf = async (day: string, row: DayRow | undefined): Promise<DaySales> => {
  if (!row?.sales) return foldSales((await standing(day, row)).entries);
  const sales = namedSales(await unpack<StoredSales>(row.sales));
  const since = unnetted(row);
  if (since.length === 0) return sales;
  return subtractSales(sales, foldSales([...(await movements.findAll(since)).values()]));
};

const unnetted = ({ undone = new Set(), netted = new Set() }: DayRow): string[] =>
  [...undone].filter((id) => !netted.has(id));

/** Entries of a day that were not reversed, and the ids of those that were: their own rows or the day's say so. */
const standing = async (day: string, row: DayRow | undefined): Promise<{ entries: Movement[]; netted: string[] }> => {
  const all = await entriesOf(day);
  const reversed = ({ _id, reversed_by }: Movement) => reversed_by !== undefined || row?.undone?.has(_id) === true;
  return { entries: all.filter((entry) => !reversed(entry)), netted: all.filter(reversed).map(({ _id }) => _id) };
};

const readRows = async (days: string[], ConsistentRead = false): Promise<Map<string, DayRow>> => {
  const found = await getAll({ table: TableName, keys: days.map((day) => ({ day })), ConsistentRead });
  const rows = [...found.values()].flat() as unknown as DayRow[];
  return new Map(rows.map((row) => [row.day, row]));
};

/** Folds every day that has no fold, or reversals that its fold does not know; gives how many it wrote. */
export const foldDays = async (days: string[]): Promise<number> => {
  const rows = await readRows(days, true);
  const open = days.filter((day) => {
    const row = rows.get(day);
    return !row?.sales || unnetted(row).length > 0;
  });
  for (const day of open) {
    const { entries, netted } = await standing(day, rows.get(day));
    const sales = await pack(foldSales(entries));
    // Both or neither: what another night has netted is not of this fold.
    await update({
      TableName,
      Key: { day },
      UpdateExpression: `SET sales = :sales${netted.length > 0 ? ", netted = :netted" : " REMOVE netted"}`,
      ExpressionAttributeValues: { ":sales": sales, ...(netted.length > 0 && { ":netted": new Set(netted) }) },
    });
  }
  return open.length;
};

/** Written with the reversal of a sale: its day's fold has to leave it out, whenever it is or was made. */
export const undone = ({ _id, day }: Movement): Action => ({
  Update: {
    TableName,
    Key: { day },
    UpdateExpression: "ADD undone :id",
    ExpressionAttributeValues: { ":id": new Set([_id]) },
  },
});
