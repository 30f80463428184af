// A channel's stock sheet is filled in on the screen: at a desk and on a phone, with the buffer of the channel.
import { expect, test } from "vitest";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { unique } from "#tests/support/fixtures.ts";
import { newProduct, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { button, dialog, field, heading, press } from "#tests/web/page.ts";

const here = await world();
const { manager, executive } = here;
const hub = await newWarehouse(manager, "AVS-1", "Shelf Hub");
const p_id = unique("SHEET");
await manager.post("/v1/transactions/in", {
  product: await newProduct(manager, { p_id, name: "Muslin Swaddle" }),
  warehouse: hub,
  quantity: 12,
});

/** The file that a press downloads, in whichever tab. */
const saved = async (page: Page, name: string): Promise<{ name: string; text: string }> => {
  const { promise, resolve } = Promise.withResolvers<import("playwright-core").Download>();
  for (const of of page.context().pages()) of.on("download", resolve);
  page.context().on("page", (of) => of.on("download", resolve));
  await press(page, name);
  const file = await promise;
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  return { name: file.suggestedFilename(), text: Buffer.concat(chunks).toString() };
};

test.each([false, true])(
  "a sheet comes back with what may be sold, less the channel's buffer (phone: %s)",
  async (phone) => {
    const channel = phone ? "firstcry" : "flipkart";
    const page = await open(here, manager, { path: "/picklist/codes", phone });
    await page.getByRole("link", { name: "Fill in a stock sheet" }).click();
    await heading(page, "Fill In a Stock Sheet").waitFor();
    await field(page, "Channel").selectOption(channel);
    await press(page, "Change");
    await field(dialog(page), "Buffer").fill("2");
    await press(dialog(page), "Save");
    await page.getByText("2 units of each product are kept back").waitFor();
    const rows = (units: number) => `Seller SKU ID,Your Stock Count,Note\r\n${p_id},${units},"a, b"\r\nNOBODY,3,\r\n`;
    await field(page, "Sheet").setInputFiles({ name: "stock.csv", mimeType: "text/csv", buffer: Buffer.from(rows(4)) });
    await press(page, "All rows of this sheet are sent by us");
    await button(page, "Download with 1 change").waitFor();
    await page.getByText("No product has this code").waitFor();
    await page.getByText(/^As of \d\d:\d\d/).waitFor();
    await expectAccessible(page);
    expect(await saved(page, "Download with 1 change")).toEqual({ name: "stock.csv", text: rows(10) });
    // What was said of the sheet is known for the next one.
    const next = await open(here, executive, { path: `/picklist/availability?channel=${channel}`, phone });
    await field(next, "Sheet").setInputFiles({ name: "next.csv", mimeType: "text/csv", buffer: Buffer.from(rows(10)) });
    await next.getByText(/Nothing to fill in$/).waitFor();
    expect(await button(next, /^Download/).count()).toBe(0);
    expect(await button(next, "Change").count()).toBe(0);
  },
);
