// What to reorder: units required, products that are low or out, and how urgent each is.
import { expect, test } from "vitest";
import type { PlanRow } from "#shared/plan.ts";
import type { Product } from "#shared/product.ts";
import { alerts, attention, isLow, required, requiredOnReport } from "#shared/reorder.ts";
import { severityOf } from "#shared/severity.ts";
import { productRow } from "#tests/support/fixtures.ts";

test("required units are the minimum less stock and transit, also below zero, and on the report less stock alone", () => {
  // Minimum 150.
  expect([required(productRow("p", 100, 10, 20)), requiredOnReport(productRow("p", 100, 10, 20))]).toEqual([30, 50]);
  expect([required(productRow("p", 100, 10, 90)), requiredOnReport(productRow("p", 150, 10))]).toEqual([-40, 0]);
});

test("a product is low when it sells and is at or below its minimum", () => {
  expect(isLow(productRow("p", 150, 10))).toBe(true);
  expect(isLow(productRow("p", 151, 10))).toBe(false);
  expect(isLow(productRow("p", 0, 0))).toBe(false);
});

const [little, covered, none, idle, fresh] = [
  productRow("little", 149, 10),
  productRow("covered", 10, 10, 500),
  productRow("none", 0, 10),
  productRow("idle", 0, 0),
  productRow("fresh", 0, 0, 60),
];
const found = alerts([little, covered, fresh, idle, none, productRow("plenty", 900, 10)], new Set(["idle", "none"]));

test("the largest requirement is first and covered products last; a product without stock may be in both lists", () => {
  expect(found.lowStockProducts).toEqual([none, little, covered]);
  expect(found.outOfStockProducts.map(({ _id }) => _id)).toEqual(["none", "fresh", "idle"]);
});

test("products without stock come by run rate, and one that never had any is marked", () => {
  expect(found.outOfStockProducts).toEqual([none, { ...fresh, never_stocked: true }, idle]);
});

test("a product that was never stocked has not run out, and a container is late from the day after its expected day", () => {
  const due = (container: string, expected_delivery: string) => ({ container, expected_delivery });
  const containers = [due("C", "2026-12-01"), due("B", "2026-11-30"), due("A", "2026-11-02")];
  const open = containers.map((container) => ({ ...container, items: [] }));
  const lateContainers = [due("A", "2026-11-02"), due("B", "2026-11-30")];
  expect(attention(found, open, "2026-12-01")).toEqual({ lowStock: 3, outOfStock: 2, lateContainers });
});

const day = "2026-12-01";
/** A product with its row of the plan: days of cover, the day it runs out, and the days of a gap. */
const planned = (product: Product, cover: number, runs_out?: string, ...gaps: NonNullable<PlanRow["gaps"]>) => {
  const plan: Partial<PlanRow> = { cover, lead_time: product.lead_time, ...(runs_out && { runs_out }), gaps };
  return { product, plan: plan as PlanRow };
};

test.each([
  // 15 days of lead time: an order of today arrives on the 16th.
  ["critical", "if it lasts under 14 days and more is required", planned(productRow("p", 139, 10), 13, "2026-12-14")],
  [
    "critical",
    "if it lasts under 14 days and is out for a while, though nothing is required",
    planned(productRow("p", 100, 10, 90), 10, "2026-12-11", { start: "2026-12-11", end: "2026-12-13" }),
  ],
  ["low", "if it is gone before an order of today could arrive", planned(productRow("p", 140, 10), 14, "2026-12-15")],
  [
    "low",
    "if it is out for a while later, though nothing is required",
    planned(productRow("p", 140, 10, 90), 14, "2026-12-15", { start: "2026-12-15", end: "2026-12-16" }),
  ],
  [
    "watch",
    "below the minimum if it lasts until an order arrives",
    planned(productRow("p", 140, 10), 15, "2026-12-16"),
  ],
  ["covered", "if nothing is required and it never runs out", planned(productRow("p", 100, 10, 90), 10)],
] as const)("by the plan a low product is %s %s", (severity, _, { product, plan }) => {
  expect(severityOf(product, plan, day)).toBe(severity);
});

test.each([
  ["critical", "without stock, whatever is in transit", productRow("p", 0, 10, 900)],
  ["critical", "if its stock lasts under 14 days and more is required", productRow("p", 139, 10, 10)],
  ["low", "if it lasts 14 days, but not until an order of today arrives", productRow("p", 140, 10)],
  ["low", "if units in transit cover a part only", productRow("p", 140, 10, 9)],
  ["covered", "if units in transit fill it up to the minimum", productRow("p", 100, 10, 50)],
] as const)("without the plan a low product is %s %s", (severity, _, low) => {
  expect(isLow(low)).toBe(true);
  expect(severityOf(low, undefined, day)).toBe(severity);
});
