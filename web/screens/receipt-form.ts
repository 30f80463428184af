// The form of a receipt: a quantity for each product that is owed, what becomes of the rest, and what that comes to.
import * as v from "valibot";
import { Failure } from "#shared/failure.ts";
import { count, optionalText } from "#shared/field.ts";
import {
  deletedReason,
  type Item,
  isOwing,
  owed,
  ReceiveForm,
  receiptFaults,
  type Shipment,
} from "#shared/shipment.ts";
import type { Result } from "../lib/call.ts";
import { useLists } from "../lib/context.tsx";
import { useForm } from "../lib/form.ts";
import { itemsOf } from "../lib/shipments.ts";

/** None of it has come: not now. */
const Counted = v.object({ product: v.string(), quantity: count(0) });

const schema = v.pipe(
  v.object({
    warehouse: v.string(),
    list: v.array(Counted),
    rest: v.picklist(["later", "short"]),
    /** Asked for, and judged, only while something remains. */
    close: v.string(),
    remarks: optionalText(),
  }),
  v.forward(
    v.partialCheck(
      [["warehouse"], ["list"]],
      ({ warehouse, list }) => warehouse !== "" || list.every(({ quantity }) => quantity === 0),
      "Required",
    ),
    ["warehouse"],
  ),
);

export type Receipt = v.InferOutput<typeof schema>;
type Typed = v.InferInput<typeof schema>;

export const rests = [
  { value: "later", label: "Still to come" },
  { value: "short", label: "Close short" },
] as const;

/** What is still owed stands first. */
const linesOf = (items: readonly Item[]): Receipt["list"] =>
  items
    .map((item) => ({ product: item.product, quantity: owed(item) }))
    .sort((a, b) => Number(b.quantity > 0) - Number(a.quantity > 0));

export const useReceiptForm = (shipment: Shipment) => {
  const { warehouse: places } = useLists();
  const [only, ...others] = places;
  const start: Typed = {
    warehouse: only && others.length === 0 ? only._id : "",
    list: linesOf(itemsOf(shipment)),
    rest: "later",
    close: "",
    remarks: "",
  };
  return useForm({ schema, start, draft: `receipt ${shipment._id}`, lasting: true });
};

/** The form that asks for this. */
export const formOf = (shipment: Shipment, { warehouse, list, close = "", remarks = "" }: ReceiveForm): Typed => {
  const asked = new Map(list?.map(({ product, quantity }) => [product, quantity]));
  const lines = linesOf(itemsOf(shipment)).map(({ product }) => ({ product, quantity: asked.get(product) ?? 0 }));
  return { warehouse, list: lines.length > 0 ? lines : (list ?? []), rest: close ? "short" : "later", close, remarks };
};

/** What a receipt comes to: units that come, more of them than is owed, and what remains by product. */
export interface Outcome {
  comes: number;
  /** Nothing can come any more, so the rest of deleted products is all that there is to close. */
  closes: boolean;
  over: readonly { product: string; quantity: number; owed: number }[];
  remains: ReadonlyMap<string, number>;
}

/** What was typed before its product was deleted counts no more. */
const countedOf = ({ items }: Shipment, list: Receipt["list"]): Receipt["list"] => {
  const gone = new Set(items.flatMap(({ product, deleted }) => (deleted ? [product._id] : [])));
  return list.filter(({ product }) => !gone.has(product));
};

export const outcomeOf = (shipment: Shipment, list: Receipt["list"]): Outcome => {
  const items = itemsOf(shipment);
  const counted = new Map(countedOf(shipment, list).map(({ product, quantity }) => [product, quantity || 0]));
  const lines = items.map((item) => ({
    product: item.product,
    quantity: counted.get(item.product) ?? 0,
    owed: owed(item),
  }));
  const comes = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    comes,
    closes: comes === 0 && !isOwing(items) && !shipment.received && items.length > 0,
    over: lines.filter((one) => one.quantity > one.owed),
    remains: new Map(lines.flatMap((one) => (one.owed > one.quantity ? [[one.product, one.owed - one.quantity]] : []))),
  };
};

/** What is asked of the server, or why it would refuse. */
export const askedBy = (shipment: Shipment, receipt: Receipt, somewhere: string): Result<ReceiveForm> => {
  const { remarks } = receipt;
  const { comes, over, remains, closes } = outcomeOf(shipment, receipt.list);
  const short = receipt.rest === "short" && remains.size > 0;
  // What was added or received since these were read is neither excused nor closed.
  const seen = new Map(itemsOf(shipment).map((item) => [item.product, owed(item)]));
  const more = new Set(over.map(({ product }) => product));
  const list = countedOf(shipment, receipt.list)
    .map((line) => ({ ...line, owed: short || more.has(line.product) ? seen.get(line.product) : undefined }))
    .filter(({ quantity, owed: then = 0 }) => quantity > 0 || then > 0);
  const asked = v.safeParse(ReceiveForm, {
    // Nothing goes there when only the rest is closed.
    warehouse: receipt.warehouse || (comes === 0 ? somewhere : ""),
    list,
    ...(over.length > 0 && { over: true }),
    ...(short && { close: receipt.close }),
    ...(closes && { close: deletedReason }),
    ...(remarks && { remarks }),
  });
  const faults = asked.success
    ? receiptFaults(itemsOf(shipment), asked.output)
    : asked.issues.map((issue) => ({ field: String(issue.path?.[0]?.key), message: issue.message }));
  if (asked.success && faults.length === 0) return { ok: true, answer: asked.output };
  return { ok: false, failure: new Failure("UNPROCESSABLE_CONTENT", ...faults) };
};
