// The cost tables: the papers have what the script computes, a small seller pays little, and a flood stays cheap.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { billOf, countsOf } from "#ops/cost/bill.ts";
import { countFixedResources } from "#ops/cost/fixed-resources.ts";
import { floodTable } from "#ops/cost/flood.ts";
import { sellers } from "#ops/cost/model.ts";
import { prices } from "#ops/cost/prices.ts";
import { inDocument, table } from "#ops/cost/table.ts";
import { templates } from "#tests/support/template.ts";

const { folder } = await templates("prod");
const fixed = countFixedResources(folder);

test.each([
  ["README.md", table(fixed)],
  ["docs/operations.md", floodTable(folder)],
])("the table of %s is what `npm run cost -- --write` writes there", (name, text) => {
  const document = readFileSync(join(import.meta.dirname, "../..", name), "utf8");
  expect(document).toBe(inDocument(document, text));
});

test("a day's flood without a session costs less than 250 dollars, over all routes", () => {
  const [, rate = "", dollars = ""] = /^\| every route.*\| ([\d,]+) \| ([\d,]+) \|$/m.exec(floodTable(folder)) ?? [];
  expect(Number(rate.replace(",", ""))).toBeGreaterThan(1_000);
  expect(Number(dollars)).toBeGreaterThan(100);
  expect(Number(dollars)).toBeLessThan(250);
});

test("resources with a fixed monthly price are counted in the templates, and those of alarms and one metric exceed the free tier", () => {
  expect(fixed).toMatchObject({ dashboards: 1, secrets: 2, memory: 1769 });
  expect(fixed.alarms).toBeGreaterThan(6);
  // Beyond ten, metrics that alarms watch cost 10 cents each (tests/infra/constructs/alarms.test.ts).
  expect(fixed.metrics - prices.metric.free).toBe(1);
  expect(fixed.dashboards).toBeLessThanOrEqual(prices.dashboard.free);
});

test("a bill is counts times prices, less the free tier", () => {
  const none = Object.fromEntries(Object.keys(prices).map((item) => [item, 0])) as Parameters<typeof billOf>[0];
  const { services, list, paid } = billOf({ ...none, write: 2e6, secret: 2, alarm: 15 });
  expect([services.get("DynamoDB"), services.get("Secrets Manager"), services.get("CloudWatch")]).toEqual([
    1.42, 0.8, 1.5,
  ]);
  expect([list, paid].map((dollars) => dollars.toFixed(2))).toEqual(["3.72", "2.72"]);
});

test("a small seller pays less than three dollars a month, and less than ten without any allowance", () => {
  const [small] = sellers;
  if (!small) throw new Error("There is no small seller");
  const { paid, list } = billOf(countsOf(small, fixed));
  expect(paid).toBeLessThan(3);
  expect(list).toBeLessThan(10);
});
