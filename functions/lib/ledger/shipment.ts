// Shipments as they are stored: created, updated under their version, and converted for the API.
import { Failure } from "#shared/failure.ts";
import type { Movement } from "#shared/movement.ts";
import type { Shipment, ShipmentForm } from "#shared/shipment.ts";
import { hasOutstanding, type Item, itemsSent, outstanding } from "#shared/shipment-item.ts";
import { readTagRows, toTags } from "../catalogue/tags.ts";
import type { Action } from "../db/dynamo.ts";
import { updateExpression } from "../db/expressions.ts";
import { type ShipmentRow, type StoredFieldChange, shipments } from "../db/tables.ts";
import type { RequestHashes } from "../http/idempotency.ts";

/** A new shipment; lines of the same product become one item. */
export const newShipment = (
  _id: string,
  { container, expected_delivery, list }: ShipmentForm,
  { hash, sent }: RequestHashes,
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
  sent,
});

/** The quantities that differ between two lists of items, as changes of the container. */
export const quantityChanges = (before: readonly Item[], after: readonly Item[]): StoredFieldChange[] => {
  const from = new Map(before.map(({ product, quantity }) => [product, quantity]));
  const to = new Map(after.map(({ product, quantity }) => [product, quantity]));
  return [...new Set([...from.keys(), ...to.keys()])]
    .map((product) => ({ field: "quantity", product, from: from.get(product), to: to.get(product) }))
    .filter((change) => change.from !== change.to);
};

/** What an update can change. */
type Changes = Pick<ShipmentRow, "items"> & Partial<Pick<ShipmentRow, "expected_delivery" | "closed_short">>;

/**
 * Updates a shipment, if its version is still the one that was read. It stays in the index `open` while units are
 * outstanding, and keeps `closed_short`, the reason, while units are closed short.
 */
export const updateShipment = (
  { _id, version }: ShipmentRow,
  { items, expected_delivery, closed_short = "" }: Changes,
): Action => {
  const received = !hasOutstanding(items);
  const hasClosedShort = items.some(({ closed = 0 }) => closed > 0);
  const fields = {
    items,
    expected_delivery,
    closed_short: hasClosedShort ? closed_short : "",
    received,
    open: received ? "" : "open",
    version: version + 1,
  };
  return { Update: { TableName: shipments.name, Key: { _id }, ...updateExpression(fields, { version }) } };
};

/** Makes the units of a reversed receipt outstanding again; 422 if the shipment was deleted. */
export const revertReceipt = async (id: string, receipt: Movement): Promise<Action> => {
  const shipment = await shipments.find(id);
  if (!shipment || shipment.deleted_at)
    throw new Failure("UNPROCESSABLE_CONTENT", { field: "shipment", message: "The shipment was deleted" });
  const received = new Map(receipt.lines.map(([product, , delta]) => [product, delta]));
  const closed = new Map(receipt.closed);
  const items = shipment.items.map((item) => ({
    ...item,
    received: item.received - (received.get(item.product) ?? 0),
    // A change of the list since may have removed units that were closed short.
    closed: Math.max(0, (item.closed ?? 0) - (closed.get(item.product) ?? 0)),
  }));
  return updateShipment(shipment, { ...shipment, items });
};

/** Shipments as the API returns them. */
export const toShipments = async (rows: readonly ShipmentRow[]): Promise<Shipment[]> => {
  const tagRows = await readTagRows(
    rows.flatMap(({ items }) => items.map(({ product }) => product)),
    [],
  );
  const tags = toTags(tagRows);
  const toItem = ({ product, quantity, received, closed }: Item, inTransit: number, isDeleted: boolean) => ({
    product: { ...tags.product(product), in_transit: inTransit },
    quantity,
    received,
    ...(closed && { closed }),
    ...(isDeleted && { deleted: true }),
  });
  return rows.map(({ _id, container, expected_delivery, received, closed_short, created_at, items }) => ({
    _id,
    container,
    expected_delivery,
    received,
    ...(closed_short && { closed_short }),
    created_at,
    items: items.map((item) => {
      const isDeleted = tagRows.product.get(item.product)?.deleted_at !== undefined;
      return toItem(item, received ? item.received : isDeleted ? 0 : outstanding(item), isDeleted);
    }),
  }));
};
