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

const ago = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const spans = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** How long ago an instant was: "3 hours ago", "yesterday". A hint beside the time itself. */
export const agoText = (instant: string): string => {
  const past = Math.max(0, Date.now() - Date.parse(instant));
  const [unit, length] = spans.find(([, least]) => past >= least) ?? spans[2];
  return ago.format(-Math.floor(past / length), unit);
};
