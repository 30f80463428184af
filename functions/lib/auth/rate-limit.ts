// Counts the calls of a program, so that one that runs wild costs little: in an item `rate#<program>` of Keys, which also tells when
// it called last. The item has the number of all its calls, at which number each window is full, and when that ends.
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { rateLimits } from "#shared/program.ts";
import { dynamo, getItem, ifCondition } from "../db/dynamo.ts";
import { keysTable } from "../db/unique-keys.ts";

interface Rate {
  calls: number;
  used_at: string;
  minute_to: number;
  day_to: number;
  /** Epoch seconds. */
  minute_ends: number;
  day_ends: number;
}

const { minute, day } = rateLimits;

/** Seconds after the last window, and so of a program that was deleted while it called. */
const keptFor = 400 * 86_400;

export const rateKey = (program: string) => ({ key: `rate#${program}` });

export const readRate = (program: string): Promise<Rate | undefined> => getItem<Rate>(keysTable, rateKey(program));

/** Counts a call unless a limit is reached: then `wait` is the seconds until that window ends. One update; two where one begins. */
export const countCall = async (program: string, at: Date) => {
  const [used_at, now] = [at.toISOString(), Math.floor(at.getTime() / 1_000)];
  for (;;) {
    const counted = await update(
      program,
      "SET calls = calls + :one, used_at = :used_at",
      "minute_ends > :now AND day_ends > :now AND calls < minute_to AND calls < day_to",
      { ":one": 1, ":used_at": used_at, ":now": now },
    );
    const rate = counted ?? (await readRate(program));
    const full = rate && !counted ? fullUntil(rate, now) : now;
    if (rate && (counted || full > now)) return { wait: full - now, headers: headersOf(rate, now) };
    await beginWindows(program, rate, used_at, now);
  }
};

const fullUntil = ({ calls, minute_to, minute_ends, day_to, day_ends }: Rate, now: number): number =>
  calls >= day_to && day_ends > now ? day_ends : calls >= minute_to ? minute_ends : now;

/** Begins those that have ended, unless another call has. */
const beginWindows = (program: string, before: Rate | undefined, used_at: string, now: number) => {
  const { calls = 0, minute_ends = 0, day_ends = 0, day_to = 0 } = before ?? {};
  const endOf = ({ seconds }: { seconds: number }) => (Math.floor(now / seconds) + 1) * seconds;
  const isSameDay = day_ends > now;
  return update(
    program,
    "SET calls = :calls, used_at = :used_at, minute_to = :minute_to, minute_ends = :minute, day_to = :day_to, day_ends = :day, expires = :expires",
    before ? "calls = :calls AND minute_ends = :before" : "attribute_not_exists(calls)",
    {
      ...{ ":calls": calls, ":used_at": used_at, ":minute_to": calls + minute.calls, ":minute": endOf(minute) },
      ...{ ":day_to": isSameDay ? day_to : calls + day.calls, ":day": isSameDay ? day_ends : endOf(day) },
      ":expires": now + keptFor,
      ...(before && { ":before": minute_ends }),
    },
  );
};

const update = (program: string, set: string, condition: string, values: Record<string, string | number>) =>
  ifCondition(async () => {
    const { Attributes } = await dynamo.send(
      new UpdateCommand({
        TableName: keysTable,
        Key: rateKey(program),
        UpdateExpression: set,
        ConditionExpression: condition,
        ExpressionAttributeValues: values,
        ReturnValues: "ALL_NEW",
      }),
    );
    return Attributes as Rate;
  });

/** As the IETF's draft of RateLimit header fields has them. */
const headersOf = ({ calls, minute_to, minute_ends, day_to, day_ends }: Rate, now: number) => ({
  "ratelimit-policy": `"minute";q=${minute.calls};w=${minute.seconds}, "day";q=${day.calls};w=${day.seconds}`,
  ratelimit: `"minute";r=${minute_to - calls};t=${minute_ends - now}, "day";r=${day_to - calls};t=${day_ends - now}`,
});
