// Guesses at passwords, counted by the lock of their username, whether somebody has it or not.
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { Failure } from "#shared/failure.ts";
import { dynamo } from "../db/dynamo.ts";
import { TableName } from "../db/unique-keys.ts";

/** Failures in a window, in seconds, before 429. */
const mostFailures = 5;
const window = 15 * 60;

const attemptsOf = (lock: string): string => `login#${lock}`;

/** Counts a guess before it is judged, so that parallel guesses count too; 429 when there were too many. */
export const countAttempt = async (lock: string, now: Date): Promise<void> => {
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

/** After a success, and when the password is another. */
export const forgetAttempts = async (lock: string): Promise<void> => {
  await dynamo.send(new DeleteCommand({ TableName, Key: { key: attemptsOf(lock) } }));
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
