// The nightly step that writes the plan's file of each product's last ninety closed days, with its season a year ago. What it
// needs of earlier nights is derived anew where a file is missing or closed days have changed since, so that failed or missed
// nights make no difference.
import { idsOf } from "#shared/catalogue.ts";
import { addDays, dayOf, daysUntil, listDays } from "#shared/day.ts";
import { type DaySales, onChannels, unitsByProduct } from "#shared/day-sales.ts";
import type { PlanEvent } from "#shared/event.ts";
import {
  type EventSums,
  eventPercents,
  eventSums,
  eventsByProduct,
  measuredDays,
  withoutEvents,
} from "#shared/event-days.ts";
import { fromOf } from "#shared/from-orders.ts";
import { factsOf } from "#shared/kinds.ts";
import type { Receipt } from "#shared/lateness.ts";
import type { Movement } from "#shared/movement.ts";
import { reasonsOf } from "#shared/movement-reason.ts";
import { comparePasts, shelfDays, summarise } from "#shared/plan-past.ts";
import { knownDays, type RateDay, rateWindows, wasLaunched } from "#shared/rate.ts";
import type { Dispersion } from "#shared/safety.ts";
import { daysOfSeason, seasonSpan } from "#shared/season.ts";
import { fitFrom } from "#shared/shipment-item.ts";
import { sum } from "#shared/sum.ts";
import { firstLedgerDay } from "../days/balances.ts";
import { closedSales } from "../days/daily-sales.ts";
import { readClosedUntil } from "../days/night.ts";
import { lastRebuild } from "../days/rebuild.ts";
import { events, movements, products, purchaseOrders, type ShipmentRow, shipments, warehouses } from "../db/tables.ts";
import { readEntries, returnedFrom } from "../ledger/entries.ts";
import { correctOrders } from "../ledger/purchase-order.ts";
import { type Closes, updateCloses } from "./closes.ts";
import { type PastFile, readPast, type StoredPast, type StoredSales, writePast } from "./past-file.ts";

/** Closed days of the longest run rate. */
const days = Math.max(...rateWindows);
/** Closed days whose closes are known: those of a season, and those before an event that goes on. */
const closesDays = daysOfSeason + 40;
/** Closed days on which units out by hand are counted. */
const byHandDays = 60;

/** Writes the file as of the last closed day; returns the number of products in it. */
export const updatePast = async (openDay: string): Promise<number> => {
  for (;;) {
    const rebuilt = await lastRebuild();
    const products = await updateAfter(rebuilt, openDay);
    // Days that were rebuilt meanwhile are in the file as they were before.
    if ((await lastRebuild()) === rebuilt) return products;
  }
};

const updateAfter = async (rebuilt: string | undefined, openDay: string): Promise<number> => {
  const day = await readClosedUntil();
  if (!day) return 0;
  const first = await firstLedgerDay(openDay);
  const lastDays = (count: number) => listDays(later(addDays(day, 1 - count), first), day);
  const closedDays = lastDays(closesDays);
  const window = lastDays(days);
  const seasonDays = listDays(addDays(day, 1 - seasonSpan.first), addDays(day, -seasonSpan.last));
  const seasonAt = closedDays.indexOf(seasonDays[0] ?? "");
  const known = await readPast();
  const closes = await updateCloses(closedDays, first, rebuilt);
  const shelves: string[] = (await warehouses.list()).flatMap(({ sells_for }) => sells_for || []);
  const { sales, ofSome: ofShelves } = await salesByProduct(window, shelves);
  const salesBefore =
    first <= addDays(day, 1 - daysOfSeason) ? (await salesByProduct(seasonDays)).sales : new Map<string, number[]>();
  const byHand = await readByHand(lastDays(byHandDays), (known?.rebuilt === rebuilt && known?.byHand) || {});
  // Orders first: one that is made meanwhile may be of a product that is made meanwhile.
  const orders = await purchaseOrders.listWithDeleted();
  const [eventRows, productRows] = [await events.list(), await products.list()];
  const eventsOf = eventsByProduct(eventRows, productRows);
  const pasts = [...closes].map(([_id, all]) => {
    const skipped = closedDays.length - window.length;
    const recent = lastOf(all, skipped);
    const units = sales.get(_id) ?? [];
    const past = pastOf(_id, recent, units, byHand, window, eventsOf(_id));
    const held = window.map((_, at) => (recent.places[at] ?? 0) > 1);
    if (!held.includes(true)) return { all, ...past };
    const onShelf = ofShelves.get(_id) ?? [];
    const ofShelf = shelfDays(held, all.places.findIndex((lay) => lay > 1) - skipped, onShelf);
    const isOfShelf = (at: number) => ofShelf[at] === true;
    const sideOf = (placesOn: (at: number) => number, soldOn: (at: number) => number): StoredSales => {
      const places = window.map((_, at) => placesOn(at));
      const sold = window.map((_, at) => soldOn(at));
      const { ownDispersion: _, ...side } = salesOf({ ...recent, places }, sold, window, eventsOf(_id));
      return side;
    };
    const soldFrom = (at: number) => (isOfShelf(at) ? (onShelf[at] ?? 0) : 0);
    const sides = {
      shelf: sideOf((at) => Number(isOfShelf(at)), soldFrom),
      own: sideOf(
        (at) => (recent.places[at] ?? 0) % 2,
        (at) => (units[at] ?? 0) - soldFrom(at),
      ),
    };
    return { all, ...past, sides };
  });
  const yearAgo = ({ _id, all }: (typeof pasts)[number]): RateDay[] | undefined => {
    if (closedDays.length - (all.isNew ? all.first : 0) < daysOfSeason) return undefined;
    const units = salesBefore.get(_id) ?? [];
    const before = seasonDays.map((_, at) => rateDay(units[at], all.places[seasonAt + at]));
    return withoutEvents(before, addDays(day, -seasonSpan.last), eventsOf(_id));
  };
  const measured = await measureEvents(eventRows, closedDays, closes, eventsOf);
  const containers = await shipments.listWithDeleted();
  await correctOrders(orders, containers, idsOf(productRows));
  const orderDays = new Map(orders.map((order) => [order._id, order.day]));
  const receipts = receiptsOf(containers, orderDays, addDays(day, -365));
  const comparedOf = comparePasts(pasts, yearAgo, measured, receipts);
  const written = pasts.map(
    ({ ownDispersion: _, all: __, ...past }): StoredPast => ({ ...past, ...comparedOf(past._id) }),
  );
  const sold = shelves.length > 0 && { shelves };
  await writePast({ version: 2, day, ...(rebuilt && { rebuilt }), products: written, byHand, ...sold });
  return written.length;
};

type Percents = Map<string, Map<string, number>>;

/** The percents of each event by product, from the days of last year, of those that have no given factor. */
const measureEvents = async (
  eventRows: readonly PlanEvent[],
  closedDays: readonly string[],
  closes: ReadonlyMap<string, Closes>,
  eventsOf: (product: string) => PlanEvent[],
): Promise<Percents> => {
  const measured: Percents = new Map();
  for (const event of eventRows) {
    const { before, during } = measuredDays(event);
    const days = [...before, ...during].filter((day) => closedDays.includes(day));
    if (event.factor !== undefined || days.length === 0) continue;
    const { sales } = await salesByProduct(days);
    const dayAt = new Map(days.map((day, at) => [day, { at, closed: closedDays.indexOf(day) }]));
    const sums = new Map<string, EventSums>();
    for (const [_id, { places }] of closes) {
      const own = eventsOf(_id);
      if (!own.includes(event)) continue;
      const on = (day: string) => {
        const found = dayAt.get(day);
        return found && rateDay(sales.get(_id)?.[found.at], places[found.closed]);
      };
      sums.set(_id, eventSums(event, own, on));
    }
    measured.set(event._id, eventPercents(sums));
  }
  return measured;
};

/** What was received of each container, and how late; without those that were expected before a day. */
const receiptsOf = (rows: readonly ShipmentRow[], orderDays: ReadonlyMap<string, string>, start: string): Receipt[] =>
  rows.flatMap((row) => {
    const { expected_delivery, first_expected: expected = expected_delivery, created_at, items } = row;
    if (expected < start) return [];
    const span = daysUntil(expected, dayOf(created_at));
    const from = fromOf(row);
    return items.flatMap(({ product, received: units, late }) => {
      if (late === undefined || units === 0) return [];
      const ordered = fitFrom(from[product], units).flatMap(([order, of]) => {
        const day = orderDays.get(order);
        return day ? { units: of, days: daysUntil(expected, day) } : [];
      });
      return { product, expected, units, late: late / units, span, ordered };
    });
  });

/** Without the first `skipped` days. */
const lastOf = ({ places, first, isNew }: Closes, skipped: number): Closes => ({
  places: places.slice(skipped),
  first: Math.max(0, first - skipped),
  isNew: isNew && first >= skipped,
});

const rateDay = (units = 0, places = 0): RateDay => ({ units, inStock: places > 0 || units > 0 });

const later = (a: string, b: string): string => (a > b ? a : b);

/** Units sold on each day of the window, by product; and those on some channels. */
const salesByProduct = async (window: string[], some: readonly string[] = []) => {
  const found = { sales: new Map<string, number[]>(), ofSome: new Map<string, number[]>() };
  const add = (into: Map<string, number[]>, at: number, sales: DaySales) => {
    for (const [product, units] of unitsByProduct([sales])) {
      const sold = into.get(product) ?? window.map(() => 0);
      sold[at] = units;
      into.set(product, sold);
    }
  };
  for await (const days of closedSales(window))
    for (const [day, sales] of days) {
      add(found.sales, window.indexOf(day), sales);
      if (some.length > 0) add(found.ofSome, window.indexOf(day), onChannels(sales, some));
    }
  return found;
};

/** From the last file, and from the ledger for days that are not in it. */
const readByHand = async (window: string[], known: PastFile["byHand"]): Promise<PastFile["byHand"]> => {
  const byHand: PastFile["byHand"] = {};
  for (const day of window) byHand[day] = known[day] ?? (await unitsByHand(day));
  return byHand;
};

const unitsByHand = async (day: string): Promise<Record<string, number>> => {
  const isByHand = ({ kind, reason }: Movement) => !factsOf(kind).sale && reason === reasonsOf.out[0];
  const units: Record<string, number> = {};
  for await (const entries of readEntries({ start: day, end: day })) {
    const returned = await movements.findAll(entries.flatMap((entry) => returnedFrom(entry) ?? []));
    for (const entry of entries) {
      const of = returnedFrom(entry);
      const original = of ? returned.get(of) : entry;
      if (!original || !isByHand(original)) continue;
      for (const [product, , delta] of entry.lines) units[product] = (units[product] ?? 0) - delta;
    }
  }
  return units;
};

/** What its days from the first movement on come to. */
const salesOf = (
  { places, first }: Closes,
  units: readonly number[],
  window: readonly string[],
  events: readonly PlanEvent[],
) => {
  const days = window.map((_, at) => rateDay(units[at], places[at])).slice(first);
  const closed = window.map((_, at) => (places[at] ? "1" : "0")).slice(first);
  return {
    closedWithUnits: closed.slice(-knownDays).join(""),
    ...summarise(withoutEvents(days, window.at(-1) ?? "", events)),
  };
};

const pastOf = (
  _id: string,
  recent: Closes,
  units: readonly number[],
  byHand: PastFile["byHand"],
  window: readonly string[],
  events: readonly PlanEvent[],
): StoredPast & { ownDispersion?: Dispersion } => {
  const { places, first, isNew } = recent;
  const lastSale = window[units.findLastIndex((each) => each > 0)];
  const outSince = window[Math.max(first, places.findLastIndex(Boolean) + 1)];
  const age = window.length - 1 - first;
  const handedOut = window.map((day) => byHand[day]?.[_id] ?? 0);
  return {
    _id,
    ...salesOf(recent, units, window, events),
    soldBefore: sum(units.slice(-2 * knownDays, -knownDays)),
    byHand: sum(handedOut.slice(-knownDays)),
    byHandBefore: sum(handedOut.slice(-2 * knownDays, -knownDays)),
    ...(isNew && { age, ...(wasLaunched(age, window.length - 1) && { launched: true }) }),
    ...(lastSale && { lastSale }),
    ...(outSince && { outSince }),
  };
};
