// One product of an order to a supplier: units ordered, announced in containers, closed and open, and how units move between
// orders and containers. Without schemas, like the items of containers.
import { type ProductQuantity, sumByProduct } from "./allocation.ts";
import { addDays } from "./day.ts";
import { type Detail, Failure } from "./failure.ts";
import { numberText } from "./format.ts";
import { type FromOrder, fitFrom, type Item, maxItems } from "./shipment-item.ts";
import { sumBy } from "./sum.ts";

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

/** Orders of one container: deleting it writes to each of them, and a transaction has 100 actions. */
export const maxOrders = 40;
/** Entries of all items of a container: a row holds 400 KB. */
export const maxFrom = 2_000;

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
type ByProduct = ReadonlyMap<string, number>;

export const unitsByOrder = (units: readonly OrderUnits[]): Map<string, ByProduct> =>
  new Map([...Map.groupBy(units, ({ order }) => order)].map(([order, of]) => [order, sumByProduct(of, maxItems)]));

const refuse = (wrong: readonly Detail[]): void => {
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
  more === 0 ? item : { ...item, announced: (item.announced ?? 0) + more };

/** Closes what is open, of all products or of one. */
export const closeRest = (items: readonly OrderItem[], only?: string): OrderItem[] =>
  items.map((item) =>
    openUnits(item) > 0 && (only ?? item.product) === item.product
      ? { ...item, closed: (item.closed ?? 0) + openUnits(item) }
      : item,
  );

/** Days that products have of their own, moved by as many as that of their order. */
export const moveDays = (items: readonly OrderItem[], days: number): OrderItem[] =>
  items.map(({ expected_delivery: own, ...item }) => (own ? { ...item, expected_delivery: addDays(own, days) } : item));

export const reopen = (items: readonly OrderItem[]): OrderItem[] => items.map(({ closed: _, ...item }) => item);

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

/** The items of a container with the orders that all their units come from. */
export const itemsFrom = (items: readonly Item[], units: readonly OrderUnits[]): Item[] => {
  const added = Map.groupBy(units, ({ product }) => product);
  const after = items.map(({ from: _, ...item }): Item => {
    const from = added.get(item.product)?.map(entryOf);
    return from ? { ...item, from: merged(from) } : item;
  });
  const quantities = new Map(after.map((item) => [item.product, item.quantity]));
  const known = new Map(after.map(({ product, from = [] }) => [product, sumBy(from, ([, of]) => of)]));
  const tooMany = [...added.keys()].filter((product) => (known.get(product) ?? 1) > (quantities.get(product) ?? 0));
  const message = "More units of orders than the container has";
  refuse(tooMany.map((product) => ({ field: "from", product, message, available: quantities.get(product) ?? 0 })));
  const entries = after.flatMap(({ from = [] }) => from);
  if (new Set(entries.map(([order]) => order)).size > maxOrders || entries.length > maxFrom)
    refuse([{ field: "from", message: `Units of at most ${maxOrders} orders in a container` }]);
  return after;
};

const entryOf = ({ order, quantity }: OrderUnits): FromOrder => [order, quantity];

/** One entry for units of the same order that follow each other. */
const merged = (from: readonly FromOrder[]): FromOrder[] => {
  const all: FromOrder[] = [];
  for (const [order, units] of from) {
    const last = all.at(-1);
    if (last?.[0] === order) last[1] += units;
    else all.push([order, units]);
  }
  return all;
};

/** The items of a container that is deleted: what has not arrived and is not closed short goes back to its orders. */
export const itemsOfDeleted = (items: readonly Item[]): Item[] =>
  items.map(({ from, ...item }) => {
    const kept = fitFrom(from, item.received + (item.closed ?? 0));
    return kept.length > 0 ? { ...item, from: kept } : item;
  });

const unitsFrom = (items: readonly Item[], sign: 1 | -1 = 1): OrderUnits[] =>
  items.flatMap(({ product, from = [] }) => from.map(([order, of]) => ({ order, product, quantity: sign * of })));

/** Units that move from orders into a container when its items change, negative where they go back. */
export const unitsMoved = (before: readonly Item[], after: readonly Item[]): Map<string, ByProduct> => {
  const units = unitsByOrder([...unitsFrom(before, -1), ...unitsFrom(after)]);
  return new Map([...units].filter(([, of]) => [...of.values()].some((moved) => moved !== 0)));
};

/** Units of each order that containers have. */
export const unitsHeld = (containers: readonly { items: readonly Item[]; deleted_at?: string }[]) =>
  unitsByOrder(containers.flatMap(({ items, deleted_at }) => unitsFrom(deleted_at ? itemsOfDeleted(items) : items)));

/** The items of an order as containers have its units: what none of them has any more is open again. */
export const announcedAs = (items: readonly OrderItem[], held: ByProduct = new Map()): OrderItem[] =>
  items.map((item) => withAnnounced(item, Math.min(0, (held.get(item.product) ?? 0) - (item.announced ?? 0))));
