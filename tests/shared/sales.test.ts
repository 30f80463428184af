// The daily run rate, sales by day and channel, and what is to be ordered.
import { expect, test } from "vitest";
import { type Channel, channels } from "#shared/channel.ts";
import {
  type DaySales,
  foldSales,
  fromStoredSales,
  recentSales,
  type Sold,
  Tally,
  unitsByProduct,
} from "#shared/day-sales.ts";
import type { Line } from "#shared/movement.ts";
import type { Product } from "#shared/product.ts";
import { alerts, isLow, required, requiredOnReport } from "#shared/reorder.ts";
import { analyse, runRate } from "#shared/sales.ts";

const today = "2026-12-01";

test("the run rate is a third of the units of three business days, today included, over all channels", () => {
  const sold = { "2026-12-01#amazon": 4, "2026-12-01#snd-app": 1, "2026-11-30#flipkart": 6, "2026-11-29#jiomart": 1 };
  expect(runRate(sold, today)).toBe(4);
});

test("older days, and days that have not come, do not count", () => {
  expect(runRate({ "2026-11-28#amazon": 300, "2026-12-02#amazon": 300, "2026-11-29#amazon": 3 }, today)).toBe(1);
});

test("what was never sold has a run rate of zero", () => {
  expect(runRate({}, today)).toBe(0);
});

const product = (_id: string, stock: number, perDay: number, in_transit = 0): Product => ({
  _id,
  p_id: _id,
  name: _id,
  stock,
  in_transit,
  lead_time: 15,
  drr: perDay,
  created_at: "",
  updated_at: "",
});

test("what is required is the minimum less stock and what is in transit, on the report less stock alone, never below zero", () => {
  // Minimum 150.
  expect([required(product("p", 100, 10, 20)), requiredOnReport(product("p", 100, 10, 20))]).toEqual([30, 50]);
  expect([required(product("p", 100, 10, 90)), requiredOnReport(product("p", 160, 10))]).toEqual([0, 0]);
});

test("a product is low when it sells and is at or below its minimum", () => {
  expect(isLow(product("p", 150, 10))).toBe(true);
  expect(isLow(product("p", 151, 10))).toBe(false);
  expect(isLow(product("p", 0, 0))).toBe(false);
});

test("the most needed stand first, the covered last; without stock it may stand in both lists, unsold in one", () => {
  const [little, covered, none, idle] = [
    product("little", 149, 10),
    product("covered", 10, 10, 500),
    product("none", 0, 10),
    product("idle", 0, 0),
  ];
  const { lowStockProducts, outOfStockProducts } = alerts([little, covered, none, idle, product("plenty", 900, 10)]);
  expect(lowStockProducts).toEqual([none, little, covered]);
  expect(outOfStockProducts).toEqual([none, idle]);
});

const units = (some: Partial<Record<(typeof channels)[number], number>>): number[] =>
  channels.map((channel) => some[channel] ?? 0);
/** Products with their units, as columns. */
const daySales = (goods: Record<string, number[]>): DaySales => ({
  products: Object.keys(goods),
  channels: [...channels],
  units: channels.map((_, at) => Object.values(goods).map((own) => own[at] ?? 0)),
});
const line = (_id: string, delta: number): Line => [_id, "w1", delta];

test("a sale is a line with a channel: what leaves without one, or comes in, is none", () => {
  const day = foldSales([
    { channel: "amazon", lines: [line("p1", -3), line("p1", -2), line("p2", -1)] },
    { channel: "snd-app", lines: [line("p1", -4)] },
    { lines: [line("p1", -100), line("p2", 50)] },
  ]);
  expect(day).toEqual(daySales({ p1: units({ amazon: 5, "snd-app": 4 }), p2: units({ amazon: 1 }) }));
});

test("the ledger of a day and what the stock items kept of it say the same", () => {
  const ledger = foldSales([
    { channel: "jiomart", lines: [line("p1", -3)] },
    { channel: "amazon", lines: [line("p2", -2)] },
  ]);
  const kept: { _id: string; sold: Sold }[] = [
    { _id: "p1", sold: { "2026-11-30#jiomart": 3, "2026-11-29#jiomart": 9 } },
    { _id: "p2", sold: { "2026-11-30#amazon": 2 } },
  ];
  expect(recentSales(kept, ["2026-11-30"])).toEqual(new Map([["2026-11-30", ledger]]));
});

test("a dashboard sums units by channel and day, and by product; both say the same, zeros included", () => {
  const byDay = new Map<string, DaySales>([
    ["2026-11-30", daySales({ p1: units({ amazon: 2, flipkart: 1 }), back: units({}) })],
    ["2026-12-01", daySales({ p1: units({ amazon: 5 }), gone: units({ jiomart: 7 }) })],
  ]);
  const goods = [
    product("p1", 1, 3),
    product("quiet", 1, 0),
    product("back", 1, 0),
    product("earlier", 1, 2),
    { ...product("gone", 0, 1), deleted: true },
    { ...product("long gone", 0, 1), deleted: true },
  ];
  const { channelSales, productSales } = analyse({ start: "2026-11-29", end: "2026-12-01" }, byDay, goods);
  expect(Object.keys(channelSales)).toEqual([...channels]);
  expect(channelSales.amazon).toEqual({ "2026-11-29": 0, "2026-11-30": 2, "2026-12-01": 5 });
  expect(channelSales["snd-website"]).toEqual({ "2026-11-29": 0, "2026-11-30": 0, "2026-12-01": 0 });
  expect(productSales.map(({ _id, saleChannels, period }) => [_id, Object.values(saleChannels), period])).toEqual([
    ["p1", units({ amazon: 7, flipkart: 1 }), 3],
    ["earlier", units({}), 3],
    ["gone", units({ jiomart: 7 }), 3],
  ]);
});

/** Channels of a later release: one was put into the middle. */
const longer = [...channels.slice(0, 2), "meesho", ...channels.slice(2)];
/** One unit on the first channel, two on the second, and so on, as release 0.1.0 stored them. */
const unnamed = { products: ["p1"], units: [[1], [2], [3], [4], [5], [6]] };
const soldOf = { amazon: 1, flipkart: 2, firstcry: 3, jiomart: 4, "snd-website": 5, "snd-app": 6 };

test("a day that release 0.1.0 closed, which named no channels, is read in the order of its list", () => {
  expect(fromStoredSales(unnamed).channels).toEqual([
    "amazon",
    "flipkart",
    "firstcry",
    "jiomart",
    "snd-website",
    "snd-app",
  ]);
});

test("days stay as they were when a channel is put into the middle of the list, with their channels or without", () => {
  const named = foldSales(
    Object.entries(soldOf).map(([channel, sold]) => ({ channel: channel as Channel, lines: [line("p1", -sold)] })),
  );
  // Release 0.1.0 reads the columns of this one by its own order.
  expect(named).toEqual({ ...unnamed, channels: [...channels] });
  for (const stored of [unnamed, named]) {
    const tally = new Tally(longer);
    expect(Object.fromEntries(tally.addDay(fromStoredSales(stored)))).toEqual(soldOf);
    expect(longer.map((channel) => tally.of("p1", channel))).toEqual([1, 2, 0, 3, 4, 5, 6]);
    expect(tally.sales.channels).toEqual(longer);
  }
});

test("units of a channel that is not known are no other channel's; they stay in sums and in what is stored", () => {
  const later = new Tally(longer);
  for (const [at, channel] of longer.entries()) later.add("p1", channel, 10 ** at);
  const range = { start: today, end: today };
  const { channelSales, productSales } = analyse(range, new Map([[today, later.sales]]), [product("p1", 1, 1)]);
  const known = {
    amazon: 1,
    flipkart: 10,
    firstcry: 1_000,
    jiomart: 10_000,
    "snd-website": 100_000,
    "snd-app": 1_000_000,
  };
  expect(productSales[0]?.saleChannels).toEqual(known);
  expect(Object.entries(channelSales).map(([channel, byDay]) => [channel, byDay[today]])).toEqual(
    Object.entries(known),
  );
  expect(unitsByProduct([later.sales])).toEqual(new Map([["p1", 1_111_111]]));
  const folded = foldSales([{ channel: "meesho" as Channel, lines: [line("p2", -7)] }]);
  expect(folded).toEqual({
    products: ["p2"],
    channels: [...channels, "meesho"],
    units: [[0], [0], [0], [0], [0], [0], [7]],
  });
});
