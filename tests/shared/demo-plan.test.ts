// The demo data: a catalogue the product's own schemas accept, and a believable past that never breaks its rules.
import { existsSync, readdirSync, statSync } from "node:fs";
import * as v from "valibot";
import { expect, test } from "vitest";
import { articles, warehouses } from "#demo/catalogue.ts";
import { plan } from "#demo/plan.ts";
import { dayOf } from "#shared/day.ts";
import { reasonsIn, reasonsOut } from "#shared/movement.ts";
import { ProductForm } from "#shared/product.ts";
import { WarehouseForm } from "#shared/warehouse.ts";

const now = "2026-11-20T08:00:00.000Z";
/** A start on every day of a week, at noon, and one just after midnight. */
const starts = [0, 1, 2, 3, 4, 5, 6]
  .map((day) => `2026-03-0${day + 1}T06:30:00.000Z`)
  .concat("2026-07-31T18:31:00.000Z");
const movements = (start: string) => plan(start).flatMap((day) => day.movements);
const folder = new URL("../../demo/pictures/", import.meta.url);

/** Units of each article in each warehouse after the history; fails as soon as one is short. */
const stockAfter = (start: string): number[][] => {
  const held = articles.map(() => warehouses.map(() => 0));
  for (const { article, warehouse, quantity, kind } of movements(start)) {
    const row = held[article] as number[];
    row[warehouse] = (row[warehouse] ?? 0) + (kind === "in" ? quantity : -quantity);
    expect(row[warehouse]).toBeGreaterThanOrEqual(0);
  }
  return held;
};

test("every article and every warehouse is accepted by the product's own forms, under a code of its own", () => {
  for (const article of articles) expect(v.safeParse(ProductForm, article).issues).toBeUndefined();
  for (const warehouse of warehouses) expect(v.safeParse(WarehouseForm, warehouse).issues).toBeUndefined();
  expect(new Set(articles.map(({ p_id }) => p_id)).size).toBe(articles.length);
  expect(new Set(articles.map(({ name }) => name)).size).toBe(articles.length);
  for (const { opening } of articles) expect(opening).toHaveLength(warehouses.length);
});

test("barcodes carry their check digit", () => {
  const barcodes = articles.map(({ p_id }) => p_id).filter((code) => /^\d+$/.test(code));
  expect(barcodes.length).toBeGreaterThan(2);
  for (const code of barcodes) {
    const sum = [...code].reduce((total, digit, i) => total + Number(digit) * (i % 2 ? 3 : 1), 0);
    expect([code.length, sum % 10]).toEqual([13, 0]);
  }
});

test("every article with a picture has its file, and all files together stay small", () => {
  const files = readdirSync(folder);
  for (const { p_id, picture } of articles)
    expect(existsSync(new URL(`${p_id}.webp`, folder))).toBe(picture !== undefined);
  expect(files).toHaveLength(articles.filter(({ picture }) => picture).length);
  expect(files.reduce((sum, file) => sum + statSync(new URL(file, folder)).size, 0)).toBeLessThan(500 * 1024);
});

test("the same moment gives the same history", () => {
  expect(plan(now)).toEqual(plan(now));
  expect(plan(now, 1)).not.toEqual(plan(now, 2));
});

test.each(starts)("started at %s, stock never goes below zero and some articles end out of stock", (start) => {
  const totals = stockAfter(start).map((row) => row.reduce((sum, quantity) => sum + quantity, 0));
  expect(totals.filter((total) => total === 0).length).toBeGreaterThanOrEqual(3);
  expect(totals.filter((total) => total === 0).length).toBeLessThanOrEqual(10);
});

test.each(starts)("started at %s, the history fills six weeks, in order, and stops before now", (start) => {
  const days = plan(start);
  const all = movements(start);
  expect(days).toHaveLength(43);
  expect(all.length).toBeGreaterThan(1_200);
  expect(all.length).toBeLessThan(2_000);
  const times = all.map((movement) => movement.created_at);
  expect(times).toEqual(times.toSorted());
  expect(times.at(-1)?.localeCompare(start)).toBe(-1);
  for (const { day, movements: own } of days) for (const { created_at } of own) expect(dayOf(created_at)).toBe(day);
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
});

test("today holds only a few early movements, and none just after midnight", () => {
  expect(plan(now).at(-1)?.movements.length).toBeGreaterThan(1);
  expect(plan(now).at(-1)?.movements.length).toBeLessThan(10);
  expect(plan("2026-11-20T00:30:00.000Z").at(-1)?.movements.length).toBeGreaterThan(1);
  expect(plan("2026-11-19T18:31:00.000Z").at(-1)).toEqual({ day: "2026-11-20", movements: [] });
});

test("every reason of both directions occurs, with whole quantities", () => {
  const all = movements(now);
  expect(new Set(all.filter(({ kind }) => kind === "in").map(({ reason }) => reason))).toEqual(new Set(reasonsIn));
  expect(new Set(all.filter(({ kind }) => kind === "out").map(({ reason }) => reason))).toEqual(new Set(reasonsOut));
  for (const { quantity } of all) expect(Number.isInteger(quantity) && quantity > 0).toBe(true);
});

test("what a truck takes out of one warehouse arrives in another the day after", () => {
  const trucks = movements(now).filter(({ reason }) => reason === "Internal Transfer");
  const units = (kind: "in" | "out") =>
    trucks.filter((truck) => truck.kind === kind).reduce((sum, { quantity }) => sum + quantity, 0);
  const onTheRoad =
    plan(now)
      .at(-1)
      ?.movements.filter(({ remarks = "" }) => remarks.startsWith("To ")) ?? [];
  expect(onTheRoad).toEqual([]);
  expect(units("in")).toBeGreaterThan(0);
  expect(units("in")).toBeLessThanOrEqual(units("out"));
});
