// Receipts of containers: which quantities are valid, and how many units are closed short.
import * as v from "valibot";
import { sumByProduct } from "./allocation.ts";
import { type Detail, Failure } from "./failure.ts";
import { Id, optionalText, requiredLine, unitCount } from "./field.ts";
import { numberText } from "./format.ts";
import { type Item, maxItems, outstanding } from "./shipment-item.ts";

/** Units received, and the units outstanding (`owed`) when they were counted. Zero is allowed if `owed` is given. */
const Counted = v.pipe(
  v.object({ product: Id, quantity: unitCount(0), owed: v.optional(unitCount(0)) }),
  v.forward(
    v.check(({ quantity, owed }) => quantity > 0 || owed !== undefined, "At least 1"),
    ["quantity"],
  ),
);

export const ReceiveForm = v.pipe(
  v.object({
    warehouse: Id,
    /** Units received by product; without a list, everything outstanding. */
    list: v.optional(v.array(Counted, "List expected")),
    /**
     * Confirms that more was received than is outstanding. It covers the lines whose `owed` is still the outstanding
     * quantity, since units that others have received meanwhile were not counted. If no line has `owed`, it covers all.
     */
    over: v.optional(v.boolean()),
    /**
     * Why the rest is closed short; nothing else needs to be received. It closes up to `owed` of each line that has it,
     * since units added meanwhile may still arrive. If no line has `owed`, it closes everything outstanding.
     */
    close: v.optional(requiredLine()),
    remarks: optionalText(),
  }),
  v.forward(
    v.check(
      ({ list, close }) => !list || close !== undefined || list.some(({ quantity }) => quantity > 0),
      "Nothing to receive",
    ),
    ["list"],
  ),
);
export type ReceiveForm = v.InferOutput<typeof ReceiveForm>;

/** Why the rest of a deleted product is closed short. */
export const deletedReason = "Product deleted";

/** Units outstanding when the lines were counted, by product; undefined if no line says so. */
const seenOutstanding = (list: ReceiveForm["list"] = []): Map<string, number> | undefined => {
  const seen = new Map(list.flatMap(({ product, owed }) => (owed === undefined ? [] : [[product, owed]])));
  return seen.size > 0 ? seen : undefined;
};

/** Whether an item may be over-received. */
export const mayExceed = ({ list, over = false }: ReceiveForm): ((item: Item) => boolean) => {
  const seen = seenOutstanding(list);
  return (item) => over && (!seen || seen.get(item.product) === outstanding(item));
};

/** Units of an item that a closing receipt settles: they are received by it or closed short. Zero without `close`. */
export const closableUnits = ({ list, close }: ReceiveForm): ((item: Item) => number) => {
  const seen = seenOutstanding(list);
  return (item) => {
    if (close === undefined) return 0;
    return Math.min(outstanding(item), seen ? (seen.get(item.product) ?? 0) : outstanding(item));
  };
};

/** The faults of a receipt: a product that was not sent, an unconfirmed excess, or an excess without remarks. */
export const receiptFaults = (items: readonly Item[], form: ReceiveForm): Detail[] => {
  const { list, remarks } = form;
  if (!list) return [];
  const isAllowed = mayExceed(form);
  const sent = new Map(items.map((item) => [item.product, item]));
  const counted = [...sumByProduct(list, maxItems)].map(([product, quantity]) => ({
    product,
    quantity,
    item: sent.get(product),
  }));
  const wrong = counted.flatMap(({ product, quantity, item }) => {
    if (!item) return [{ field: "list", product, message: "Not in this shipment", available: 0 }];
    const units = outstanding(item);
    return quantity > units && !isAllowed(item)
      ? [{ field: "list", product, message: `More than the ${numberText(units)} outstanding`, available: units }]
      : [];
  });
  const exceeds = counted.some(({ quantity, item }) => item && quantity > outstanding(item));
  return wrong.length === 0 && exceeds && !remarks
    ? [{ field: "remarks", message: "Say why more was received" }]
    : wrong;
};

/** 422 names everything that is wrong with a receipt. */
export const checkReceipt = (items: readonly Item[], form: ReceiveForm): void => {
  const wrong = receiptFaults(items, form);
  if (wrong.length > 0) throw new Failure("UNPROCESSABLE_CONTENT", ...wrong);
};
