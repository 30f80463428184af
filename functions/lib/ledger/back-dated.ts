// Corrections of days that had closed before they were posted: the list that dated reports add.
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { dayOf } from "#shared/day.ts";
import type { Movement } from "#shared/movement.ts";
import { type Action, dynamo } from "../db/dynamo.ts";
import { keysTable } from "../db/unique-keys.ts";
import { idFromKey, type PostingRequest } from "./post.ts";

/** A batch of corrections of a day that had closed before it was posted. */
type BackDated = [as_of: string, day: string, batch: string];

const list = { TableName: keysTable, Key: { key: "adjustments" } };

export const readBackDated = async (): Promise<BackDated[]> => {
  const { Item } = await dynamo.send(new GetCommand({ ...list, ConsistentRead: true }));
  return (Item?.batches ?? []) as BackDated[];
};

/**
 * Written with the first chunk of a batch that speaks of a closed day, and again with the first one of another day: a
 * batch that was cut off may be gone on with the day after.
 */
export const recordBackDated = (
  { user, key, now }: PostingRequest,
  as_of: string,
  before: readonly Movement[],
): Action[] => {
  const day = dayOf(now);
  if (as_of >= day || before.some((chunk) => chunk.as_of && chunk.day === day)) return [];
  const batch: BackDated = [as_of, day, idFromKey(user._id, key)];
  return [
    {
      Update: {
        ...list,
        UpdateExpression: "SET batches = list_append(if_not_exists(batches, :none), :one)",
        ExpressionAttributeValues: { ":none": [], ":one": [batch] },
      },
    },
  ];
};
