// The days of a product's two charts: closing stock, units sold by channel, arrivals, and the projection.
import { type Channel, channels } from "#shared/channel.ts";
import { addDays, countDays, dayOf, listDays } from "#shared/day.ts";
import type { History, HistoryRow } from "#shared/history.ts";
import { factsOf } from "#shared/kinds.ts";
import type { Arrival, PlanRow } from "#shared/plan.ts";
import { demandOn, projectedUnits, supplyOf } from "#shared/projection.ts";
import { saleDay } from "#shared/sale-day.ts";

export interface ChartDay {
  day: string;
  /** Units at the close of the day, today's units now; missing for days ahead. */
  stock?: number;
  /** Units sold. */
  sold: Partial<Record<Channel, number>>;
  total: number;
  /** Units expected at its close. */
  expected?: number;
  /** Units expected before the day's arrivals. */
  before?: number;
  arrivals: readonly Arrival[];
}

/** A run of days without units, in the past or ahead. */
interface Band {
  start: string;
  end: string;
  days: number;
  ahead: boolean;
}

export interface ChartDays {
  today: string;
  days: readonly ChartDay[];
  bands: readonly Band[];
  /** Days ahead on which the last unit leaves. */
  runsOut: readonly string[];
}

interface Span {
  back: number;
  ahead: number;
}

/** Days shown after the last event, and fewest days shown ahead. */
const room = { after: 4, least: 14 };

/** The index of a day, in days from today. */
const indexOf = (today: string, day: string): number => countDays(today, day) - 1;

/** A sale that was not reversed as a whole. */
const isSale = ({ kind, channel, reversed_by }: HistoryRow): boolean =>
  factsOf(kind).sale === true && channel !== undefined && !reversed_by;

export const chartDays = (history: History, row: PlanRow, today: string, { back, ahead }: Span): ChartDays => {
  const past = pastDays(history, addDays(today, 1 - back), today);
  const supply = supplyOf(row, today);
  const units = projectedUnits(supply);
  const last = lastDayShown(units, row, today, ahead);
  const now: ChartDay | undefined = past.at(-1);
  if (now) Object.assign(now, { stock: row.stock + (row.not_for_picking ?? 0), expected: row.stock });
  const coming = listDays(addDays(today, 1), addDays(today, last)).map((day, index): ChartDay => {
    const arrivals = row.arrivals.filter((arrival) => arrival.day === day);
    const before = Math.max(0, (units[index] ?? 0) - demandOn(supply, index + 1));
    // Without a rate there is no projection.
    const expected = row.rate && { expected: units[index + 1] ?? 0, ...(arrivals.length > 0 && { before }) };
    return { day, sold: {}, total: 0, ...expected, arrivals };
  });
  const days = [...past, ...coming];
  const runsOut = coming
    .filter(({ expected, before }, index) => {
      const left = units[index] ?? 0;
      return left > 0 && (before ?? expected) === 0;
    })
    .map(({ day }) => day);
  return { today, days, bands: row.status === "never-stocked" ? [] : bandsOf(days, today), runsOut };
};

const pastDays = ({ opening, rows }: History, start: string, today: string): ChartDay[] => {
  const byDay = Map.groupBy(rows, ({ created_at }) => dayOf(created_at));
  const soldOn = Map.groupBy(rows.filter(isSale), (row) => saleDay({ day: dayOf(row.created_at), ...row }));
  const earlier = rows.findLast(({ created_at }) => dayOf(created_at) < start);
  let stock = earlier?.total ?? opening;
  // A product is not out of stock before its first unit, which may have come before the first day shown.
  let isKnown = earlier !== undefined || opening > 0 || rows.length === 0;
  const days = listDays(start, today).map((day): ChartDay => {
    const ofDay = byDay.get(day) ?? [];
    stock = ofDay.at(-1)?.total ?? stock;
    isKnown ||= ofDay.length > 0;
    const sold: Partial<Record<Channel, number>> = {};
    for (const row of soldOn.get(day) ?? []) {
      const channel = channels.find((each) => each === row.channel);
      if (channel) sold[channel] = (sold[channel] ?? 0) + (row.left ?? row.quantity);
    }
    return {
      day,
      ...(isKnown && { stock }),
      sold,
      total: Object.values(sold).reduce((sum, each) => sum + each, 0),
      arrivals: [],
    };
  });
  // They begin with the first movement, but leave room for the words of the chart.
  const first = days.findIndex((each) => each.stock !== undefined);
  return days.slice(Math.min(Math.max(0, first), Math.max(0, days.length - room.least)));
};

/** The last arrival, or the day on which the product runs out after it, if that is not too far ahead. */
const lastDayShown = (units: readonly number[], row: PlanRow, today: string, most: number): number => {
  const arrivals = row.arrivals.map(({ day }) => (day ? indexOf(today, day) : 0)).filter((at) => at <= most);
  const out = units.findLastIndex((left, at) => at > 0 && at <= most && left === 0 && (units[at - 1] ?? 0) > 0);
  return Math.min(most, Math.max(room.least, out + room.after, ...arrivals.map((at) => at + room.after)));
};

/** Runs of days without units after the first movement; today belongs to the past. */
const bandsOf = (days: readonly ChartDay[], today: string): Band[] => {
  const bands: Band[] = [];
  for (const { day, stock, expected, arrivals } of days) {
    const ahead = day > today;
    if ((ahead ? expected : stock) !== 0 || arrivals.length > 0) continue;
    const last = bands.at(-1);
    if (last && last.ahead === ahead && addDays(last.end, 1) === day) {
      last.end = day;
      last.days++;
    } else bands.push({ start: day, end: day, days: 1, ahead });
  }
  return bands;
};
