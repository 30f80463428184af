// Shipments as they are stored: created, updated under their version, and converted for the API.
import { shipmentOf } from "#shared/catalogue.ts";
import { containerForm } from "#shared/container-id.ts";
import { dayOf, daysUntil, dayText } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import { fromChanged, ordersIn } from "#shared/from-orders.ts";
import type { Movement } from "#shared/movement.ts";
import type { Shipment, ShipmentForm } from "#shared/shipment.ts";
import { hasOutstanding, itemsSent } from "#shared/shipment-item.ts";
import { openShipments, toContainer } from "../catalogue/products.ts";
import { readTagRows, toTags } from "../catalogue/tags.ts";
import type { Action } from "../db/dynamo.ts";
import { updateExpression } from "../db/expressions.ts";
import { changes, type ShipmentRow, type StoredFieldChange, shipments } from "../db/tables.ts";
import type { RequestHashes } from "./idempotency.ts";

/** A new shipment; lines of the same product become one item. */
export const newShipment = (
  _id: string,
  { container, expected_delivery, list, from }: ShipmentForm,
  { sent }: RequestHashes,
  created_at: string,
): ShipmentRow => {
  const items = itemsSent(list);
  return {
    ...{ _id, container, expected_delivery, items, created_at, day: dayOf(created_at), sent },
    from: fromChanged({ items: [] }, items, from),
    ...{ received: false, open: "open", version: 1 },
  };
};

type Units<F extends string> = { product: string } & { [K in F]?: number | string | undefined };

/** The units, or days, that differ between two lists of items, as changes of the container or the order. */
export const unitChanges = <F extends string>(
  before: readonly Units<F>[],
  after: readonly Units<F>[],
  field: F,
): StoredFieldChange[] => {
  const [from, to] = [before, after].map((items) => new Map(items.map((item) => [item.product, item[field]])));
  return [...new Set([...before, ...after].map(({ product }) => product))]
    .map((product) => ({ field, product, from: from?.get(product), to: to?.get(product) }))
    .filter((change) => change.from !== change.to);
};

/**
 * 409 names an open container of the same ID: it is mostly the same one, announced twice. Two announced at one instant do
 * not see each other; the list marks them.
 */
export const checkContainer = async (_id: string, container: string): Promise<void> => {
  const wanted = containerForm(container);
  const other = (await openShipments()).find((row) => row._id !== _id && containerForm(row.container) === wanted);
  if (!other) return;
  // The record of its creation has its id.
  const by = (await changes.find(other._id))?.user.name;
  const message = `On its way already: announced on ${dayText(dayOf(other.created_at))}${by ? ` by ${by}` : ""}`;
  throw new Failure("CONFLICT", { field: "container", _id: other._id, message });
};

/** Changes of the units of a container, and of the orders that they come from. */
export const itemChanges = (before: UnitsOf, after: UnitsOf): StoredFieldChange[] => {
  const ordersOf = ({ from = {} }: UnitsOf) =>
    Object.keys(from).map((product) => ({ product, from: ordersIn(from, product)?.join("; ").replaceAll(",", ": ") }));
  return [
    ...unitChanges(before.items, after.items, "quantity"),
    ...unitChanges(ordersOf(before), ordersOf(after), "from"),
  ];
};

type UnitsOf = Pick<ShipmentRow, "items" | "from">;

type Changes = UnitsOf &
  Partial<Pick<ShipmentRow, "container" | "expected_delivery" | "first_expected" | "closed_short" | "updated_at">>;

/** Days from the first announced day of a container to a receipt; negative if it comes before. */
export const daysLate = ({ expected_delivery, first_expected = expected_delivery }: ShipmentRow, day: string): number =>
  daysUntil(day, first_expected);

/**
 * Updates a shipment, if its version is still the one that was read. It stays in the index `open` while units are
 * outstanding, and keeps `closed_short`, the reason, while units are closed short.
 */
export const updateShipment = (
  { _id, version }: ShipmentRow,
  { items, from, container, expected_delivery, first_expected, closed_short = "", updated_at }: Changes,
): Action => {
  const received = !hasOutstanding(items);
  const hasClosedShort = items.some(({ closed = 0 }) => closed > 0);
  const fields = {
    items,
    from,
    container,
    expected_delivery,
    first_expected,
    closed_short: hasClosedShort ? closed_short : "",
    received,
    open: received ? "" : "open",
    updated_at,
    version: version + 1,
  };
  return { Update: { TableName: shipments.name, Key: { _id }, ...updateExpression(fields, { version }) } };
};

/** The shipment of a receipt; 422 if it was deleted. */
export const readReceived = async (id: string): Promise<ShipmentRow> => {
  const shipment = await shipments.find(id);
  if (!shipment || shipment.deleted_at)
    throw new Failure("UNPROCESSABLE_CONTENT", { field: "shipment", message: "The shipment was deleted" });
  return shipment;
};

/** Units that go back are outstanding again, as are those that the receipt had closed short and no longer does. */
export const changeReceived = (
  shipment: ShipmentRow,
  changes: readonly Pick<Movement, "day" | "lines">[],
  reopened: Movement["closed"],
): Action => {
  const changed = new Map<string, { received: number; late: number }>();
  for (const { day, lines } of changes)
    for (const [product, , delta] of lines) {
      const { received = 0, late = 0 } = changed.get(product) ?? {};
      changed.set(product, { received: received + delta, late: late + delta * daysLate(shipment, day) });
    }
  const closed = new Map(reopened);
  const items = shipment.items.map((item) => {
    const { received = 0, late = 0 } = changed.get(item.product) ?? {};
    return {
      ...item,
      received: item.received + received,
      // An earlier release kept no days of what it received.
      ...((item.late !== undefined || item.received === 0) && { late: (item.late ?? 0) + late }),
      // A change of the list since may have removed units that were closed short.
      closed: Math.max(0, (item.closed ?? 0) - (closed.get(item.product) ?? 0)),
    };
  });
  return updateShipment(shipment, { ...shipment, items });
};

/** Shipments as the API returns them. */
export const toShipments = async (rows: readonly ShipmentRow[]): Promise<Shipment[]> => {
  const tagRows = await readTagRows(
    rows.flatMap(({ items }) => items.map(({ product }) => product)),
    [],
  );
  const tagOf = toTags(tagRows).product;
  const isDeleted = (product: string) => tagRows.product.get(product)?.deleted_at !== undefined;
  return rows.map((row) => shipmentOf(toContainer(row), tagOf, isDeleted));
};
