// One product of a container: units sent, received and closed short. Without schemas, which would add 6 KB to every screen
// that lists containers.
import { type ProductQuantity, sumByProduct } from "./allocation.ts";
import { Failure } from "./failure.ts";
import { numberText } from "./format.ts";

export const maxItems = 500;

export interface Item {
  product: string;
  /** Units sent. */
  quantity: number;
  received: number;
  /** Units closed short: they will not arrive. */
  closed?: number;
  /** The sum, over the units received, of the days by which they came after the first announced day; not in answers. */
  late?: number;
}

/** Units of an order in a container; of none if it is "". */
export type FromOrder = [order: string, units: number];

/** As many of these units as there are: those that were announced last go back to their orders. */
export const fitFrom = (from: readonly FromOrder[] = [], most: number): FromOrder[] => {
  let left = most;
  return from.flatMap(([order, units]): FromOrder[] => {
    const kept = Math.min(units, left);
    left -= kept;
    return kept > 0 ? [[order, kept]] : [];
  });
};

export const outstanding = ({ quantity, received, closed = 0 }: Item): number =>
  Math.max(0, quantity - received - closed);

export const hasOutstanding = (items: readonly Item[]): boolean => items.some((item) => outstanding(item) > 0);

/** Outstanding units of open shipments, by product. */
export const inTransit = (open: readonly { items: readonly Item[] }[]): Map<string, number> => {
  const units = new Map<string, number>();
  for (const item of open.flatMap((shipment) => shipment.items))
    units.set(item.product, (units.get(item.product) ?? 0) + outstanding(item));
  return units;
};

/** The items of a new container: each product once, with the sum of its lines. */
export const itemsSent = (list: readonly ProductQuantity[]): Item[] =>
  [...sumByProduct(list, maxItems)].map(([product, quantity]) => ({ product, quantity, received: 0 }));

/** The lowest quantity an item can be changed to: the units received, or the units sent if more were received. */
export const minimumQuantity = ({ quantity, received }: Pick<Item, "quantity" | "received">): number =>
  Math.min(quantity, received);

/**
 * Items with new quantities, in their previous order. Received units stay, and no quantity goes below them. Units
 * closed short stay closed, up to the units not received. 422 names each product whose new quantity is too low.
 */
export const itemsChanged = (items: readonly Item[], list: readonly ProductQuantity[]): Item[] => {
  const before = new Map(items.map((item) => [item.product, item]));
  const positions = new Map(items.map(({ product }, position) => [product, position]));
  const positionOf = ({ product }: Item) => positions.get(product) ?? items.length;
  const after = itemsSent(list)
    .map((item) => {
      const { received = 0, closed = 0, late } = before.get(item.product) ?? {};
      const short = Math.min(closed, Math.max(0, item.quantity - received));
      return { ...item, received, ...(short > 0 && { closed: short }), ...(late !== undefined && { late }) };
    })
    .sort((a, b) => positionOf(a) - positionOf(b));
  const changed = new Map(after.map((item) => [item.product, item]));
  const tooLow = items.filter((item) => minimumQuantity(item) > (changed.get(item.product)?.quantity ?? 0));
  if (tooLow.length > 0)
    throw new Failure(
      "UNPROCESSABLE_CONTENT",
      ...tooLow.map((item) => ({
        field: "list",
        product: item.product,
        message: receivedText(item.received),
        available: minimumQuantity(item),
      })),
    );
  return after;
};

/** For units that can no longer be removed from a shipment. */
export const receivedText = (received: number): string => `${numberText(received)} received already`;
