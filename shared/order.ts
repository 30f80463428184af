// Orders that programs bring in: each is taken from stock at once, and its goods are picked later.
import * as v from "valibot";
import { channelMissing, channels } from "./channel.ts";
import { AnyChannel, Id, listOf, optionalLine, Quantity, requiredLine } from "./field.ts";
import { PutBack } from "./import.ts";

/** Orders and lines in one call at most. */
const maxOrders = 50;
const maxOrderLines = 500;
export const tooManyOrderLines = `At most ${maxOrderLines} lines`;

/** As the channel writes it. */
export const OrderNumber = requiredLine();

const OrderLine = v.object({
  /** The channel's code, or one of the product itself. */
  code: requiredLine(500),
  quantity: Quantity,
  /** The line's own number, where the channel's order files have one. */
  line: optionalLine(),
});
export type OrderLine = v.InferOutput<typeof OrderLine>;

const Order = v.object({
  order: OrderNumber,
  lines: v.pipe(v.array(OrderLine, "List expected"), v.minLength(1, "At least 1")),
});
export type Order = v.InferOutput<typeof Order>;

const channel = v.picklist(channels, channelMissing);

export const OrdersForm = v.object({
  channel,
  /** Lines for which there is too little stock are left out and named, and the rest of their order is taken. */
  leave_short: v.optional(v.boolean("Yes or no expected")),
  orders: v.pipe(
    listOf(Order, maxOrders),
    v.check((orders) => orders.reduce((sum, { lines }) => sum + lines.length, 0) <= maxOrderLines, tooManyOrderLines),
  ),
});

const Reason = v.object({
  field: v.optional(v.string()),
  message: v.string(),
  product: v.optional(v.string()),
  available: v.optional(v.number()),
});

export const TakenOrder = v.object({
  order: v.string(),
  /** Walked: somebody has ticked off some of it, or an order file has taken it. */
  state: v.picklist(["waiting", "walked", "cancelled", "refused"]),
  /** The picklist that took it, and its number. */
  movement: v.optional(v.string()),
  number: v.optional(v.string()),
  /** Why it was refused, or which of its lines were left out. */
  details: v.optional(v.array(Reason)),
});
export type TakenOrder = v.InferOutput<typeof TakenOrder>;

export const OrdersTaken = v.object({ orders: v.array(TakenOrder) });

export const CancelForm = v.object({
  channel,
  /** In place of that of the path, which has no room for `/` and `?`. */
  order: v.optional(OrderNumber),
  /** If only some of it is cancelled: of each code the units that are by now, with those of earlier calls. */
  lines: v.optional(listOf(v.omit(OrderLine, ["line"]), maxOrderLines, tooManyOrderLines)),
});
export type CancelForm = v.InferOutput<typeof CancelForm>;

export const CancelledOrder = v.object({
  order: v.string(),
  state: v.literal("cancelled"),
  /** Units of it that were picked or are being picked: somebody has to put them back on the shelf. */
  put_back: v.number(),
});
export type CancelledOrder = v.InferOutput<typeof CancelledOrder>;

/** Units of a cancelled order that somebody has to put back on the shelf. */
export const OpenPutBack = v.object({ ...PutBack.entries, channel: AnyChannel });
export const OpenPutBackForm = v.object({ channel: AnyChannel, line: Id });
