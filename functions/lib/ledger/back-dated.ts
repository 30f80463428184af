// Adjustments of the balances of closed days, which dated reports add to the figures stored when the day closed.
import { dayOf } from "#shared/day.ts";
import type { Movement } from "#shared/movement.ts";
import { type Action, getItem } from "../db/dynamo.ts";
import { keysTable } from "../db/unique-keys.ts";
import { idFromKey } from "./idempotency.ts";
import type { PostingRequest } from "./post.ts";

/** A batch that adjusts the closed day `as_of` and was posted on a later day. */
type BackDated = [as_of: string, day: string, batch: string];

const list = { TableName: keysTable, Key: { key: "adjustments" } };

export const readBackDated = async (): Promise<BackDated[]> =>
  (await getItem<{ batches?: BackDated[] }>(keysTable, list.Key))?.batches ?? [];

/**
 * Lists a batch that adjusts a closed day. Written with its first chunk, and again with the first chunk of another day,
 * because an interrupted batch may be continued on the next day.
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
