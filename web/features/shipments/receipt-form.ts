// The form of a receipt: units received of each product, whether the rest is closed short, and the request.
import * as v from "valibot";
import { Failure } from "#shared/failure.ts";
import { optionalText, unitCount } from "#shared/field.ts";
import { deletedReason, ReceiveForm, receiptFaults } from "#shared/receipt.ts";
import type { Shipment } from "#shared/shipment.ts";
import { hasOutstanding, type Item, outstanding } from "#shared/shipment-item.ts";
import { useDeviceWarehouse } from "../../domain/warehouse-select.tsx";
import type { Result } from "../../lib/api/result.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { itemsOf, unreceivedOf } from "./shipment-text.ts";

/** Zero means not received now. A quantity typed before the product was deleted is ignored. */
const lineSchema = (deleted: ReadonlySet<string>) =>
  v.pipe(
    v.object({ product: v.string(), quantity: v.custom<number>(() => true) }),
    v.transform((line) => (deleted.has(line.product) ? { ...line, quantity: 0 } : line)),
    v.object({ product: v.string(), quantity: unitCount(0) }),
  );

const receiptSchema = (deleted: ReadonlySet<string>) =>
  v.pipe(
    v.object({
      warehouse: v.string(),
      list: v.array(lineSchema(deleted)),
      rest: v.picklist(["later", "short"]),
      /** Required, and validated, only while units remain. */
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

type Schema = ReturnType<typeof receiptSchema>;
export type Receipt = v.InferOutput<Schema>;
type ReceiptInput = v.InferInput<Schema>;

const deletedProducts = ({ items }: Shipment): Set<string> =>
  new Set(items.filter(({ deleted }) => deleted).map(({ product }) => product._id));

export const remainderChoices = [
  { value: "later", label: "Still to come" },
  { value: "short", label: "Close short" },
] as const;

/** Lines with outstanding units come first. */
const linesOf = (items: readonly Item[]): Receipt["list"] =>
  items
    .map((item) => ({ product: item.product, quantity: outstanding(item) }))
    .sort((a, b) => Number(b.quantity > 0) - Number(a.quantity > 0));

export const useReceiptForm = (shipment: Shipment) => {
  const [warehouse] = useDeviceWarehouse();
  const start: ReceiptInput = {
    warehouse,
    list: linesOf(itemsOf(shipment)),
    rest: "later",
    close: "",
    remarks: "",
  };
  return useForm({
    schema: receiptSchema(deletedProducts(shipment)),
    start,
    draft: `receipt ${shipment._id}`,
  });
};

/**
 * The form as it was for this request. A request that closes the rest lists all products that were outstanding;
 * products added to the shipment later have no line.
 */
export const formOf = (
  shipment: Shipment,
  { warehouse, list = [], close = "", remarks = "" }: ReceiveForm,
): ReceiptInput => {
  const requested = new Map(list.map(({ product, quantity }) => [product, quantity]));
  const lines = linesOf(itemsOf(shipment))
    .filter(({ product, quantity }) => !close || quantity === 0 || requested.has(product))
    .map(({ product }) => ({ product, quantity: requested.get(product) ?? 0 }));
  return {
    warehouse: list.some(({ quantity }) => quantity > 0) ? warehouse : "",
    list: lines.length > 0 ? lines : list,
    rest: close ? "short" : "later",
    close,
    remarks,
  };
};

export interface ReceiptOutcome {
  received: number;
  /** Only units of deleted products are left: they are closed short. */
  closesDeleted: boolean;
  /** Products of which more is received than is outstanding. */
  excess: readonly { product: string; quantity: number; outstanding: number }[];
  /** Units that remain, by product. */
  remaining: ReadonlyMap<string, number>;
  /** Units added to the container meanwhile. They have no line, since nobody has counted them. */
  added: number;
}

export const outcomeOf = (shipment: Shipment, list: Receipt["list"]): ReceiptOutcome => {
  const items = itemsOf(shipment);
  const deleted = deletedProducts(shipment);
  const counted = new Map(list.map(({ product, quantity }) => [product, deleted.has(product) ? 0 : quantity || 0]));
  const added = items.filter(({ product }) => !counted.has(product));
  const lines = items
    .filter(({ product }) => counted.has(product))
    .map((item) => ({
      product: item.product,
      quantity: counted.get(item.product) ?? 0,
      outstanding: outstanding(item),
    }));
  const received = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const short = lines.filter((line) => line.outstanding > line.quantity);
  return {
    received,
    closesDeleted: received === 0 && !hasOutstanding(items) && !shipment.received && items.length > 0,
    excess: lines.filter((line) => line.quantity > line.outstanding),
    remaining: new Map(short.map((line) => [line.product, line.outstanding - line.quantity])),
    added: added.reduce((sum, item) => sum + outstanding(item), 0),
  };
};

/**
 * The lines of the request. A line that is over-received or closed short says how much was outstanding when it was
 * counted (`owed`), so that no other units are affected.
 */
const linesSent = (
  shipment: Shipment,
  { list }: Receipt,
  { excess, closesDeleted }: ReceiptOutcome,
  isShort: boolean,
) => {
  const exceeding = new Set(excess.map(({ product }) => product));
  const items = new Map(shipment.items.map((item) => [item.product._id, item]));
  const lines = list.map((line) => {
    const item = items.get(line.product);
    const saysOutstanding = item?.deleted ? closesDeleted : isShort || exceeding.has(line.product);
    return { ...line, owed: saysOutstanding && item ? unreceivedOf(item) : undefined };
  });
  return lines.filter(({ quantity, owed = 0 }) => quantity > 0 || owed > 0);
};

/** The request for a receipt, or why it would be refused. `anyWarehouse` is sent when nothing is received. */
export const requestOf = (shipment: Shipment, receipt: Receipt, anyWarehouse: string): Result<ReceiveForm> => {
  const { remarks } = receipt;
  const outcome = outcomeOf(shipment, receipt.list);
  const { received, excess, remaining, closesDeleted } = outcome;
  const isShort = receipt.rest === "short" && remaining.size > 0;
  const request = v.safeParse(ReceiveForm, {
    warehouse: receipt.warehouse || (received === 0 ? anyWarehouse : ""),
    list: linesSent(shipment, receipt, outcome, isShort),
    ...(excess.length > 0 && { over: true }),
    ...(isShort && { close: receipt.close }),
    ...(closesDeleted && { close: deletedReason }),
    ...(remarks && { remarks }),
  });
  const faults = request.success
    ? receiptFaults(itemsOf(shipment), request.output)
    : request.issues.map((issue) => ({ field: String(issue.path?.[0]?.key), message: issue.message }));
  if (request.success && faults.length === 0) return { ok: true, answer: request.output };
  return { ok: false, failure: new Failure("UNPROCESSABLE_CONTENT", ...faults) };
};
