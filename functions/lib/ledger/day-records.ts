// What postings tell of the sales of an earlier day, which may have closed: reports add it to the sales stored then.
import type { Action } from "../db/dynamo.ts";

/** Sales of closed days (days/daily-sales.ts). */
export const daysTable = process.env.DAYS_TABLE ?? "";

/** What is told of the sales of a day after its postings, by the id of the movement that tells it. */
export interface DayRecord {
  day: string;
  id: string;
  /** Units that came back are `undone`, and units that were sold on that day are `late`: the stored names. */
  set: "undone" | "late";
}

/**
 * Written with postings that return units of a sale, or tell one of a day before, so that the sales of their day know of them
 * whether they are folded yet or not. Of what came back the id is that of the correction or reversal, or of a sale that was
 * returned as it was posted, as earlier releases have it.
 */
export const recordOnDays = (records: readonly DayRecord[]): Action[] =>
  [...Map.groupBy(records, ({ day }) => day)].map(([day, own]) => {
    // One action for each day: a transaction may change an item only once.
    const sets = [...Map.groupBy(own, ({ set }) => set)];
    return {
      Update: {
        TableName: daysTable,
        Key: { day },
        UpdateExpression: `ADD ${sets.map(([set]) => `${set} :${set}`)}`,
        ExpressionAttributeValues: Object.fromEntries(
          sets.map(([set, some]) => [`:${set}`, new Set(some.map(({ id }) => id))]),
        ),
      },
    };
  });
