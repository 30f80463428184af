// Shipments as they are stored: read, shown, and moved on under their version.
import { Failure } from "#shared/failure.ts";
import type { Movement } from "#shared/movement.ts";
import type { Shipment, ShipmentForm } from "#shared/shipment.ts";
import { hasOutstanding, itemsSent, outstanding } from "#shared/shipment-item.ts";
import { readTagRows, toTags } from "../catalogue/tags.ts";
import type { Action } from "../db/dynamo.ts";
import { updateExpression } from "../db/expressions.ts";
import { type ShipmentRow, shipments } from "../db/tables.ts";

/** A shipment as it is announced; equal products are one item. */
export const newShipment = (
  _id: string,
  { container, expected_delivery, list }: ShipmentForm,
  hash: string,
  created_at: string,
): ShipmentRow => ({
  _id,
  container,
  expected_delivery,
  items: itemsSent(list),
  received: false,
  open: "open",
  version: 1,
  created_at,
  hash,
});

/** A state the shipment goes to. */
type Next = Pick<ShipmentRow, "items"> & Partial<Pick<ShipmentRow, "expected_delivery" | "closed_short">>;

/**
 * The update that moves a shipment on, if nobody did meanwhile; the index `open` holds it while it owes, and its reason
 * stands while something of it is closed short.
 */
export const updateShipment = (
  { _id, version }: ShipmentRow,
  { items, expected_delivery, closed_short = "" }: Next,
): Action => {
  const received = !hasOutstanding(items);
  const short = items.some(({ closed = 0 }) => closed > 0);
  const fields = {
    items,
    expected_delivery,
    closed_short: short ? closed_short : "",
    received,
    open: received ? "" : "open",
    version: version + 1,
  };
  return { Update: { TableName: shipments.name, Key: { _id }, ...updateExpression(fields, { version }) } };
};

/** A receipt undone: what came is owed again, and what it closed short is open again; 422 when the shipment is gone. */
export const revertReceipt = async (id: string, receipt: Movement): Promise<Action> => {
  const shipment = await shipments.find(id);
  if (!shipment || shipment.deleted_at)
    throw new Failure("UNPROCESSABLE_CONTENT", { field: "shipment", message: "Its shipment was deleted" });
  const came = new Map(receipt.lines.map(([product, , delta]) => [product, delta]));
  const closed = new Map(receipt.closed);
  const items = shipment.items.map((item) => ({
    ...item,
    received: item.received - (came.get(item.product) ?? 0),
    // Its list may have been changed since, and what was closed short been taken off it.
    closed: Math.max(0, (item.closed ?? 0) - (closed.get(item.product) ?? 0)),
  }));
  return updateShipment(shipment, { ...shipment, items });
};

/** Shipments as people see them. */
export const toShipments = async (rows: readonly ShipmentRow[]): Promise<Shipment[]> => {
  const goods = await readTagRows(
    rows.flatMap(({ items }) => items.map(({ product }) => product)),
    [],
  );
  const { product: tag } = toTags(goods);
  return rows.map(({ _id, container, expected_delivery, received, closed_short, created_at, items }) => ({
    _id,
    container,
    expected_delivery,
    received,
    ...(closed_short && { closed_short }),
    created_at,
    items: items.map((item) => {
      const deleted = goods.product.get(item.product)?.deleted_at !== undefined;
      const in_transit = received ? item.received : deleted ? 0 : outstanding(item);
      const { quantity, received: came, closed } = item;
      return {
        product: { ...tag(item.product), in_transit },
        quantity,
        received: came,
        ...(closed && { closed }),
        ...(deleted && { deleted }),
      };
    }),
  }));
};
