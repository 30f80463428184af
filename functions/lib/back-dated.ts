// Corrections of days that had closed before they were posted: the list that dated reports add.
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { type Action, dynamo } from "./dynamo.ts";
import { TableName } from "./keys.ts";

/** A batch of corrections of a day that had closed before it was posted. */
export type BackDated = [as_of: string, day: string, batch: string];

const list = { TableName, Key: { key: "adjustments" } };

export const readBackDated = async (): Promise<BackDated[]> => {
  const { Item } = await dynamo.send(new GetCommand({ ...list, ConsistentRead: true }));
  return (Item?.batches ?? []) as BackDated[];
};

/** Written with the first chunk of a batch that corrects a closed day. */
export const backDated = (batch: BackDated): Action => ({
  Update: {
    ...list,
    UpdateExpression: "SET batches = list_append(if_not_exists(batches, :none), :one)",
    ExpressionAttributeValues: { ":none": [], ":one": [batch] },
  },
});
