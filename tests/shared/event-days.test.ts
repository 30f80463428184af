// Events: their days count in no rate, and have a factor of their own, measured on last year's days.
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import { eventPercents, eventSums, eventsByProduct, isEventDay, withoutEvents } from "#shared/event-days.ts";
import type { PlanRow } from "#shared/plan.ts";
import { demandOn, supplyOf } from "#shared/projection.ts";

const diwali = { start: "2026-11-05", end: "2026-11-09", last_start: "2025-10-17", last_end: "2025-10-21" };

test("days of an event, of this year and of the last, count as days without stock", () => {
  const days = Array.from({ length: 6 }, () => ({ units: 9, inStock: true }));
  expect(withoutEvents(days, "2026-11-06", [diwali]).map(({ inStock }) => inStock)).toEqual([
    ...[true, true, true, true, false, false],
  ]);
  expect(["2025-10-16", "2025-10-17", "2025-10-21", "2025-10-22"].map((day) => isEventDay([diwali], day))).toEqual([
    ...[false, true, true, false],
  ]);
});

/** Sold `before` a day in the 28 days before the event, and `during` on its five. */
const sums = (before: number, during: number) =>
  eventSums(diwali, [diwali], (day) => ({ units: isEventDay([diwali], day) ? during : before, inStock: true }));

test("a factor is the rate of the event's days over that of the 28 days before, mixed with that of all products", () => {
  // Alone it is its own: 24 a day after 10.
  expect([...eventPercents(new Map([["p1", sums(10, 24)]]))]).toEqual([["p1", 240]]);
  // All: 25 a day after 11, so 227.3 %. The first sold 400 units, so two thirds are its own; the second 33, so a seventh.
  const two = eventPercents(new Map(Object.entries({ p1: sums(10, 24), p2: sums(1, 1) })));
  expect(two.get("p1")).toBe(236);
  expect(two.get("p2")).toBe(209);
  // Where nothing was sold before, nothing is known; and no factor is beyond the limits.
  expect(eventPercents(new Map([["p1", sums(0, 5)]])).size).toBe(0);
  expect(eventPercents(new Map([["p1", sums(1, 100)]])).get("p1")).toBe(1_000);
});

test("days before an event that belong to another one are not compared", () => {
  const other = { start: "2026-10-20", end: "2026-10-25", last_start: "2025-10-01", last_end: "2025-10-10" };
  const found = eventSums(diwali, [diwali, other], () => ({ units: 1, inStock: true }));
  expect(found).toEqual({ before: { sold: 18, inStockDays: 18 }, during: { sold: 5, inStockDays: 5 } });
});

test("an event is of all products, or of those it names by their present or former P.IDs", () => {
  const products = [
    { _id: "p1", p_id: "SND-1" },
    { _id: "p2", p_id: "SND-2", former: "OLD-2" },
  ];
  const [all, some] = [{ products: "" }, { products: "snd-1, OLD-2, GONE" }];
  const of = eventsByProduct([all, some], [...products, { _id: "p3", p_id: "SND-3" }]);
  expect(["p1", "p2", "p3"].map((id) => of(id).length)).toEqual([2, 2, 1]);
});

test("a day ahead takes the largest of its events, times the season", () => {
  const today = "2026-11-01";
  const event = (from: number, to: number, percent?: number) => ({
    ...{ name: "Sale", start: addDays(today, from), end: addDays(today, to) },
    ...(percent !== undefined && { percent }),
  });
  const row: Parameters<typeof supplyOf>[0] = {
    ...{ stock: 100, lead_time: 15, arrivals: [], rate: { units: 10 }, season: Array.from({ length: 27 }, () => 150) },
    events: [event(2, 4, 200), event(4, 5, 300), event(6, 6)] satisfies PlanRow["events"],
  };
  const supply = supplyOf(row, today);
  expect([1, 2, 3, 4, 5, 6].map((day) => demandOn(supply, day))).toEqual([15, 30, 30, 45, 45, 15]);
});
