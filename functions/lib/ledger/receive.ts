// Receives a container into a warehouse: all of it, or in part over several receipts. Each unit is received once.
import { sumByProduct } from "#shared/allocation.ts";
import { dayOf } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import type { Line, Movement } from "#shared/movement.ts";
import { checkReceipt, closableUnits, deletedReason, mayExceed, type ReceiveForm } from "#shared/receipt.ts";
import { hasOutstanding, type Item, maxItems, outstanding } from "#shared/shipment-item.ts";
import { products, type ShipmentRow, shipments, warehouses } from "../db/tables.ts";
import { postBatch, splitIntoChunks } from "./batch.ts";
import type { PostingRequest } from "./post.ts";
import { daysLate, updateShipment } from "./shipment.ts";

export const receive = (request: PostingRequest, id: string, form: ReceiveForm): Promise<Movement[]> =>
  postBatch(request, {
    validate: async () => {
      const shipment = await readOpenShipment(id, form);
      await warehouses.get(form.warehouse, { field: "warehouse", message: "No such warehouse" });
      return splitIntoChunks(await remainingChanges(shipment, form)).length;
    },
    draftChunk: async (index, _, before) => {
      const [shipment, warehouse] =
        index === 0
          ? [await readOpenShipment(id, form)]
          : await Promise.all([shipments.find(id), warehouses.find(form.warehouse)]);
      if (!shipment) throw new Failure("RESOURCE_NOT_FOUND");
      // Since the first chunk other users may have received or deleted something. The batch continues with what is left
      // to do, or with empty chunks if the shipment or the warehouse was deleted.
      if (shipment.deleted_at || warehouse?.deleted_at) return { ...receiptOf(shipment, form), lines: [] };
      const [changes = []] = splitIntoChunks(await remainingChanges(shipment, form, before));
      return draftReceipt(shipment, form, changes, dayOf(request.now));
    },
  });

/** The shipment, if it can be received as the form says; 404, 409 or 422 if not. */
const readOpenShipment = async (id: string, form: ReceiveForm): Promise<ShipmentRow> => {
  const shipment = await shipments.get(id);
  if (!hasOutstanding(shipment.items)) throw new Failure("CONFLICT", { message: "Received already" });
  checkReceipt(shipment.items, form);
  return shipment;
};

/** Units of an item that a receipt receives, and units that it closes short. */
interface ItemReceipt {
  item: Item;
  received: number;
  closed: number;
}

/**
 * The changes that are left to do, without the products of earlier chunks. Chunks are compared by product and not by position,
 * because the list may be changed between two chunks.
 */
const remainingChanges = async (
  { items }: ShipmentRow,
  form: ReceiveForm,
  before: readonly Movement[] = [],
): Promise<ItemReceipt[]> => {
  const done = new Set(before.flatMap(({ lines, closed = [] }) => [...lines, ...closed].map(([product]) => product)));
  const counted = form.list && sumByProduct(form.list, maxItems);
  const open = items.filter((item) => !done.has(item.product) && (outstanding(item) > 0 || counted?.has(item.product)));
  const isExcessAllowed = mayExceed(form);
  const closable = closableUnits(form);
  const productRows = await products.findAll(open.map(({ product }) => product));
  const changeOf = (item: Item): ItemReceipt => {
    const row = productRows.get(item.product);
    if (!row || row.deleted_at) return { item, received: 0, closed: outstanding(item) };
    const units = counted ? (counted.get(item.product) ?? 0) : outstanding(item);
    const received = isExcessAllowed(item) ? units : Math.min(units, outstanding(item));
    return { item, received, closed: Math.max(0, closable(item) - received) };
  };
  return open.map(changeOf).filter(({ received, closed }) => received > 0 || closed > 0);
};

const receiptOf = ({ _id, container }: ShipmentRow, { remarks }: ReceiveForm) => ({
  kind: "receipt" as const,
  remarks,
  shipment: _id,
  container,
});

/** A movement with these changes, and the update of the shipment. */
const draftReceipt = (shipment: ShipmentRow, form: ReceiveForm, changes: readonly ItemReceipt[], today: string) => {
  const days = daysLate(shipment, today);
  const byProduct = new Map(changes.map((change) => [change.item.product, change]));
  const items = shipment.items.map((item) => {
    const { received = 0, closed = 0 } = byProduct.get(item.product) ?? {};
    return {
      ...item,
      received: item.received + received,
      ...(received > 0 && { late: (item.late ?? 0) + received * days }),
      ...(closed > 0 && { closed: (item.closed ?? 0) + closed }),
    };
  });
  const lines = changes
    .filter(({ received }) => received > 0)
    .map(({ item, received }): Line => [item.product, form.warehouse, received]);
  const closed = changes
    .filter((change) => change.closed > 0)
    .map((change): [string, number] => [change.item.product, change.closed]);
  const hasClosed = closed.length > 0;
  const closed_short = (hasClosed && form.close) || shipment.closed_short || (hasClosed ? deletedReason : undefined);
  return {
    ...receiptOf(shipment, form),
    ...(hasClosed && { closed }),
    lines,
    extraActions: [updateShipment(shipment, { items, ...(closed_short && { closed_short }) })],
  };
};
