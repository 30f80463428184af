// Ranges of days as screens correct and show them.
import { expect, test } from "vitest";
import { clampRange, presetsOf, rangeCorrection, rangeText } from "#web/lib/navigation/date-range.ts";

const today = "2026-11-21";
const moved = (start: string, end: string, fixed: "start" | "end") => clampRange({ start, end }, fixed, today);

test("the end that was chosen stays, the other follows: forward, within a year, not past today", () => {
  expect(moved("2026-11-10", "2026-11-05", "start")).toEqual({ start: "2026-11-10", end: "2026-11-10" });
  expect(moved("2026-11-10", "2026-11-05", "end")).toEqual({ start: "2026-11-05", end: "2026-11-05" });
  expect(moved("2025-11-21", "2026-11-21", "start")).toEqual({ start: "2025-11-21", end: "2026-11-21" });
  expect(moved("2025-11-20", "2026-11-21", "start")).toEqual({ start: "2025-11-20", end: "2026-11-20" });
  expect(moved("2020-01-01", "2026-11-21", "end")).toEqual({ start: "2025-11-21", end: "2026-11-21" });
  expect(moved("2026-11-30", "2026-11-21", "start")).toEqual({ start: today, end: today });
  expect(moved("2026-11-01", "2027-01-01", "end")).toEqual({ start: "2026-11-01", end: today });
});

test("a correction is explained", () => {
  const correction = (start: string, end: string, fixed: "start" | "end") =>
    rangeCorrection({ start, end }, fixed, moved(start, end, fixed));
  expect(correction("2026-11-10", "2026-11-05", "end")).toBe("Start moved to 05-11-2026");
  expect(correction("2025-01-01", "2026-11-21", "start")).toBe("At most 366 days: end moved to 01-01-2026");
  expect(correction("2026-11-01", "2026-11-21", "start")).toBe("");
});

test("a range is written with its number of days", () => {
  expect(rangeText({ start: "2026-11-19", end: "2026-11-21" })).toBe("19-11-2026 to 21-11-2026, 3 days");
  expect(rangeText({ start: today, end: today })).toBe("21-11-2026, 1 day");
  expect(presetsOf(today).map(({ name, range }) => `${name}: ${range.start}`)).toEqual([
    "Today: 2026-11-21",
    "Yesterday: 2026-11-20",
    "3 days: 2026-11-19",
    "7 days: 2026-11-15",
    "30 days: 2026-10-23",
    "This month: 2026-11-01",
  ]);
});
