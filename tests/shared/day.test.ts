// Business days: dates of the seller's time zone.
import * as v from "valibot";
import { expect, test } from "vitest";
import { addDays, checkRange, clockText, countDays, dayOf, daysSince, listDays, maxRangeDays } from "#shared/day.ts";
import { Day, Days } from "#shared/field.ts";

const today = "2026-11-20";

test("day and time are those of Asia/Kolkata, at every hour of many years", () => {
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Kolkata", dateStyle: "short", timeStyle: "short" });
  // Steps of seven hours and a minute reach every hour of the day in every season.
  for (let at = Date.parse("1990-01-01"); at < Date.parse("2060-01-01"); at += 97 * 25_260_000)
    expect(`${dayOf(new Date(at))} ${clockText(at)}`).toBe(clock.format(at));
});

test.each([
  ["2026-11-20T18:29:59.999Z", "2026-11-20", "23:59:59 in India"],
  ["2026-11-20T18:30:00.000Z", "2026-11-21", "midnight in India"],
  ["2026-11-20T18:30:01.000Z", "2026-11-21", "00:00:01 in India"],
  ["2026-12-31T18:30:00.000Z", "2027-01-01", "New Year in India"],
  ["2028-02-28T18:30:00.000Z", "2028-02-29", "a leap day in India"],
])("%s falls on %s: %s", (instant, day) => {
  expect(dayOf(instant)).toBe(day);
  expect(dayOf(new Date(instant))).toBe(day);
});

test("days are added across months and years, in both directions", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2027-01-01", -1)).toBe("2026-12-31");
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays(today, 0)).toBe(today);
});

test("a range includes both ends", () => {
  expect(countDays(today, today)).toBe(1);
  expect(countDays("2026-11-18", today)).toBe(3);
  expect(listDays("2026-11-29", "2026-12-02")).toEqual(["2026-11-29", "2026-11-30", "2026-12-01", "2026-12-02"]);
  expect(listDays("2026-01-01", "2026-12-31")).toHaveLength(365);
});

test.each(["2026-11-20", "2028-02-29", "2026-12-31", "9999-12-31"])("%s is a date", (day) => {
  expect(v.is(Day, day)).toBe(true);
});

test.each([
  ...["2026-02-30", "2027-02-29", "2026-13-01", "2026-00-10", "2026-11-31"],
  ...["2026-1-1", "20-11-2026", "2026-11-20T00:00:00Z", " 2026-11-20", "today", "", "١٢٣٤-١١-٢٠"],
  ...[null, undefined, 20261120, {}, ["2026-11-20"]],
])("%j is no date", (day) => {
  expect(v.is(Day, day)).toBe(false);
});

test("a range needs both ends", () => {
  expect(v.is(Days, { start: today, end: today })).toBe(true);
  expect(v.is(Days, { start: today })).toBe(false);
  expect(v.is(Days, { end: today })).toBe(false);
});

test("a range of today, or of a year up to today, is accepted", () => {
  for (const start of [today, addDays(today, 1 - maxRangeDays)])
    expect(() => checkRange({ start, end: today }, today)).not.toThrow();
});

test.each([
  ["backward", "2026-11-20", "2026-11-19", "start"],
  ["not over yet", "2026-11-20", "2026-11-21", "end"],
  ["of the year 9999", "9999-12-31", "9999-12-31", "end"],
  ["longer than a year", addDays(today, -maxRangeDays), today, "start"],
  ["of ten years", "2016-11-20", today, "start"],
])("400: a range that is %s names the field", (_, start, end, field) => {
  const failure = { code: "BAD_REQUEST", details: [expect.objectContaining({ field })] };
  expect(() => checkRange({ start, end }, today)).toThrow(expect.objectContaining(failure));
});

test("a day is over from the next one on", () => {
  const now = ["2026-11-19", "2026-11-20", "2026-11-21", "2026-12-01"];
  expect(now.map((day) => daysSince("2026-11-20", day))).toEqual([0, 0, 1, 11]);
});
