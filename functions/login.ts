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
  const more = () =>
    attempt(lock, "SET failures = failures + :one", "failures < :most AND expires > :now", {
      ...one,
      ":most": mostFailures,
    });
  const first = () =>
    attempt(lock, "SET failures = :one, expires = :expires", "attribute_not_exists(failures) OR expires <= :now", {
      ...one,
      ":expires": seconds + window,
    });
  // Of two first attempts at once one finds, in between, that it was the second.
  if (!((await more()) || (await first()) || (await more()))) throw new Failure("TOO_MANY_REQUESTS");
};

const attempt = async (
  lock: string,
  UpdateExpression: string,
  ConditionExpression: string,
  values: object,
): Promise<boolean> => {
  try {
    await dynamo.send(
      new UpdateCommand({
        TableName,
        Key: { key: attemptsOf(lock) },
        UpdateExpression,
        ConditionExpression,
        ExpressionAttributeValues: { ...values },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
