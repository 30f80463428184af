// Orders to suppliers: the address of one, and what is open of several.
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
