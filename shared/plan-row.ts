// The plan of one product, from its stock, its containers and its sales.
import { addDays, daysSince } from "./day.ts";
import type { Arrival, PlanQuery, PlanRow } from "./plan.ts";
import { statusOf } from "./plan-status.ts";
import { arrivalDay, outlookOf, quantityToOrder, type Spell, supplyOf } from "./projection.ts";
import { isSpike, type RateDay, type RateSum, rateOf, rateOver, sumOf, trendOf, withoutSpikes } from "./rate.ts";

/** The sales of a product until the last closed day. */
export interface ProductPast {
  /** The last 30 closed days, oldest first: fewer if its first movement was later. */
  days: readonly RateDay[];
  /** The 60 days before, with all days and without spikes. */
  earlier: RateSum;
  earlierWithoutSpikes: RateSum;
  /** Units sold on the first 30 days before `days`. */
  soldBefore: number;
  /** Units of an ordinary day with sales; missing if there were too few such days. */
  usual?: number;
  /** Days from its first movement to the last closed day; missing if that was before the last 90. */
  age?: number;
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
  earlierWithoutSpikes: { sold: 0, inStockDays: 0 },
  soldBefore: 0,
  age: 0,
  byHand: 0,
  byHandBefore: 0,
};

/** A product as it is today. */
export interface PlannedProduct
  extends Pick<
    PlanRow,
    "_id" | "p_id" | "name" | "image" | "stock" | "not_for_picking" | "in_transit" | "lead_time" | "pack" | "snooze"
  > {
  /** It has had a unit at some time. */
  everStocked: boolean;
  /** Units that open containers bring, on any day. */
  containers: readonly Omit<Arrival, "day">[];
}

/** A quotient of whole numbers may be a hair less than the whole number that it is. */
const wholeDays = (days: number): number => Math.floor(days + 1e-9);

/** `asOf`: the last closed day, with which `past` ends; undefined before the first nightly job. */
export const planRow = (
  product: PlannedProduct,
  past: ProductPast,
  { basis, target, spikes }: PlanQuery,
  asOf: string | undefined,
  today: string,
): PlanRow => {
  const { everStocked, containers, snooze, ...shown } = product;
  const { stock, lead_time: lead, pack } = product;
  const record =
    spikes === "in"
      ? { days: past.days, earlier: past.earlier }
      : { days: withoutSpikes(past.days, past.usual), earlier: past.earlierWithoutSpikes };
  const rate = rateOf(record, basis);
  const perDay = rate?.units ?? 0;
  const arrivals = containers.map((container) => ({ ...container, ...countedOn(container.expected_delivery, today) }));
  const supply = supplyOf({ stock, rate, lead_time: lead, arrivals }, today);
  const { runsOut, gaps, orderBy } = perDay > 0 ? outlookOf(supply) : { gaps: [] };
  const counted = arrivals.reduce((sum, { day, units }) => sum + (day ? units : 0), 0);
  const cover = perDay > 0 ? { stock: stock / perDay, withTransit: (stock + counted) / perDay } : undefined;
  const isOut = stock === 0 && perDay > 0;
  const outSince = isOut ? (past.outSince ?? (asOf ? addDays(asOf, 1) : today)) : undefined;
  const runsOutOn = outSince ?? (runsOut === undefined ? undefined : addDays(today, runsOut));
  const spikeDays = asOf ? spikesOf(past, asOf) : [];
  return {
    ...shown,
    status: statusOf({
      stock,
      everStocked,
      rate: rate?.units,
      orderBy,
      age: past.age === undefined || !asOf ? past.age : past.age + daysSince(asOf, today),
      inStockDays: sumOf(past.days).inStockDays + past.earlier.inStockDays,
      moved: soldOn(past.days) + past.soldBefore + past.byHand + past.byHandBefore,
      coverWithTransit: cover?.withTransit,
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
    ...(cover && { cover: wholeDays(cover.stock), cover_with_transit: wholeDays(cover.withTransit) }),
    ...optional({ runs_out: runsOutOn }),
    ...(gaps.length > 0 && { gaps: gaps.map((gap) => gapOf(gap, arrivals, today)) }),
    ...(orderBy !== undefined && { order_by: addDays(today, orderBy) }),
    quantity: perDay > 0 ? quantityToOrder(supply, target, pack) : 0,
    ...(outSince && { unsold: Math.round(perDay * daysSince(outSince, today)) }),
    ...optional({ last_sale: past.lastSale }),
    // The product is back on the day itself.
    ...(snooze && snooze.until > today && { snooze }),
  };
};

const soldOn = (days: readonly RateDay[]): number => days.reduce((sum, { units }) => sum + units, 0);

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

const spikesOf = ({ days, usual }: ProductPast, asOf: string) =>
  days.flatMap(({ units }, at) => (isSpike(units, usual) ? [{ day: addDays(asOf, at + 1 - days.length), units }] : []));
