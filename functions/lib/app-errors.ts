// Errors that apps tell of: a line of the log each, and their number by day and build for the status screen. In the Keys table:
// `errors#<day>` counts by build, and `errors#<day>#<session>` what one session has told.
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { addDays } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import type { Status } from "#shared/status.ts";
import { dynamo, getItem, ifCondition } from "./db/dynamo.ts";
import { keysTable } from "./db/unique-keys.ts";
import type { Request } from "./http/request.ts";
import { log } from "./log.ts";

/** Errors that one session may tell of in a day: half of what the alarm `screens` rings at, so that it is not one person's. */
const maxOfSession = 5;

const shownDays = 7;

/** In a path of its own, so that no build is taken for another attribute. */
const countOf = (app: string): `build ${string}` => `build ${app}`;

/** Seconds since 1970, after the day was last shown. */
const expiryAfter = (now: Date): number => Math.floor(now.getTime() / 1_000) + (shownDays + 1) * 24 * 3_600;

/** Adds one to an attribute, up to `most`; undefined if it has as many. */
const count = (key: string, name: string, now: Date, most = Number.MAX_SAFE_INTEGER): Promise<unknown> =>
  ifCondition(() =>
    dynamo.send(
      new UpdateCommand({
        TableName: keysTable,
        Key: { key },
        UpdateExpression: "SET expires = :expires ADD #count :one",
        ConditionExpression: "attribute_not_exists(#count) OR #count < :most",
        ExpressionAttributeNames: { "#count": name },
        ExpressionAttributeValues: { ":expires": expiryAfter(now), ":one": 1, ":most": most },
      }),
    ),
  );

type Told = Pick<Request<"POST /v1/app/errors">, "body" | "app" | "user" | "session" | "now" | "today">;

/** 429 once a session has told of five in a day. */
export const recordError = async ({ body, app = "unknown", user, session, now, today }: Told): Promise<void> => {
  if (!(await count(`errors#${today}#${session?.jti ?? user._id}`, "told", now, maxOfSession)))
    throw new Failure("TOO_MANY_REQUESTS");
  await count(`errors#${today}`, countOf(app), now);
  const { kind, name, at } = body;
  log("INFO", "app error", { kind, name, at: at.join(" "), app, user: user._id });
};

/** Of the last seven days, by build of the app, the most first. */
export const readErrors = async (today: string): Promise<Status["errors"]> => {
  const days = Array.from({ length: shownDays }, (_, ago) => addDays(today, -ago));
  const items = await Promise.all(days.map((day) => getItem<object>(keysTable, { key: `errors#${day}` })));
  const counts = items
    .flatMap((item) => Object.entries(item ?? {}))
    .flatMap(([name, of]): [string, number][] =>
      name.startsWith(countOf("")) ? [[name.slice(countOf("").length), of]] : [],
    );
  const builds = Map.groupBy(counts, ([app]) => app);
  const sums = [...builds].map(([app, of]) => ({ app, count: of.reduce((sum, [, one]) => sum + one, 0) }));
  return sums.length > 0 ? sums.toSorted((a, b) => b.count - a.count) : undefined;
};
