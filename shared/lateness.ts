// How late containers come: the days from the first announced day to a receipt, as a share of the days announced.
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
}

/** Of a product's lead time, as shares of it. */
export interface Lateness {
  mean: number;
  /** Standard deviation. */
  spread: number;
}

/** Where nothing has been received yet. */
export const noLateness: Lateness = { mean: 0, spread: 0.18 };

/** Receipts of a product that count, and by how many they are trusted as much as those of all. */
const lastReceipts = 10;
const trustedReceipts = 10;

/** Of a span of fewer days a day late says nothing. */
const leastSpan = 7;

interface Moments {
  count: number;
  mean: number;
  variance: number;
}

/** Weighed by units. */
const momentsOf = (receipts: readonly Receipt[]): Moments => {
  const units = sumBy(receipts, (one) => one.units);
  const average = (value: (one: Receipt) => number) => sumBy(receipts, (one) => one.units * value(one)) / units;
  const share = ({ late, span }: Receipt) => late / span;
  const mean = average(share);
  return { count: receipts.length, mean, variance: average((one) => (share(one) - mean) ** 2) };
};

const mix = ({ count, mean, variance }: Moments, others: Omit<Moments, "count">): Omit<Moments, "count"> => {
  const mixed = (own: number, other: number) => (count * own + trustedReceipts * other) / (count + trustedReceipts);
  return { mean: mixed(mean, others.mean), variance: mixed(variance, others.variance) };
};

/** By product, from the receipts of a year; `all` for those of which nothing was received. Containers that come early are on time. */
export const latenessOf = (receipts: readonly Receipt[]): { all: Lateness; of: Map<string, Lateness> } => {
  const counted = receipts.filter(({ units, span }) => units > 0 && span >= leastSpan);
  const unknown = { mean: noLateness.mean, variance: noLateness.spread ** 2 };
  const all = counted.length > 0 ? mix(momentsOf(counted), unknown) : unknown;
  const toLateness = ({ mean, variance }: Omit<Moments, "count">): Lateness => ({
    mean: Math.max(0, thousandths(mean)),
    spread: thousandths(Math.sqrt(variance)),
  });
  const own = Map.groupBy(counted, ({ product }) => product);
  return {
    all: toLateness(all),
    of: new Map(
      [...own].map(([product, some]) => {
        const last = some.toSorted((a, b) => (a.expected < b.expected ? -1 : 1)).slice(-lastReceipts);
        return [product, toLateness(mix(momentsOf(last), all))];
      }),
    ),
  };
};

const thousandths = (share: number): number => Math.round(1_000 * share) / 1_000;
