// Receiving a container, in a real browser on the running product: each unit once.
import { expect, test } from "vitest";
import { open, recordPosts, retype, scan } from "#tests/support/browser.ts";
import { heldOf, ledgerOf } from "#tests/support/stock.ts";
import { answer, button, dialog, focused, gone, press, question, row, undoBar } from "#tests/web/page.ts";
import {
  announce,
  changeElsewhere,
  chooseHub,
  here,
  line,
  newProduct,
  openedRows,
  openReceipt,
  openShipments,
  receipt,
  receivedOf,
  receiveElsewhere,
  shipmentOf,
  shipmentRow,
  showReceived,
  submit,
  submitted,
} from "./driver.ts";

test("all that is outstanding is received by Receive, a warehouse and one more press; Undo takes it back", async () => {
  const cup = await newProduct("Sipper Cup");
  const shipment = await announce([line(cup, 120)]);
  const page = await openShipments();
  await showReceived(page);
  await openReceipt(page, shipment);
  await receipt(page).getByText("Nothing will remain").waitFor();
  await chooseHub(page);
  await submit(page, "Receive 120 units");
  await page.getByText("Stock updated successfully").waitFor();
  await gone(receipt(page));
  await shipmentRow(page, shipment).getByText("RECEIVED").waitFor();
  expect(await button(shipmentRow(page, shipment), /^Receive/).count()).toBe(0);
  expect(await ledgerOf(here.manager, cup._id)).toEqual([120]);
  await undoBar(page).getByText(`${shipment.container}: 120 × Sipper Cup into Bengaluru Hub`).waitFor();
  await press(undoBar(page), "Undo", "Undone: 120 × Sipper Cup out of Bengaluru Hub");
  await shipmentRow(page, shipment).getByText("IN-TRANSIT").waitFor();
  expect(await ledgerOf(here.manager, cup._id)).toEqual([-120, 120]);
  const ledger = await open(here, here.manager, { path: "/transactions" });
  await row(ledger, "Sipper Cup").last().click();
  await dialog(ledger, "Sipper Cup").getByText(shipment.container).waitFor();
});

test("codes scanned without a pause count a unit each, and the next digit replaces the units of the last", async () => {
  const [cup, ring] = await Promise.all([newProduct("Sipper Cup"), newProduct("Teether Ring")]);
  const shipment = await announce([line(cup, 100), line(ring, 70)]);
  const page = await openShipments();
  await openReceipt(page, shipment);
  await press(receipt(page), "All to 0");
  // The codes wait in the browser, and no paint comes between them.
  const isBusy = page.evaluate(() => {
    const until = performance.now() + 500;
    while (performance.now() < until);
  });
  await Promise.all([isBusy, scan(page, cup.p_id), scan(page, ring.p_id), scan(page, cup.p_id)]);
  await receipt(page).getByText("167 units of 2 products will remain in transit").waitFor();
  expect(await receivedOf(page, ring).inputValue()).toBe("1");
  await expect.poll(() => focused(page)).toBe(`Received of ${cup.name}`);
  await page.keyboard.press("7");
  await expect.poll(() => receivedOf(page, cup).inputValue()).toBe("7");
});

test("a line that is wrong has the focus when Receive is pressed", async () => {
  const [cup, ring, bib] = await Promise.all([newProduct("Sipper Cup"), newProduct("Teether Ring"), newProduct("Bib")]);
  const shipment = await announce([line(cup, 10), line(ring, 7), line(bib, 5)]);
  const page = await openShipments();
  await openReceipt(page, shipment, "hub");
  await receivedOf(page, bib).fill("");
  await submit(page, /^Receive/);
  await expect.poll(() => focused(page)).toBe(`Received of ${bib.name}`);
});

test("a container is received line by line in two receipts; what will remain is shown, and 0 is not received now", async () => {
  const [cup, ring] = await Promise.all([newProduct("Sipper Cup"), newProduct("Teether Ring")]);
  const shipment = await announce([line(cup, 100), line(ring, 70)]);
  const page = await openShipments();
  await openReceipt(page, shipment, "hub");
  await press(receipt(page), "All to 0");
  await submit(page, /^Receive 0/);
  await receipt(page).getByText("Nothing to receive").waitFor();
  await retype(receivedOf(page, cup), "95");
  await receipt(page).getByText("75 units of 2 products will remain in transit").waitFor();
  await receipt(page).getByText(`${cup.p_id} · 100 outstanding, 5 remain`).waitFor();
  await submit(page, "Receive 95 units");
  await shipmentRow(page, shipment).getByText("95 of 170").waitFor();
  await openReceipt(page, shipment);
  expect([await receivedOf(page, cup).inputValue(), await receivedOf(page, ring).inputValue()]).toEqual(["5", "70"]);
  await chooseHub(page);
  await submitted(page, "Receive 75 units");
  // It is no longer in transit.
  await gone(shipmentRow(page, shipment));
  expect([await ledgerOf(here.manager, cup._id), await ledgerOf(here.manager, ring._id)]).toEqual([[5, 95], [70]]);
});

test("more than is outstanding needs a remark and a confirmation", async () => {
  const cup = await newProduct("Sipper Cup");
  const shipment = await announce([line(cup, 10)]);
  const page = await openShipments();
  const sent = recordPosts(page);
  await openReceipt(page, shipment, "hub");
  await receivedOf(page, cup).fill("12");
  await receipt(page).getByText("10 outstanding, 2 over").waitFor();
  await submit(page, "Receive 12 units");
  await receipt(page).getByRole("alert").getByText("Say why more was received").waitFor();
  await receipt(page).getByLabel("Remarks").fill("two more in the box");
  await submit(page, "Receive 12 units");
  await question(page, "More than is outstanding").getByText(`${cup.name}: 12 counted, 10 outstanding`).waitFor();
  await answer(page, "Cancel");
  expect(sent).toEqual([]);
  await submit(page, "Receive 12 units");
  await answer(page, "Receive more");
  await gone(receipt(page));
  expect(sent[0]?.body).toMatchObject({ over: true, remarks: "two more in the box" });
  expect(await heldOf(here.manager, cup._id)).toBe(12);
});

test("the rest is closed short with a reason, also when nothing more is received; taken back, all can be received", async () => {
  const cup = await newProduct("Sipper Cup");
  const shipment = await announce([line(cup, 10)]);
  const page = await openShipments();
  await showReceived(page);
  await openReceipt(page, shipment);
  await press(receipt(page), "All to 0");
  await receipt(page).getByLabel("Close short").check();
  await receipt(page).getByText("10 units of 1 product will be closed short").waitFor();
  await submit(page, "Close short");
  await receipt(page).getByRole("alert").getByText("Required").waitFor();
  await receipt(page).getByLabel("Reason").fill("Crushed at the port");
  await submitted(page, "Close short");
  await shipmentRow(page, shipment).getByText("0 of 10").waitFor();
  await shipmentRow(page, shipment).getByRole("button", { name: shipment.container, exact: true }).click();
  await page.getByText("Closed short: Crushed at the port").waitFor();
  expect(await ledgerOf(here.manager, cup._id)).toEqual([]);
  await press(undoBar(page), "Undo", `Undone: ${shipment.container}: closed short`);
  // Chosen again, all units can still be received without a reason.
  await openReceipt(page, shipment, "hub");
  await receivedOf(page, cup).fill("8");
  await receipt(page).getByLabel("Close short").check();
  await receivedOf(page, cup).fill("10");
  await submitted(page, "Receive 10 units");
  expect(await ledgerOf(here.manager, cup._id)).toEqual([10]);
});

test("what somebody else has received meanwhile is shown beside the line", async () => {
  const [cup, ring] = await Promise.all([newProduct("Sipper Cup"), newProduct("Teether Ring")]);
  const shipment = await announce([line(ring, 5), line(cup, 20)]);
  const page = await openShipments({ mayLog: /422|Unable to process/ });
  await openReceipt(page, shipment, "hub");
  await receiveElsewhere(shipment, [line(cup, 15)]);
  await submit(page, "Receive 25 units");
  const shownLine = receipt(page).getByRole("listitem").filter({ hasText: cup.name });
  await shownLine.getByText("More than the 5 outstanding").waitFor();
  await shownLine.getByText("5 outstanding, 15 over").waitFor();
  await expect.poll(() => focused(page)).toBe(`Received of ${cup.name}`);
  await receivedOf(page, cup).fill("5");
  await submitted(page, "Receive 10 units");
  expect(await ledgerOf(here.manager, cup._id)).toEqual([5, 15]);
});

test("units of a deleted product are not shown in transit; a container of nothing else is closed short", async () => {
  const [cup, ring] = await Promise.all([newProduct("Sipper Cup"), newProduct("Teether Ring")]);
  const both = await announce([line(ring, 5), line(cup, 10)]);
  const only = await announce([line(ring, 7)]);
  await here.manager.delete(`/v1/products/${ring._id}`);
  const page = await openShipments();
  await showReceived(page);
  await shipmentRow(page, both).getByRole("button", { name: both.container, exact: true }).click();
  await expect
    .poll(() => openedRows(page, both))
    .toContain(`${ring.name}${ring.p_id} · product deleted, 5 will be closed short at the next receipt | 5 | 0 | 0`);
  expect(await openedRows(page, both)).toContain(`${cup.name}${cup.p_id} | 10 | 0 | 10`);
  await openReceipt(page, both);
  await receipt(page).getByText("10 units of 1 product outstanding").waitFor();
  await receipt(page).getByText("Nothing will remain").waitFor();
  const shownLine = receipt(page).getByRole("listitem").filter({ hasText: ring.name });
  await shownLine.getByText(`${ring.p_id} · product deleted, 5 will be closed short at the next receipt`).waitFor();
  expect(await receivedOf(page, ring).count()).toBe(0);
  await chooseHub(page);
  await submit(page, "Receive 10 units");
  await shipmentRow(page, both).getByText("RECEIVED").waitFor();
  await press(shipmentRow(page, only), `Delete ${only.container}`);
  await question(page).getByText("(0 units in transit)").waitFor();
  await answer(page, "Cancel");
  await openReceipt(page, only);
  await submit(page, "Close short");
  await shipmentRow(page, only).getByText("RECEIVED").waitFor();
  expect(await shipmentOf(only.container)).toMatchObject({ closed_short: "Product deleted", items: [{ closed: 7 }] });
});

test("a quantity typed before its product was deleted no longer counts", { tags: "exhaustive" }, async () => {
  const [cup, ring] = await Promise.all([newProduct("Sipper Cup"), newProduct("Teether Ring")]);
  const shipment = await announce([line(ring, 5), line(cup, 10)]);
  const page = await openShipments();
  await showReceived(page);
  await openReceipt(page, shipment);
  await receivedOf(page, ring).fill("4");
  await here.manager.delete(`/v1/products/${ring._id}`);
  await page.reload();
  await gone(receivedOf(page, ring));
  await chooseHub(page);
  await submit(page, "Receive 10 units");
  await shipmentRow(page, shipment).getByText("RECEIVED").waitFor();
  expect(await ledgerOf(here.manager, cup._id)).toEqual([10]);
});

test("counts stay when a reload restores the form and reads its container again", { tags: "exhaustive" }, async () => {
  const [cup, ring, bib] = await Promise.all([
    newProduct("Sipper Cup"),
    newProduct("Teether Ring"),
    newProduct("Terry Bib"),
  ]);
  const shipment = await announce([line(cup, 10), line(ring, 20)]);
  const page = await openShipments({ mayLog: /422|Unable to process/ });
  await openReceipt(page, shipment, "hub");
  await page.reload();
  await receipt(page).waitFor();
  await receivedOf(page, cup).fill("9");
  await receivedOf(page, ring).fill("18");
  await receiveElsewhere(shipment, [line(cup, 2)]);
  await changeElsewhere(shipment, [line(cup, 10), line(ring, 20), line(bib, 5)]);
  await submit(page, "Receive 27 units");
  const shownLine = receipt(page).getByRole("listitem").filter({ hasText: cup.name });
  await shownLine.getByText(`${cup.p_id} · 8 outstanding`).waitFor();
  await shownLine.getByText("More than the 8 outstanding").waitFor();
  await receipt(page)
    .getByText("2 units of 1 product will remain in transit; 5 units added meanwhile will remain in transit")
    .waitFor();
  expect([await receivedOf(page, cup).inputValue(), await receivedOf(page, ring).inputValue()]).toEqual(["9", "18"]);
  await receivedOf(page, cup).fill("8");
  await submitted(page, "Receive 26 units");
  expect([await heldOf(here.manager, cup._id), await heldOf(here.manager, ring._id)]).toEqual([10, 18]);
});

test("a Close short refused late, then corrected, closes nothing added meanwhile", { tags: "exhaustive" }, async () => {
  const [cup, ring] = await Promise.all([newProduct("Sipper Cup"), newProduct("Teether Ring")]);
  const shipment = await announce([line(cup, 10)]);
  const page = await openShipments({ mayLog: /ERR_|No connection|422|Unable to process/ });
  await openReceipt(page, shipment);
  await page.context().setOffline(true);
  await chooseHub(page);
  await receivedOf(page, cup).fill("8");
  await receipt(page).getByLabel("Close short").check();
  await receipt(page).getByLabel("Reason").fill("Crushed at the port");
  await submitted(page, "Receive 8 units");
  await changeElsewhere(shipment, [line(cup, 10), line(ring, 100)]);
  await receiveElsewhere(shipment, [line(cup, 4)]);
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "1 refused" }).click();
  await press(page, "Open");
  await receipt(page).getByText("More than the 6 outstanding").waitFor();
  await receivedOf(page, cup).fill("6");
  await receipt(page).getByText("100 units added meanwhile will remain in transit", { exact: true }).waitFor();
  await submitted(page, "Receive 6 units");
  const items = [{ received: 10 }, { product: { in_transit: 100 } }];
  expect(await shipmentOf(shipment.container)).toMatchObject({ received: false, items });
});

test("a receipt whose container was deleted meanwhile opens with its counts", { tags: "exhaustive" }, async () => {
  const cup = await newProduct("Sipper Cup");
  const shipment = await announce([line(cup, 10)]);
  const page = await openShipments({ mayLog: /ERR_|No connection|404|Resource not found/ });
  await openReceipt(page, shipment);
  await page.context().setOffline(true);
  await chooseHub(page);
  await submitted(page, "Receive 10 units");
  await here.manager.delete(`/v1/shipments/${shipment._id}`);
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "1 refused" }).click();
  await press(page, "Open");
  await dialog(page, "Receive a deleted shipment").getByText("Resource not found, invalid request").waitFor();
});
