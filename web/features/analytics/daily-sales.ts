// Units of each day of a range by channel, and of an earlier period for comparison, shifted back by whole weeks so that
// weekdays match and the periods do not overlap.
import { useMemo } from "react";
import { type Channel, channels } from "#shared/channel.ts";
import { addDays, type Range } from "#shared/day.ts";
import type { Analytics } from "#shared/sales.ts";
import { sum } from "#shared/sum.ts";
import { useQuietData } from "../../lib/api/use-data.ts";

type ChannelSales = Analytics["channelSales"];

export interface DayUnits {
  day: string;
  /** In the order of the channels. */
  values: number[];
  total: number;
}

export const dailyUnits = (sales: ChannelSales): DayUnits[] =>
  Object.keys(Object.values(sales)[0] ?? {})
    .sort()
    .map((day) => {
      const values = channels.map((channel) => sales[channel]?.[day] ?? 0);
      return { day, values, total: sum(values) };
    });

/** Units of some days, and of the same days some weeks earlier. */
interface Compared {
  now: number;
  before: number;
}

export interface Before {
  range: Range;
  weeks: number;
  /** The units some weeks before a day of the range. */
  onDay: (day: string) => number;
  /** Compares the units of all channels or one, on days that are over: today would look bad beside a whole day. */
  compare: (channel?: Channel) => Compared;
}

/** Days of the longest range that is compared. */
const longest = 180;

const noDays: readonly DayUnits[] = [];

/** Undefined until it is read, for a long range, and if there were few days with sales or none. */
export function useBefore(days: readonly DayUnits[], today: string): Before | undefined {
  const weeks = Math.ceil(days.length / 7);
  const [first, last] = days.length <= longest ? [days[0]?.day, days.at(-1)?.day] : [];
  const start = first && addDays(first, -7 * weeks);
  const end = last && addDays(last, -7 * weeks);
  const sales = useQuietData("GET /v1/app/dash/analytics", start && end ? { query: { start, end } } : null);
  return useMemo(() => {
    const earlier = sales && start && end ? dailyUnits(sales.channelSales) : noDays;
    // While another range is read, the data still belongs to the previous one.
    if (!start || !end || earlier[0]?.day !== start || earlier.length !== days.length) return undefined;
    const byDay = new Map(days.map(({ day }, at) => [day, earlier[at]]));
    const onDay = (day: string) => byDay.get(day)?.total ?? 0;
    // Before a business begins there is nothing to compare with.
    if (soldOn(earlier) === 0 || soldOn(earlier) < soldOn(days) / 2) return undefined;
    const over = days.filter(({ day }) => day < today);
    const compare = (channel?: Channel): Compared => ({
      now: sum(over.map((one) => unitsOf(one, channel))),
      before: sum(over.map(({ day }) => unitsOf(byDay.get(day), channel))),
    });
    return { range: { start, end }, weeks, onDay, compare };
  }, [sales, days, weeks, start, end, today]);
}

const soldOn = (days: readonly DayUnits[]): number => days.filter(({ total }) => total > 0).length;

/** Units of all channels or one. */
const unitsOf = (one: DayUnits | undefined, channel: Channel | undefined): number =>
  (channel ? one?.values[channels.indexOf(channel)] : one?.total) ?? 0;

const percent = new Intl.NumberFormat("en-IN", {
  style: "percent",
  signDisplay: "exceptZero",
  maximumFractionDigits: 1,
});

/** "+2.9%", and a dash if there is nothing to compare with. */
export const changeText = ({ now, before }: Compared): string =>
  before > 0 ? percent.format(now / before - 1).replace("-", "−") : "–";
