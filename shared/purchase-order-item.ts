// One product of an order to a supplier: units ordered, announced in containers, closed and open. Without schemas, like the items
// of containers.
import { type ProductQuantity, sumByProduct } from "./allocation.ts";
import { addDays } from "./day.ts";
import { type Detail, Failure } from "./failure.ts";
import { numberText } from "./format.ts";
import { maxItems } from "./shipment-item.ts";

export interface OrderItem {
  product: string;
  /** Units ordered. */
  quantity: number;
  /** Where it is not that of the whole order: lead times differ. */
  expected_delivery?: string | undefined;
  announced?: number;
  /** Units that will not come. */
  closed?: number;
  /** Rupees a unit, as it was on the day of the order. */
  cost?: number;
}

/** Units of an order in a container. */
export interface OrderUnits extends ProductQuantity {
  order: string;
}

type Units = Pick<OrderItem, "quantity" | "announced" | "closed">;

/** Units that are neither announced nor closed. */
export const openUnits = ({ quantity, announced = 0, closed = 0 }: Units): number => quantity - announced - closed;

export const hasOpen = (items: readonly Units[]): boolean => items.some((item) => openUnits(item) > 0);

export type OrderState = "open" | "announced in part" | "announced" | "closed";

export const orderState = (items: readonly Units[]): OrderState => {
  if (!hasOpen(items)) return items.some(({ closed = 0 }) => closed > 0) ? "closed" : "announced";
  return items.some(({ announced = 0 }) => announced > 0) ? "announced in part" : "open";
};

/** Units of each product. */
export type ByProduct = ReadonlyMap<string, number>;

export const refuse = (wrong: readonly Detail[]): void => {
  if (wrong.length > 0) throw new Failure("UNPROCESSABLE_CONTENT", ...wrong);
};

/** The items of an order after units moved into a container, or back if negative; 422 names each product of which fewer are open. */
export const announceUnits = (items: readonly OrderItem[], units: ByProduct, order: string): OrderItem[] => {
  const open = new Map(items.map((item) => [item.product, openUnits(item)]));
  refuse(
    [...units].flatMap(([product, wanted]) => {
      const available = open.get(product) ?? 0;
      const message = `Only ${numberText(available)} open in ${order}`;
      return wanted > available ? { field: "from", product, message, available } : [];
    }),
  );
  return items.map((item) => withAnnounced(item, units.get(item.product) ?? 0));
};

const withAnnounced = (item: OrderItem, more: number): OrderItem =>
  more === 0 ? item : { ...item, announced: Math.max(0, (item.announced ?? 0) + more) };

type OfProduct = (product: string) => boolean;

/** Closes what is open, of all products or of some. */
export const closeRest = (items: readonly OrderItem[], isOver: OfProduct = () => true): OrderItem[] =>
  items.map((item) => {
    const open = openUnits(item);
    return open > 0 && isOver(item.product) ? { ...item, closed: (item.closed ?? 0) + open } : item;
  });

/** Days that products have of their own, moved by as many as that of their order. */
export const moveDays = (items: readonly OrderItem[], days: number): OrderItem[] =>
  items.map(({ expected_delivery: own, ...item }) => (own ? { ...item, expected_delivery: addDays(own, days) } : item));

/** Opens again what was closed, but for products that are deleted. */
export const reopen = (items: readonly OrderItem[], isDeleted: OfProduct): OrderItem[] =>
  items.map(({ closed, ...item }) => (closed && isDeleted(item.product) ? { ...item, closed } : item));

export interface OrderLine extends ProductQuantity {
  expected_delivery?: string | undefined;
}

/**
 * Items with new quantities, and new days where the list has them: announced units stay, and no quantity goes below them. Units
 * closed stay closed, up to those not announced. 422 names each product whose new quantity is too low, and each line that gives its
 * product another day than an earlier one.
 */
export const orderItemsChanged = (items: readonly OrderItem[], list: readonly OrderLine[]): OrderItem[] => {
  const wanted = sumByProduct(list, maxItems);
  refuse(
    items.flatMap(({ product, announced: available = 0 }) => {
      const message = `${numberText(available)} announced already`;
      return available > (wanted.get(product) ?? 0) ? { field: "list", product, message, available } : [];
    }),
  );
  const lines = new Map(list.toReversed().map((line) => [line.product, line]));
  refuse(
    list.flatMap(({ product, expected_delivery }, at) => {
      const [field, message] = [`list.${at}.expected_delivery`, "Another day than in an earlier line of this product"];
      return expected_delivery === lines.get(product)?.expected_delivery ? [] : { field, product, message };
    }),
  );
  const before = new Map(items.map((item) => [item.product, item]));
  return [...wanted].map(([product, quantity]) => {
    const { closed = 0, ...item }: OrderItem = before.get(product) ?? { product, quantity };
    const stays = Math.min(closed, quantity - (item.announced ?? 0));
    const expected_delivery = lines.get(product)?.expected_delivery;
    return { ...item, quantity, ...(expected_delivery && { expected_delivery }), ...(stays > 0 && { closed: stays }) };
  });
};

/** The items of an order as containers have its units: what none of them has any more is open again. */
export const announcedAs = (items: readonly OrderItem[], held: ByProduct = new Map()): OrderItem[] =>
  items.map((item) => withAnnounced(item, Math.min(0, (held.get(item.product) ?? 0) - (item.announced ?? 0))));
