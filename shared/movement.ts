// Movements, the entries of the ledger, which are never edited or deleted. Lists show each line of one as a transaction.
import * as v from "valibot";
import type { Channel } from "./channel.ts";
import { AnyChannel, Id, optionalText, orEmpty, Quantity } from "./field.ts";
import { type Kind, kinds } from "./kinds.ts";
import { maxLines } from "./limits.ts";
import { reasonsOf } from "./movement-reason.ts";
import { ProductTag } from "./product.ts";
import { toUserTag, UserTag } from "./user.ts";
import { WarehouseTag } from "./warehouse.ts";

export const Action = v.picklist(["STOCK_IN", "STOCK_OUT"], "STOCK_IN or STOCK_OUT");
export type Action = v.InferOutput<typeof Action>;

/** A form of one product. The path decides the action; another one in the body is refused. */
const oneProduct = <const K extends Kind, const A extends string>(kind: K, action: A) => {
  const reasons = reasonsOf[kind];
  return v.object({
    product: Id,
    warehouse: Id,
    quantity: Quantity,
    remarks: optionalText(),
    reason: orEmpty(v.picklist(reasons, `Not a reason for ${kinds[kind].label.toLowerCase()}`), reasons[0]),
    action: orEmpty(v.literal(action, `This path records ${action}`)),
  });
};

export const StockIn = oneProduct("in", "STOCK_IN");
export type StockIn = v.InferOutput<typeof StockIn>;

export const StockOut = oneProduct("out", "STOCK_OUT");
export type StockOut = v.InferOutput<typeof StockOut>;

/** Units of a product into a warehouse, or out of it when negative: product, warehouse, delta. */
export type Line = [product: string, warehouse: string, delta: number];

/** What an entry is returned for, where its product was counted since: it was entered wrongly, or goods move now. */
export const ReturnCause = v.picklist(["entered_wrongly", "moved_now"], "entered_wrongly or moved_now");
export type ReturnCause = v.InferOutput<typeof ReturnCause>;

const Instant = v.pipe(v.string("Text expected"), v.maxLength(30, "Too long"));

/** The answer to a count since, in a correction and in a reversal. Without a cause, each has its usual one. */
export const countedAnswer = {
  counted: v.optional(ReturnCause),
  /** The times of the counts that the person was shown: another one is asked about first. If left out, none is. */
  seen: v.optional(v.pipe(v.array(Instant, "List expected"), v.maxLength(maxLines, `At most ${maxLines}`))),
};

export const ReverseForm = v.object({ ...countedAnswer, remarks: optionalText() });
export type ReverseForm = v.InferOutput<typeof ReverseForm>;

/** Until when the stock of a place is net of a marketplace's sales, by which movement, and until when at least for those that have counted by it. */
export interface NetUntil {
  at: string;
  by: string;
  relied?: string;
}

/** What a movement is drafted with. */
export interface Drafted {
  kind: Kind;
  /** If it is not the usual one of its kind. */
  reason?: string;
  lines: Line[];
  channel?: Channel;
  /** Of a sale that was told later: the business day on which its units were sold, if it is not that of its posting. */
  sold_on?: string;
  /** Of what a correction adds to such a sale: when the sale itself was told. */
  told_at?: string;
  remarks?: string;
  /** Only for picklists: the warehouses that were chosen to take from, in order. */
  from?: string[];
  /** Only for receipts: the shipment, and the units that it closed short. */
  shipment?: string;
  container?: string;
  closed?: [product: string, units: number][];
  /** The counted day of an adjustment, or of its reversal if that day had closed before the adjustment. */
  as_of?: string;
  /** How many rows of the file it covers. */
  rows?: number;
  /** Rows of the file that could no longer be applied. */
  left_out?: number[];
  /** Of a picklist from an order file: the numbers of the first orders on it, and how many more there are. */
  orders?: { first: string[]; more: number };
  /** Of a picklist that is one order, brought by a program: its number, and its codes as they were told. */
  order?: { number: string; codes: string[] };
  /** In a batch: the number of all chunks. */
  chunks?: number;
  /** The id of the count, if these are its corrections. */
  count?: string;
  /** The return that it has received units of. */
  of_return?: string;
}

/** One entry of the ledger. */
export interface Movement extends Drafted {
  /** In a batch: the id of the batch, a dot and the number of the chunk. */
  _id: string;
  reason: string;
  /** In a batch: the number of this chunk. */
  chunk?: number;
  /** Ids of the movement that this one reverses, and of the one that reversed this. */
  reverses?: string;
  reversed_by?: string;
  /** Of a correction, which is a reversal of some units: the movement or chunk that it corrects. */
  corrects?: string;
  /** The movement beside which these units were added by a correction. */
  adds_to?: string;
  /** If what counts had seen of these units was taken back at once: since when counts were looked for. */
  counted_from?: string;
  /** Of an adjustment: the correction, reversal or sale whose units it took back, because a count had seen what really is there. */
  takes_back?: string;
  /** It took back what counts as a sale only, and stands and falls with that sale. */
  sale_only?: true;
  /** If it set stock: until when that was net of sales before, by product and warehouse, to which its reversal goes back. */
  replaced?: Record<string, NetUntil>;
  /** Until when it is net of sales since then, by product and warehouse: an earlier release has it in the stock row alone. */
  nets?: Record<string, string>;
  /** If it was corrected: the lines that are left of it, how often it was, and when last. */
  now?: Line[];
  corrections?: number;
  corrected_at?: string;
  user: UserTag;
  created_at: string;
  /** When it was entered, if it waited on a device for want of a network. */
  made_at?: string;
  /**
   * If a count had corrected stock for lines already: the corrections that took them back, by product and warehouse. Of what
   * set the stock: also those that rely on it, so that it is reversed after them.
   */
  taken_back?: Record<string, string>;
  /** The business day of created_at. */
  day: string;
  /** Hash of the request as sent: distinguishes a retry from another request with the same key. */
  sent?: string;
}

export const placeOf = (product: string, warehouse: string): string => `${product}#${warehouse}`;

export const Transaction = v.object({
  _id: v.string(),
  movement: v.string(),
  kind: v.picklist(Object.keys(kinds) as Kind[]),
  /** Its movement was posted in several chunks, so one page of a list may contain only some of them. */
  batch: v.optional(v.boolean()),
  action: Action,
  reason: v.string(),
  quantity: v.number(),
  product: ProductTag,
  warehouse: WarehouseTag,
  user: UserTag,
  /** Of a sale, and of the reversal of one. */
  channel: v.optional(AnyChannel),
  /** Of a sale that was told, and of what returns it: the business day on which it was sold, if it was posted later. */
  sold_on: v.optional(v.string()),
  container: v.optional(v.string()),
  remarks: v.optional(v.string()),
  reverses: v.optional(v.string()),
  reversed_by: v.optional(v.string()),
  corrects: v.optional(v.string()),
  adds_to: v.optional(v.string()),
  takes_back: v.optional(v.string()),
  /** If its movement was corrected: how often, and the units left of this row. */
  corrections: v.optional(v.number()),
  left: v.optional(v.number()),
  created_at: v.string(),
  /** When it was entered, if it waited on a device for want of a network. */
  made_at: v.optional(v.string()),
});
export type Transaction = v.InferOutput<typeof Transaction>;

/** The answer to a posting: the id of the movement and its transactions. */
export const Posted = v.object({ movement: v.string(), data: v.array(Transaction) });
export type Posted = v.InferOutput<typeof Posted>;

/** The id that the API shows: for a chunk the id of its batch. */
export const batchId = (id: string): string => id.split(".")[0] ?? id;

/** The transactions of a movement, one per line. */
export const toTransactions = (
  movement: Movement,
  product: (id: string) => ProductTag,
  warehouse: (id: string) => WarehouseTag,
): Transaction[] => {
  const { _id, kind, reason, user, channel, sold_on, container, remarks, created_at, made_at, corrections } = movement;
  const { now = [] } = movement;
  const links = ["reverses", "reversed_by", "corrects", "adds_to", "takes_back"] as const;
  const shown = given({
    ...{ batch: (movement.chunks ?? 1) > 1, channel, sold_on, container, remarks, made_at, corrections },
    ...Object.fromEntries(links.map((link) => [link, batchId(movement[link] ?? "")])),
  });
  const left = new Map(now.map((line) => [sideOf(line), Math.abs(line[2])]));
  return movement.lines.map(([p, w, delta], index) => ({
    _id: `${_id}-${index}`,
    movement: batchId(_id),
    kind,
    action: delta > 0 ? "STOCK_IN" : "STOCK_OUT",
    reason,
    quantity: Math.abs(delta),
    product: product(p),
    warehouse: warehouse(w),
    user: toUserTag(user),
    ...shown,
    ...(corrections && { left: left.get(sideOf([p, w, delta])) ?? 0 }),
    created_at,
  }));
};

/** Without what is undefined, empty or false. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** A warehouse may both give units of a product and get some. */
const sideOf = ([product, warehouse, delta]: Line): string => `${placeOf(product, warehouse)} ${Math.sign(delta)}`;
