// Damaged rows of the queue, as a person meets them: shown and downloadable, while everything else is sent.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { heldOf } from "#tests/support/stock.ts";
import {
  fillForm,
  formClosed,
  formField,
  here,
  hubLabel,
  pressInForm,
  productInHub,
} from "#tests/web/features/stock/driver.ts";
import { answer, button, heading, press, toast } from "#tests/web/page.ts";

const mayLog = /ERR_INTERNET_DISCONNECTED|No connection|Failed to load|left alone/;

/** Stores damaged rows beside the whole ones of the queue, of which each is a copy. */
const damageQueue = (page: Page, user: string | undefined): Promise<void> =>
  page.evaluate(async (_id) => {
    const opening = indexedDB.open("queue");
    await new Promise((resolve) => opening.addEventListener("success", resolve));
    const store = opening.result.transaction("items", "readwrite").objectStore("items");
    const whole = { user: { _id, name: "Asha" }, made_at: Date.now(), sent: true, kept: true };
    const request = { route: "POST /v1/transactions/in", input: { body: {} } };
    const rows = [
      { ...whole, ...request, kind: "posting", key: "place", seq: "abc" },
      { ...whole, ...request, kind: "posting", key: "input", seq: 0, input: null },
      { ...whole, ...request, kind: "posting", key: "body", seq: 0, input: { body: null } },
      { ...whole, ...request, kind: "posting", key: "call", seq: 0, route: "POST /v1/transactions/lend" },
      { ...whole, kind: "count line", key: "line", seq: 0, count: "" },
      { ...whole, kind: "tick", key: "tick", seq: 0, picklist: 7 },
    ];
    for (const row of rows) store.put(row);
    await new Promise((resolve) => store.transaction.addEventListener("complete", resolve));
    opening.result.close();
  }, user);

test("damaged rows of the queue are shown and can be downloaded and discarded, and what is entered beside them is sent", async () => {
  const swaddle = await productInHub(10);
  const page = await open(here, here.executive, { path: "/inventory", mayLog });
  await button(page, "Update Stock").waitFor();
  await damageQueue(page, here.executive._id);
  await page.reload();
  await page.getByRole("link", { name: "6 damaged" }).waitFor();
  await button(page, "Update Stock").click();
  await formField(page, "Warehouse").getByRole("option", { name: hubLabel }).waitFor({ state: "attached" });
  await page.context().setOffline(true);
  await fillForm(page, swaddle, 7, "STOCK IN");
  await pressInForm(page, "Submit");
  await formClosed(page);
  await page.context().setOffline(false);
  await toast(page, "Stock updated successfully").waitFor();
  expect(await heldOf(here.manager, swaddle._id)).toBe(17);

  await page.getByRole("link", { name: "6 damaged" }).click();
  await heading(page, "Cannot be read (6)").waitFor();
  await page.getByText("POST /v1/transactions/lend").waitFor();
  await expectAccessible(page);
  const downloading = page.waitForEvent("download");
  await press(page, "Download");
  const rows = JSON.parse(await readFile(await (await downloading).path(), "utf8"));
  expect(rows.map(({ key }: { key: string }) => key).toSorted()).toEqual([
    "body",
    "call",
    "input",
    "line",
    "place",
    "tick",
  ]);
  await press(page, "Discard");
  await answer(page, "Discard");
  await page.getByText("Nothing waits on this device.").waitFor();
});
