// The demo data: a catalogue that the product's schemas accept, and a plausible history within its rules.
import { existsSync, readdirSync, statSync } from "node:fs";
import * as v from "valibot";
import { expect, test } from "vitest";
import { articles, warehouses } from "#demo/catalogue.ts";
import { salesPeaks } from "#demo/demand.ts";
import { type HistoryDay, longBefore, tradeHistory } from "#demo/history.ts";
import { containers, orderedUnits } from "#demo/seed-shipments.ts";
import type { Channel } from "#shared/channel.ts";
import { addDays, dayOf } from "#shared/day.ts";
import { maxProducts } from "#shared/limits.ts";
import { reasonsIn, reasonsOut } from "#shared/movement-reason.ts";
import { planStatuses } from "#shared/plan-status.ts";
import { ProductForm } from "#shared/product.ts";
import { drrDays, isLow } from "#shared/reorder.ts";
import { WarehouseForm } from "#shared/warehouse.ts";
import { type Books, planByLedger } from "#tests/functions/plan/plan-by-ledger.ts";
import { demoChannels } from "#tests/support/demo.ts";

const now = "2026-11-20T08:00:00.000Z";
/** A start on every day of a week, at noon, and two just after midnight: the second one's day before is a Sunday. */
const starts = [0, 1, 2, 3, 4, 5, 6]
  .map((day) => `2026-03-0${day + 1}T06:30:00.000Z`)
  .concat("2026-07-31T18:31:00.000Z", "2026-11-22T18:31:00.000Z");
const movements = (start: string) => tradeHistory(start).flatMap((day) => day.movements);
const folder = new URL("../../demo/pictures/", import.meta.url);

/** In the check, only for one start. */
const testStarts = (title: string, check: (start: string) => void): void => {
  test.each(starts.slice(0, 1))(title, check);
  test.each(starts.slice(1))(title, { tags: "exhaustive" }, check);
};

/** Units of each article in each warehouse after the history; fails if one is ever short. */
const stockAfter = (start: string): number[][] => {
  const held = articles.map(() => warehouses.map(() => 0));
  for (const [article, warehouse, delta] of [...longBefore(start).movements, ...movements(start)].flatMap(
    ({ lines }) => lines,
  )) {
    const row = held[article] as number[];
    row[warehouse] = (row[warehouse] ?? 0) + delta;
    expect(row[warehouse]).toBeGreaterThanOrEqual(0);
  }
  return held;
};

/** Units in a day's picklists, of one channel, one article or all. */
const sold = ({ movements }: HistoryDay, channel?: Channel, article?: number): number =>
  movements
    .filter((movement) => (channel ? movement.channel === channel : movement.channel))
    .flatMap(({ lines }) => lines)
    .reduce((units, [of, , delta]) => (article === undefined || of === article ? units - delta : units), 0);
const total = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);
const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const indexOf = (p_id: string) => articles.findIndex((article) => article.p_id === p_id);

test("every article and warehouse is accepted by the product's forms, with a unique code", () => {
  for (const article of articles) expect(v.safeParse(ProductForm, article).issues).toBeUndefined();
  for (const warehouse of warehouses) expect(v.safeParse(WarehouseForm, warehouse).issues).toBeUndefined();
  expect(new Set(articles.map(({ p_id }) => p_id)).size).toBe(articles.length);
  expect(new Set(articles.map(({ name }) => name)).size).toBe(articles.length);
  for (const { opening } of articles) expect(opening).toHaveLength(warehouses.length);
});

/** The plan's rows of each article, by a plain loop over the demo's ledger. */
const planned = (start: string) => {
  const today = dayOf(start);
  const books = {
    movements: [longBefore(start), ...tradeHistory(start)].flatMap(({ day, movements: own }) =>
      own.map(({ key, lines, ...movement }) => ({
        ...{ ...movement, _id: key, day },
        lines: lines.map(([article, warehouse, delta]) => [String(article), String(warehouse), delta]),
      })),
    ),
    warehouses: warehouses.map((_, place) => ({ _id: String(place) })),
    products: articles.map(({ lead_time, pack }, place) => ({ _id: String(place), lead_time, pack })),
    containers: containers.map(({ container, due, carries }) => ({
      _id: container,
      created_at: `${addDays(today, due - 40)}T06:00:00.000Z`,
      expected_delivery: addDays(today, due),
      items: carries.map((place) => ({ product: String(place), quantity: orderedUnits(place), received: 0 })),
    })),
  } as unknown as Books;
  const settings = { basis: 30, target: 30, spikes: "out", service: "95" } as const;
  return articles.map(({ p_id, pace }, place) => ({
    ...{ p_id, pace },
    ...planByLedger(books, String(place), settings, addDays(today, -1), today),
  }));
};

// The history depends on the weekday and the time of its start alone, so these stand for any day of the year.
testStarts("started at %s, every status of the plan has two products, and each story is told", (start) => {
  const rows = planned(start);
  for (const status of planStatuses)
    expect(rows.filter((row) => row.status === status).length, status).toBeGreaterThanOrEqual(2);
  expect(rows.some(({ status, pace, unsold }) => status === "out" && pace > 15 && (unsold ?? 0) > 50)).toBe(true);
  expect(rows.filter(({ status, gaps }) => status === "late" && gaps.length > 0).length).toBeGreaterThanOrEqual(1);
  const toy = rows.find(({ p_id }) => p_id === "SND-TOY-730");
  const rateOver = (days: number) => total((toy?.days ?? []).slice(-days).map((units) => units ?? 0)) / days;
  expect(rateOver(3)).toBeGreaterThan(1.5 * rateOver(30));
});

test("barcodes have a valid check digit", () => {
  const barcodes = articles.map(({ p_id }) => p_id).filter((code) => /^\d+$/.test(code));
  expect(barcodes.length).toBeGreaterThan(2);
  for (const code of barcodes) {
    const sum = [...code].reduce((total, digit, i) => total + Number(digit) * (i % 2 ? 3 : 1), 0);
    expect([code.length, sum % 10]).toEqual([13, 0]);
  }
});

test("every picture of an article exists, and all files together stay small", () => {
  const files = readdirSync(folder);
  for (const { p_id, picture } of articles)
    expect(existsSync(new URL(`${p_id}.webp`, folder))).toBe(picture !== undefined);
  expect(files).toHaveLength(articles.filter(({ picture }) => picture).length);
  expect(files.reduce((sum, file) => sum + statSync(new URL(file, folder)).size, 0)).toBeLessThan(500 * 1024);
});

test("the same start time gives the same history", () => {
  expect(tradeHistory(now)).toEqual(tradeHistory(now));
  expect(tradeHistory(now, 1)).not.toEqual(tradeHistory(now, 2));
});

testStarts("started at %s, nothing goes below zero, some articles are out of stock and a handful low", (start) => {
  const stock = stockAfter(start).map(total);
  expect(stock.filter((units) => units === 0).length).toBeGreaterThanOrEqual(3);
  expect(stock.filter((units) => units === 0).length).toBeLessThanOrEqual(10);
  const recent = tradeHistory(start).slice(-drrDays);
  const low = articles.filter(({ lead_time }, i) => {
    const drr = total(recent.map((day) => sold(day, undefined, i))) / drrDays;
    return isLow({ drr, lead_time, stock: stock[i] ?? 0 });
  });
  expect(low.length).toBeGreaterThanOrEqual(3);
  expect(low.length).toBeLessThanOrEqual(12);
});

testStarts("started at %s, the history fills 45 days after the count, in order, and stops before now", (start) => {
  const days = tradeHistory(start);
  const all = movements(start);
  expect(days).toHaveLength(46);
  expect(all.length).toBeGreaterThan(900);
  expect(all.length).toBeLessThan(1_500);
  const times = all.map((movement) => movement.created_at);
  expect(times).toEqual(times.toSorted());
  expect(times.at(-1)?.localeCompare(start)).toBe(-1);
  for (const { day, movements: own } of days) for (const { created_at } of own) expect(dayOf(created_at)).toBe(day);
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
});

test("every sale is a picklist on a channel, most with several products and none with too many", () => {
  const picklists = movements(now).filter(({ kind }) => kind === "picklist");
  expect(movements(now).filter(({ reason, channel }) => reason === "Outbound" || channel)).toEqual(picklists);
  const sizes = picklists.map(({ lines }) => new Set(lines.map(([article]) => article)).size);
  expect(middle(sizes)).toBeGreaterThan(8);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(maxProducts);
  for (const { lines } of picklists) for (const [, , delta] of lines) expect(delta).toBeLessThan(0);
});

testStarts("started at %s, every channel sells in every week, more in the last than in the first", (start) => {
  const days = tradeHistory(start).slice(1, -1);
  const weeks = [0, 1, 2, 3, 4, 5].map((week) => days.slice(week * 7 + 2, week * 7 + 9));
  for (const week of weeks)
    for (const channel of demoChannels) expect(total(week.map((day) => sold(day, channel)))).toBeGreaterThan(0);
  const [first = 0, ...rest] = weeks.map((week) => total(week.map((day) => sold(day))));
  expect(rest.at(-1)).toBeGreaterThan(first * 1.15);
});

test("at the weekend fewer units are picked, on Sundays the fewest", () => {
  const days = tradeHistory(now).slice(4, -1);
  const on = (weekdays: number[]) =>
    middle(days.filter(({ day }) => weekdays.includes(new Date(day).getUTCDay())).map((day) => sold(day)));
  expect(on([6])).toBeLessThan(on([1, 2, 3, 4, 5]) * 0.8);
  expect(on([0])).toBeLessThan(on([6]) * 0.8);
});

testStarts("started at %s, Amazon's sale day and a soft toy's day of fame stand out", (start) => {
  const days = tradeHistory(start);
  for (const { day, on, p_id } of salesPeaks) {
    const article = p_id ? indexOf(p_id) : undefined;
    const units = days.slice(1).map((each) => total(on.map((channel) => sold(each, channel, article))));
    expect(units[day - 1]).toBeGreaterThan(middle(units) * (p_id ? 5 : 1.8));
  }
});

testStarts("started at %s, the cards are out of stock for a week and return", (start) => {
  const cards = indexOf("SND-CRD-755");
  const units = tradeHistory(start).map((day) => sold(day, undefined, cards));
  const lastBefore = units.slice(0, 36).findLastIndex((quantity) => quantity > 0);
  const back = units.findIndex((quantity, day) => day >= 36 && quantity > 0);
  expect(back - lastBefore).toBeGreaterThan(5);
  expect(back).toBeLessThan(44);
});

test("today has the movements up to now: a few early ones before the pickups, and none just after midnight", () => {
  const today = (start: string) => tradeHistory(start).at(-1)?.movements.length;
  expect(today(now)).toBeGreaterThan(1);
  expect(today("2026-11-20T11:30:00.000Z")).toBeGreaterThan(today(now) ?? 0);
  expect(today("2026-11-20T00:30:00.000Z")).toBeGreaterThan(1);
  expect(today("2026-11-20T00:30:00.000Z")).toBeLessThan(10);
  expect(tradeHistory("2026-11-19T18:31:00.000Z").at(-1)).toEqual({ day: "2026-11-20", movements: [] });
});

test("every reason of both directions occurs, with whole quantities", () => {
  const all = movements(now);
  expect(new Set(all.filter(({ kind }) => kind === "in").map(({ reason }) => reason))).toEqual(new Set(reasonsIn));
  expect(new Set(all.filter(({ kind }) => kind !== "in").map(({ reason }) => reason))).toEqual(new Set(reasonsOut));
  for (const { kind, lines } of all)
    for (const [, , delta] of lines) expect(Number.isInteger(delta) && Math.sign(delta)).toBe(kind === "in" ? 1 : -1);
});

test("a truck's load leaves one warehouse and arrives in another the day after", () => {
  const trucks = movements(now).filter(({ reason }) => reason === "Internal Transfer");
  const linesOf = (kind: string) => trucks.filter((truck) => truck.kind === kind).flatMap(({ lines }) => lines);
  const units = (kind: "in" | "out") => Math.abs(total(linesOf(kind).map(([, , delta]) => delta)));
  const lastDay = tradeHistory(now).at(-1)?.movements ?? [];
  expect(lastDay.filter(({ remarks = "" }) => remarks.startsWith("To "))).toEqual([]);
  expect(units("in")).toBeGreaterThan(0);
  expect(units("in")).toBeLessThanOrEqual(units("out"));
});
