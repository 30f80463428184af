// Orders of programs that wait: picked together in one walk, printed as one sheet, and put back where they were cancelled after it.
import { expect, test } from "vitest";
import type { Picked } from "#shared/picklist.ts";
import { expectAccessible, open, type Page, scan } from "#tests/support/browser.ts";
import { unique } from "#tests/support/fixtures.ts";
import { linesOf } from "#tests/support/pdf.ts";
import { newProgram } from "#tests/support/programs.ts";
import type { ProductNames } from "#tests/support/stock.ts";
import { frequentJob } from "#tests/web/frequent-job.ts";
import { button, dialog, gone, pageWidth, press, row } from "#tests/web/page.ts";
import { here, newProduct } from "./driver.ts";

const { client: shop, name } = await newProgram(here, { scope: "orders:write", role: "executive" });
const bring = async (...lines: [ProductNames, number][]) => {
  const order = unique("W");
  const told = { order, lines: lines.map(([{ p_id: code }, quantity]) => ({ code, quantity })) };
  await shop.post("/v1/orders", { channel: "snd-website", orders: [told] });
  return order;
};
const cancel = (order: string) => shop.post(`/v1/orders/${order}/cancel`, { channel: "snd-website" });
const progress = (page: Page, text: string) => page.getByRole("progressbar", { name: text }).waitFor();
const register = { path: "/picklist/register" };

test("waiting orders are one walk on a phone and one sheet, each place with its orders; another person has none of them", async () => {
  const [bib, cot] = [await newProduct([9]), await newProduct([5])];
  const [first, second] = [await bring([bib, 1]), await bring([bib, 2], [cot, 1])];
  const cancelled = await bring([bib, 4]);
  const page = await open(here, here.executive, { ...register, phone: true });
  const other = await open(here, here.manager, { ...register, mayLog: /409|Duplicate detected/ });
  await row(other, second).getByText("Waiting").waitFor();
  for (const one of [page, other]) await button(one, "Pick 3 waiting orders").waitFor();
  await cancel(cancelled);

  const { act, tell, picture, expectAsStated } = frequentJob("Pick waiting orders together");
  await act(press(page, "Pick 3 waiting orders"), "Press Pick with the waiting orders.");
  await progress(page, "0 of 2 picked · 4 units to pick");
  await page.getByRole("heading", { name: "Pick 2 orders" }).waitFor();
  await page.getByText(`${first} × 1, ${second} × 2`).waitFor();
  await expectAccessible(page);
  expect(await pageWidth(page)).toBe(390);
  await press(other, "Pick 3 waiting orders", /None of these orders waits any more/);
  await gone(button(other, /waiting order/));
  const toScan =
    "Scan one product after the other; each scan ticks off a place, which says how much is of which order.";
  tell(toScan);
  await scan(page, bib.p_id);
  await progress(page, "1 of 2 picked · 1 unit to pick");
  await picture(page.getByRole("main"));

  await button(row(other, second), /^Pick /).click();
  await progress(other, "1 of 2 picked · 1 unit to pick");
  await button(other, "Print").waitFor();
  const paper = (await linesOf(await other.pdf({ preferCSSPageSize: true }))).flat().join(" ").replace(/\s+/g, " ");
  expect(paper).toContain(`${first} × 1, ${second} × 2`);
  expect(paper).toContain(`${second} × 1`);
  expect(paper).not.toContain(cancelled);
  tell(toScan);
  await scan(page, cot.p_id);
  await progress(page, "2 of 2 picked · All picked");
  expectAsStated();
});

test("without a network a walk goes on, and is sent when there is one", { tags: "exhaustive" }, async () => {
  const bib = await newProduct([9]);
  const orders = [await bring([bib, 1]), await bring([bib, 2])];
  const page = await open(here, here.executive, { ...register, worker: true, mayLog: /ERR_|No connection/ });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await press(page, "Pick 2 waiting orders");
  await progress(page, "0 of 1 picked · 3 units to pick");
  await page.context().setOffline(true);
  await scan(page, bib.p_id);
  await page.getByText("not sent yet").waitFor();
  await page.reload();
  await progress(page, "1 of 1 picked · All picked");
  await page
    .getByText(orders[0] ?? "")
    .first()
    .waitFor();
  await page.context().setOffline(false);
  await gone(page.getByText("not sent yet"));
  const id = /picklist\/(\w+)\/pick/.exec(page.url())?.[1];
  const { places } = (await here.manager.get(`/v1/picklists/${id}/picked`)).body as Picked;
  expect(places).toHaveLength(1);
});

test("a waiting order is not printed before it is picked, and what is cancelled after it is listed until it is put back", async () => {
  const bib = await newProduct([9]);
  const order = await bring([bib, 2]);
  const page = await open(here, here.executive, register);
  await row(page, order).click();
  const record = dialog(page);
  await record.getByText("Waits to be picked").waitFor();
  expect(await button(record, "Print").count()).toBe(0);
  await press(record, "Pick");
  await progress(page, "0 of 1 picked · 2 units to pick");
  await cancel(order);
  await page.goto(register.path);
  const back = page.getByRole("table", { name: "Cancelled since picked" });
  await back.getByText(order).waitFor();
  await expectAccessible(page);
  await press(page, `Done: ${bib.name}`);
  await gone(back.getByText(order));
});

test("a code that a program asked for gets its product under Channel Codes", async () => {
  const [bib, code] = [await newProduct([9]), unique("LISTING")];
  const told = { channel: "snd-website", orders: [{ order: unique("W"), lines: [{ code, quantity: 1 }] }] };
  expect((await shop.post("/v1/orders", told)).status).toBe(422);
  const page = await open(here, here.executive, { path: "/picklist/codes" });
  await page.getByText(new RegExp(`Asked for by ${name}`)).waitFor();
  await page.getByRole("combobox", { name: `Product of ${code}` }).fill(bib.name);
  await page.getByRole("option", { name: bib.p_id }).click();
  await press(page, "Save 1 code");
  await gone(page.getByText(new RegExp(`Asked for by ${name}`)));
  expect((await shop.post("/v1/orders", told)).status).toBe(201);
});
