// Reads of the ledger: movements by day, newest first.
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { listDays, type Range } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import type { DaysPage } from "#shared/field.ts";
import type { Movement } from "#shared/movement.ts";
import { queryAll } from "../db/batch-reads.ts";
import { dynamo } from "../db/dynamo.ts";
import { movements } from "../db/tables.ts";

/** The last movement that was read: the next read starts after it. */
type Cursor = Pick<Movement, "day" | "created_at" | "_id">;

/** Entries of one query. */
const queryLimit = 1_000;
/** Days that are queried in parallel, as long as all of them have fewer entries than `queryLimit`. */
const maxParallelDays = 16;

interface QueryResult {
  found: Movement[];
  last?: Cursor;
}

const byDayQuery = (day: string, names = {}, values = {}) => ({
  TableName: movements.name,
  IndexName: "byDay",
  KeyConditionExpression: "#day = :day",
  ExpressionAttributeNames: { "#day": "day", ...names },
  ExpressionAttributeValues: { ":day": day, ...values },
});

const queryDay = async (day: string, after?: Cursor): Promise<QueryResult> => {
  const { Items = [], LastEvaluatedKey } = await dynamo.send(
    new QueryCommand({
      ...byDayQuery(day),
      ScanIndexForward: false,
      Limit: queryLimit,
      ...(after && { ExclusiveStartKey: after }),
    }),
  );
  return { found: Items as Movement[], last: LastEvaluatedKey as Cursor | undefined };
};

/** Entries of a range, newest first, in portions of one day at most. Several quiet days are queried in parallel. */
export async function* readEntries({ start, end }: Range, after?: Cursor): AsyncGenerator<Movement[]> {
  const days = listDays(start, after?.day ?? end).reverse();
  for (let at = 0, stride = 1; at < days.length; ) {
    const some = days.slice(at, at + stride);
    const firsts = await Promise.all(some.map((day) => queryDay(day, day === after?.day ? after : undefined)));
    for (const [index, day] of some.entries())
      for (let part = firsts[index]; part; part = part.last && (await queryDay(day, part.last))) yield part.found;
    at += some.length;
    const entries = firsts.reduce((sum, { found }) => sum + found.length, 0);
    stride = entries < queryLimit ? Math.min(maxParallelDays, stride * 2) : 1;
  }
}

/** All entries of one day, newest first. */
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
    ...byDayQuery(day, { "#lines": "lines" }, { ":product": product, ":filteredLines": filteredLines }),
    FilterExpression: [...hasProduct, "size(#lines) > :filteredLines"].join(" OR "),
  });
};

/**
 * Rows, and characters of remarks in them, after which a page ends with the current movement. A Lambda answers 6 MB at
 * most, which a range of a year exceeds.
 */
const maxPageRows = 5_000;
const maxPageRemarks = 1_000_000;

/** A page of the entries of a range, newest first, and the query of the next page. */
export const readEntriesPage = async ({
  start,
  end,
  after,
}: DaysPage): Promise<{ entries: Movement[]; next?: DaysPage }> => {
  const entries: Movement[] = [];
  let rows = 0;
  let remarks = 0;
  for await (const found of readEntries({ start, end }, after ? readCursor(after, start, end) : undefined))
    for (const entry of found) {
      entries.push(entry);
      rows += entry.lines.length;
      remarks += entry.lines.length * (entry.remarks?.length ?? 0);
      if (rows >= maxPageRows || remarks >= maxPageRemarks)
        return { entries, next: { start, end, after: writeCursor(entry) } };
    }
  return { entries };
};

const writeCursor = ({ day, created_at, _id }: Cursor): string => [day, created_at, _id].join("~");

const cursorPattern = /^(\d{4}-\d{2}-\d{2})~([\dTZ:.-]{24})~([\w.-]{1,64})$/;

/** 400 unless the cursor is one of ours within the range: another one would start a query outside it. */
const readCursor = (after: string, start: string, end: string): Cursor => {
  const [, day = "", created_at = "", _id = ""] = cursorPattern.exec(after) ?? [];
  if (day < start || day > end) throw new Failure("BAD_REQUEST", { field: "after", message: "Unknown page" });
  return { day, created_at, _id };
};
