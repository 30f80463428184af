// Which lines of a channel's order files are taken in although they seem not to be wanted: answers of people, remembered
// in the Imports table in an item `answers#<channel>` with an attribute for each outcome.
import type { Channel } from "#shared/channel.ts";
import { leaveOut, type OrderOutcomeId, orderOutcomes, outcomeOf, takeIn } from "#shared/order-outcome.ts";
import { mayAct } from "#shared/role.ts";
import type { UserTag } from "#shared/user.ts";
import { toUserTag } from "../../catalogue/tags.ts";
import { getItem, updateWithRetry } from "../../db/dynamo.ts";
import type { ApplyRequest } from "../import-kind.ts";
import { importsTable } from "../records.ts";

export interface RememberedAnswer {
  taken: boolean;
  user: UserTag;
  at: string;
}
export type RememberedAnswers = Partial<Record<OrderOutcomeId, RememberedAnswer>>;

const keyOf = (channel: Channel) => ({ key: `answers#${channel}` });

export const readAnswers = async (channel: Channel): Promise<RememberedAnswers> => {
  const item = (await getItem<Record<string, RememberedAnswer>>(importsTable, keyOf(channel))) ?? {};
  return Object.fromEntries(Object.entries(item).filter(([id]) => outcomeOf(id)?.remembered));
};

/** Remembers what was answered, except what an executive would change of somebody else's. */
export const keepAnswers = async (
  { user, now }: ApplyRequest,
  channel: Channel,
  answers: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const before = await readAnswers(channel);
  for (const id of Object.keys(orderOutcomes) as OrderOutcomeId[]) {
    const answer = answers[id];
    if (!outcomeOf(id)?.remembered || (answer !== takeIn && answer !== leaveOut)) continue;
    const taken = answer === takeIn;
    const known = before[id];
    if (known ? known.taken === taken : !taken) continue;
    if (known && known.user._id !== user._id && !mayAct(user.role, "manager")) continue;
    await updateWithRetry({
      TableName: importsTable,
      Key: keyOf(channel),
      UpdateExpression: "SET #id = :answer",
      ExpressionAttributeNames: { "#id": id },
      ExpressionAttributeValues: { ":answer": { taken, user: toUserTag(user), at: now.toISOString() } },
    });
  }
};
