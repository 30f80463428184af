// Business days: dates of the seller's time zone, Asia/Kolkata, written YYYY-MM-DD. Today is always passed in.
import { Failure } from "./failure.ts";

/** Longest range of days a call accepts. */
export const maxRangeDays = 366;

/** Days a product's history looks back on unless asked otherwise, today included. */
export const historyDays = 30;

/** Milliseconds; the same since 1945, so nobody waits the 12 ms that loading all zones takes. */
const ahead = 5.5 * 3_600_000;

/** What clocks of the zone show at an instant, as if it were UTC. */
export const wallClock = (instant: Date | string | number): Date => new Date(new Date(instant).getTime() + ahead);

/** The business day an instant falls on. */
export const dayOf = (instant: Date | string | number): string => wallClock(instant).toISOString().slice(0, 10);

/**
 * Milliseconds of a day after it is over: what was begun in it is posted within 28 s, and soon in the ledger's index, by
 * a clock that may be ten minutes behind.
 */
const settling = 15 * 60_000;

/** The first day on which something may still be posted: those before are closed for good. */
export const firstOpenDay = (now: Date): string => dayOf(now.getTime() - settling);

/** 2026-11-20 as 20-11-2026. */
export const dayText = (day: string): string => day.slice(0, 10).split("-").reverse().join("-");

/** An instant as 14:05, where the business is. */
export const clockText = (instant: Date | string | number): string => wallClock(instant).toISOString().slice(11, 16);

/** An instant as 20-11-2026 14:05. */
export const timeText = (instant: Date | string | number): string => `${dayText(dayOf(instant))} ${clockText(instant)}`;

/** The day so many days later, or earlier when negative. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Days of a range, both ends included. */
export const countDays = (start: string, end: string): number => (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1;

/** Days that have passed since a day; 0 until it is over. */
export const daysSince = (day: string, today: string): number => Math.max(0, countDays(day, today) - 1);

/** Every day of a range, in order. */
export const listDays = (start: string, end: string): string[] =>
  Array.from({ length: countDays(start, end) }, (_, i) => addDays(start, i));

/** Whether a text is a real date as YYYY-MM-DD: 2026-02-30 is none. */
export const isDay = (text: string): boolean => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isFinite(time) && new Date(time).toISOString().slice(0, 10) === text;
};

/** Refuses a day that has not begun; 400 names the field. */
export const checkNotFuture = (field: string, day: string, today: string): void => {
  if (day > today) throw new Failure("BAD_REQUEST", { field, message: "Not later than today" });
};

export interface Range {
  start: string;
  end: string;
}

/** Both ends of a range: 19-11-2026 to 21-11-2026. */
export const daysText = ({ start, end }: Range): string => `${dayText(start)} to ${dayText(end)}`;

/** Refuses a range that is backward, longer than a year or not begun yet; 400 names the field. */
export const checkRange = ({ start, end }: Range, today: string): void => {
  checkNotFuture("end", end, today);
  if (start > end) throw new Failure("BAD_REQUEST", { field: "start", message: "Not later than end" });
  if (countDays(start, end) > maxRangeDays)
    throw new Failure("BAD_REQUEST", { field: "start", message: `At most ${maxRangeDays} days` });
};
