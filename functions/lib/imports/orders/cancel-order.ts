// Cancels an order of a channel for a program. First a mark is left that it is cancelled, by which nothing more is taken of it; then
// what programs have brought of it goes back, or is listed to be put back once its picking has begun.
import type { Channel } from "#shared/channel.ts";
import { dayOf } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import type { Movement } from "#shared/movement.ts";
import type { CancelledOrder } from "#shared/order.ts";
import { inverse, linesLeft } from "#shared/posting-effect.ts";
import { alreadyReversed } from "#shared/reversal.ts";
import type { Action } from "../../db/dynamo.ts";
import { movements, stocks, picked as ticked } from "../../db/tables.ts";
import { post } from "../../ledger/post.ts";
import { checkNotTakenBack, draftReturn, type ReturnRequest } from "../../ledger/reverse.ts";
import { listCancelled, transactFresh } from "./cancelled-since.ts";
import { type LineIdentity, orderMark } from "./line-identity.ts";
import { readFinder, toOrderedLines } from "./order-of-program.ts";
import { readPicked, toCancelledPick } from "./picked-lines.ts";
import { appendPick } from "./picked-store.ts";
import { cancelledSince, comparePicked } from "./since-picked.ts";

type Cancelling = Pick<ReturnRequest, "user" | "now" | "today">;

/** However often, and in whatever order with the call that brings the order: what a crash has left is done by the next one. */
export const cancelOrder = async (by: Cancelling, channel: Channel, order: string): Promise<CancelledOrder> => {
  const taken = [...(await movements.findAll(await markCancelled(channel, order, by.now))).values()];
  const begun: Movement[] = [];
  for (const movement of taken) {
    const isBack = !movement.order || movement.reversed_by || (await takeBack(by, movement, order));
    if (!isBack) begun.push(movement);
  }
  const put_back = begun.length > 0 ? await listToPutBack(channel, order, begun, by.now) : 0;
  return { order, state: "cancelled", put_back };
};

/** The picklists that have taken the order, of programs. */
const markCancelled = async (channel: Channel, order: string, now: Date): Promise<string[]> => {
  const [mark, today] = [orderMark(order), dayOf(now)];
  const asked: LineIdentity = { ofOrder: mark, marks: [], knownBy: [mark], alikeBy: [] };
  let found: string[] = [];
  await transactFresh(async () => {
    const picked = await readPicked(channel, [asked], today);
    found = picked.ofLine(asked).map(({ movement }) => movement);
    return picked.isCancelled(asked) ? [] : appendPick(channel, today, picked.progress, toCancelledPick(mark));
  });
  return found;
};

/** Whether all units are back in stock: not if somebody has begun to pick them. */
const takeBack = async (by: Cancelling, { _id, lines }: Movement, order: string): Promise<boolean> => {
  const request = { ...by, id: _id, key: `cancel ${_id}`, remarks: `Order ${order} cancelled` } satisfies ReturnRequest;
  try {
    await post(request, async () => {
      const rows = await stocks.findAll(lines.map(([product]) => product));
      const original = await movements.get(_id);
      if (original.reversed_by || (await ticked.find(_id))) throw new Failure("CONFLICT", { message: alreadyReversed });
      await checkNotTakenBack([original]);
      const { extraActions = [], ...draft } = await draftReturn(request, original, rows, {
        returned: inverse(linesLeft(original)),
        ...(!original.corrections && { recorded: _id }),
      });
      return { ...draft, extraActions: [...extraActions, ifNotTicked(_id)] };
    });
    return true;
  } catch (error) {
    if (!(error instanceof Failure && error.code === "CONFLICT")) throw error;
    return (await movements.get(_id)).reversed_by !== undefined;
  }
};

const ifNotTicked = (_id: string): Action => ({
  ConditionCheck: {
    TableName: ticked.name,
    Key: { _id },
    ConditionExpression: "attribute_not_exists(#id)",
    ExpressionAttributeNames: { "#id": "_id" },
  },
});

/** As if an order file said that these orders are cancelled; the units of this one. */
const listToPutBack = async (
  channel: Channel,
  order: string,
  begun: readonly Movement[],
  now: Date,
): Promise<number> => {
  const today = dayOf(now);
  const told = begun
    .flatMap(({ order: own }) => own?.lines ?? [])
    .map(([code, quantity, line]) => ({ code, quantity, line }));
  const lines = toOrderedLines(order, told, await readFinder(channel)).map((line) => ({
    ...line,
    state: "cancelled" as const,
  }));
  const picked = await readPicked(channel, lines, today);
  const { lines: compared, settled } = comparePicked(lines, { picked, isAgain: false });
  const open = await listCancelled(channel, cancelledSince(compared, today), today, settled);
  return open.reduce((sum, [, line]) => (line.order === order ? sum + line.units : sum), 0);
};
