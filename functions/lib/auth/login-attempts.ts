// Login attempts, counted by the lock key of the username, even if no user has that name.
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { Failure } from "#shared/failure.ts";
import { dynamo } from "../db/dynamo.ts";
import { keysTable } from "../db/unique-keys.ts";

/** Attempts in one window; the next is 429. */
const maxAttempts = 5;
/** Seconds. */
const window = 15 * 60;

const attemptsKey = (lock: string): string => `login#${lock}`;

/** Counts an attempt before the password is checked, so that parallel attempts count too; 429 after too many. */
export const countAttempt = async (lock: string, now: Date): Promise<void> => {
  const seconds = Math.floor(now.getTime() / 1_000);
  const values = { ":one": 1, ":now": seconds };
  for (;;) {
    const inWindow = await tryUpdate(lock, "SET failures = failures + :one", "failures < :max AND expires > :now", {
      ...values,
      ":max": maxAttempts,
    });
    if (!inWindow) return;
    const current = await tryUpdate(
      lock,
      "SET failures = :one, expires = :expires",
      "attribute_not_exists(failures) OR expires <= :now",
      { ...values, ":expires": seconds + window },
    );
    if (!current) return;
    if (Number(current.failures?.N) >= maxAttempts) throw new Failure("TOO_MANY_REQUESTS");
    // A parallel attempt began a new window between the two updates, and may have cleared it since: try again.
  }
};

/** After a successful sign-in, and after a change of the password or username. */
export const clearAttempts = async (lock: string): Promise<void> => {
  await dynamo.send(new DeleteCommand({ TableName: keysTable, Key: { key: attemptsKey(lock) } }));
};

/** Undefined if the update succeeded, or else the item that failed its condition, empty if there is none. */
const tryUpdate = async (
  lock: string,
  UpdateExpression: string,
  ConditionExpression: string,
  ExpressionAttributeValues: Record<string, number>,
): Promise<ConditionalCheckFailedException["Item"]> => {
  try {
    await dynamo.send(
      new UpdateCommand({
        TableName: keysTable,
        Key: { key: attemptsKey(lock) },
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
