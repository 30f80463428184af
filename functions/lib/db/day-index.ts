// The index `byDay` of movements, changes, shipments and orders: rows of a range of business days, newest first, all of them or a
// page.
import { QueryCommand, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { checkRange, dayOf, listDays, type Range } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import type { DaysPage } from "#shared/field.ts";
import { mapLimit, projection, queryAll } from "./batch-reads.ts";
import { dynamo } from "./dynamo.ts";

interface DatedRow {
  _id: string;
  day: string;
  created_at: string;
}

/** The last row that was read: the next read starts after it. */
type PageCursor = Pick<DatedRow, "day" | "created_at" | "_id">;

/** Rows of one query. */
const queryLimit = 1_000;
/** Days that are queried in parallel, as long as all of them have fewer rows than `queryLimit`. */
const maxParallelDays = 16;
/** Characters after which a page ends with the current row. A Lambda answers 6 MB at most, which a year exceeds. */
const maxPageLength = 1_000_000;

/** A table and its index, as in `{ TableName: movements.name, IndexName: "byDay" }`. */
export type DayIndex = Required<Pick<QueryCommandInput, "TableName" | "IndexName">>;

/** The condition of one day's rows, to which a filter can be added. */
export const onDay = (day: string, names = {}, values = {}) => ({
  KeyConditionExpression: "#day = :day",
  ExpressionAttributeNames: { "#day": "day", ...names },
  ExpressionAttributeValues: { ":day": day, ...values },
});

/** Rows from an instant to a day, in no order; by default with all fields. */
export const readFrom = async <R>(
  index: DayIndex,
  from: string,
  end: string,
  fields?: readonly string[],
): Promise<R[]> => {
  const only = fields && projection(fields);
  const found = await mapLimit(listDays(dayOf(from), end), (day) =>
    queryAll<R>({
      ...index,
      ...only,
      ...onDay(day, { "#created_at": "created_at", ...only?.ExpressionAttributeNames }, { ":from": from }),
      KeyConditionExpression: "#day = :day AND #created_at >= :from",
    }),
  );
  return found.flat();
};

interface QueryResult<R> {
  found: R[];
  last?: PageCursor;
}

const queryDay = async <R>(index: DayIndex, day: string, after?: PageCursor): Promise<QueryResult<R>> => {
  const { Items = [], LastEvaluatedKey } = await dynamo.send(
    new QueryCommand({
      ...index,
      ...onDay(day),
      ScanIndexForward: false,
      Limit: queryLimit,
      ...(after && { ExclusiveStartKey: after }),
    }),
  );
  return { found: Items as R[], last: LastEvaluatedKey as PageCursor | undefined };
};

/** Rows of a range, newest first, in portions of one day at most. Several quiet days are queried in parallel. */
export async function* readByDay<R extends DatedRow>(
  index: DayIndex,
  { start, end }: Range,
  after?: PageCursor,
): AsyncGenerator<R[]> {
  const days = listDays(start, after?.day ?? end).reverse();
  for (let at = 0, stride = 1; at < days.length; ) {
    const some = days.slice(at, at + stride);
    const firsts = await Promise.all(
      some.map((day) => queryDay<R>(index, day, day === after?.day ? after : undefined)),
    );
    for (const [position, day] of some.entries()) {
      let part = firsts[position];
      while (part) {
        yield part.found;
        part = part.last && (await queryDay<R>(index, day, part.last));
      }
    }
    at += some.length;
    const rows = firsts.reduce((sum, { found }) => sum + found.length, 0);
    stride = rows < queryLimit ? Math.min(maxParallelDays, stride * 2) : 1;
  }
}

/** A page of the rows of a range, newest first, and the query of the next page; `lengthOf` a row is in characters. */
export const readPageByDay = async <R extends DatedRow>(
  index: DayIndex,
  { start, end, after }: DaysPage,
  lengthOf: (row: R) => number,
): Promise<{ rows: R[]; next?: { start: string; end: string; after: string } }> => {
  const rows: R[] = [];
  let length = 0;
  for await (const found of readByDay<R>(index, { start, end }, after ? readPageCursor(after, start, end) : undefined))
    for (const row of found) {
      rows.push(row);
      length += lengthOf(row);
      if (length >= maxPageLength) return { rows, next: { start, end, after: writePageCursor(row) } };
    }
  return { rows };
};

/** Characters that an item takes in an answer, with the names of its product. */
const itemLength = 400;

/** A page of containers or orders made in a range of days that a query names, deleted ones included. */
export const readPageOfItems = async <R extends DatedRow & { items: readonly unknown[] }>(
  index: DayIndex,
  query: Partial<DaysPage>,
  today: string,
) => {
  const lengthOf = ({ items }: R) => items.length * itemLength;
  return readPageByDay<R>(index, { ...rangeIn(query, today), after: query.after }, lengthOf);
};

/** The days that a query names, or 400. */
export const rangeIn = ({ start, end }: Partial<Range>, today: string): Range => {
  if (!start || !end)
    throw new Failure("BAD_REQUEST", { field: start ? "end" : "start", message: "Give both days, or none" });
  checkRange({ start, end }, today);
  return { start, end };
};

const writePageCursor = ({ day, created_at, _id }: PageCursor): string => [day, created_at, _id].join("~");

const cursorPattern = /^(\d{4}-\d{2}-\d{2})~([\dTZ:.-]{24})~([\w.-]{1,64})$/;

/** 400 unless the cursor is one of ours within the range: another one would start a query outside it. */
const readPageCursor = (after: string, start: string, end: string): PageCursor => {
  const [, day = "", created_at = "", _id = ""] = cursorPattern.exec(after) ?? [];
  if (day < start || day > end) throw new Failure("BAD_REQUEST", { field: "after", message: "Unknown page" });
  return { day, created_at, _id };
};
