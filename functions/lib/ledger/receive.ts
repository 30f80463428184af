// Receiving a container into a warehouse: whole or in part, over several receipts, each unit once.

import { sumByProduct } from "#shared/allocation.ts";
import { Failure } from "#shared/failure.ts";
import type { Line, Movement } from "#shared/movement.ts";
import { checkReceipt, closableUnits, deletedReason, mayExceed, type ReceiveForm } from "#shared/receipt.ts";

import { hasOutstanding, type Item, maxItems, outstanding } from "#shared/shipment-item.ts";
import { products, type ShipmentRow, shipments, warehouses } from "../db/tables.ts";
import { postBatch, splitIntoChunks } from "./batch.ts";
import type { PostingRequest } from "./post.ts";
import { updateShipment } from "./shipment.ts";

export const receive = (order: PostingRequest, id: string, form: ReceiveForm): Promise<Movement[]> =>
  postBatch(order, {
    judge: async () => {
      const shipment = await shipments.get(id);
      validate(shipment, form);
      await warehouses.get(form.warehouse, { field: "warehouse", message: "No such warehouse" });
      return splitIntoChunks(await remainingChanges(shipment, form)).length;
    },
    chunk: async (index, _, before) => {
      // Somebody else may have received since, or deleted it or the warehouse: a batch that has begun goes on with what
      // is left for it to do.
      const [begun, place] = index > 0 ? await Promise.all([shipments.find(id), warehouses.find(form.warehouse)]) : [];
      if (begun && (begun.deleted_at || place?.deleted_at)) return { ...emptyReceipt(begun, form), lines: [] };
      const shipment = begun ?? (await shipments.get(id));
      if (index === 0) validate(shipment, form);
      const [next = []] = splitIntoChunks(await remainingChanges(shipment, form, before));
      return receiptOf(shipment, form, next);
    },
  });

const validate = ({ items }: ShipmentRow, form: ReceiveForm): void => {
  if (!hasOutstanding(items)) throw new Failure("CONFLICT", { message: "Received already" });
  checkReceipt(items, form);
};

/** What a receipt does to an item: units that come, and that are closed short. */
interface Change {
  item: Item;
  comes: number;
  short: number;
}

/**
 * What is still to do by the form, of products that no chunk before has moved. Not by places in the list, which may be
 * changed between two chunks.
 */
const remainingChanges = async (
  { items }: ShipmentRow,
  form: ReceiveForm,
  before: readonly Movement[] = [],
): Promise<Change[]> => {
  const done = new Set(before.flatMap(({ lines, closed = [] }) => [...lines, ...closed].map(([product]) => product)));
  const wanted = form.list && sumByProduct(form.list, maxItems);
  const open = items.filter((item) => !done.has(item.product) && (outstanding(item) > 0 || wanted?.has(item.product)));
  const excused = mayExceed(form);
  const accounted = closableUnits(form);
  const goods = await products.findAll(open.map(({ product }) => product));
  const changes = open.map((item): Change => {
    const gone = !goods.has(item.product) || goods.get(item.product)?.deleted_at !== undefined;
    const counted = wanted ? (wanted.get(item.product) ?? 0) : outstanding(item);
    const comes = gone ? 0 : excused(item) ? counted : Math.min(counted, outstanding(item));
    return { item, comes, short: Math.max(0, (gone ? outstanding(item) : accounted(item)) - comes) };
  });
  return changes.filter(({ comes, short }) => comes > 0 || short > 0);
};

const emptyReceipt = ({ _id, container }: ShipmentRow, { remarks }: ReceiveForm) => ({
  kind: "receipt" as const,
  reason: "Purchase (Overseas)",
  remarks,
  shipment: _id,
  container,
});

/** A movement of these changes, with the shipment moved on. */
const receiptOf = (shipment: ShipmentRow, form: ReceiveForm, changes: readonly Change[]) => {
  const moved = new Map(changes.map((change) => [change.item.product, change]));
  const items = shipment.items.map((item) => {
    const { comes = 0, short = 0 } = moved.get(item.product) ?? {};
    return { ...item, received: item.received + comes, ...(short > 0 && { closed: (item.closed ?? 0) + short }) };
  });
  const closed = changes.flatMap(({ item, short }): [string, number][] => (short > 0 ? [[item.product, short]] : []));
  const closing = closed.length > 0 ? form.close : undefined;
  const closed_short = closing ?? shipment.closed_short ?? (closed.length > 0 ? deletedReason : undefined);
  return {
    ...emptyReceipt(shipment, form),
    ...(closed.length > 0 && { closed }),
    lines: changes.flatMap(({ item, comes }): Line[] => (comes > 0 ? [[item.product, form.warehouse, comes]] : [])),
    also: [updateShipment(shipment, { items, ...(closed_short && { closed_short }) })],
  };
};
