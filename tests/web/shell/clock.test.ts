// A device whose clock is wrong by days.
import { expect, test } from "vitest";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { blank } from "#tests/support/browser-session.ts";
import { today } from "#tests/support/fixtures.ts";
import { newStockLine } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { heading, rows } from "#tests/web/page.ts";

const here = await world();
await newStockLine(here.manager, 5);
const day = today();
const shownDay = (page: Page) => page.getByLabel("End date").inputValue();

/** A page whose device is so many milliseconds ahead. */
const openAhead = async (milliseconds: number) => {
  // What was asked with the device's day is refused.
  const page = await open(here, here.manager, { path: blank, mayLog: /400|Bad request/ });
  await page.addInitScript((ahead) => {
    const { now } = Date;
    const Real = Date;
    globalThis.Date = new Proxy(Real, {
      construct: (_, given, made) => Reflect.construct(Real, given.length === 0 ? [now() + ahead] : given, made),
      get: (_, name) => (name === "now" ? () => now() + ahead : Reflect.get(Real, name)),
    });
  }, milliseconds);
  await page.goto("/transactions");
  await heading(page, "View Transactions").waitFor();
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
