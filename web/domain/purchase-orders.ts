// Orders to suppliers: the open ones, and which of their units a container brings.
import type { PurchaseOrder } from "#shared/purchase-order.ts";
import { type OrderUnits, openUnits } from "#shared/purchase-order-item.ts";

/** The address at which a list shows an order with its products. */
export const orderPath = (id: string): string => `/intransit/orders?${new URLSearchParams({ q: id, open: id })}`;

/** The open units of these orders, the earliest order first. */
export const openUnitsOf = (orders: readonly PurchaseOrder[]): OrderUnits[] =>
  orders
    .toSorted((a, b) => (a.created_at + a._id < b.created_at + b._id ? -1 : 1))
    .flatMap(({ _id: order, items }) =>
      items.map((item) => ({ order, product: item.product._id, quantity: openUnits(item) })),
    )
    .filter(({ quantity }) => quantity > 0);

/** Those of the open units that these lines take. */
export const unitsOfOrders = (
  list: readonly { product: string; quantity: number }[],
  open: readonly OrderUnits[],
): OrderUnits[] =>
  list.flatMap(({ product, quantity }) => {
    let left = quantity;
    return open.flatMap((one) => {
      const units = one.product === product ? Math.min(left, one.quantity) : 0;
      left -= units;
      return units > 0 ? { ...one, quantity: units } : [];
    });
  });

/** "PO-0007 and PO-0009". */
export const ordersText = (units: readonly OrderUnits[]): string =>
  new Intl.ListFormat("en-GB").format(new Set(units.map(({ order }) => order)));
