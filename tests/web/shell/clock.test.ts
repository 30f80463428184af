// A device whose clock is wrong by days.
import { expect, test } from "vitest";
import { addDays, wallClock } from "#shared/day.ts";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { blank } from "#tests/support/browser-session.ts";
import { today } from "#tests/support/fixtures.ts";
import { newStockLine } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { goTo, rows } from "#tests/web/page.ts";

const here = await world();
await newStockLine(here.manager, 5);
const day = today();
const shownDay = (page: Page) => page.getByLabel("End date").inputValue();

/** A page whose device is so many milliseconds ahead. */
const openAhead = async (milliseconds: number) => {
  // What was asked with the device's day is refused.
  const page = await open(here, here.manager, { path: blank, mayLog: /400|Bad request|Failed to fetch|ERR_INTERNET/ });
  await page.clock.install({ time: Date.now() + milliseconds });
  await goTo(page, "/transactions", "View Transactions");
  return page;
};

const hour = 3_600_000;
const clocks = [
  ["24 hours ahead", 24 * hour],
  ["24 hours behind", -24 * hour],
  ["3 days behind", -72 * hour],
] as const;

test.each(clocks)(
  "on a device that is %s a screen shows the server's day, and one line says so",
  async (gap, ahead) => {
    const page = await openAhead(ahead);
    await page
      .getByText(`The clock of this device is ${gap}. Days here are right all the same; please set it.`)
      .waitFor();
    await expect.poll(() => shownDay(page)).toBe(day);
    await expect.poll(() => rows(page).count()).toBe(1);
    await expectAccessible(page);
  },
);

test("at midnight by the server's clock a screen shows the next day, on a device that is ahead and without a network", async () => {
  const page = await openAhead(20 * hour);
  await expect.poll(() => shownDay(page)).toBe(day);
  await expect.poll(() => rows(page).count()).toBe(1);
  // Hours pass at once, in which a request that is under way would time out.
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  const untilMidnight = Date.parse(addDays(day, 1)) - wallClock(Date.now()).getTime();
  await page.clock.fastForward(untilMidnight - 60_000);
  expect(await shownDay(page)).toBe(day);
  await page.clock.fastForward(120_000);
  await expect.poll(() => shownDay(page)).toBe(addDays(day, 1));
});
