// Signing in with a username and a password.
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { Failure } from "#shared/failure.ts";
import { dynamo } from "./lib/dynamo.ts";
import { lockOf, TableName } from "./lib/keys.ts";
import { verifyPassword } from "./lib/password.ts";
import { serve } from "./lib/serve.ts";
import { openSession } from "./lib/session.ts";
import { type UserRow, users } from "./lib/tables.ts";
import { shown } from "./lib/user.ts";

/** Failures per username in a window, in seconds, before 429; the same for names that do not exist. */
const mostFailures = 5;
const window = 15 * 60;

export const handler = serve("login", {
  "POST /v1/login": async ({ body: { username, password }, now }) => {
    const lock = lockOf("username", username);
    await countAttempt(lock, now);
    const user = await owner(lock);
    const right = await verifyPassword(password, user?.password);
    if (!user || !right) throw new Failure("UNAUTHORIZED");
    await dynamo.send(new DeleteCommand({ TableName, Key: { key: attemptsOf(lock) } }));
    return { token: await openSession(user, now), user: shown(user) };
  },
});

/** Reads twice for a name nobody has, too: how long it takes must not tell. */
const owner = async (lock: string): Promise<UserRow | undefined> => {
  const { Item } = await dynamo.send(new GetCommand({ TableName, Key: { key: lock }, ConsistentRead: true }));
  return users.find(Item?.owner ?? "nobody");
};

const attemptsOf = (lock: string): string => `login#${lock}`;

/** Counts before it compares, so that parallel guesses count too; a success clears the count. */
const countAttempt = async (lock: string, now: Date): Promise<void> => {
  const seconds = Math.floor(now.getTime() / 1_000);
  const one = { ":one": 1, ":now": seconds };
  const more = { ...one, ":most": mostFailures };
  const first = { ...one, ":expires": seconds + window };
  const anew = "attribute_not_exists(failures) OR expires <= :now";
  for (;;) {
    if (!(await refused(lock, "SET failures = failures + :one", "failures < :most AND expires > :now", more))) return;
    const count = await refused(lock, "SET failures = :one, expires = :expires", anew, first);
    if (!count) return;
    if (Number(count.failures?.N) >= mostFailures) throw new Failure("TOO_MANY_REQUESTS");
    // In between, a twin began the count; by now it may have signed in and cleared it.
  }
};

/** The count that was in the way, if there was one at all; undefined when it was written. */
const refused = async (
  lock: string,
  UpdateExpression: string,
  ConditionExpression: string,
  ExpressionAttributeValues: Record<string, number>,
): Promise<ConditionalCheckFailedException["Item"]> => {
  try {
    await dynamo.send(
      new UpdateCommand({
        TableName,
        Key: { key: attemptsOf(lock) },
        UpdateExpression,
        ConditionExpression,
        ExpressionAttributeValues,
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return undefined;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return error.Item ?? {};
    throw error;
  }
};
