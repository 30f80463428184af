// How late containers come: the days from the first announced day to a receipt, as a share of the days announced and in days.
import { sumBy } from "./sum.ts";

export interface Receipt {
  product: string;
  /** The first announced day. */
  expected: string;
  units: number;
  /** Days by which its units came after that day, on average; negative if they came before. */
  late: number;
  /** Days from the announcement to that day. */
  span: number;
  /** Of these units, those whose order is known: the days from the order to the first announced day. */
  ordered?: readonly { units: number; days: number }[];
}

/** A mean and its standard deviation. */
interface Moments {
  mean: number;
  spread: number;
}

/** As shares of the days announced. */
export interface Lateness extends Moments {
  /** The same in days; missing where nothing has been received. */
  days?: Moments;
}

/** Where nothing has been received yet. */
export const noLateness: Lateness = { mean: 0, spread: 0.18 };

/**
 * Days by which an order or a container comes late whose arrival was announced so many days ahead: receipts of short spans say
 * nothing of the rest of a long one, so it is never more than is usual in days: their mean, and their spread with it.
 */
export const daysLate = ({ mean, days }: Lateness, span: number): number => {
  const most = days ? days.mean + days.spread : Number.POSITIVE_INFINITY;
  return Math.max(0, Math.round(Math.min(mean * span, most)));
};

/**
 * Standard deviation of a lead time, in days: never more than is usual in days, unless that is less than where nothing has been
 * received.
 */
export const leadSpread = ({ spread, days }: Lateness, lead: number): number =>
  Math.min(spread * lead, Math.max(noLateness.spread * lead, days?.spread ?? Number.POSITIVE_INFINITY));

/** Receipts of a product that count, and by how many they are trusted as much as those of all. */
const lastReceipts = 10;
const trustedReceipts = 10;

/** Of a span of fewer days a day late says nothing. */
const leastSpan = 7;

/** Weighed by units. */
const average = (receipts: readonly Receipt[], value: (one: Receipt) => number): number =>
  sumBy(receipts, (one) => one.units * value(one)) / sumBy(receipts, ({ units }) => units);

/** Of the receipts, mixed with what is known without them. */
const mix = (receipts: readonly Receipt[], value: (one: Receipt) => number, others: Moments): Moments => {
  const mixed = (own: number, other: number) =>
    (receipts.length * own + trustedReceipts * other) / (receipts.length + trustedReceipts);
  const mean = average(receipts, value);
  const variance = average(receipts, (one) => (value(one) - mean) ** 2);
  return { mean: mixed(mean, others.mean), spread: Math.sqrt(mixed(variance, others.spread ** 2)) };
};

const latenessFrom = (receipts: readonly Receipt[], others: Moments): Lateness => ({
  ...mix(receipts, ({ late, span }) => late / span, others),
  // What the others' shares are on spans of so many days.
  days: mix(receipts, ({ late }) => late, {
    mean: others.mean * average(receipts, ({ span }) => span),
    spread: others.spread * Math.sqrt(average(receipts, ({ span }) => span ** 2)),
  }),
});

/** By product, from the receipts of a year; `all` for those of which nothing was received. Containers that come early are on time. */
export const latenessOf = (receipts: readonly Receipt[]): { all: Lateness; of: Map<string, Lateness> } => {
  const counted = receipts.filter(({ units, span }) => units > 0 && span >= leastSpan);
  const all = counted.length > 0 ? latenessFrom(counted, noLateness) : noLateness;
  const own = Map.groupBy(counted, ({ product }) => product);
  return {
    all: rounded(all),
    of: new Map(
      [...own].map(([product, some]) => {
        const last = some.toSorted((a, b) => (a.expected < b.expected ? -1 : 1)).slice(-lastReceipts);
        return [product, rounded(latenessFrom(last, all))];
      }),
    ),
  };
};

/** Days from orders to the receipt of their units, weighed by units, by product; receipts of a container count as one. */
export const orderedLeads = (receipts: readonly Receipt[]): Map<string, { days: number; receipts: number }> => {
  const known = receipts.filter(({ ordered = [] }) => ordered.length > 0);
  return new Map(
    [...Map.groupBy(known, ({ product }) => product)].map(([product, some]) => {
      const parts = some.flatMap(({ late, ordered = [] }) =>
        ordered.map(({ units, days }) => ({ units, days: days + late })),
      );
      const days = sumBy(parts, (part) => part.units * part.days) / sumBy(parts, ({ units }) => units);
      return [product, { days: Math.max(1, Math.round(days)), receipts: some.length }];
    }),
  );
};

/** Days by which an order may take longer or shorter than planned before another lead time is offered. */
const nearDays = 7;

/**
 * The lead time of these lengths that orders need which took so many days until their units were received: the plan adds the usual
 * lateness, `late`, to it. Undefined where they come about as planned.
 */
export const leadTimeOffered = (
  { lead_time, late = 0 }: { lead_time: number; late?: number | undefined },
  days: number,
  lengths: readonly number[],
): number | undefined => {
  if (Math.abs(lead_time + late - days) <= nearDays) return undefined;
  const off = (length: number) => Math.abs(length - (days - late));
  const nearest = lengths.toSorted((a, b) => off(a) - off(b))[0];
  return nearest === lead_time ? undefined : nearest;
};

const rounded = ({ days, ...shares }: Lateness): Lateness => ({
  ...thousandths(shares),
  ...(days && { days: thousandths(days) }),
});

const thousandths = ({ mean, spread }: Moments): Moments => ({
  mean: Math.max(0, Math.round(1_000 * mean) / 1_000),
  spread: Math.round(1_000 * spread) / 1_000,
});
