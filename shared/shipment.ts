// Containers on their way: what was sent, what came of it, and what is still owed.
import * as v from "valibot";
import { summed } from "./allocation.ts";
import { type Detail, Failure } from "./failure.ts";
import { count, Day, Id, line, optionalText } from "./field.ts";
import { numberText } from "./format.ts";
import { type Wanted, WantedList } from "./picklist.ts";
import { ProductTag } from "./product.ts";
import { owed } from "./shipment-item.ts";

/** Most products a container lists. */
export const mostItems = 500;

/** The web also sends each product's label and image; names are read from the catalogue. */
export const ShipmentForm = v.object({ container: line(), expected_delivery: Day, list: WantedList });
export type ShipmentForm = v.InferOutput<typeof ShipmentForm>;

/** A list replaces what has not been received yet. */
export const ShipmentChange = v.object({ expected_delivery: v.optional(Day), list: v.optional(WantedList) });
export type ShipmentChange = v.InferOutput<typeof ShipmentChange>;

const isSome = ({ quantity }: { quantity: number }): boolean => quantity > 0;

/** What came of a product, and what was owed of it to the knowledge of who counted; with that, none may have come. */
const Counted = v.pipe(
  v.object({ product: Id, quantity: count(0), owed: v.optional(count(0)) }),
  v.forward(
    v.check(({ quantity, owed }) => quantity > 0 || owed !== undefined, "At least 1"),
    ["quantity"],
  ),
);

export const ReceiveForm = v.pipe(
  v.object({
    warehouse: Id,
    /** What came; without a list, all that is owed. */
    list: v.optional(v.array(Counted, "List expected")),
    /**
     * More came than is owed, and that is right: of each line whose `owed` is what is owed now, since what others have
     * received meanwhile was not counted with. When no line has `owed`, of every line, whatever is owed by now.
     */
    over: v.optional(v.boolean()),
    /**
     * Why the rest will not come: it is closed short, also when nothing more has come. Of each line that has `owed`, as
     * much as was owed then, since what was added meanwhile may come; when no line has, whatever is owed by now.
     */
    close: v.optional(line()),
    remarks: optionalText(),
  }),
  v.forward(
    v.check(({ list, close }) => !list || close !== undefined || list.some(isSome), "Nothing to receive"),
    ["list"],
  ),
);
export type ReceiveForm = v.InferOutput<typeof ReceiveForm>;

/** What a container holds of a product: sent, come, and given up. */
export interface Item {
  product: string;
  quantity: number;
  received: number;
  closed?: number;
}

/** Why the rest of a deleted product will not come. */
export const deletedReason = "Product deleted";

export const Shipment = v.object({
  _id: v.string(),
  container: v.string(),
  expected_delivery: v.string(),
  received: v.boolean(),
  closed_short: v.optional(v.string()),
  created_at: v.string(),
  items: v.array(
    v.object({
      /** In transit: what will still come by this shipment, of a deleted product nothing; of a received one what came. */
      product: v.object({ ...ProductTag.entries, in_transit: v.number() }),
      quantity: v.number(),
      received: v.number(),
      closed: v.optional(v.number()),
      /** Its product was deleted: what is left of it is closed short at the next receipt. */
      deleted: v.optional(v.boolean()),
    }),
  ),
});
export type Shipment = v.InferOutput<typeof Shipment>;

export const isOwing = (items: readonly Item[]): boolean => items.some((item) => owed(item) > 0);

/** Units that open shipments still owe, by product. */
export const inTransit = (open: readonly { items: readonly Item[] }[]): Map<string, number> => {
  const units = new Map<string, number>();
  for (const item of open.flatMap((shipment) => shipment.items))
    units.set(item.product, (units.get(item.product) ?? 0) + owed(item));
  return units;
};

/** Items as sent: each product once. */
export const itemsSent = (wanted: readonly Wanted[]): Item[] =>
  [...summed(wanted, mostItems)].map(([product, quantity]) => ({ product, quantity, received: 0 }));

/** Of an item that came, what stays of its quantity in a change: where more came than was sent, all that was sent. */
export const least = ({ quantity, received }: Pick<Item, "quantity" | "received">): number =>
  Math.min(quantity, received);

/**
 * Items with other quantities, in the order they had: what came already stays, and no quantity goes below it; of what
 * was closed short no more than has not come.
 */
export const itemsChanged = (items: readonly Item[], wanted: readonly Wanted[]): Item[] => {
  const before = new Map(items.map((item) => [item.product, item]));
  const places = new Map(items.map(({ product }, place) => [product, place]));
  const placeOf = ({ product }: Item) => places.get(product) ?? items.length;
  const after = itemsSent(wanted)
    .map((item) => {
      const { received = 0, closed = 0 } = before.get(item.product) ?? {};
      const short = Math.min(closed, Math.max(0, item.quantity - received));
      return { ...item, received, ...(short > 0 && { closed: short }) };
    })
    .sort((a, b) => placeOf(a) - placeOf(b));
  const kept = new Map(after.map((item) => [item.product, item]));
  const short = items.filter((item) => least(item) > (kept.get(item.product)?.quantity ?? 0));
  if (short.length > 0)
    throw new Failure(
      "UNPROCESSABLE_CONTENT",
      ...short.map((item) => ({
        field: "list",
        product: item.product,
        message: receivedText(item.received),
        available: least(item),
      })),
    );
  return after;
};

/** Said of units that cannot be taken off a shipment any more. */
export const receivedText = (received: number): string => `${numberText(received)} received already`;

/** What was owed to the knowledge of who counted; undefined when no line says so. */
const seenIn = (list: ReceiveForm["list"] = []): Map<string, number> | undefined => {
  const seen = new Map(list.flatMap(({ product, owed }) => (owed === undefined ? [] : [[product, owed]])));
  return seen.size > 0 ? seen : undefined;
};

/** Of which items more may come than they owe. */
export const excusedBy = ({ list, over = false }: ReceiveForm): ((item: Item) => boolean) => {
  const seen = seenIn(list);
  return (item) => over && (!seen || seen.get(item.product) === owed(item));
};

/** How much of an item either comes or is closed short when the rest is closed. */
export const accountedBy = ({ list, close }: ReceiveForm): ((item: Item) => number) => {
  const seen = seenIn(list);
  return (item) => (close === undefined ? 0 : Math.min(owed(item), seen ? (seen.get(item.product) ?? 0) : owed(item)));
};

/** What is wrong with a receipt: what was not sent, or more than is owed unless that is said to be right, and why. */
export const receiptFaults = (items: readonly Item[], form: ReceiveForm): Detail[] => {
  const { list, remarks } = form;
  if (!list) return [];
  const excused = excusedBy(form);
  const sent = new Map(items.map((item) => [item.product, item]));
  const counted = [...summed(list, mostItems)].map(([product, quantity]) => ({
    product,
    quantity,
    item: sent.get(product),
  }));
  const wrong = counted.flatMap(({ product, quantity, item }) => {
    if (!item) return [{ field: "list", product, message: "Not in this shipment", available: 0 }];
    return quantity > owed(item) && !excused(item)
      ? [{ field: "list", product, message: `More than the ${numberText(owed(item))} owed`, available: owed(item) }]
      : [];
  });
  const more = counted.some(({ quantity, item }) => item && quantity > owed(item));
  return wrong.length === 0 && more && !remarks ? [{ field: "remarks", message: "Say why more came" }] : wrong;
};

/** Refuses such a receipt. */
export const checkReceipt = (items: readonly Item[], form: ReceiveForm): void => {
  const wrong = receiptFaults(items, form);
  if (wrong.length > 0) throw new Failure("UNPROCESSABLE_CONTENT", ...wrong);
};
