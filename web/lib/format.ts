// Days, times and numbers as text, the same in every browser language.
import { dayOf, dayText } from "#shared/day.ts";

export { clockText, dateTimeText, dayMonthText, dayRangeText, dayText } from "#shared/day.ts";
export { countText, numberText } from "#shared/format.ts";
export { today, useToday } from "./clock.ts";

/** An instant's day in the business time zone: 20-11-2026. */
export const dateText = (instant: string): string => dayText(dayOf(instant));

/** The total of a list, worded for a truncated one too. */
export const totalText = (total: string, truncated: boolean): string =>
  truncated ? `Total of the rows shown ${total}` : `Total ${total}`;

const tenths = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A daily run rate: one decimal, a dash for zero. */
export const rateText = (value: number): string => (value === 0 ? "–" : tenths.format(value));

/** A file's size: 640 B, 12 KB, 3.4 MB. */
export const sizeText = (bytes: number): string => {
  if (bytes < 1_024) return `${bytes} B`;
  return bytes < 1_024 * 1_024 ? `${Math.round(bytes / 1_024)} KB` : `${(bytes / 1_024 / 1_024).toFixed(1)} MB`;
};
