// The status screen, as root users meet it: before the first night, after one, with differences, and when one is late.
import { expect, test } from "vitest";
import { expectAccessible, open } from "#tests/support/browser.ts";
import { engine } from "#tests/support/engine.ts";
import { newPerson } from "#tests/support/fixtures.ts";
import { newWorld } from "#tests/support/world.ts";

const here = await newWorld();
const { put } = engine(here);
const { client: root } = await newPerson(here, "root");

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const night = { at: hoursAgo(6), ms: 7_300, closed: 1, folded: 1, planned: 1_204, pruned: 310, mismatches: 0, late: 0 };
const openStatus = async (stored?: object) => {
  if (stored) await put("keys", [{ key: "night", succeeded: hoursAgo(6), ...stored }]);
  return open(here, root, { path: "/status" });
};

test.each<[string, object | undefined, string[]]>([
  ["before the first night", undefined, ["No night yet", "The first run is at half past midnight."]],
  ["in order", { night: { ...night, failed: [], differences: [] } }, ["In order", "1,204"]],
  [
    "with differences",
    {
      night: {
        ...night,
        mismatches: 2,
        failed: ["planned"],
        differences: [
          { book: "stock", key: "p1042#w3", units: 6 },
          { book: "folds", key: "p1042#2026-11-20#amazon", units: -2 },
        ],
      },
    },
    ["Differs from the ledger", "Stock p1042#w3: +6", "amazon: −2", "Products planned"],
  ],
  [
    "late",
    { succeeded: hoursAgo(27), night: { ...night, failed: ["closed"], differences: [] } },
    ["The night is late", "No nightly run has succeeded since"],
  ],
])("%s", async (title, stored, texts) => {
  const page = await openStatus(stored);
  for (const text of texts) await page.getByText(text).first().waitFor();
  const alert = page.getByRole("alert").filter({ hasText: "Nothing is lost" });
  expect(await alert.count()).toBe(title === "late" ? 1 : 0);
  await page.getByText("dead-letters").waitFor();
  await expectAccessible(page);
});
