// Product histories: the movements of a product with a running balance. The nightly job stores the entries of closed
// days.
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { addDays, dayOf, listDays, type Range } from "#shared/day.ts";
import type { History, HistoryRow } from "#shared/history.ts";
import { type Movement, toTransactions } from "#shared/movement.ts";
import { sumLines } from "#shared/posting-effect.ts";
import { readTags } from "../catalogue/tags.ts";
import { mapLimit, putAll, queryAll, slices } from "../db/batch-reads.ts";
import { dynamo } from "../db/dynamo.ts";
import { gunzipJson, gzipJson } from "../db/gzip-json.ts";
import { type ProductRow, stocks, type WarehouseRow, warehouses } from "../db/tables.ts";
import { readProductEntries, returnedFrom, withReversedChannels } from "../ledger/entries.ts";
import { applyLines, type Balances, type HeldUnits } from "./held-units.ts";
import { readClosedUntil } from "./night.ts";

const TableName = process.env.HISTORY_TABLE ?? "";

/** Entries of one item, limited to 400 KB: an entry with the longest remarks takes 6 KB, or 10 KB if it closed a container. */
const maxEntries = 30;

interface HistoryItem {
  product: string;
  /** A busy day has several items: 2026-11-20, 2026-11-20~1, 2026-11-20~2. */
  day: string;
  /** The entries of this item, with the product's own lines only, as gzipped JSON. */
  entries: Uint8Array;
  /** Its units at the close of the day. */
  held: HeldUnits;
}

/** Entries by product. In one pass and without copies, because a day has thousands of both. */
export const entriesByProduct = (entries: readonly Movement[]): Map<string, Movement[]> => {
  const found = new Map<string, Movement[]>();
  for (const entry of entries)
    for (const product of new Set(entry.lines.map(([id]) => id))) {
      const own = found.get(product);
      if (own) own.push(entry);
      else found.set(product, [entry]);
    }
  return found;
};

/** An entry with the lines of one product, as a history shows it. What was corrected of it follows from later entries. */
const ofProduct = (
  product: string,
  { sent: _, now: __, corrections: ___, replaced: ____, ...entry }: Movement,
): Movement => ({
  ...entry,
  lines: entry.lines.filter(([id]) => id === product),
});

/** Items that are zipped and written at once: each zipping takes 256 KB meanwhile. */
const maxItems = 400;

/** Writes a closed day's entries of every product that moved, with its balances at the close. */
export const writeHistory = async (day: string, entries: readonly Movement[], balances: Balances): Promise<void> => {
  // Split by position, so that an interrupted job overwrites all its items when it runs again.
  const parts = [...entriesByProduct(entries)].flatMap(([product, own]) =>
    slices(own, maxEntries).map((some, index) => ({ product, index, some })),
  );
  for (const slice of slices(parts, maxItems)) {
    const items = await mapLimit(slice, async ({ product, index, some }): Promise<HistoryItem> => {
      const zipped = await gzipJson(some.map((entry) => ofProduct(product, entry)));
      const held = balances.get(product) ?? {};
      return { product, day: index === 0 ? day : `${day}~${index}`, entries: zipped, held };
    });
    await putAll(TableName, items);
  }
};

/**
 * A product's movements in a range with the balance after each. It starts from the last stored close before the range
 * and reads on to today, because a later entry may be a reversal. Days that are not closed come from the ledger.
 */
export const readHistory = async ({ _id, created_at }: ProductRow, range: Range, today: string): Promise<History> => {
  const { start, end } = range;
  const closedUntil = (await readClosedUntil()) ?? addDays(dayOf(created_at), -1);
  const firstOpen = addDays(closedUntil, 1);
  const [before, items, stockRow, warehouseRows] = await Promise.all([
    lastItemBefore(_id, start < firstOpen ? start : firstOpen),
    itemsBetween(_id, start, today),
    stocks.find(_id),
    warehouses.listWithDeleted(),
  ]);
  const entries = await readEntriesOf(_id, items, firstOpen, today);
  const total = totalReader(warehouseRows);
  const balances: Balances = new Map([[_id, { ...before?.held }]]);
  for (const { lines } of entries.filter(({ day }) => day < start)) applyLines(balances, lines);
  const opening = total(balances.get(_id), (deleted_at) => dayOf(deleted_at) < start);
  const inRange = entries.filter(({ day }) => start <= day && day <= end);
  const rows = await withBalances(_id, balances, inRange, returnsById(entries), total);
  const closing = total(balances.get(_id), (deleted_at) => dayOf(deleted_at) <= end);
  // The last entries may be missing in the ledger's index, which is eventually consistent.
  const settling = end === today && !haveSameUnits(balances.get(_id), stockRow?.held);
  return { opening, rows, closing, settling };
};

/** A product's entries until today, oldest first: those of closed days from their items, others from the ledger. */
const readEntriesOf = async (
  product: string,
  items: HistoryItem[],
  firstOpen: string,
  today: string,
): Promise<Movement[]> => {
  const openDays = firstOpen <= today ? listDays(firstOpen, today) : [];
  const ledger = (await mapLimit(openDays, (day) => readProductEntries(product, day))).flat();
  const own = entriesByProduct(ledger).get(product) ?? [];
  return [...(await unzip(items, firstOpen)), ...own.map((entry) => ofProduct(product, entry))].sort(byCreation);
};

/** A product's entries of closed days from a day on, oldest first. */
export const readStoredEntries = async (product: string, start: string, firstOpen: string): Promise<Movement[]> =>
  start < firstOpen ? (await unzip(await itemsBetween(product, start, firstOpen), firstOpen)).sort(byCreation) : [];

const unzip = async (items: HistoryItem[], firstOpen: string): Promise<Movement[]> => {
  // A nightly job that is running, or was interrupted, has written items of days that do not count as closed yet.
  const closed = items.filter(({ day }) => day < firstOpen);
  return (await Promise.all(closed.map((item) => gunzipJson<Movement[]>(item.entries)))).flat();
};

export const byCreation = (a: Movement, b: Movement): number =>
  a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a._id < b._id ? -1 : 1;

const lastItemBefore = async (product: string, start: string): Promise<HistoryItem | undefined> => {
  const { Items } = await dynamo.send(
    new QueryCommand({
      ...productQuery(product, "#day < :start", { ":start": start }),
      ScanIndexForward: false,
      Limit: 1,
    }),
  );
  return Items?.[0] as HistoryItem | undefined;
};

const itemsBetween = (product: string, start: string, end: string): Promise<HistoryItem[]> =>
  queryAll(productQuery(product, "#day BETWEEN :start AND :end", { ":start": start, ":end": end }));

const productQuery = (product: string, days: string, values: Record<string, string>) => ({
  TableName,
  KeyConditionExpression: `product = :product AND ${days}`,
  ExpressionAttributeNames: { "#day": "day" },
  ExpressionAttributeValues: { ":product": product, ...values },
});

/** Reversals and corrections by the ids of their originals: stored entries do not know of later ones. */
const returnsById = (entries: readonly Movement[]): Map<string | undefined, Movement[]> =>
  Map.groupBy(
    entries.filter((entry) => returnedFrom(entry)),
    returnedFrom,
  );

/** An entry of one product as reversals and corrections have left it. */
const asLeft = (entry: Movement, returns: readonly Movement[] = []): Movement => {
  const reversed_by = entry.reversed_by ?? returns.find(({ reverses }) => reverses)?._id;
  const corrections = returns.filter(({ corrects }) => corrects);
  const now = sumLines([entry, ...corrections].flatMap(({ lines }) => lines));
  return {
    ...entry,
    ...(reversed_by && { reversed_by }),
    ...(corrections.length > 0 && { corrections: corrections.length, now }),
  };
};

/** The transactions of entries, with the product's balance after each. Applies them to `balances`. */
const withBalances = async (
  product: string,
  balances: Balances,
  found: Movement[],
  returns: ReadonlyMap<string | undefined, readonly Movement[]>,
  total: TotalUnits,
): Promise<HistoryRow[]> => {
  const [entries, tags] = await Promise.all([withReversedChannels(found), readTags(found)]);
  return entries.flatMap((entry) => {
    const rows = toTransactions(asLeft(entry, returns.get(entry._id)), tags.product, tags.warehouse);
    return rows.map((row, index) => {
      applyLines(balances, entry.lines.slice(index, index + 1));
      const held = balances.get(product);
      const units = total(held, (deleted_at) => deleted_at <= entry.created_at);
      return { ...row, balance: held?.[row.warehouse._id] ?? 0, total: units };
    });
  });
};

/** Units in all warehouses, without those that were deleted by then, which took their stock with them. */
type TotalUnits = (held: HeldUnits | undefined, wasDeleted: (deleted_at: string) => boolean) => number;

const totalReader = (warehouseRows: readonly WarehouseRow[]): TotalUnits => {
  const deletedAt = new Map(warehouseRows.map(({ _id, deleted_at }) => [_id, deleted_at]));
  return (held = {}, wasDeleted) =>
    Object.entries(held).reduce((units, [warehouse, quantity]) => {
      const deleted_at = deletedAt.get(warehouse);
      return deleted_at && wasDeleted(deleted_at) ? units : units + quantity;
    }, 0);
};

const haveSameUnits = (a: HeldUnits = {}, b: HeldUnits = {}): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every(
    (warehouse) => (a[warehouse] ?? 0) === (b[warehouse] ?? 0),
  );
