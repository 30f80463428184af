// Orders to suppliers: the open ones, and which of their units a container brings.
import type { PurchaseOrder } from "#shared/purchase-order.ts";
import { type OrderUnits, openUnits } from "#shared/purchase-order-item.ts";
import { useData } from "../lib/api/use-data.ts";

const ordersPath = "/intransit/orders";

/** The address at which a list shows an order with its products. */
export const orderPath = (id: string): string => `${ordersPath}?${new URLSearchParams({ q: id, open: id })}`;

export const useOpenOrders = (): readonly PurchaseOrder[] | undefined =>
  useData("GET /v1/purchase-orders", { query: {} }).data;

/** Units of these lines that are open in these orders: of each product from the earliest first. */
export const unitsOfOrders = (
  list: readonly { product: string; quantity: number }[],
  orders: readonly PurchaseOrder[],
): OrderUnits[] => {
  const earliestFirst = orders.toSorted((a, b) => (a._id < b._id ? -1 : 1));
  return list.flatMap(({ product, quantity }) => {
    let left = quantity;
    return earliestFirst.flatMap(({ _id: order, items }) => {
      const item = items.find((one) => one.product._id === product);
      const units = item ? Math.min(left, openUnits(item)) : 0;
      left -= units;
      return units > 0 ? { order, product, quantity: units } : [];
    });
  });
};

/** "PO-0007 and PO-0009". */
export const ordersText = (units: readonly OrderUnits[]): string =>
  new Intl.ListFormat("en-GB").format(new Set(units.map(({ order }) => order)));
