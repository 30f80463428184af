// The terms that explain themselves: a reader's own sum of their figures comes to what they say.
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import type { PlanRow } from "#shared/plan.ts";
import { today } from "#tests/support/fixtures.ts";
import { termText } from "#web/domain/term-text.ts";

const coverOf = (fields: Partial<PlanRow>) => {
  const row = { ...{ stock: 600, lead_time: 30, cover: 0, arrivals: [], rate: { units: 10 } }, ...fields } as PlanRow;
  const { title, lines } = termText.cover(row);
  return [title, Math.floor(row.stock / Number(lines[1]?.figure.replace("÷ ", "")))];
};

test("cover is the stock divided by what sells a day, and by what sells then where there is a season or an event", () => {
  const season = Array.from({ length: 27 }, () => 200);
  const events = [{ name: "Diwali", start: addDays(today(), 1), end: addDays(today(), 4), percent: 500 }];
  expect(coverOf({ cover: 60 })).toEqual(["Cover: 60 days", 60]);
  expect(coverOf({ cover: 30, season })).toEqual(["Cover: 30 days", 30]);
  expect(coverOf({ cover: 17, events })).toEqual(["Cover: 17 days", 17]);
  expect(coverOf({ stock: 14, events })).toEqual(["Cover: 0 days", 0]);
  expect(coverOf({ stock: 0, season })).toEqual(["Cover: 0 days", 0]);
});
