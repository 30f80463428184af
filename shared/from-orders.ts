// Which orders the units of a container come from, and the units that move when it changes. Without schemas, like its items.
import { sumByProduct } from "./allocation.ts";
import type { Detail } from "./failure.ts";
import { numberText } from "./format.ts";
import { type ByProduct, type OrderUnits, refuse } from "./purchase-order-item.ts";
import { type FromOrder, fitFrom, type Item } from "./shipment-item.ts";
import { sumBy } from "./sum.ts";

/** Orders of one container: deleting it writes to each of them, and a transaction has 100 actions. */
export const maxOrders = 40;
/** Entries of all items of a container: a row holds 400 KB. */
export const maxFrom = 2_000;

/** By product, as they were announced one after another. Units of no order are entries of "", unless they came last. */
export type From = Readonly<Record<string, readonly FromOrder[]>>;

/** A release before orders changes and deletes containers, and leaves `from` as it was. */
interface Container {
  items: readonly Item[];
  from?: From;
  deleted_at?: string;
}

const withoutEmpty = (all: readonly [product: string, entries: FromOrder[]][]): From =>
  Object.fromEntries(all.filter(([, entries]) => entries.length > 0));

const unitsThatStay = ({ received, closed = 0 }: Item): number => received + closed;

/** What a container has of orders: if it is deleted, what has arrived or is closed short. The rest is open in its orders again. */
export const fromOf = ({ items, from = {}, deleted_at }: Container): From =>
  withoutEmpty(
    items.map((item) => [item.product, fitFrom(from[item.product], deleted_at ? unitsThatStay(item) : item.quantity)]),
  );

/** An item's units of orders, as they are shown. */
export const ordersIn = (from: From, product: string): FromOrder[] | undefined => {
  const known = fitFrom(from[product], Number.POSITIVE_INFINITY).filter(([order]) => order);
  return known.length > 0 ? known : undefined;
};

/** What a container has of orders with new items: of `units` all, in the order of their announcement; without them what still fits. */
export const fromChanged = (before: Container, items: readonly Item[], units?: readonly OrderUnits[]): From => {
  const held = fromOf(before);
  if (!units) return fromOf({ items, from: held });
  refuse([...tooMany(items, units), ...tooFew(unitsIn(fromOf({ items, from: held, deleted_at: "now" })), units)]);
  const sent = new Map(before.items.map(({ product, quantity }) => [product, quantity]));
  const wanted = Map.groupBy(units, ({ product }) => product);
  const from = withoutEmpty(
    items.map(({ product, quantity }) => {
      const has = (wanted.get(product) ?? []).map((one): FromOrder => [one.order, one.quantity]);
      return [product, upTo([...withRest(held[product], sent.get(product) ?? 0), ...has], withRest(has, quantity))];
    }),
  );
  if (Object.values(from).flat().length > maxFrom || unitsByOrder([...unitsIn(held), ...units]).size > maxOrders)
    refuse([{ field: "from", message: `Units of at most ${maxOrders} orders in a container` }]);
  return from;
};

const tooMany = (items: readonly Item[], units: readonly OrderUnits[]): Detail[] => {
  const quantities = new Map(items.map(({ product, quantity }) => [product, quantity]));
  return [...sumByProduct(units, Number.POSITIVE_INFINITY)].flatMap(([product, wanted]) => {
    const available = quantities.get(product) ?? 0;
    const message = "More units of orders than the container has";
    return wanted > available ? { field: "from", product, message, available } : [];
  });
};

/** Of units that have arrived or are closed short. */
const tooFew = (stay: readonly OrderUnits[], units: readonly OrderUnits[]): Detail[] => {
  const wanted = unitsByOrder(units);
  return [...unitsByOrder(stay)].flatMap(([order, of]) =>
    [...of].flatMap(([product, available]) => {
      const message = `${numberText(available)} of ${order} received or closed short already`;
      return available > (wanted.get(order)?.get(product) ?? 0) ? { field: "from", product, message, available } : [];
    }),
  );
};

/** With the other units of the item, which are of no order. */
const withRest = (entries: readonly FromOrder[] = [], quantity: number): FromOrder[] => [
  ...entries,
  ["", quantity - sumBy(entries, ([, units]) => units)],
];

/** Of these units as many of each order as `most` has; one entry for those of one order that follow each other. */
const upTo = (entries: readonly FromOrder[], most: readonly FromOrder[]): FromOrder[] => {
  const left = new Map<string, number>();
  for (const [order, units] of most) left.set(order, (left.get(order) ?? 0) + units);
  const taken: FromOrder[] = [];
  for (const [order, units] of entries) {
    const some = Math.min(units, left.get(order) ?? 0);
    left.set(order, (left.get(order) ?? 0) - some);
    const last = taken.at(-1);
    if (last?.[0] === order) last[1] += some;
    else if (some > 0) taken.push([order, some]);
  }
  return taken.slice(0, taken.findLastIndex(([order]) => order) + 1);
};

const unitsIn = (from: From, sign: 1 | -1 = 1): OrderUnits[] =>
  Object.entries(from).flatMap(([product, entries]) =>
    entries.flatMap(([order, units]) => (order ? { order, product, quantity: sign * units } : [])),
  );

const unitsByOrder = (units: readonly OrderUnits[]): ReadonlyMap<string, ByProduct> =>
  new Map([...Map.groupBy(units, ({ order }) => order)].map(([id, of]) => [id, sumByProduct(of, of.length)]));

/** Units of each order that move into a container when it changes, negative where they go back. */
export const unitsMoved = (before: From, after: From): ReadonlyMap<string, ByProduct> => {
  const units = unitsByOrder([...unitsIn(before, -1), ...unitsIn(after)]);
  return new Map([...units].filter(([, of]) => [...of.values()].some((moved) => moved !== 0)));
};

/** Units of each order that containers have. */
export const unitsHeld = (containers: readonly Container[]): ReadonlyMap<string, ByProduct> =>
  unitsByOrder(containers.flatMap((one) => unitsIn(fromOf(one))));
