// Orders to suppliers as they are stored: made, changed under their version, and converted for the API.
import { dayOf } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import { unitsHeld, type unitsMoved } from "#shared/from-orders.ts";
import type { PurchaseOrder } from "#shared/purchase-order.ts";
import type { PurchaseOrderForm } from "#shared/purchase-order-form.ts";
import {
  announcedAs,
  announceUnits,
  closeRest,
  hasOpen,
  type OrderItem,
  type OrderLine,
  orderItemsChanged,
} from "#shared/purchase-order-item.ts";
import { mayAct, type Role } from "#shared/role.ts";
import { toUserTag, type UserTag } from "#shared/user.ts";
import { type Author, recordEdit, type Subject } from "../audit/changes.ts";
import { datedAfter } from "../audit/edit.ts";
import { outstandingRows } from "../catalogue/products.ts";
import { assertExists, readTagRows, toTags } from "../catalogue/tags.ts";
import { queryAll } from "../db/batch-reads.ts";
import { updateExpression } from "../db/expressions.ts";
import {
  isActive,
  type PurchaseOrderRow,
  products,
  purchaseOrders,
  type ShipmentRow,
  staleWrite,
  type Write,
  writeAll,
} from "../db/tables.ts";
import { nextId } from "../db/unique-keys.ts";
import { log } from "../log.ts";
import { unitChanges } from "./shipment.ts";

/** Orders with open units. */
export const openOrders = (): Promise<PurchaseOrderRow[]> =>
  queryAll({ TableName: purchaseOrders.name, IndexName: "open", ...outstandingRows });

export const orderSubject = ({ _id }: PurchaseOrderRow): Subject => ({ kind: "order", row: _id, name: _id });

/** A new order under the next number. */
export const newOrder = async (
  { list, expected_delivery, supplier, note }: PurchaseOrderForm,
  { user, now }: Author,
): Promise<PurchaseOrderRow> => {
  // A list that is refused takes no number.
  const items = await listedItems([], list);
  const _id = `PO-${(await nextId("PO")).slice(2).padStart(4, "0")}`;
  const created_at = now.toISOString();
  return {
    ...{ _id, expected_delivery, items, user: toUserTag(user) },
    ...(supplier && { supplier }),
    ...(note && { note }),
    ...{ created_at, day: dayOf(created_at), open: "open", version: 1 },
  };
};

/** The items after a new list, with the costs of today where they are new; others need no check: they may have been deleted since. */
export const listedItems = async (
  before: readonly OrderItem[],
  list: readonly OrderLine[] | undefined,
): Promise<OrderItem[]> => {
  if (!list) return [...before];
  const items = orderItemsChanged(before, list);
  const listed = idsIn(before);
  const added = [...idsIn(items)].filter((product) => !listed.has(product));
  const found = await products.findAll(added);
  assertExists("product", added, found, "list");
  return items.map((item) => {
    const cost = item.cost ?? found.get(item.product)?.cost;
    return cost ? { ...item, cost } : item;
  });
};

const idsIn = (items: readonly OrderItem[]): ReadonlySet<string> => new Set(items.map(({ product }) => product));

type Changes = Pick<PurchaseOrderRow, "items"> & Partial<Omit<PurchaseOrderRow, "_id" | "items" | "version" | "open">>;

/** Updates an order, if its version is still the one that was read. It stays in the index `open` while units are open. */
export const updateOrder = ({ _id, version }: PurchaseOrderRow, changes: Changes): Write => {
  const fields = { ...changes, open: hasOpen(changes.items) ? "open" : "", version: version + 1 };
  const update = { TableName: purchaseOrders.name, Key: { _id }, ...updateExpression(fields, { version }) };
  return { action: { Update: update }, failure: staleWrite() };
};

export const orderChanges = (before: readonly OrderItem[], after: readonly OrderItem[]) =>
  (["quantity", "expected_delivery", "announced", "closed"] as const).flatMap((field) =>
    unitChanges(before, after, field),
  );

/** The order with other items, and the record of it; nothing if they are the same. */
const withItems = (author: Author, row: PurchaseOrderRow, items: OrderItem[]): Write[] => {
  const changed = orderChanges(row.items, items);
  const dated = datedAfter(author, { updated_at: row.updated_at ?? row.created_at });
  return changed.length > 0 ? [updateOrder(row, { items }), ...recordEdit(dated, orderSubject(row), changed)] : [];
};

/** Moves units from orders, or back to them, for the transaction that writes the container; 422 if they are not open. */
export const moveUnits = async (author: Author, units: ReturnType<typeof unitsMoved>): Promise<Write[]> => {
  const rows = await purchaseOrders.findAll(units.keys());
  return [...units].flatMap(([id, of]) => {
    const row = rows.get(id);
    if (!row || row.deleted_at) throw new Failure("RESOURCE_NOT_FOUND", { field: "from", message: `No order ${id}` });
    return withItems(author, row, announceUnits(row.items, of, id));
  });
};

/**
 * Closes the open units of a product, for the transaction that deletes it, since nobody waits for them any more. Orders beyond so
 * many actions are left to the night.
 */
export const closeUnitsOf = async (author: Author, product: string, actions: number): Promise<Write[]> => {
  const open = (await openOrders()).filter(({ items }) => items.some((item) => item.product === product));
  // The index may be behind.
  const rows = await purchaseOrders.findAll(open.map(({ _id }) => _id));
  const writes = [...rows.values()]
    .filter(isActive)
    .map((row) =>
      withItems(
        author,
        row,
        closeRest(row.items, (one) => one === product),
      ),
    )
    .filter(({ length }) => length > 0);
  return writes.slice(0, actions / 2).flat();
};

/** Who corrects orders by night. */
const night: UserTag = { _id: "night", name: "Night", username: "night" };

/**
 * Corrects orders by all containers and products: a release before orders deletes and lowers containers, and deletes products,
 * without them. Both are read well after the orders, of which a transaction may be seen first. An order that somebody else changes
 * meanwhile is left to the next night.
 */
export const correctOrders = async (
  orders: readonly PurchaseOrderRow[],
  containers: readonly ShipmentRow[],
  active: ReadonlySet<string>,
): Promise<void> => {
  const held = unitsHeld(containers);
  for (const row of orders.filter(isActive)) {
    const items = closeRest(announcedAs(row.items, held.get(row._id)), (product) => !active.has(product));
    try {
      await writeAll(withItems({ user: night, now: new Date() }, row, items));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      log("INFO", "order", { order: row._id, failure: error.code });
    }
  }
};

/** Orders as the API returns them: costs are for managers. */
export const toOrders = async (rows: readonly PurchaseOrderRow[], role: Role): Promise<PurchaseOrder[]> => {
  const tagRows = await readTagRows(
    rows.flatMap(({ items }) => items.map(({ product }) => product)),
    [],
  );
  const { product: tagOf } = toTags(tagRows);
  const showsCosts = mayAct(role, "manager");
  return rows.map(({ _id, supplier, expected_delivery, note, created_at, user, items }) => ({
    ...{ _id, supplier, expected_delivery, note, created_at, user },
    items: items.map(({ product, cost, ...item }) => ({
      ...{ product: tagOf(product), ...item },
      ...(showsCosts && cost && { cost }),
      ...(tagRows.product.get(product)?.deleted_at && { deleted: true }),
    })),
  }));
};
