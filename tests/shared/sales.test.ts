// The daily run rate, and sales by day and channel.
import { expect, test } from "vitest";
import { type Channel, channels } from "#shared/channel.ts";
import { type DaySales, foldSales, recentSales, type Sold, Tally, unitsByProduct } from "#shared/day-sales.ts";
import type { Line } from "#shared/movement.ts";
import { runRate } from "#shared/reorder.ts";
import { analyse } from "#shared/sales.ts";
import { productRow } from "#tests/support/fixtures.ts";

const today = "2026-12-01";

test("the run rate is a third of the units of three business days, today included, over all channels", () => {
  const sold = { "2026-12-01#amazon": 4, "2026-12-01#snd-app": 1, "2026-11-30#flipkart": 6, "2026-11-29#jiomart": 1 };
  expect(runRate(sold, today)).toBe(4);
});

test("older days and future days do not count", () => {
  expect(runRate({ "2026-11-28#amazon": 300, "2026-12-02#amazon": 300, "2026-11-29#amazon": 3 }, today)).toBe(1);
});

test("a product never sold has a run rate of zero", () => {
  expect(runRate({}, today)).toBe(0);
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

test("only a line with a channel is a sale, not a stock-out without one or a stock-in", () => {
  const day = foldSales([
    { channel: "amazon", lines: [line("p1", -3), line("p1", -2), line("p2", -1)] },
    { channel: "snd-app", lines: [line("p1", -4)] },
    { lines: [line("p1", -100), line("p2", 50)] },
  ]);
  expect(day).toEqual(daySales({ p1: units({ amazon: 5, "snd-app": 4 }), p2: units({ amazon: 1 }) }));
});

test("sales of a day are the same from the ledger and from the stock rows", () => {
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

test("a dashboard sums units by channel and day and by product, and both totals agree, zeros included", () => {
  const byDay = new Map<string, DaySales>([
    ["2026-11-30", daySales({ p1: units({ amazon: 2, flipkart: 1 }), back: units({}) })],
    ["2026-12-01", daySales({ p1: units({ amazon: 5 }), gone: units({ jiomart: 7 }) })],
  ]);
  const goods = [
    productRow("p1", 1, 3),
    productRow("quiet", 1, 0),
    productRow("back", 1, 0),
    productRow("earlier", 1, 2),
    { ...productRow("gone", 0, 1), deleted: true },
    { ...productRow("long gone", 0, 1), deleted: true },
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

/** Channels of a later release, with one inserted in the middle. */
const longer = [...channels.slice(0, 2), "meesho", ...channels.slice(2)];
const soldOf = Object.fromEntries(channels.map((channel, at) => [channel, at + 1]));

test("closed days stay the same when a channel is inserted into the list", () => {
  const named = foldSales(
    Object.entries(soldOf).map(([channel, sold]) => ({ channel: channel as Channel, lines: [line("p1", -sold)] })),
  );
  const tally = new Tally(longer);
  expect(Object.fromEntries(tally.addDay(named))).toEqual(soldOf);
  expect(longer.map((channel) => tally.of("p1", channel))).toEqual(longer.map((channel) => soldOf[channel] ?? 0));
  expect(tally.sales.channels).toEqual(longer);
});

test("units of an unknown channel are never another channel's, and stay in totals and in storage", () => {
  const later = new Tally(longer);
  for (const [at, channel] of longer.entries()) later.add("p1", channel, 10 ** at);
  const range = { start: today, end: today };
  const { channelSales, productSales } = analyse(range, new Map([[today, later.sales]]), [productRow("p1", 1, 1)]);
  const known = Object.fromEntries(channels.map((channel) => [channel, 10 ** longer.indexOf(channel)]));
  expect(productSales[0]?.saleChannels).toEqual(known);
  const ofDay = Object.entries(channelSales).map(([channel, byDay]) => [channel, byDay[today]]);
  expect(ofDay).toEqual(Object.entries(known));
  expect(unitsByProduct([later.sales])).toEqual(new Map([["p1", (10 ** longer.length - 1) / 9]]));
  const folded = foldSales([{ channel: "meesho" as Channel, lines: [line("p2", -7)] }]);
  const units = [...channels.map(() => [0]), [7]];
  expect(folded).toEqual({ products: ["p2"], channels: [...channels, "meesho"], units });
});
