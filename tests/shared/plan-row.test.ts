// Rows of the plan: statuses at their limits, arrivals and gaps, and properties of any product.
import { expect, test } from "vitest";
import { seededRandom } from "#demo/random.ts";
import { addDays } from "#shared/day.ts";
import type { PlanQuery } from "#shared/plan.ts";
import { shelfDays } from "#shared/plan-past.ts";
import { noPast, type PlannedProduct, type ProductPast, planRow } from "#shared/plan-row.ts";
import { isUrgent, planStatuses } from "#shared/plan-status.ts";
import { serviceLevels } from "#shared/product-fields.ts";
import { rateWindows } from "#shared/rate.ts";
import { faults } from "#tests/support/documented.ts";

const today = "2026-11-23";
const asOf = addDays(today, -1);
const usual: PlanQuery = { basis: 30, target: 30, spikes: "out", service: 95 };

const product = (fields: Partial<PlannedProduct>): PlannedProduct => ({
  ...{ _id: "p1", p_id: "SND-1", name: "Muslin Swaddle", stock: 100, lead_time: 30 },
  ...{ everStocked: true, containers: [], in_transit: 0, events: [], ...fields },
});
const containers = (...due: [day: number, units: number][]) =>
  due.map(([day, units], at) => ({
    ...{ shipment: `s${at}`, container: `MSKU ${at}`, units, announced: addDays(today, -10) },
    ...{ expected_delivery: addDays(today, day), first_expected: addDays(today, day) },
  }));
const { age: _, ...longAgo } = noPast;
/** Sold so many on each of thirty days in stock. */
const sells = (units: number, fields: Partial<ProductPast> = {}): ProductPast => ({
  ...longAgo,
  days: Array.from({ length: 30 }, () => ({ units, inStock: true })),
  lastSale: asOf,
  ...fields,
});
const rowOf = (fields: Partial<PlannedProduct>, past: ProductPast, settings = usual) =>
  planRow(product(fields), past, settings, asOf, today);
const statusOf = (fields: Partial<PlannedProduct>, past: ProductPast) => rowOf(fields, past).status;

test("a product without units that sells is out: since when, about how many units were not sold, order at once", () => {
  const past = sells(10, { outSince: addDays(today, -6) });
  expect(rowOf({ stock: 0, lead_time: 60 }, past)).toMatchObject({
    status: "out",
    // Root of 60 x 10 and of (0.18 x 60 x 10) squared, times 1.6449: 183.
    ...{ cover: 0, cover_with_transit: 0, safety: { units: 183 }, quantity: 483, unsold: 60 },
    ...{ runs_out: addDays(today, -6), order_by: addDays(today, -60) },
  });
  // It ran out today: on the last closed day there were units.
  expect(rowOf({ stock: 0 }, sells(10))).toMatchObject({ runs_out: today, unsold: 0 });
});

test("it is late when no order arrives in time, and due now until a week before less than the safety stock would be left", () => {
  const orderIn = (days: number) => statusOf({ stock: (30 + days) * 10 }, sells(10));
  // 94 are to be left, which lasts for nine days and more.
  expect([-1, 0, 16, 17].map(orderIn)).toEqual(["late", "now", "now", "fine"]);
});

test("an order has at least the supplier's minimum, in whole cartons, unless nothing is missing", () => {
  // 300 for the target and 94 of safety, less 0 left.
  expect(rowOf({ stock: 300, pack: 50 }, sells(10))).toMatchObject({ quantity: 400 });
  expect(rowOf({ stock: 300, pack: 50, min_order: 510 }, sells(10))).toMatchObject({ quantity: 550 });
  expect(rowOf({ stock: 900, pack: 50, min_order: 510 }, sells(10))).toMatchObject({ quantity: 0 });
});

test("a product's own service level wins over the plan's", () => {
  const level = (service?: 90 | 95 | 98) =>
    rowOf({ ...(service && { service }) }, sells(10), { ...usual, service: 90 });
  const [ofPlan, own] = [level().safety?.units ?? 0, level(98).safety?.units ?? 0];
  expect(own).toBeGreaterThan(ofPlan);
  expect(level(98).safety).toEqual(rowOf({}, sells(10), { ...usual, service: 98 }).safety);
});

test("a product that never was in stock is planned, and due now, if it is to sell like another one", () => {
  const like = { p_id: "SND-2", factor: 0.5, past: sells(10) };
  const row = rowOf({ stock: 0, everStocked: false, like }, noPast);
  expect(row).toMatchObject({ status: "now", rate: { units: 5, like: { share: 1 } } });
  expect(row.quantity).toBeGreaterThan(150);
  expect(row).not.toHaveProperty("unsold");
  expect(rowOf({ stock: 0, everStocked: false }, noPast)).toMatchObject({ status: "never-stocked", quantity: 0 });
});

test("a gap names the container that ends it, and one that is over 14 days late counts nowhere", () => {
  const open = containers([-41, 180], [27, 336]);
  const row = rowOf({ stock: 96, lead_time: 75, in_transit: 516, containers: open }, sells(11.1));
  expect(row).toMatchObject({
    status: "late",
    gaps: [{ start: addDays(today, 9), end: addDays(today, 27), container: "MSKU 1" }],
    ...{ cover: 8, cover_with_transit: 38, order_by: addDays(today, -17) },
  });
  expect(row.arrivals.map(({ day }) => day)).toEqual([undefined, addDays(today, 27)]);
});

test("a container comes late by its own span, and an order by no more than is usual in days", () => {
  // As after ten containers that came on day 14 instead of 10.
  const lateness = { mean: 0.3, spread: 0.09, days: { mean: 3, spread: 0.9 } };
  const due = (first: number, expected = first) => {
    const [container] = containers([first, 100]);
    return container ? { ...container, expected_delivery: addDays(today, expected) } : [];
  };
  // Announced ten days ago.
  const open = [due(30), due(-4), due(10, 12), due(10, 20), due(10, 6)].flat();
  const row = rowOf({ lead_time: 90, containers: open }, sells(10, { lateness }));
  expect(row.late).toBe(4);
  // 40 days make no more than 4, and 6 make 2. One that was put off by 2 days comes 2 later, and one by 10 on its day.
  expect(row.arrivals.map(({ day }) => day)).toEqual([34, 1, 14, 20, 10].map((days) => addDays(today, days)));
  expect(row.arrivals[0]).not.toHaveProperty("announced");
});

test("out is what is to be ordered now: with an order on its way that comes in time it is ordered", () => {
  const out = (units: number) => rowOf({ stock: 0, containers: containers([20, units]) }, sells(10));
  // 500 units of day 20 are more than the safety stock of 94 until day 60, which an order reaches that is made 31 days ahead.
  expect(out(500)).toMatchObject({ status: "ordered", order_by: addDays(today, 31), unsold: 0 });
  expect(out(260)).toMatchObject({ status: "out", order_by: addDays(today, 7) });
  expect(out(270)).toMatchObject({ status: "ordered", order_by: addDays(today, 8) });
  expect(out(100)).toMatchObject({ status: "out", order_by: today });
  expect(rowOf({ stock: 0, containers: containers([20, 9_000]) }, sells(10))).not.toHaveProperty("order_by");
  expect(statusOf({ stock: 0, containers: containers([20, 9_000]) }, sells(10))).toBe("ordered");
});

test("new is under 14 days old with fewer than 7 days in stock", () => {
  const launched = (age: number, inStock: number) => {
    const days = Array.from({ length: age + 1 }, (_, at) => ({ units: 0, inStock: at < inStock }));
    return statusOf({ stock: 5_000 }, { ...noPast, age, days });
  };
  // Age on the last closed day; a day more today.
  expect([launched(12, 6), launched(13, 6), launched(12, 7)]).toEqual(["new", "over", "over"]);
});

test("dead is stock of which nothing was sold or handed out for 60 days, however it was before", () => {
  const still = sells(0, { earlier: { sold: 40, inStockDays: 60 } });
  expect(statusOf({}, still)).toBe("dead");
  expect(statusOf({}, { ...still, soldBefore: 1 })).toBe("over");
  expect(statusOf({}, { ...still, byHandBefore: 2 })).toBe("over");
  expect(statusOf({}, { ...still, age: 58 })).toBe("over");
  expect(statusOf({}, { ...still, age: 59 })).toBe("dead");
});

test("over is what leaves the safety stock, with what arrives, after 120 days, or lead time, target and a month", () => {
  // 94 are to be left.
  expect(statusOf({ stock: 1_293 }, sells(10))).toBe("fine");
  expect(statusOf({ stock: 1_294 }, sells(10))).toBe("over");
  expect(statusOf({ stock: 700, containers: containers([20, 594]) }, sells(10))).toBe("over");
  expect(statusOf({ stock: 1_500, lead_time: 90 }, sells(10))).toBe("fine");
});

test("cover and over are by season and events, as the day to order is", () => {
  const season = (percent: number) => sells(10, { season: Array.from({ length: 27 }, () => percent) });
  // 5 a day, and 49 to be left: 649 last for 120 days.
  expect([648, 649].map((stock) => statusOf({ stock }, season(50)))).toEqual(["fine", "over"]);
  expect(statusOf({ stock: 2_000 }, season(200))).toBe("fine");
  const open = containers([20, 300]);
  expect(rowOf({ stock: 600, containers: open }, season(200))).toMatchObject({ cover: 30, cover_with_transit: 45 });
  const festival = {
    ...{ _id: "e1", name: "Diwali", updated_at: "" },
    start: addDays(today, 2),
    end: addDays(today, 4),
  };
  expect(rowOf({ stock: 600, events: [{ ...festival, factor: 5 }] }, season(200)).cover).toBe(18);
});

test("cover is the whole number that a quotient is: 275 units at 11 in five days last 125 days", () => {
  const days = sells(0).days.map((day, n) => (n < 25 ? { units: 0, inStock: false } : day));
  const past = sells(0, { days: days.map((day, n) => ({ ...day, units: n === 29 ? 11 : 0 })) });
  expect(rowOf({ stock: 275 }, past)).toMatchObject({ rate: { units: 2.2 }, cover: 125, cover_with_transit: 125 });
});

test("without units and without a rate it is not selling, and never stocked if there has never been a unit", () => {
  expect(rowOf({ stock: 0 }, sells(0))).toMatchObject({ status: "not-selling", quantity: 0 });
  const row = rowOf({ stock: 0, everStocked: false }, noPast);
  expect(row).toMatchObject({ status: "never-stocked", days: [], rates: [null, null, null], quantity: 0 });
  expect([row.rate, row.cover, row.runs_out, row.order_by]).toEqual([undefined, undefined, undefined, undefined]);
});

test("a snooze lasts until the day before its day", () => {
  const snooze = { until: addDays(today, 1), reason: "Holiday", user: { _id: "u", name: "A", username: "a" }, at: "" };
  expect(rowOf({ snooze }, sells(1)).snooze).toEqual(snooze);
  expect(rowOf({ snooze: { ...snooze, until: today } }, sells(1)).snooze).toBeUndefined();
});

test("a spike is named with its day and by how much it is cut, and counts whole only where spikes are left in", () => {
  const days = [...sells(4).days.slice(1), { units: 64, inStock: true }];
  const past = sells(4, { days, usual: 4 });
  const spikes = [{ day: asOf, units: 64, cut: 52 }];
  expect(rowOf({}, past)).toMatchObject({ rate: { sold: 128, inStockDays: 30 }, spikes });
  expect(rowOf({}, past, { ...usual, spikes: "in" })).toMatchObject({ rate: { units: 6, inStockDays: 30 } });
});

const documented = ["paths", "/v1/plan", "get", "responses", "200", "content", "application/json", "schema"];

test("any product has exactly one status, no figure that is not a number, and a row as it is documented", () => {
  const random = seededRandom(7);
  const seen = new Set<string>();
  for (let n = 0; n < 3_000; n++) {
    const length = random.between(0, 30);
    const pace = random.pick([0, 0, 1, 4, 30]);
    const past: ProductPast = {
      ...longAgo,
      days: Array.from({ length }, () => ({
        units: random.happens(0.6) ? random.between(0, pace) : 0,
        inStock: random.happens(0.8),
      })),
      earlier: length < 30 ? noPast.earlier : { sold: random.between(0, 200), inStockDays: random.between(0, 60) },
      ...(length < 30 && { age: Math.max(0, length - 1) }),
      usual: random.pick([undefined, 3.5]),
    };
    const row = planRow(
      product({
        stock: random.happens(0.3) ? 0 : random.between(1, 2_000),
        lead_time: random.pick([15, 30, 45, 60, 75, 90]),
        everStocked: length > 0,
        containers: containers([random.between(-60, 200), random.between(1, 500)]).slice(random.between(0, 1)),
        ...(random.happens(0.5) && { pack: random.between(1, 50) }),
      }),
      past,
      {
        basis: random.pick([...rateWindows]),
        target: random.between(15, 90),
        spikes: random.pick(["in", "out"]),
        service: random.pick([...serviceLevels]),
      },
      asOf,
      today,
    );
    expect(planStatuses).toContain(row.status);
    seen.add(row.status);
    // What is to be ordered now is so by its order day alone, and has units to order.
    expect(isUrgent(row.status)).toBe(row.order_by !== undefined && row.order_by <= addDays(today, 7));
    if (isUrgent(row.status)) expect(row.quantity).toBeGreaterThan(0);
    for (const value of Object.values(row))
      if (typeof value === "number") expect(Number.isFinite(value) && value >= 0).toBe(true);
    expect(faults([...documented, "properties", "rows", "items"], row)).toEqual([]);
    expect(JSON.stringify(row)).not.toMatch(/19[0-9]{2}-|null,"(cover|runs_out|order_by)"/);
  }
  expect([...seen].sort()).toEqual([...planStatuses].sort());
});

test("what a marketplace's shelf sells and what own warehouses sell are rates of their own, over their own days in stock, and the rate is their sum", () => {
  const side = (units: number, inStock: number) => ({
    ...{ earlier: noPast.earlier, earlierCapped: noPast.earlier },
    days: Array.from({ length: 30 }, (_, at) =>
      at < inStock ? { units, inStock: true } : { units: 0, inStock: false },
    ),
  });
  // Own warehouses ran out after ten days, on which they sold six a day; the shelf has sold two a day all the time.
  const sides = { own: side(6, 10), shelf: side(2, 30) };
  const days = sides.own.days.map(({ units }) => ({ units: units + 2, inStock: true }));
  const { rate } = rowOf({}, sells(0, { days, sides }));
  const shelf = { units: 2, sold: 60, inStockDays: 30 };
  expect(rate).toEqual({ units: 8, sold: 120, inStockDays: 30, window: 30, fewDays: false, shelf });
  expect(rowOf({}, sells(0, { days })).rate?.units).toBe(4);
  expect(rowOf({}, sells(0, { days, sides: { ...sides, shelf: side(0, 0) } })).rate).toMatchObject({ units: 6 });
  // Own warehouses never had it: all of its rate is the shelf's.
  expect(rowOf({}, sells(0, { days, sides: { ...sides, own: side(0, 0) } })).rate).toEqual({
    ...shelf,
    window: 30,
    fewDays: false,
    shelf,
  });
});

test("a shelf that is new has the days on which its channel sold before, and one that ran out has not", () => {
  const days = (...of: number[]) => of.map((one) => one > 0);
  expect(shelfDays(days(0, 0, 0, 1, 1), 3, [0, 3, 0, 3, 3])).toEqual(days(0, 1, 1, 1, 1));
  expect(shelfDays(days(0, 0, 0, 1, 1), 3, [])).toEqual(days(0, 0, 0, 1, 1));
  // Its last units are sold on the day after it had some; then own warehouses sell.
  expect(shelfDays(days(1, 0, 0, 1), 0, [1, 2, 2, 0])).toEqual(days(1, 1, 0, 1));
  // It had units before these days.
  expect(shelfDays(days(0, 0, 1), -20, [1, 1, 1])).toEqual(days(0, 0, 1));
});
