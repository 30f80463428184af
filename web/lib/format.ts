// How days, times and numbers are written, whatever the browser's language.
import { dayOf, zone } from "#shared/day.ts";

/** The business day of now; the only clock the screens read. */
export const today = (): string => dayOf(new Date());

/** 2026-11-20 as 20-11-2026. */
export const dayText = (day: string): string => day.slice(0, 10).split("-").reverse().join("-");

const times = new Intl.DateTimeFormat("en-GB", {
  timeZone: zone,
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** An instant's day of the business time zone: 20-11-2026. */
export const dateText = (instant: string): string => dayText(dayOf(instant));

/** An instant as 20-11-2026 14:05. */
export const timeText = (instant: string | number): string => {
  const date = new Date(instant);
  return `${dayText(dayOf(date))} ${times.format(date)}`;
};

/** An instant as 14:05. */
export const clockText = (instant: number): string => times.format(instant);

const grouped = new Intl.NumberFormat("en-IN");

/** 104265 as 1,04,265. */
export const numberText = (value: number): string => grouped.format(value);

/** A daily run rate: one decimal, a dash for zero. */
export const rateText = (value: number): string => (value === 0 ? "–" : value.toFixed(1));

/** "1 record", "2,000 records". */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;

/** A file's size: 640 B, 12 KB, 3.4 MB. */
export const sizeText = (bytes: number): string => {
  if (bytes < 1_024) return `${bytes} B`;
  return bytes < 1_024 * 1_024 ? `${Math.round(bytes / 1_024)} KB` : `${(bytes / 1_024 / 1_024).toFixed(1)} MB`;
};
