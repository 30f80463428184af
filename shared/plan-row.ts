// The plan of one product, from its stock, its containers and its sales.
import { addDays, daysSince, daysUntil } from "./day.ts";
import type { PlanEvent } from "./event.ts";
import { withoutEvents } from "./event-days.ts";
import { daysLate, type Lateness, leadSpread, noLateness } from "./lateness.ts";
import { type Like, rateLike } from "./like.ts";
import type { Arrival, PlanQuery, PlanRow } from "./plan.ts";
import { statusOf } from "./plan-status.ts";
import {
  arrivalDay,
  averageDemand,
  daysOfCover,
  outlookOf,
  quantityToOrder,
  type Spell,
  supplyOf,
} from "./projection.ts";
import {
  capOf,
  capSpikes,
  knownDays,
  type Rate,
  type RateDay,
  type RateSum,
  rateOf,
  rateOver,
  type SalesRecord,
  sumOf,
  trendOf,
  windowFor,
} from "./rate.ts";
import { type Level, levelOf, safetyOf } from "./safety.ts";
import { sumBy } from "./sum.ts";

/** What a rate is computed from. */
export interface SalesPast {
  /** The last 30 closed days, oldest first: fewer if its first movement was later. */
  days: readonly RateDay[];
  /** The 60 days before, as they were and with spikes cut. */
  earlier: RateSum;
  earlierCapped: RateSum;
  /** Units of an ordinary day with sales; missing if there were too few such days. */
  usual?: number;
}

/** The sales of a product until the last closed day. */
export interface ProductPast extends SalesPast {
  /**
   * If a marketplace sells it from its own shelf: the sales of that channel with the days on which the shelf had units, and the
   * others with those on which own warehouses had.
   */
  sides?: { shelf: SalesPast; own: SalesPast };
  /** Units sold on the first 30 days before `days`. */
  soldBefore: number;
  /** The variance of the units of a day divided by their mean; missing if nothing was sold. */
  dispersion?: number;
  /** How late its containers come; missing where nothing was received. */
  lateness?: Lateness;
  /** Days from orders to receipts of their units; missing where no order is known. */
  orderedLead?: NonNullable<PlanRow["ordered_lead"]>;
  /** Percents of the rate that are expected in each of the next weeks; missing where all are 100. */
  season?: readonly number[];
  /** Percents of the rate on the days of events, by the event's id; missing where none was measured. */
  events?: Readonly<Record<string, number>>;
  /** Days from its first movement to the last closed day; missing if that was before the last 90. */
  age?: number;
  /** It was launched within the last 60. */
  launched?: boolean;
  lastSale?: string;
  /** The first day of the unbroken run without units that ends with the last closed day. */
  outSince?: string;
  /** Units out by hand with reason Outbound, on the last 30 closed days, and on the 30 before. */
  byHand: number;
  byHandBefore: number;
}

/** The past of a product before its first movement, and of all products before the first nightly job. */
export const noPast: ProductPast = {
  days: [],
  earlier: { sold: 0, inStockDays: 0 },
  earlierCapped: { sold: 0, inStockDays: 0 },
  soldBefore: 0,
  age: 0,
  byHand: 0,
  byHandBefore: 0,
};

/** A product as it is today. */
export interface PlannedProduct
  extends Pick<
    PlanRow,
    | "_id"
    | "p_id"
    | "name"
    | "image"
    | "stock"
    | "not_for_picking"
    | "in_transit"
    | "on_order"
    | "lead_time"
    | "pack"
    | "supplier"
    | "min_order"
    | "cost"
    | "service"
    | "snooze"
  > {
  /** It has had a unit at some time. */
  everStocked: boolean;
  /** The product that it sells like. */
  like?: Like & { past: ProductPast };
  events: readonly PlanEvent[];
  containers: readonly OpenContainer[];
}

/** Units that an open container, or an open order, brings on any day. */
export interface OpenContainer extends Omit<Arrival, "day"> {
  /** The day of its announcement, or of the order, and the day that was expected then. */
  announced: string;
  first_expected: string;
}

/** What a plan is asked for, at any level. */
export type PlanSettings = Omit<PlanQuery, "service"> & { service: Level };

/** A quotient of whole numbers may be a hair less than the whole number that it is. */
const wholeDays = (days: number): number => Math.floor(days + 1e-9);

/** `asOf`: the last closed day, with which `past` ends; undefined before the first nightly job. */
export const planRow = (
  product: PlannedProduct,
  past: ProductPast,
  { basis, target, spikes, service }: PlanSettings,
  asOf: string | undefined,
  today: string,
): PlanRow => {
  const { everStocked, containers, like, events, snooze, ...shown } = product;
  const { stock, lead_time, pack, min_order } = product;
  const lateness = past.lateness ?? noLateness;
  const late = daysLate(lateness, lead_time);
  const lead = lead_time + late;
  const recordOf = (one: SalesPast): SalesRecord => {
    const days = asOf ? withoutEvents(one.days, asOf, events) : one.days;
    return spikes === "in"
      ? { days, earlier: one.earlier }
      : { days: capSpikes(days, one.usual), earlier: one.earlierCapped };
  };
  const record = recordOf(past);
  const windowIn = (sales: SalesRecord, { launched }: ProductPast) => windowFor(sales, basis, launched);
  const inStockDays = sumOf(past.days).inStockDays + past.earlier.inStockDays;
  const window = windowIn(record, past);
  const [ofOwn, ofShelf] = [past.sides?.own, past.sides?.shelf].map((side) => side && rateOf(recordOf(side), window));
  const own = past.sides ? sumOfSides(ofOwn, ofShelf) : rateOf(record, window);
  const likeRecord = like && recordOf(like.past);
  const other = like && likeRecord && rateOf(likeRecord, windowIn(likeRecord, like.past));
  const rate = like && other ? rateLike(own, inStockDays, { ...like, units: other.units }, basis) : own;
  const perDay = rate?.units ?? 0;
  const arrivals = containers.map(({ announced, first_expected, ...container }) => {
    const { expected_delivery } = container;
    const usual = daysLate(lateness, daysUntil(first_expected, announced));
    // What comes late counts from the first announced day: a container that was put off has been late already.
    const more = Math.max(0, usual - daysSince(first_expected, expected_delivery));
    return { ...container, ...countedOn(addDays(expected_delivery, more), today) };
  });
  const season = past.season && [...past.season];
  const { dispersion = 1 } = past;
  const shownEvents = eventsShown(events, past, asOf, today);
  const safety =
    perDay > 0
      ? safetyOf(
          {
            rate: averageDemand(
              supplyOf({ stock, rate, lead_time, late, season, events: shownEvents, arrivals }, today),
              lead,
            ),
            lead,
            dispersion,
            spread: leadSpread(lateness, lead),
          },
          levelOf(product, service),
        )
      : undefined;
  const supply = supplyOf({ stock, rate, lead_time, late, safety, season, events: shownEvents, arrivals }, today);
  const { runsOut, gaps, orderBy } = perDay > 0 ? outlookOf(supply) : { gaps: [] };
  const counted = arrivals.reduce((sum, { day, units }) => sum + (day ? units : 0), 0);
  const isOut = everStocked && stock === 0 && perDay > 0;
  const outSince = isOut ? (past.outSince ?? (asOf ? addDays(asOf, 1) : today)) : undefined;
  const runsOutOn = outSince ?? (runsOut === undefined ? undefined : addDays(today, runsOut));
  const spikeDays = asOf ? spikesOf({ ...past, days: withoutEvents(past.days, asOf, events) }, asOf) : [];
  return {
    ...shown,
    status: statusOf({
      stock,
      everStocked,
      rate: rate?.units,
      orderBy,
      age: past.age === undefined || !asOf ? past.age : past.age + daysSince(asOf, today),
      inStockDays,
      moved: sumBy(past.days, ({ units }) => units) + past.soldBefore + past.byHand + past.byHandBefore,
      lead,
      target,
    }),
    arrivals,
    days: past.days.map(({ units, inStock }) => (inStock ? units : null)),
    rates: [
      rateOver(record, 3)?.units ?? null,
      rateOver(record, 7)?.units ?? null,
      rateOver(record, 30)?.units ?? null,
    ],
    ...(rate && { rate }),
    ...optional({ trend: trendOf(record) }),
    ...(spikeDays.length > 0 && { spikes: spikeDays }),
    ...(past.byHand > 0 && { by_hand: past.byHand }),
    ...(perDay > 0 && {
      cover: wholeDays(daysOfCover(supply, stock)),
      cover_with_transit: wholeDays(daysOfCover(supply, stock + counted)),
    }),
    ...(late > 0 && { late }),
    ...optional({ season, safety, runs_out: runsOutOn }),
    ...(shownEvents.length > 0 && { events: shownEvents }),
    ...(gaps.length > 0 && { gaps: gaps.map((gap) => gapOf(gap, arrivals, today)) }),
    ...(orderBy !== undefined && { order_by: addDays(today, orderBy) }),
    quantity: perDay > 0 ? quantityToOrder(supply, target, { pack, min_order }) : 0,
    ...(outSince && { unsold: Math.round(perDay * daysSince(outSince, today)) }),
    ...optional({ last_sale: past.lastSale, ordered_lead: past.orderedLead }),
    // The product is back on the day itself.
    ...(snooze && snooze.until > today && { snooze }),
  };
};

/** The rate of a product that is sold from own warehouses and from a marketplace's shelf, each over its own days in stock. */
const sumOfSides = (own: Rate | undefined, shelf: Rate | undefined): PlanRow["rate"] & (Rate | undefined) => {
  if (!shelf) return own;
  const { units, sold, inStockDays } = shelf;
  if (!own) return { ...shelf, shelf: { units, sold, inStockDays } };
  return {
    units: own.units + units,
    sold: own.sold + sold,
    inStockDays: Math.max(own.inStockDays, inStockDays),
    window: own.window > shelf.window ? own.window : shelf.window,
    fewDays: own.fewDays || shelf.fewDays,
    shelf: { units, sold, inStockDays },
  };
};

/** The events of the known days and ahead, with what is expected of those ahead. */
const eventsShown = (
  events: readonly PlanEvent[],
  past: ProductPast,
  asOf: string | undefined,
  today: string,
): NonNullable<PlanRow["events"]> => {
  if (asOf === undefined || events.length === 0) return [];
  const first = addDays(asOf, -knownDays);
  return events
    .filter(({ end }) => end > first)
    .map(({ _id, name, start, end, factor }) => {
      const percent = factor === undefined ? past.events?.[_id] : Math.round(100 * factor);
      return { name, start, end, ...(end > today && percent !== undefined && { percent }) };
    })
    .sort((a, b) => (a.start < b.start ? -1 : 1));
};

/** Without entries that are undefined. */
const optional = <T extends object>(entries: T) =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

const countedOn = (expected: string, today: string): { day?: string } => {
  const days = arrivalDay(expected, today);
  return days === undefined ? {} : { day: addDays(today, days) };
};

const gapOf = ({ start, end }: Spell, arrivals: readonly Arrival[], today: string) => {
  const endsOn = addDays(today, end);
  const container = arrivals.find(({ day }) => day === endsOn)?.container;
  return { start: addDays(today, start), end: endsOn, ...(container && { container }) };
};

const spikesOf = ({ days, usual }: ProductPast, asOf: string) => {
  const most = capOf(usual);
  return days.flatMap(({ units }, at) =>
    units > most ? [{ day: addDays(asOf, at + 1 - days.length), units, cut: units - most }] : [],
  );
};
