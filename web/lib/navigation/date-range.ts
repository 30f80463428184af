// The range of days a screen shows, in `start` and `end` of the URL: in order, not past today, at most a year.
import { useSearchParams } from "react-router-dom";
import { addDays, countDays, isDay, maxRangeDays, type Range } from "#shared/day.ts";
import { countText, dayRangeText, dayText } from "../format.ts";
import { useUpdateQuery } from "./url-state.ts";

export type RangeEnd = "start" | "end";

const clamp = (day: string, least: string, most: string): string => (day < least ? least : day > most ? most : day);

/** The range after one end was chosen: that end stays, the other is moved if needed. */
export const clampRange = ({ start, end }: Range, fixed: RangeEnd, today: string): Range => {
  if (fixed === "end") {
    const last = clamp(end, "", today);
    return { start: clamp(start, addDays(last, 1 - maxRangeDays), last), end: last };
  }
  const first = clamp(start, "", today);
  return { start: first, end: clamp(end, first, clamp(addDays(first, maxRangeDays - 1), first, today)) };
};

/** The sentence about how the other end was moved; "" if it was not. */
export const rangeCorrection = (before: Range, fixed: RangeEnd, after: Range): string => {
  const other = fixed === "start" ? "end" : "start";
  if (before[other] === after[other]) return "";
  if (before.start <= before.end) return `At most ${maxRangeDays} days: ${other} moved to ${dayText(after[other])}`;
  return `${other === "start" ? "Start" : "End"} moved to ${dayText(after[other])}`;
};

/** "19-11-2026 to 21-11-2026, 3 days", or the one day. */
export const rangeText = ({ start, end }: Range): string =>
  start === end
    ? `${dayText(start)}, 1 day`
    : `${dayRangeText({ start, end })}, ${countText(countDays(start, end), "day")}`;

/** The one day, or the first and the last. */
export const daysText = (range: Range): string =>
  range.start === range.end ? dayText(range.end) : dayRangeText(range);

interface Preset {
  name: string;
  range: Range;
}

export const lastDays = (days: number, today: string): Range => ({ start: addDays(today, 1 - days), end: today });

/** The shorter of 7 and 30 days up to today that has a day which the range lacks. */
export const presetBeyond = ({ start, end }: Range, today: string): number | undefined =>
  [7, 30].find((days) => lastDays(days, today).start < start || end < today);

export const presetsOf = (today: string): Preset[] => [
  { name: "Today", range: lastDays(1, today) },
  { name: "Yesterday", range: lastDays(1, addDays(today, -1)) },
  ...[3, 7, 30].map((days) => ({ name: `${days} days`, range: lastDays(days, today) })),
  { name: "This month", range: { start: `${today.slice(0, 8)}01`, end: today } },
];

const dayOr = (text: string | null, otherwise: string): string => (text !== null && isDay(text) ? text : otherwise);

/** Changes the range, from the one that is current when it runs. */
export type ChangeRange = (make: (range: Range) => Range) => void;

/** The range in the URL; the default, the last `usual` days, is left out of it. */
export function useRange(today: string, usual: number): [Range, ChangeRange] {
  const [params] = useSearchParams();
  const change = useUpdateQuery();
  const fallback = lastDays(usual, today);
  const rangeIn = (query: URLSearchParams): Range => {
    const end = dayOr(query.get("end"), fallback.end);
    const start = dayOr(query.get("start"), query.has("end") ? end : fallback.start);
    return clampRange({ start, end }, "end", today);
  };
  const set: ChangeRange = (make) =>
    change((now) => {
      const next = make(rangeIn(now));
      const isUsual = next.start === fallback.start && next.end === fallback.end;
      for (const end of ["start", "end"] as const)
        if (isUsual) now.delete(end);
        else now.set(end, next[end]);
    });
  return [rangeIn(params), set];
}
