// Orders to suppliers as they are stored: made, changed under their version, and converted for the API.
import { dayOf } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import type { PurchaseOrder, PurchaseOrderForm } from "#shared/purchase-order.ts";
import {
  announceUnits,
  closeRest,
  hasOpen,
  type OrderItem,
  openUnits,
  orderItemsChanged,
  returnUnits,
  type unitsByOrder,
} from "#shared/purchase-order-item.ts";
import { mayAct, type Role } from "#shared/role.ts";
import { type Author, recordEdit, type Subject } from "../audit/changes.ts";
import { datedAfter } from "../audit/edit.ts";
import { openRows } from "../catalogue/products.ts";
import { readTagRows, toTags, toUserTag } from "../catalogue/tags.ts";
import { updateExpression } from "../db/expressions.ts";
import {
  type ProductRow,
  type PurchaseOrderRow,
  purchaseOrders,
  staleWrite,
  type Write,
  writeFresh,
} from "../db/tables.ts";
import { nextIds } from "../db/unique-keys.ts";
import { unitChanges } from "./shipment.ts";

/** Orders with open units, and those whose open units are of deleted products alone. */
export const openOrders = () => openRows<PurchaseOrderRow>(purchaseOrders.name);

export const orderSubject = ({ _id }: PurchaseOrderRow): Subject => ({ kind: "order", row: _id, name: _id });

/** New orders under the next numbers, with the costs of today. */
export const newOrders = async (
  forms: readonly PurchaseOrderForm[],
  costs: ReadonlyMap<string, ProductRow>,
  { user, now }: Author,
): Promise<PurchaseOrderRow[]> => {
  // A list that is refused takes no number.
  const orders = forms.map(({ list, expected_delivery, supplier, note }) => ({
    ...(supplier && { supplier }),
    ...(note && { note }),
    expected_delivery,
    items: withCosts(orderItemsChanged([], list), costs),
  }));
  const numbers = (await nextIds("PO", forms.length)).map((id) => `PO-${id.slice(2).padStart(4, "0")}`);
  const created_at = now.toISOString();
  return orders.map((order, at) => ({
    ...order,
    _id: numbers[at] ?? "",
    user: toUserTag(user),
    ...{ created_at, day: dayOf(created_at), open: "open", version: 1 },
    ...(numbers.length > 1 && { made_with: numbers }),
  }));
};

/** Items that are new have the costs of today. */
export const withCosts = (items: readonly OrderItem[], costs: ReadonlyMap<string, ProductRow>): OrderItem[] =>
  items.map((item) => {
    const cost = item.cost ?? costs.get(item.product)?.cost;
    return cost ? { ...item, cost } : item;
  });

type Changes = Pick<PurchaseOrderRow, "items"> & Partial<Omit<PurchaseOrderRow, "_id" | "items" | "version" | "open">>;

/** Updates an order, if its version is still the one that was read. It stays in the index `open` while units are open. */
export const updateOrder = ({ _id, version }: PurchaseOrderRow, changes: Changes): Write => {
  const fields = { ...changes, open: hasOpen(changes.items) ? "open" : "", version: version + 1 };
  const update = { TableName: purchaseOrders.name, Key: { _id }, ...updateExpression(fields, { version }) };
  return { action: { Update: update }, failure: staleWrite() };
};

export const orderChanges = (before: readonly OrderItem[], after: readonly OrderItem[]) =>
  (["quantity", "announced", "closed"] as const).flatMap((field) => unitChanges(before, after, field));

/** The order with other items, and the record of it. */
const withItems = (author: Author, row: PurchaseOrderRow, items: OrderItem[]): Write[] => {
  const dated = datedAfter(author, { updated_at: row.updated_at ?? row.created_at });
  return [updateOrder(row, { items }), ...recordEdit(dated, orderSubject(row), orderChanges(row.items, items))];
};

const changeOrders =
  (change: typeof announceUnits) =>
  async (author: Author, units: ReturnType<typeof unitsByOrder>): Promise<Write[]> => {
    const rows = await purchaseOrders.findAll(units.keys());
    return [...units].flatMap(([id, of]) => {
      const row = rows.get(id);
      if (!row || row.deleted_at) throw new Failure("RESOURCE_NOT_FOUND", { field: "from", message: `No order ${id}` });
      return withItems(author, row, change(row.items, of, id));
    });
  };

/** Takes units from orders, for the transaction that puts them into a container; 422 if they are not open. */
export const takeUnits = changeOrders(announceUnits);

/** Gives units back to orders, for the transaction that takes them out of a container. */
export const returnToOrders = changeOrders(returnUnits);

/** Closes the open units of a deleted product before it is restored, since nobody waits for them any more. */
export const closeUnitsOf = async (author: Author, product: string): Promise<void> => {
  for (const { _id, items } of await openOrders())
    if (items.some((item) => item.product === product && openUnits(item) > 0))
      await writeFresh(async () => {
        const row = await purchaseOrders.get(_id);
        return withItems(author, row, closeRest(row.items, product));
      });
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
      ...(tagRows.product.get(product)?.deleted_at && {
        deleted: true,
        closed: item.quantity - (item.announced ?? 0),
      }),
    })),
  }));
};
