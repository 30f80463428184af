// Business days: dates in the seller's time zone, Asia/Kolkata, as YYYY-MM-DD. Functions get today as a parameter.
import { Failure } from "./failure.ts";

/** Days of the longest range that a call accepts. */
export const maxRangeDays = 366;

/** Days of a product's history by default, today included. */
export const historyDays = 30;

/** Milliseconds ahead of UTC, constant since 1945. Loading the time zone data would take 12 ms. */
const utcOffset = 5.5 * 3_600_000;

/** The wall-clock time in India at an instant, as if it were UTC. */
export const wallClock = (instant: Date | string | number): Date => new Date(new Date(instant).getTime() + utcOffset);

/** The business day an instant falls on. */
export const dayOf = (instant: Date | string | number): string => wallClock(instant).toISOString().slice(0, 10);

/**
 * Milliseconds after midnight until the day before closes. A request takes up to 28 s, the ledger's index is eventually
 * consistent, and clocks may be ten minutes slow.
 */
const closingDelay = 15 * 60_000;

/** The first day to which movements may still be posted; earlier days are closed. */
export const firstOpenDay = (now: Date): string => dayOf(now.getTime() - closingDelay);

/** 2026-11-20 as 20-11-2026. */
export const dayText = (day: string): string => day.slice(0, 10).split("-").reverse().join("-");

/** 2026-11-20 as 20-11. */
export const dayMonthText = (day: string): string => dayText(day).slice(0, 5);

/** An instant as 14:05 in India. */
export const clockText = (instant: Date | string | number): string => wallClock(instant).toISOString().slice(11, 16);

/** An instant as 20-11-2026 14:05. */
export const dateTimeText = (instant: Date | string | number): string =>
  `${dayText(dayOf(instant))} ${clockText(instant)}`;

/** The day a number of days later, or earlier if negative. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** The instant at which a business day ends. */
export const dayEnd = (day: string): string => new Date(Date.parse(addDays(day, 1)) - utcOffset).toISOString();

/** Number of days in a range, both ends included. */
export const countDays = (start: string, end: string): number => (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1;

/** Full days that have passed since a day; 0 until it is over. */
export const daysSince = (day: string, today: string): number => Math.max(0, countDays(day, today) - 1);

/** Days from today to a day; negative if it has passed. */
export const daysUntil = (day: string, today: string): number => countDays(today, day) - 1;

/** Every day of a range, in order. */
export const listDays = (start: string, end: string): string[] =>
  Array.from({ length: countDays(start, end) }, (_, i) => addDays(start, i));

/** Whether a text is an existing date as YYYY-MM-DD: 2026-02-30 is not. */
export const isDay = (text: string): boolean => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isFinite(time) && new Date(time).toISOString().slice(0, 10) === text;
};

/** Refuses a day in the future; 400 names the field. */
export const checkNotFuture = (field: string, day: string, today: string): void => {
  if (day > today) throw new Failure("BAD_REQUEST", { field, message: "Not later than today" });
};

export interface Range {
  start: string;
  end: string;
}

/** A range as 19-11-2026 to 21-11-2026. */
export const dayRangeText = ({ start, end }: Range): string => `${dayText(start)} to ${dayText(end)}`;

/** Throws 400, naming the field, if a range ends before it starts, in the future, or after more than 366 days. */
export const checkRange = ({ start, end }: Range, today: string): void => {
  checkNotFuture("end", end, today);
  if (start > end) throw new Failure("BAD_REQUEST", { field: "start", message: "Not later than end" });
  if (countDays(start, end) > maxRangeDays)
    throw new Failure("BAD_REQUEST", { field: "start", message: `At most ${maxRangeDays} days` });
};
