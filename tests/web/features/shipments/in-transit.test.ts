// In-Transit Inventory, in a real browser on the running product: what is on its way, listed and changed.
import { describe, expect, test } from "vitest";
import { addDays, dayText } from "#shared/day.ts";
import type { Shipment } from "#shared/shipment.ts";
import { expectAccessible, failingRead, open, type Page, retype, scan } from "#tests/support/browser.ts";
import { unique } from "#tests/support/make.ts";
import { keyed } from "#tests/support/stock.ts";
import {
  adding,
  addLine,
  begin,
  bib,
  day,
  dialog,
  gone,
  here,
  hub,
  hubLabel,
  listed,
  product,
  receive,
  receivedOf,
  receiving,
  rowOf,
  ship,
  shipmentOf,
  submit,
  swaddle,
  table,
} from "./shipping.ts";

describe("the list", () => {
  test("it shows container, status, both days and units; late ones are marked and come first", async () => {
    const soon = await ship([[swaddle, 40]], 2);
    const late = await ship(
      [
        [swaddle, 100],
        [bib, 70],
      ],
      -3,
    );
    await here.executive.post(
      `/v1/shipments/${late._id}/receive`,
      {
        warehouse: hub,
        list: [
          { product: swaddle._id, quantity: 100 },
          { product: bib._id, quantity: 65 },
        ],
      },
      keyed(),
    );
    const done = await ship([[bib, 12]], -40);
    await here.executive.post(`/v1/shipments/${done._id}/receive`, { warehouse: hub }, keyed());
    const page = await open(here, here.executive, { path: "/" });
    await page.getByRole("link", { name: "In-Transit Inventory" }).click();
    await page.getByRole("heading", { name: "In-Transit Inventory", level: 1 }).waitFor();
    await rowOf(page, late).waitFor();
    const heads = await table(page).getByRole("columnheader").allTextContents();
    expect(heads).toEqual(["S.No", "Container", "Status", "Expected Delivery", "Created At", "Units", "Actions"]);
    const cells = async (shipment: Shipment) =>
      (await rowOf(page, shipment).locator("td").allTextContents()).slice(1, 6);
    const now = dayText(day);
    expect(await cells(late)).toEqual([
      late.container,
      "IN-TRANSIT, 3 days late",
      dayText(addDays(day, -3)),
      now,
      "165 of 170",
    ]);
    expect(await cells(soon)).toEqual([soon.container, "IN-TRANSIT", dayText(addDays(day, 2)), now, "40"]);
    expect(await cells(done)).toEqual([done.container, "RECEIVED", dayText(addDays(day, -40)), now, "12"]);
    const order = await table(page).getByRole("rowheader").allTextContents();
    expect(order.filter((name) => [late, soon, done].some(({ container }) => container === name))).toEqual([
      late.container,
      soon.container,
      done.container,
    ]);
  });

  test("a row expands by Enter on its name to its products in transit; a link keeps it open", async () => {
    const shipment = await ship([
      [swaddle, 30],
      [bib, 8],
    ]);
    const page = await listed();
    const name = rowOf(page, shipment).getByRole("button", { name: shipment.container, exact: true });
    await name.press("Enter");
    await expect.poll(() => name.getAttribute("aria-expanded")).toBe("true");
    const items = page.getByRole("list", { name: `Products in ${shipment.container}` }).getByRole("listitem");
    expect(await items.allTextContents()).toEqual([
      `${swaddle.name}${swaddle.p_id}30in transit`,
      `${bib.name}${bib.p_id}8in transit`,
    ]);
    await page.reload();
    await items.first().waitFor();
    await name.press("Enter");
    await gone(items.first());
    await name.press("ArrowDown");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-expanded"))).toBe("false");
  });

  test("it is searched by container, filtered by status and sorted by expected day", async () => {
    const batch = unique("OOLU");
    await ship([[bib, 1]], 20, `${batch} A`);
    await ship([[bib, 2]], 10, `${batch} B`);
    await ship([[bib, 4]], -1, `${batch} C`);
    const page = await listed();
    const status = page.getByRole("status").filter({ hasText: "shipment" });
    await page.getByPlaceholder("Search (Container or product)").fill(batch.toLowerCase());
    await status.getByText("7 units in transit · 3 shipments").waitFor();
    const names = () => table(page).getByRole("rowheader").allTextContents();
    expect(await names()).toEqual([`${batch} C`, `${batch} B`, `${batch} A`]);
    await table(page).getByRole("button", { name: "Expected Delivery" }).click();
    await table(page).getByRole("button", { name: "Expected Delivery" }).click();
    await expect.poll(names).toEqual([`${batch} A`, `${batch} B`, `${batch} C`]);
    await page.getByLabel("Status", { exact: true }).selectOption("IN-TRANSIT, late");
    await status.getByText("4 units in transit · 1 shipment").waitFor();
    await page.getByLabel("Status", { exact: true }).selectOption("RECEIVED");
    await page.getByText("No match for").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).last().click();
  });

  test("deleting asks with the container and its units, and removes them from transit", async () => {
    const shipment = await ship([[bib, 1_200]]);
    const page = await listed();
    await rowOf(page, shipment)
      .getByRole("button", { name: `Delete ${shipment.container}` })
      .click();
    const question = page.getByRole("alertdialog");
    await question.getByText(`Deleting shipment "${shipment.container}" (1,200 units in transit). Continue?`).waitFor();
    await question.getByRole("button", { name: "Delete shipment" }).click();
    await page.getByText("Deleted", { exact: true }).waitFor();
    await gone(rowOf(page, shipment));
    expect(await shipmentOf(shipment.container)).toBeUndefined();
  });

  test("nothing yet offers to announce the first; a failed read keeps the skeleton and offers Retry", async () => {
    const page = await open(here, here.executive, { path: "/not-here", mayLog: /500|Internal server error/ });
    const failing = await failingRead(page, "**/v1/shipments", []);
    await page.goto("/intransit");
    await page.getByText("Internal server error, try again.").waitFor();
    expect(await table(page).getAttribute("aria-busy")).toBe("true");
    await failing.retried();
    await page.getByText("No shipments yet. Announce the first container.").waitFor();
    await page.getByRole("button", { name: "Add In-Transit Stock" }).click();
    await adding(page).waitFor();
  });
});

describe("changing", () => {
  test("a manager changes the expected day and what has not been received; what was received stays", async () => {
    const shipment = await ship([
      [swaddle, 10],
      [bib, 4],
    ]);
    const part = { warehouse: hub, list: [{ product: swaddle._id, quantity: 6 }] };
    await here.executive.post(`/v1/shipments/${shipment._id}/receive`, part, keyed());
    const page = await listed({}, here.manager);
    await rowOf(page, shipment)
      .getByRole("button", { name: `Edit ${shipment.container}` })
      .click();
    const form = dialog(page, "Edit");
    await form.getByLabel("Expected Delivery").fill(addDays(day, 77));
    await form.getByText(`${swaddle.p_id} · 6 received`).waitFor();
    await form.getByRole("button", { name: `Remove ${bib.name}` }).click();
    await retype(form.getByLabel(`Quantity of ${swaddle.name}`), "8");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await rowOf(page, shipment)
      .getByText(dayText(addDays(day, 77)))
      .waitFor();
    await rowOf(page, shipment).getByText("6 of 8").waitFor();
  });

  test("where more was received than sent, the quantity sent stays as it was", async () => {
    const shipment = await ship([
      [swaddle, 10],
      [bib, 10],
    ]);
    const over = { list: [{ product: swaddle._id, quantity: 100 }], over: true, remarks: "Counted twice" };
    await here.executive.post(`/v1/shipments/${shipment._id}/receive`, { warehouse: hub, ...over }, keyed());
    const page = await listed({}, here.manager);
    await rowOf(page, shipment)
      .getByRole("button", { name: `Edit ${shipment.container}` })
      .click();
    const form = dialog(page, "Edit");
    await form.getByText(`${swaddle.p_id} · 100 received`).waitFor();
    expect(await form.getByRole("button", { name: `Less ${swaddle.name}` }).isDisabled()).toBe(true);
    await form.getByLabel(`Quantity of ${bib.name}`).fill("5");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect((await shipmentOf(shipment.container))?.items.map(({ quantity }) => quantity)).toEqual([10, 5]);
  });

  test("an expected day changed by somebody else meanwhile stays when only products are changed", async () => {
    const shipment = await ship([[bib, 10]]);
    const page = await listed({}, here.manager);
    await rowOf(page, shipment)
      .getByRole("button", { name: `Edit ${shipment.container}` })
      .click();
    const form = dialog(page, "Edit");
    await form.getByLabel(`Quantity of ${bib.name}`).fill("5");
    const expected_delivery = addDays(day, 55);
    await here.manager.patch(`/v1/shipments/${shipment._id}`, { expected_delivery });
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(await shipmentOf(shipment.container)).toMatchObject({ expected_delivery, items: [{ quantity: 5 }] });
  });

  test("an executive is not offered to", async () => {
    const shipment = await ship([[bib, 4]]);
    const page = await listed();
    await rowOf(page, shipment)
      .getByRole("button", { name: /^Delete/ })
      .waitFor();
    expect(await page.getByRole("button", { name: /^Edit/ }).count()).toBe(0);
  });
});

describe("deleted by somebody else", () => {
  const wishes = { mayLog: /404|Resource not found|ERR_FAILED|No connection/ };
  const scanFinds = async (page: Page, { p_id }: { p_id: string }) => {
    await scan(page, p_id);
    await expect.poll(() => page.getByPlaceholder("Search (Container or product)").inputValue()).toBe(p_id);
  };

  test("while it is being received: this is announced, the counts stay until the dialog is closed, then a scan searches again", async () => {
    const cup = await product("Sipper Cup");
    const shipment = await ship([[cup, 10]]);
    const page = await listed(wishes);
    await receive(page, shipment);
    await receiving(page).getByLabel("Warehouse").selectOption({ label: hubLabel });
    await receivedOf(page, cup).fill("9");
    await here.manager.delete(`/v1/shipments/${shipment._id}`);
    await submit(page, "Receive 9 units");
    await receiving(page)
      .getByText(/not found/i)
      .waitFor();
    await gone(page.getByRole("row").filter({ hasText: shipment.container }));
    expect(await receivedOf(page, cup).inputValue()).toBe("9");
    await submit(page, "Cancel");
    await page.getByRole("button", { name: "Discard" }).click();
    await page.waitForURL((url) => !url.search.includes("do="));
    await scanFinds(page, bib);
  });

  test.each(["receive", "edit"])("before a link to %s it is opened: that is said, and it is closed", async (name) => {
    const shipment = await ship([[bib, 10]]);
    await here.manager.delete(`/v1/shipments/${shipment._id}`);
    const page = await listed({ ...wishes, path: `/intransit?do=${name}&id=${shipment._id}` }, here.manager);
    await page.getByText("Shipment not found. It may have been deleted.").waitFor();
    await page.waitForURL((url) => !url.search.includes("do="));
    await scanFinds(page, bib);
  });

  test("a receipt of it without an answer can still be finished", async () => {
    const cup = await product("Sipper Cup");
    const shipment = await ship([[cup, 10]]);
    const page = await listed(wishes);
    await page.route("**/receive", async (route) => {
      if (route.request().method() === "POST") await route.fetch();
      await route.abort();
    });
    await receive(page, shipment);
    await receiving(page).getByLabel("Warehouse").selectOption({ label: hubLabel });
    await submit(page, "Receive 10 units");
    await receiving(page).getByText("No answer came").waitFor();
    await here.manager.delete(`/v1/shipments/${shipment._id}`);
    await page.reload();
    await dialog(page, "Receive a deleted shipment").getByText("No answer came").waitFor();
    await submit(page, "Cancel");
    await page.getByRole("button", { name: "Finish it" }).click();
    await page.unroute("**/receive");
    await submit(page, "Try again");
    await page.getByText("Stock updated successfully").waitFor();
    await gone(receiving(page));
    expect(await page.getByText("Shipment not found").count()).toBe(0);
  });
});

test("on a phone a card shows container, status, day and units; deleting is behind More; Receive is in reach", async () => {
  const cup = await product("Sipper Cup");
  const shipment = await ship([[cup, 16]], -2, unique("A container that came with a name far too long for a phone"));
  const page = await listed({ phone: true });
  // The head stays one line.
  expect((await page.getByRole("button", { name: "Add In-Transit Stock" }).boundingBox())?.y).toBeGreaterThan(600);
  const card = rowOf(page, shipment);
  await card.getByText("IN-TRANSIT, 2 days late").waitFor();
  await card.getByText(`${dayText(addDays(day, -2))} · 16 units`).waitFor();
  expect(await page.getByRole("button", { name: /^Delete/ }).count()).toBe(0);
  await card.getByRole("button", { name: `Actions for ${shipment.container}` }).tap();
  await dialog(page, shipment.container).getByRole("button", { name: "Delete" }).tap();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).tap();
  await card.getByRole("button", { name: /container that came.*IN-TRANSIT/ }).tap();
  await page.getByRole("listitem").filter({ hasText: cup.p_id }).filter({ hasText: "16in transit" }).waitFor();
  await expectAccessible(page);
  await card.getByRole("button", { name: /^Receive/ }).tap();
  await receiving(page).getByLabel("Warehouse").selectOption({ label: hubLabel });
  await receiving(page)
    .getByRole("button", { name: `Less ${cup.name}` })
    .tap();
  await expectAccessible(page);
  await submit(page, "Receive 15 units");
  await card.getByText("15 of 16 units").waitFor();
});

test("it and its dialogs are accessible, in light and dark", async () => {
  const shipment = await ship(
    [
      [swaddle, 3],
      [bib, 2],
    ],
    -1,
  );
  const page = await listed({}, here.manager);
  await rowOf(page, shipment).getByRole("button", { name: shipment.container, exact: true }).click();
  await page.getByRole("list", { name: `Products in ${shipment.container}` }).waitFor();
  await expectAccessible(page);
  await begin(page, "MSKU 1");
  await addLine(page, swaddle, 3);
  await expectAccessible(page);
  await adding(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await receive(page, shipment);
  await retype(receivedOf(page, swaddle), "");
  await submit(page, /^Receive 2/);
  await receiving(page).getByText("Required", { exact: true }).waitFor();
  await expectAccessible(page);
});
