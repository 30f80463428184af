// The terms that explain themselves: a reader's own sum of their figures comes to what they say.
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import type { PlanRow } from "#shared/plan.ts";
import { today } from "#tests/support/fixtures.ts";
import { termText } from "#web/domain/term-text.ts";

const coverOf = (fields: Partial<PlanRow>) => {
  const row = { ...{ stock: 600, lead_time: 30, cover: 0, arrivals: [], rate: { units: 10 } }, ...fields } as PlanRow;
  const { title, lines } = termText.cover(row);
  const sold = lines.find(({ figure }) => figure.startsWith("÷"));
  const days = row.stock / Number(sold?.figure.replace("÷ ", ""));
  return [title, sold?.text, sold && days.toFixed(1)];
};

test("cover is the stock divided by what sells a day, and by what sells then where there is a season or an event", () => {
  expect(coverOf({ cover: 60 })).toEqual(["Cover: 60 days", "Sold a day", "60.0"]);
  const season = Array.from({ length: 27 }, () => 200);
  expect(coverOf({ cover: 30, season })).toEqual(["Cover: 30 days", "Sold a day then, about", "30.0"]);
  const events = [{ name: "Diwali", start: addDays(today(), 2), end: addDays(today(), 4), percent: 500 }];
  expect(coverOf({ cover: 17, events })).toEqual(["Cover: 17 days", "Sold a day then, about", "17.0"]);
  expect(coverOf({ stock: 14, events })).toEqual(["Cover: 0 days", undefined, undefined]);
  expect(coverOf({ stock: 0 })).toEqual(["Cover: 0 days", "Sold a day", "0.0"]);
});
