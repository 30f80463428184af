// Histories of products: what moved on each closed day, written by the nightly job, and read with a running balance.
import { GetCommand, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { addDays, dayOf, listDays, type Range } from "#shared/day.ts";
import type { History, HistoryRow } from "#shared/history.ts";
import { type Movement, rowsOf } from "#shared/movement.ts";
import { readTags } from "../catalogue/tags.ts";
import { mapLimit, putAll, queryAll } from "../db/batch-reads.ts";
import { dynamo } from "../db/dynamo.ts";
import { gunzipJson, gzipJson } from "../db/gzip-json.ts";
import { type ProductRow, stocks, type WarehouseRow, warehouses } from "../db/tables.ts";
import { keysTable as keys } from "../db/unique-keys.ts";
import { splitIntoChunks } from "../ledger/batch.ts";
import { readProductEntries } from "../ledger/entries.ts";
import { applyLines, type Balances } from "./balances.ts";
import type { Held } from "./snapshots.ts";

const TableName = process.env.HISTORY_TABLE ?? "";

/** Entries of one item, which has 400 KB: an entry with the longest remarks takes 6 KB, or 10 if it closed a container. */
const mostEntries = 30;

interface HistoryItem {
  product: string;
  /** A busy day has more items: 2026-11-20, 2026-11-20~1, 2026-11-20~2. */
  day: string;
  /** Ledger entries of the day, or some of them, with the product's own lines, as gzipped JSON. */
  entries: Uint8Array;
  /** What warehouses held of it at the close. */
  held: Held;
}

/** Entries by product, each with that product's own lines; one walk, since a day has thousands of both. */
const byProduct = (entries: readonly Movement[]): Map<string, Movement[]> => {
  const found = new Map<string, Movement[]>();
  for (const entry of entries)
    for (const [product, lines] of Map.groupBy(entry.lines, ([id]) => id)) {
      const own = found.get(product) ?? [];
      own.push({ ...entry, lines });
      found.set(product, own);
    }
  return found;
};

/** Writes what a closed day did to each product that moved; the books are those of its close. */
export const writeHistory = async (day: string, entries: readonly Movement[], books: Balances): Promise<void> => {
  const rows = [...byProduct(entries)].flatMap(([product, own]) => {
    const kept = own.map(({ hash: _, ...entry }) => entry);
    // Cut by number, so that a night that was cut off and runs again overwrites every item of its first run.
    return splitIntoChunks(kept, mostEntries).map(async (some, part): Promise<HistoryItem> => {
      const held = books.get(product) ?? {};
      return { product, day: part === 0 ? day : `${day}~${part}`, entries: await gzipJson(some), held };
    });
  });
  await putAll(TableName, await Promise.all(rows));
};

const marker = { TableName: keys, Key: { key: "closed" } };

/** Says up to which day histories are written. */
export const markClosed = async (day: string): Promise<void> => {
  await dynamo.send(new PutCommand({ TableName: keys, Item: { ...marker.Key, day } }));
};

const readClosed = async (): Promise<string | undefined> =>
  (await dynamo.send(new GetCommand({ ...marker, ConsistentRead: true }))).Item?.day;

/**
 * A product's rows in a range, forward from the last close before it; days not closed yet come from the ledger. It reads
 * on to today: what was reversed since says so.
 */
export const readHistory = async (row: ProductRow, { start, end }: Range, today: string): Promise<History> => {
  const { _id } = row;
  const closed = (await readClosed()) ?? addDays(dayOf(row.created_at), -1);
  const [before, found, live, places] = await Promise.all([
    lastBefore(_id, start <= closed ? start : addDays(closed, 1)),
    between(_id, start, today),
    stocks.find(_id),
    warehouses.listWithDeleted(),
  ]);
  const inAll = totals(places);
  // A night that is under way, or was cut off, has written days that do not count as closed yet.
  const within = found.filter(({ day }) => day < addDays(closed, 1));
  const open = closed < today ? listDays(addDays(closed, 1), today) : [];
  const ledger = (await mapLimit(open, (day) => readProductEntries(_id, day))).flat();
  const entries = [
    ...(await Promise.all(within.map((item) => gunzipJson<Movement[]>(item.entries)))).flat(),
    ...(byProduct(ledger).get(_id) ?? []),
  ].sort(byTime);
  const books: Balances = new Map([[_id, { ...before?.held }]]);
  for (const { lines } of entries.filter(({ day }) => day < start)) applyLines(books, lines);
  const opening = inAll(books.get(_id), (deleted_at) => dayOf(deleted_at) < start);
  const asked = entries.filter(({ day }) => start <= day && day <= end);
  const rows = await balanced(_id, books, asked, reversals(entries), inAll);
  const closing = inAll(books.get(_id), (deleted_at) => dayOf(deleted_at) <= end);
  return { opening, rows, closing, settling: end === today && !same(books.get(_id), live?.held) };
};

const byTime = (a: Movement, b: Movement): number =>
  a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a._id < b._id ? -1 : 1;

const lastBefore = async (product: string, start: string): Promise<HistoryItem | undefined> => {
  const { Items } = await dynamo.send(
    new QueryCommand({ ...queryOf(product, "#day < :start", { ":start": start }), ScanIndexForward: false, Limit: 1 }),
  );
  return Items?.[0] as HistoryItem | undefined;
};

const between = (product: string, start: string, end: string): Promise<HistoryItem[]> =>
  queryAll(queryOf(product, "#day BETWEEN :start AND :end", { ":start": start, ":end": end }));

const queryOf = (product: string, days: string, values: Record<string, string>) => ({
  TableName,
  KeyConditionExpression: `product = :product AND ${days}`,
  ExpressionAttributeNames: { "#day": "day" },
  ExpressionAttributeValues: { ":product": product, ...values },
});

/** What was reversed, by what reversed it, which moved the same product. */
const reversals = (entries: readonly Movement[]): Map<string, string> =>
  new Map(entries.flatMap(({ _id, reverses }) => (reverses ? [[reverses, _id] as const] : [])));

/** Rows with the balance after each. */
const balanced = async (
  product: string,
  books: Balances,
  entries: Movement[],
  reversedBy: ReadonlyMap<string, string>,
  inAll: Totals,
): Promise<HistoryRow[]> => {
  const tags = await readTags(entries);
  return entries.flatMap((entry) => {
    const reversed_by = entry.reversed_by ?? reversedBy.get(entry._id);
    return rowsOf({ ...entry, ...(reversed_by && { reversed_by }) }, tags.product, tags.warehouse).map((row, index) => {
      applyLines(books, entry.lines.slice(index, index + 1));
      const held = books.get(product);
      const total = inAll(held, (deleted_at) => deleted_at <= entry.created_at);
      return { ...row, balance: held?.[row.warehouse._id] ?? 0, total };
    });
  });
};

/** Units in all warehouses but those that were gone; what a deleted one held went with it. */
type Totals = (held: Held | undefined, wasGone: (deleted_at: string) => boolean) => number;

const totals = (places: readonly WarehouseRow[]): Totals => {
  const deleted = new Map(places.map(({ _id, deleted_at }) => [_id, deleted_at]));
  return (held = {}, wasGone) =>
    Object.entries(held).reduce((units, [warehouse, quantity]) => {
      const deleted_at = deleted.get(warehouse);
      return deleted_at && wasGone(deleted_at) ? units : units + quantity;
    }, 0);
};

const same = (a: Held = {}, b: Held = {}): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every(
    (warehouse) => (a[warehouse] ?? 0) === (b[warehouse] ?? 0),
  );
