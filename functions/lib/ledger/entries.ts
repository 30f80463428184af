// Reads of the ledger: movements by day, newest first.
import type { Range } from "#shared/day.ts";
import type { DaysPage } from "#shared/field.ts";
import type { Movement } from "#shared/movement.ts";
import { isTold, saleDay, soldOn } from "#shared/sale-day.ts";
import { getAll, queryAll } from "../db/batch-reads.ts";
import { onDay, readByDay, readFrom, readPageByDay } from "../db/day-index.ts";
import { movements } from "../db/tables.ts";

export const ledgerByDay = { TableName: movements.name, IndexName: "byDay" };

/** Entries of a range, newest first, in portions of one day at most. */
export const readEntries = (range: Range): AsyncGenerator<Movement[]> => readByDay<Movement>(ledgerByDay, range);

/** Entries from an instant to a day, in no order; by default with all fields. */
export const readEntriesFrom = (from: string, end: string, fields?: readonly string[]): Promise<Movement[]> =>
  readFrom(ledgerByDay, from, end, fields);

export const readDayEntries = async (day: string): Promise<Movement[]> => {
  const entries: Movement[] = [];
  for await (const found of readEntries({ start: day, end: day })) entries.push(...found);
  return entries;
};

/** Lines of an entry in which DynamoDB looks for a product: most entries have one line. */
const filteredLines = 4;

/** Entries of one day that may have moved a product: also any with more than `filteredLines` lines. */
export const readProductEntries = (product: string, day: string): Promise<Movement[]> => {
  const hasProduct = Array.from({ length: filteredLines }, (_, line) => `#lines[${line}][0] = :product`);
  return queryAll({
    ...ledgerByDay,
    ...onDay(day, { "#lines": "lines" }, { ":product": product, ":filteredLines": filteredLines }),
    FilterExpression: [...hasProduct, "size(#lines) > :filteredLines"].join(" OR "),
  });
};

/** Characters of a row in the API's answer, compressed: a page then has 5,000 rows without remarks. */
const rowLength = 200;

/** A page of the entries of a range, newest first, and the query of the next page. */
export const readEntriesPage = (query: DaysPage) =>
  readPageByDay<Movement>(ledgerByDay, query, ({ lines, remarks = "" }) => lines.length * (rowLength + remarks.length));

/** The movement that an entry reverses, wholly or in part. */
export const returnedFrom = ({ reverses, corrects }: Movement): string | undefined => reverses ?? corrects;

/** Entries as they are listed: a reversal or correction with the channel of its sale, and the day of one that was told. */
export const withReversedChannels = async (entries: readonly Movement[]): Promise<readonly Movement[]> => {
  const ids = entries.flatMap((entry) => returnedFrom(entry) ?? []);
  if (ids.length === 0) return entries;
  const sales = movements.rowsIn(await getAll(movements.batchGet(ids, ["_id", "kind", "channel", "day", "sold_on"])));
  return entries.map((entry) => {
    const sale = sales.get(returnedFrom(entry) ?? "");
    if (!sale?.channel) return entry;
    return { ...entry, channel: sale.channel, ...(isTold(sale.kind) && soldOn(saleDay(sale), entry.day)) };
  });
};
