// Orders that programs bring in, one after the other, and cancel; and what is to be put back of cancelled ones.
import * as v from "valibot";
import { channels } from "#shared/channel.ts";
import { Failure, firstDetails } from "#shared/failure.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { OrderNumber, type TakenOrder } from "#shared/order.ts";
import { toUserTag } from "#shared/user.ts";
import { readProductTags } from "./lib/catalogue/tags.ts";
import { parseQuery } from "./lib/http/input.ts";
import { serve } from "./lib/http/serve.ts";
import { type AskedCode, keepAsked } from "./lib/imports/orders/asked-codes.ts";
import { cancelOrder } from "./lib/imports/orders/cancel-order.ts";
import { finishCancelled, listCancelled } from "./lib/imports/orders/cancelled-since.ts";
import { readFinder } from "./lib/imports/orders/order-of-program.ts";
import type { KnownPicks } from "./lib/imports/orders/picked-lines.ts";
import { takeOrder } from "./lib/imports/orders/take-order.ts";

const Path = v.object({ order: OrderNumber });

/** Milliseconds after which no further order is begun: one may take 20 s where many are posted at once, and a Lambda has 28 s. */
const beginTime = 7_000;

export const handler = serve("orders", {
  "POST /v1/orders": async ({ user, now, body: { channel, orders, leave_short: leaveShort = false } }) => {
    const finder = await readFinder(channel);
    const asked: AskedCode[] = [];
    const ask = (one: Pick<AskedCode, "code" | "order">) =>
      asked.push({ ...one, by: toUserTag(user), at: now.toISOString() });
    const taken: TakenOrder[] = [];
    const known: KnownPicks = { upto: 0, picks: [] };
    for (const [at, order] of orders.entries()) {
      if (Date.now() > now.getTime() + beginTime) throw new Failure("SERVICE_UNAVAILABLE").retryIn(1);
      taken.push(await takeOrder(order, { user, now, channel, leaveShort, finder, path: `orders.${at}`, ask, known }));
    }
    if (asked.length > 0) await keepAsked(channel, asked, now);
    if (taken.every(({ state }) => state === "refused"))
      throw new Failure("UNPROCESSABLE_CONTENT", ...firstDetails(taken.flatMap(({ details = [] }) => details)));
    return { orders: taken };
  },

  "POST /v1/orders/{order}/cancel": (request) => {
    const { order } = parseQuery(Path, request.path) as v.InferOutput<typeof Path>;
    return cancelOrder(request, request.body.order ?? order, request.body);
  },

  "GET /v1/orders/put-back": async ({ today }) => {
    const lists = await Promise.all(
      channels.map(async (channel) => (await listCancelled(channel, {}, today)).map((line) => ({ channel, line }))),
    );
    const product = await readProductTags(lists.flat().map(({ line: [, one] }) => one.product));
    return lists.flat().map(({ channel, line: [_id, one] }) => ({
      ...{ _id, channel, movement: one.movement, number: movementNumber(one.movement) },
      ...{ product: product(one.product), units: one.units, order: one.order },
      ...(one.sale && { sale: one.sale }),
    }));
  },

  "POST /v1/orders/put-back": async ({ body: { channel, line }, now }) => {
    await finishCancelled(channel, line, now);
  },
});
