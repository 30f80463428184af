// The ledger, read: movements of a range of days, newest first.
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { listDays, type Range } from "#shared/day.ts";
import type { Movement } from "#shared/movement.ts";
import { queryAll } from "../db/batch-reads.ts";
import { dynamo } from "../db/dynamo.ts";
import { movements } from "../db/tables.ts";

/** The last movement of a page, from which the next one goes on. */
export type Cursor = Pick<Movement, "day" | "created_at" | "_id">;

/** Entries of one answer, and days asked for at once while together they are fewer. */
const fewEntries = 1_000;
const mostDays = 16;

interface Slice {
  found: Movement[];
  last?: Cursor;
}

const ofDay = (day: string, names = {}, values = {}) => ({
  TableName: movements.name,
  IndexName: "byDay",
  KeyConditionExpression: "#day = :day",
  ExpressionAttributeNames: { "#day": "day", ...names },
  ExpressionAttributeValues: { ":day": day, ...values },
});

const slice = async (day: string, after?: Cursor): Promise<Slice> => {
  const { Items = [], LastEvaluatedKey } = await dynamo.send(
    new QueryCommand({
      ...ofDay(day),
      ScanIndexForward: false,
      Limit: fewEntries,
      ...(after && { ExclusiveStartKey: after }),
    }),
  );
  return { found: Items as Movement[], last: LastEvaluatedKey as Cursor | undefined };
};

/** Entries of a range, newest first, in portions of a day; quiet days are asked for several at once. */
export async function* portions({ start, end }: Range, after?: Cursor): AsyncGenerator<Movement[]> {
  const days = listDays(start, after?.day ?? end).reverse();
  for (let at = 0, stride = 1; at < days.length; ) {
    const some = days.slice(at, at + stride);
    const firsts = await Promise.all(some.map((day) => slice(day, day === after?.day ? after : undefined)));
    for (const [index, day] of some.entries())
      for (let part = firsts[index]; part; part = part.last && (await slice(day, part.last))) yield part.found;
    at += stride;
    const entries = firsts.reduce((sum, { found }) => sum + found.length, 0);
    stride = entries < fewEntries ? Math.min(mostDays, stride * 2) : 1;
  }
}

/** All entries of one day, newest first. */
export const entriesOf = async (day: string): Promise<Movement[]> => {
  const entries: Movement[] = [];
  for await (const found of portions({ start: day, end: day })) entries.push(...found);
  return entries;
};

/** Lines of an entry in which DynamoDB looks for a product: most entries have one. */
const lookedAt = 4;

/** Entries of one day that may have moved a product: those with more lines than are looked at are all here. */
export const entriesAbout = (product: string, day: string): Promise<Movement[]> => {
  const found = Array.from({ length: lookedAt }, (_, line) => `#lines[${line}][0] = :product`);
  return queryAll({
    ...ofDay(day, { "#lines": "lines" }, { ":product": product, ":lookedAt": lookedAt }),
    FilterExpression: [...found, "size(#lines) > :lookedAt"].join(" OR "),
  });
};
