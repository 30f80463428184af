// Orders that programs bring in, one after the other, and cancel.
import * as v from "valibot";
import { Failure, firstDetails } from "#shared/failure.ts";
import { OrderNumber, type TakenOrder } from "#shared/order.ts";
import { parseQuery } from "./lib/http/input.ts";
import { serve } from "./lib/http/serve.ts";
import { cancelOrder } from "./lib/imports/orders/cancel-order.ts";
import { readFinder } from "./lib/imports/orders/order-of-program.ts";
import { takeOrder } from "./lib/imports/orders/take-order.ts";

const Path = v.object({ order: OrderNumber });

export const handler = serve("orders", {
  "POST /v1/orders": async ({ user, now, body: { channel, orders } }) => {
    const finder = await readFinder(channel);
    const taken: TakenOrder[] = [];
    for (const [at, order] of orders.entries())
      taken.push(await takeOrder(order, { user, now, channel, finder, path: `orders.${at}` }));
    if (taken.every(({ state }) => state === "refused"))
      throw new Failure("UNPROCESSABLE_CONTENT", ...firstDetails(taken.flatMap(({ details = [] }) => details)));
    return { orders: taken };
  },

  "POST /v1/orders/{order}/cancel": (request) => {
    const { order } = parseQuery(Path, request.path) as v.InferOutput<typeof Path>;
    return cancelOrder(request, request.body.channel, order);
  },
});
