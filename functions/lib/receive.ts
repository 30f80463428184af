// Receiving a container into a warehouse: whole or in part, over several receipts, each unit once.
import { Failure } from "#shared/failure.ts";
import type { Line, Movement } from "#shared/movement.ts";
import { checkReceipt, type Item, isOwing, itemsSent, owed, type ReceiveForm } from "#shared/shipment.ts";
import { cut, postBatch } from "./batch.ts";
import type { Order } from "./post.ts";
import { moveOn } from "./shipment.ts";
import { products, type ShipmentRow, shipments, warehouses } from "./tables.ts";

export const receive = (order: Order, id: string, form: ReceiveForm): Promise<Movement[]> =>
  postBatch(order, {
    judge: async () => {
      const shipment = await shipments.get(id);
      judge(shipment, form);
      await warehouses.get(form.warehouse, { field: "warehouse", message: "No such warehouse" });
      return cut(shipment.items).length;
    },
    chunk: async (index) => {
      const shipment = await shipments.get(id);
      // Somebody else may have received since; a batch that has begun goes on with what is left.
      if (index === 0) judge(shipment, form);
      return receipt(shipment, form, cut(shipment.items)[index] ?? []);
    },
  });

const judge = ({ items }: ShipmentRow, form: ReceiveForm): void => {
  if (!isOwing(items)) throw new Failure("CONFLICT", { message: "Received already" });
  checkReceipt(items, form);
};

/** What comes of some items of a shipment, by the form: lines in, items moved on, and what is closed short. */
const receipt = async (shipment: ShipmentRow, form: ReceiveForm, part: readonly Item[]) => {
  const goods = await products.findAll(part.map(({ product }) => product));
  const wanted = form.list && new Map(itemsSent(form.list).map(({ product, quantity }) => [product, quantity]));
  const lines: Line[] = [];
  const closed: [string, number][] = [];
  const moved = new Map<string, Item>();
  for (const item of part) {
    const gone = !goods.has(item.product) || goods.get(item.product)?.deleted_at !== undefined;
    const counted = wanted ? (wanted.get(item.product) ?? 0) : owed(item);
    const comes = gone ? 0 : form.over ? counted : Math.min(counted, owed(item));
    const after = { ...item, received: item.received + comes };
    const short = gone || form.close ? owed(after) : 0;
    if (comes > 0) lines.push([item.product, form.warehouse, comes]);
    if (short > 0) closed.push([item.product, short]);
    moved.set(item.product, short > 0 ? { ...after, closed: (item.closed ?? 0) + short } : after);
  }
  const items = shipment.items.map((item) => moved.get(item.product) ?? item);
  const closing = closed.length > 0 ? form.close : undefined;
  const closed_short = closing ?? shipment.closed_short ?? (closed.length > 0 ? "Product deleted" : undefined);
  return {
    kind: "receipt" as const,
    reason: "Purchase (Overseas)",
    remarks: form.remarks,
    shipment: shipment._id,
    container: shipment.container,
    ...(closed.length > 0 && { closed }),
    lines,
    also: [moveOn(shipment, { items, ...(closed_short && { closed_short }) })],
  };
};
