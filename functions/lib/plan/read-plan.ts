// The plan, of all products or of one: the stock of today, with the nightly file and the sales of the last days.
import { idsOf, noStock, productOf, sellable, unitsBeside, unitsIn } from "#shared/catalogue.ts";
import { addDays, dayOf, daysUntil, listDays } from "#shared/day.ts";
import { onChannels, unitsByProduct } from "#shared/day-sales.ts";
import { eventsByProduct } from "#shared/event-days.ts";
import { findByPid, likeOf } from "#shared/like.ts";
import { moveOf, unitsBeyond } from "#shared/moves.ts";
import type { PlanProduct, PlanQuery, PlanRow } from "#shared/plan.ts";
import { noPast, type OpenContainer, type PlannedProduct, type ProductPast, planRow } from "#shared/plan-row.ts";
import { type OrderItem, openUnits } from "#shared/purchase-order-item.ts";
import { knownDays } from "#shared/rate.ts";
import { inTransit, outstanding } from "#shared/shipment-item.ts";
import { sumBy } from "#shared/sum.ts";
import type { WarehouseTag } from "#shared/warehouse.ts";
import { openShipments, productFieldsOf } from "../catalogue/products.ts";
import { readClosedSales } from "../days/daily-sales.ts";
import {
  events,
  type ProductRow,
  type PurchaseOrderRow,
  products,
  type ShipmentRow,
  type StockRow,
  stocks,
  type WarehouseRow,
  warehouses,
} from "../db/tables.ts";
import { openOrders } from "../ledger/purchase-order.ts";
import { readPast, type StoredSales } from "./past-file.ts";

/** All products by their order of creation, without deleted ones; `asOf`: the last closed day that is known. */
export const readPlan = async (
  settings: PlanQuery,
  today: string,
): Promise<{ asOf: string | undefined; rows: PlanRow[] }> => {
  const [rows, stockRows, warehouseRows, open, ordered, eventRows, past] = await Promise.all([
    products.list(),
    stocks.list(),
    warehouses.list(),
    openShipments(),
    openOrders(),
    events.list(),
    readPasts(),
  ]);
  const eventsOf = eventsByProduct(eventRows, rows);
  const places = placesOf(warehouseRows);
  const stockById = new Map(stockRows.map((row) => [row._id, row]));
  const containers = arrivalsByProduct(open, ordered);
  const find = findByPid(rows);
  const planned = rows.map((row) => {
    const product = plannedProduct(row, stockById.get(row._id), places, containers.get(row._id));
    const others = { ...likeAnother(row, find, past.of), events: eventsOf(row._id) };
    const plan = planRow({ ...product, ...others }, past.of(row._id), settings, past.asOf, today);
    return withMove(plan, stockById.get(row._id), warehouseRows, today);
  });
  return { asOf: past.asOf, rows: planned };
};

/** One product; 404 if there is none. */
export const readPlanOf = async (id: string, settings: PlanQuery, today: string): Promise<PlanProduct> => {
  const [row, stockRow, warehouseRows, open, ordered, eventRows, past] = await Promise.all([
    products.get(id),
    stocks.find(id),
    warehouses.list(),
    openShipments(),
    openOrders(),
    events.list(),
    readPasts(),
  ]);
  const places = placesOf(warehouseRows);
  const level = stockRow ?? noStock;
  // Other products are needed only to find those that it, or an event, names.
  const named = row.like || eventRows.some((event) => event.products) ? await products.list() : [];
  const planned = {
    ...plannedProduct(row, stockRow, places, arrivalsByProduct(open, ordered).get(id)),
    ...likeAnother(row, findByPid(named), past.of),
    events: eventsByProduct(eventRows, named)(id),
  };
  const plan = planRow(planned, past.of(id), settings, past.asOf, today);
  const { fromShelves } = shelfRate(plan);
  return {
    ...(past.asOf && { as_of: past.asOf }),
    product: productOf(productFieldsOf(row), level, places.active, inTransit(open), today),
    row: withMove(plan, stockRow, warehouseRows, today),
    warehouses: warehouseRows.flatMap((warehouse) => {
      const quantity = level.held[warehouse._id];
      if (quantity === undefined) return [];
      const beyond = unitsBeyond(quantity, warehouse, fromShelves);
      return { warehouse: warehouse._id, quantity, ...(beyond > 0 && { beyond }) };
    }),
  };
};

const withMove = (
  row: PlanRow,
  { held, sold }: Pick<StockRow, "held" | "sold"> = { held: {}, sold: {} },
  rows: readonly WarehouseRow[],
  today: string,
): PlanRow => {
  const move = moveOf({ held, sold, ...shelfRate(row) }, rows, today);
  return move ? { ...row, move: { from: tagOf(move.from), to: tagOf(move.to), units: move.units } } : row;
};

/** Of a product that no shelf has sold the rate is known too: it is 0. */
const shelfRate = ({ rate }: PlanRow): { fromShelves?: number } =>
  rate ? { fromShelves: rate.shelf?.units ?? 0 } : {};

const tagOf = ({ _id, w_id, name }: WarehouseTag): WarehouseTag => ({ _id, w_id, name });

/** The ids of all warehouses, and of those that are sold from. */
interface Places {
  active: ReadonlySet<string>;
  sold: ReadonlySet<string>;
}

const placesOf = (rows: readonly WarehouseRow[]): Places => ({ active: idsOf(rows), sold: idsOf(sellable(rows)) });

const plannedProduct = (
  { _id, p_id, name, image, lead_time, pack, supplier, min_order, cost, service, snooze }: ProductRow,
  { held }: Pick<StockRow, "held"> = { held: {} },
  { active, sold }: Places,
  containers: OpenContainer[] = [],
) => ({
  ...{ _id, p_id, name, lead_time, stock: unitsIn(held, sold), containers },
  ...unitsBeside(unitsIn(held, active) - unitsIn(held, sold)),
  ...(image && { image }),
  ...(pack && { pack }),
  ...(supplier && { supplier }),
  ...(min_order && { min_order }),
  ...(cost && { cost }),
  ...(service && { service }),
  ...(snooze && { snooze }),
  ...unitsComing(containers),
  everStocked: Object.keys(held).length > 0,
});

const unitsComing = (arrivals: readonly OpenContainer[]) => {
  const on_order = sumBy(arrivals, (one) => (one.on_order ? one.units : 0));
  return { in_transit: sumBy(arrivals, ({ units }) => units) - on_order, ...(on_order > 0 && { on_order }) };
};

/** The product that it sells like, if there is one with that P.ID. */
const likeAnother = (
  { _id, like }: ProductRow,
  find: (p_id: string) => ProductRow | undefined,
  pastOf: (id: string) => ProductPast,
): Pick<PlannedProduct, "like"> => {
  const found = like && find(likeOf(like).p_id);
  return found && found._id !== _id ? { like: { ...likeOf(like), p_id: found.p_id, past: pastOf(found._id) } } : {};
};

/** Units that open containers and orders still bring, containers first and soonest first. */
const arrivalsByProduct = (
  open: readonly ShipmentRow[],
  ordered: readonly PurchaseOrderRow[],
): Map<string, OpenContainer[]> => {
  const found = new Map<string, OpenContainer[]>();
  const add = (row: ShipmentRow | PurchaseOrderRow, item: OrderItem, arrival: Coming): void => {
    if (arrival.units === 0) return;
    const { expected_delivery: day, first_expected = day, created_at } = row;
    // A product's own day moves with that of its order.
    const { product, expected_delivery = day } = item;
    const first = addDays(expected_delivery, daysUntil(first_expected, day));
    const days = { expected_delivery, first_expected: first, announced: dayOf(created_at) };
    found.set(product, [...(found.get(product) ?? []), { ...arrival, ...days }]);
  };
  for (const row of open)
    for (const item of row.items)
      add(row, item, { shipment: row._id, container: row.container, units: outstanding(item) });
  for (const row of ordered)
    for (const item of row.items)
      add(row, item, { shipment: row._id, container: row._id, on_order: true, units: openUnits(item) });
  return found;
};

type Coming = Pick<OpenContainer, "shipment" | "container" | "on_order" | "units">;

/** The past of every product. Sales of the known days are read as they are now, so that a reversal shows at once. */
const readPasts = async () => {
  const file = await readPast();
  if (!file) return { asOf: undefined, of: () => noPast };
  const days = listDays(addDays(file.day, 1 - knownDays), file.day);
  const closed = await readClosedSales(days);
  const sales = closed.map(([, ofDay]) => unitsByProduct([ofDay]));
  const { shelves = [] } = file;
  const ofShelves = closed.map(([, ofDay]) => unitsByProduct([onChannels(ofDay, shelves)]));
  const stored = new Map(file.products.map((past) => [past._id, past]));
  const of = (id: string): ProductPast => {
    const past = stored.get(id);
    if (!past) return noPast;
    const units = sales.map((ofDay) => ofDay.get(id) ?? 0);
    const { _id: _, sides, ...own } = past;
    if (!sides) return withSales(own, units);
    const { closedWithUnits: hadUnits } = sides.shelf;
    const isOfShelf = (at: number) => hadUnits[hadUnits.length - units.length + at] === "1";
    const onShelf = ofShelves.map((ofDay, at) => (isOfShelf(at) ? (ofDay.get(id) ?? 0) : 0));
    const inOwn = units.map((one, at) => one - (onShelf[at] ?? 0));
    return {
      ...withSales(own, units),
      sides: { shelf: withSales(sides.shelf, onShelf), own: withSales(sides.own, inOwn) },
    };
  };
  return { asOf: file.day, of };
};

/** `units`: sold on each of the last 30 closed days. */
const withSales = <P extends StoredSales>({ closedWithUnits, ...past }: P, units: number[]) => {
  const withUnits = closedWithUnits.slice(-units.length);
  const days = units.slice(-withUnits.length);
  return { ...past, days: days.map((sold, at) => ({ units: sold, inStock: withUnits[at] === "1" || sold > 0 })) };
};
