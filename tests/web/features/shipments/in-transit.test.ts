// In-Transit Inventory, in a real browser on the running product: containers on their way, listed and changed.
import { describe, expect, test } from "vitest";
import { addDays, dayText } from "#shared/day.ts";
import type { Shipment } from "#shared/shipment.ts";
import { expectAccessible, failingRead, type Locator, open, type Page, retype, scan } from "#tests/support/browser.ts";
import { catalogueAnswer } from "#tests/support/catalogue-answer.ts";
import { unique } from "#tests/support/fixtures.ts";
import {
  answer,
  button,
  columnHeads,
  dialog,
  field,
  gone,
  pageWidth,
  press,
  question,
  status,
} from "#tests/web/page.ts";
import {
  announce,
  bib,
  chooseHub,
  day,
  form,
  here,
  line,
  newProduct,
  openedRows,
  openForm,
  openReceipt,
  openShipments,
  receipt,
  receivedOf,
  receiveElsewhere,
  shipmentOf,
  shipmentRow,
  showReceived,
  submit,
  swaddle,
  table,
} from "./driver.ts";

describe("the list", () => {
  test("it shows container, status, both days and units; late ones are marked and come first", async () => {
    const soon = await announce([line(swaddle, 40)], 2);
    const late = await announce([line(swaddle, 100), line(bib, 70)], -3);
    await receiveElsewhere(late, [line(swaddle, 100), line(bib, 65)]);
    const done = await announce([line(bib, 12)], -40);
    await receiveElsewhere(done);
    const page = await open(here, here.executive, { path: "/" });
    await page.getByRole("link", { name: "In-Transit Inventory" }).click();
    await page.getByRole("heading", { name: "In-Transit Inventory", level: 1 }).waitFor();
    await shipmentRow(page, late).waitFor();
    // Containers received before are read only when somebody asks for them.
    expect(await shipmentRow(page, done).count()).toBe(0);
    await showReceived(page);
    await shipmentRow(page, done).waitFor();
    const heads = (await columnHeads(table(page))).join(", ");
    expect(heads).toBe("S.No, Container, Status, Expected Delivery, Created At, Units, Actions");
    const cells = async (shipment: Shipment) =>
      (await shipmentRow(page, shipment).locator("td").allTextContents()).slice(1, 6);
    const now = dayText(day);
    const [due, state] = [dayText(addDays(day, -3)), "IN-TRANSIT, 3 days latePartly received"];
    expect(await cells(late)).toEqual([late.container, state, due, now, "165 of 170"]);
    expect(await cells(soon)).toEqual([soon.container, "IN-TRANSIT", dayText(addDays(day, 2)), now, "40"]);
    expect(await cells(done)).toEqual([done.container, "RECEIVED", dayText(addDays(day, -40)), now, "12"]);
    // Changing is for managers.
    expect(await button(page, /^Edit/).count()).toBe(0);
    const order = await table(page).getByRole("rowheader").allTextContents();
    expect(order.filter((name) => [late, soon, done].some(({ container }) => container === name))).toEqual([
      late.container,
      soon.container,
      done.container,
    ]);
  });

  test("a row expands by Enter on its name to units sent, received and outstanding; a link keeps it open", async () => {
    const towel = await newProduct("Hooded Bath Towel (Sky Blue)");
    const shipment = await announce([line(swaddle, 30), line(towel, 8)]);
    await receiveElsewhere(shipment, [line(towel, 2)]);
    const page = await openShipments();
    const name = shipmentRow(page, shipment).getByRole("button", { name: shipment.container, exact: true });
    await name.press("Enter");
    await expect.poll(() => name.getAttribute("aria-expanded")).toBe("true");
    const expected = [
      "Product | Sent | Received | Outstanding",
      `${swaddle.name}${swaddle.p_id} | 30 | 0 | 30`,
      `Hooded Bath TowelSky Blue · ${towel.p_id} | 8 | 2 | 6`,
      "2 products | 38 | 2 | 36",
    ];
    expect(await openedRows(page, shipment)).toEqual(expected);
    const opened = page.getByRole("table", { name: `Products in ${shipment.container}` });
    const received = opened
      .getByRole("row")
      .filter({ hasText: towel.p_id })
      .getByRole("cell", { name: "2", exact: true });
    const [bar, filled] = await received.locator("[aria-hidden], [aria-hidden] > span").all();
    expect((await filled?.boundingBox())?.width).toBeCloseTo(((await bar?.boundingBox())?.width ?? 0) / 4, 0);
    await page.reload();
    expect(await openedRows(page, shipment)).toEqual(expected);
    await name.press("Enter");
    await gone(received);
    await name.press("ArrowDown");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-expanded"))).toBe("false");
  });

  test("it is searched by container, filtered by status and sorted by expected day", async () => {
    const batch = unique("OOLU");
    await announce([line(bib, 1)], 20, `${batch} A`);
    await announce([line(bib, 2)], 10, `${batch} B`);
    await announce([line(bib, 4)], -1, `${batch} C`);
    const page = await openShipments();
    const summary = status(page, "shipment");
    await page.getByPlaceholder("Search (Container or product)").fill(batch.toLowerCase());
    await summary.getByText("7 units in transit · 3 shipments").waitFor();
    const names = () => table(page).getByRole("rowheader").allTextContents();
    expect(await names()).toEqual([`${batch} C`, `${batch} B`, `${batch} A`]);
    await press(table(page), "Expected Delivery");
    await press(table(page), "Expected Delivery");
    await expect.poll(names).toEqual([`${batch} A`, `${batch} B`, `${batch} C`]);
    await field(page, "Status").selectOption("IN-TRANSIT, late");
    await summary.getByText("4 units in transit · 1 shipment").waitFor();
    await field(page, "Status").selectOption("RECEIVED");
    await page.getByText("No match for").waitFor();
    await button(page, "Clear filters").last().click();
  });

  test("deleting asks with the container and its units, and removes them from transit", async () => {
    const shipment = await announce([line(bib, 1_200)]);
    const page = await openShipments();
    await press(shipmentRow(page, shipment), `Delete ${shipment.container}`);
    await question(page)
      .getByText(`Deleting shipment "${shipment.container}" (1,200 units in transit). Continue?`)
      .waitFor();
    await answer(page, "Delete shipment");
    await page.getByText("Deleted", { exact: true }).waitFor();
    await gone(shipmentRow(page, shipment));
    expect(await shipmentOf(shipment.container)).toBeUndefined();
  });

  test("nothing yet offers to announce the first; a failed read keeps the skeleton and offers Retry", {
    tags: "exhaustive",
  }, async () => {
    const page = await open(here, here.executive, { path: "/not-here", mayLog: /500|Internal server error/ });
    const failing = await failingRead(page, "**/v1/app/catalogue**", catalogueAnswer([]));
    await page.goto("/intransit");
    await page.getByText("Internal server error, try again.").waitFor();
    expect(await table(page).getAttribute("aria-busy")).toBe("true");
    await failing.retry();
    await page.getByText("No containers are on their way.").waitFor();
    await openForm(page);
    await form(page).waitFor();
  });
});

describe("changing", () => {
  test("a manager changes the expected day and units that were not received; received units stay", async () => {
    const shipment = await announce([line(swaddle, 10), line(bib, 4)]);
    await receiveElsewhere(shipment, [line(swaddle, 6)]);
    const page = await openShipments({}, here.manager);
    await press(shipmentRow(page, shipment), `Edit ${shipment.container}`);
    const edit = dialog(page, "Edit");
    await edit.getByLabel("Expected Delivery").fill(addDays(day, 77));
    await edit.getByText(`${swaddle.p_id} · 6 received`).waitFor();
    await press(edit, `Remove ${bib.name}`);
    await retype(edit.getByLabel(`Quantity of ${swaddle.name}`), "8");
    await press(edit, "Save");
    await page.getByText("Saved", { exact: true }).waitFor();
    await shipmentRow(page, shipment)
      .getByText(dayText(addDays(day, 77)))
      .waitFor();
    await shipmentRow(page, shipment).getByText("6 of 8").waitFor();
  });

  test("where more was received than sent, the quantity sent stays as it was", { tags: "exhaustive" }, async () => {
    const shipment = await announce([line(swaddle, 10), line(bib, 10)]);
    await receiveElsewhere(shipment, [line(swaddle, 100)], { over: true, remarks: "Counted twice" });
    const page = await openShipments({}, here.manager);
    await press(shipmentRow(page, shipment), `Edit ${shipment.container}`);
    const edit = dialog(page, "Edit");
    await edit.getByText(`${swaddle.p_id} · 100 received`).waitFor();
    expect(await button(edit, `Less ${swaddle.name}`).isDisabled()).toBe(true);
    await edit.getByLabel(`Quantity of ${bib.name}`).fill("5");
    await press(edit, "Save");
    await page.getByText("Saved", { exact: true }).waitFor();
    expect((await shipmentOf(shipment.container))?.items.map(({ quantity }) => quantity)).toEqual([10, 5]);
  });

  test("an expected day that somebody else changed stays when products change", { tags: "exhaustive" }, async () => {
    const shipment = await announce([line(bib, 10)]);
    const page = await openShipments({}, here.manager);
    await press(shipmentRow(page, shipment), `Edit ${shipment.container}`);
    const edit = dialog(page, "Edit");
    await edit.getByLabel(`Quantity of ${bib.name}`).fill("5");
    const expected_delivery = addDays(day, 55);
    await here.manager.patch(`/v1/shipments/${shipment._id}`, { expected_delivery });
    await press(edit, "Save");
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(await shipmentOf(shipment.container)).toMatchObject({ expected_delivery, items: [{ quantity: 5 }] });
  });
});

describe("deleted by somebody else", () => {
  const options = { mayLog: /404|Resource not found|ERR_FAILED|No connection/ };
  const scanFinds = async (page: Page, { p_id }: { p_id: string }) => {
    await scan(page, p_id);
    await expect.poll(() => page.getByPlaceholder("Search (Container or product)").inputValue()).toBe(p_id);
  };

  test("while it is being received: this is announced, the counts stay until the dialog is closed, then a scan searches again", async () => {
    const cup = await newProduct("Sipper Cup");
    const shipment = await announce([line(cup, 10)]);
    const page = await openShipments(options);
    await openReceipt(page, shipment, "hub");
    await receivedOf(page, cup).fill("9");
    await here.manager.delete(`/v1/shipments/${shipment._id}`);
    await submit(page, "Receive 9 units");
    await receipt(page)
      .getByText(/not found/i)
      .waitFor();
    await gone(page.getByRole("row").filter({ hasText: shipment.container }));
    expect(await receivedOf(page, cup).inputValue()).toBe("9");
    await submit(page, "Cancel");
    await press(page, "Discard");
    await page.waitForURL((url) => !url.search.includes("do="));
    await scanFinds(page, bib);
  });

  test.each(["receive", "edit"])(
    "before a link to %s it is opened: that is shown, and the dialog is closed",
    { tags: "exhaustive" },
    async (name) => {
      const shipment = await announce([line(bib, 10)]);
      await here.manager.delete(`/v1/shipments/${shipment._id}`);
      const page = await openShipments({ ...options, path: `/intransit?do=${name}&id=${shipment._id}` }, here.manager);
      await page.getByText("Shipment not found. It may have been deleted.").waitFor();
      await page.waitForURL((url) => !url.search.includes("do="));
      await scanFinds(page, bib);
    },
  );
});

/** Texts of a part of the page that are cut off, or covered in part by something else. */
const cutTexts = (part: Locator): Promise<string[]> =>
  part.evaluate((root) => {
    root.scrollIntoView({ block: "center" });
    const own = [...root.querySelectorAll<HTMLElement>("*")].filter(
      (element) =>
        element.checkVisibility() && [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE),
    );
    const isCut = (element: HTMLElement): boolean => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const edges = [
        [left + 2, y],
        [right - 2, y],
        [x, top + 2],
        [x, bottom - 2],
      ] as const;
      return edges.some(([across, down]) => !element.contains(document.elementFromPoint(across, down)));
    };
    return own.filter((one) => one.scrollWidth > one.clientWidth + 1 || isCut(one)).map((one) => one.textContent);
  });

test("on a phone a card shows container, status, day and units; deleting is behind More; Receive is in reach", {
  tags: "exhaustive",
}, async () => {
  const cup = await newProduct("Sipper Cup");
  const name = unique("A container that came with a name far too long for a phone");
  const shipment = await announce([line(cup, 16)], -12, name);
  await receiveElsewhere(shipment, [line(cup, 2)]);
  const page = await openShipments({ phone: true });
  // The head stays one line.
  expect((await button(page, "Add In-Transit Stock").boundingBox())?.y).toBeGreaterThan(600);
  await page.setViewportSize({ width: 320, height: 700 });
  const card = shipmentRow(page, shipment);
  await card.getByText(dayText(addDays(day, -12))).waitFor();
  await card.getByText("2 of 16 units").waitFor();
  const status = card.getByText("IN-TRANSIT, 12 days late").locator("..");
  expect(await status.textContent()).toBe("IN-TRANSIT, 12 days latePartly received");
  expect(await cutTexts(status)).toEqual([]);
  expect(await button(card, /^Receive/).innerText()).toBe("Receive");
  expect(await cutTexts(button(card, /^Receive/).locator(".."))).toEqual([]);
  expect(await pageWidth(page)).toBe(320);
  expect(await button(page, /^Delete/).count()).toBe(0);
  await button(card, `Actions for ${shipment.container}`).tap();
  await button(dialog(page, shipment.container), "Delete").tap();
  await button(question(page), "Cancel").tap();
  await button(card, /container that came.*IN-TRANSIT/).tap();
  expect(await openedRows(page, shipment)).toContain(`${cup.name}${cup.p_id} | Sent 16 | Received 2 | Outstanding 14`);
  await expectAccessible(page);
  await button(card, /^Receive/).tap();
  await chooseHub(page);
  await button(receipt(page), `Less ${cup.name}`).tap();
  await expectAccessible(page);
  await submit(page, "Receive 13 units");
  await card.getByText("15 of 16 units").waitFor();
});
