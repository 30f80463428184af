// The form of a receipt: a quantity for each product that is owed, what becomes of the rest, and what that comes to.
import * as v from "valibot";
import { Failure } from "#shared/failure.ts";
import { optionalText, unitCount } from "#shared/field.ts";
import { deletedReason, ReceiveForm, receiptFaults } from "#shared/receipt.ts";
import type { Shipment } from "#shared/shipment.ts";
import { hasOutstanding, type Item, outstanding } from "#shared/shipment-item.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import type { Result } from "../../lib/api/client.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { itemsOf, leftOf } from "./shipment-text.ts";

/** None of it has come: not now. What was typed before its product was deleted counts no more. */
const countedBut = (gone: ReadonlySet<string>) =>
  v.pipe(
    v.object({ product: v.string(), quantity: v.custom<number>(() => true) }),
    v.transform((line) => (gone.has(line.product) ? { ...line, quantity: 0 } : line)),
    v.object({ product: v.string(), quantity: unitCount(0) }),
  );

const schemaBut = (gone: ReadonlySet<string>) =>
  v.pipe(
    v.object({
      warehouse: v.string(),
      list: v.array(countedBut(gone)),
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

type Schema = ReturnType<typeof schemaBut>;
export type Receipt = v.InferOutput<Schema>;
type Typed = v.InferInput<Schema>;

const goneOf = ({ items }: Shipment): Set<string> =>
  new Set(items.flatMap(({ product, deleted }) => (deleted ? [product._id] : [])));

export const rests = [
  { value: "later", label: "Still to come" },
  { value: "short", label: "Close short" },
] as const;

/** What is still owed stands first. */
const linesOf = (items: readonly Item[]): Receipt["list"] =>
  items
    .map((item) => ({ product: item.product, quantity: outstanding(item) }))
    .sort((a, b) => Number(b.quantity > 0) - Number(a.quantity > 0));

export const useReceiptForm = (shipment: Shipment) => {
  const { warehouse: places } = useApplicationContext();
  const [only, ...others] = places;
  const start: Typed = {
    warehouse: only && others.length === 0 ? only._id : "",
    list: linesOf(itemsOf(shipment)),
    rest: "later",
    close: "",
    remarks: "",
  };
  return useForm({ schema: schemaBut(goneOf(shipment)), start, draft: `receipt ${shipment._id}`, surviveReload: true });
};

/**
 * The form that asks for this. A closing lists all that was owed: what is owed and not in it was added later, and has
 * no line.
 */
export const formOf = (shipment: Shipment, { warehouse, list = [], close = "", remarks = "" }: ReceiveForm): Typed => {
  const asked = new Map(list.map(({ product, quantity }) => [product, quantity]));
  const lines = linesOf(itemsOf(shipment))
    .filter(({ product, quantity }) => !close || quantity === 0 || asked.has(product))
    .map(({ product }) => ({ product, quantity: asked.get(product) ?? 0 }));
  return {
    warehouse: list.some(({ quantity }) => quantity > 0) ? warehouse : "",
    list: lines.length > 0 ? lines : list,
    rest: close ? "short" : "later",
    close,
    remarks,
  };
};

/** What a receipt comes to: units that come, more of them than is owed, and what remains by product. */
export interface Outcome {
  comes: number;
  /** Nothing can come any more, so the rest of deleted products is all that there is to close. */
  closes: boolean;
  over: readonly { product: string; quantity: number; owed: number }[];
  remains: ReadonlyMap<string, number>;
  /** Units that were added to the container meanwhile: they have no line, since nobody has looked for them. */
  added: number;
}

export const outcomeOf = (shipment: Shipment, list: Receipt["list"]): Outcome => {
  const items = itemsOf(shipment);
  const gone = goneOf(shipment);
  const counted = new Map(list.map(({ product, quantity }) => [product, gone.has(product) ? 0 : quantity || 0]));
  const added = items.filter(({ product }) => !counted.has(product));
  const lines = items
    .filter(({ product }) => counted.has(product))
    .map((item) => ({ product: item.product, quantity: counted.get(item.product) ?? 0, owed: outstanding(item) }));
  const comes = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    comes,
    closes: comes === 0 && !hasOutstanding(items) && !shipment.received && items.length > 0,
    over: lines.filter((one) => one.quantity > one.owed),
    remains: new Map(lines.flatMap((one) => (one.owed > one.quantity ? [[one.product, one.owed - one.quantity]] : []))),
    added: added.reduce((sum, item) => sum + outstanding(item), 0),
  };
};

/** A receipt's lines, with what its person saw as owed of what is closed short or came in excess: nothing else is. */
const linesSent = ({ items }: Shipment, { list }: Receipt, { over, closes }: Outcome, isShort: boolean) => {
  const more = new Set(over.map(({ product }) => product));
  const known = new Map(items.map((item) => [item.product._id, item]));
  const lines = list.map((line) => {
    const item = known.get(line.product);
    const says = item?.deleted ? closes : isShort || more.has(line.product);
    return { ...line, owed: says && item ? leftOf(item) : undefined };
  });
  return lines.filter(({ quantity, owed: then = 0 }) => quantity > 0 || then > 0);
};

/** What is asked of the server, or why it would refuse. */
export const askedBy = (shipment: Shipment, receipt: Receipt, somewhere: string): Result<ReceiveForm> => {
  const { remarks } = receipt;
  const outcome = outcomeOf(shipment, receipt.list);
  const { comes, over, remains, closes } = outcome;
  const isShort = receipt.rest === "short" && remains.size > 0;
  const asked = v.safeParse(ReceiveForm, {
    // Nothing goes there when only the rest is closed.
    warehouse: receipt.warehouse || (comes === 0 ? somewhere : ""),
    list: linesSent(shipment, receipt, outcome, isShort),
    ...(over.length > 0 && { over: true }),
    ...(isShort && { close: receipt.close }),
    ...(closes && { close: deletedReason }),
    ...(remarks && { remarks }),
  });
  const faults = asked.success
    ? receiptFaults(itemsOf(shipment), asked.output)
    : asked.issues.map((issue) => ({ field: String(issue.path?.[0]?.key), message: issue.message }));
  if (asked.success && faults.length === 0) return { ok: true, answer: asked.output };
  return { ok: false, failure: new Failure("UNPROCESSABLE_CONTENT", ...faults) };
};
