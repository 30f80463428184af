// Create Picklist, in a real browser on the running product: a confirmed picklist is posted once.
import { describe, expect, test } from "vitest";
import { dayText } from "#shared/day.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { ean13, showBarcode } from "#tests/support/barcode.ts";
import { expectAccessible, hold, open, retype, scan } from "#tests/support/browser.ts";
import { today, unique } from "#tests/support/fixtures.ts";
import { linesOf } from "#tests/support/pdf.ts";
import { heldOf, ledgerOf, newWarehouse, setChannelWarehouses } from "#tests/support/stock.ts";
import {
  asTyped,
  button,
  capturePrint,
  closeBy,
  dialog,
  expectQuestion,
  focused,
  found,
  gone,
  heading,
  press,
  printed,
  question,
  row,
  searchEverything,
} from "#tests/web/page.ts";
import {
  addLine,
  chooseChannel,
  chooseProduct,
  draft,
  expectEmpty,
  expectProcessed,
  expectToast,
  expectTotals,
  here,
  newProduct,
  newQuantity,
  openPicklist,
  picklistsOf,
  productField,
  quantityOf,
  refused,
  save,
  saveProcessed,
  unanswered,
} from "./driver.ts";

describe("making one", () => {
  test("a picklist is made by search and scan, saved once, and shows where the server took its units", async () => {
    const [bib, towel] = await Promise.all([newProduct([30, 4, 10]), newProduct([0, 2, 9])]);
    const page = await openPicklist();
    await addLine(page, bib, 15);
    expect(await focused(page)).toBe("Product");
    for (const text of ["Delhi NCR × 4", "Bhiwandi × 10", "Bengaluru Hub × 1"])
      await row(page, bib.name).getByText(text).waitFor();
    await page.getByRole("columnheader", { name: "Breakdown" }).getByText("Preview").waitFor();

    await scan(page, towel.p_id);
    await expect.poll(() => focused(page)).toBe(`Quantity of ${towel.name}`);
    await scan(page, towel.p_id);
    await expect.poll(() => quantityOf(page, towel).inputValue()).toBe("2");
    await page.keyboard.type("3");
    await page.keyboard.press("Enter");
    await expectTotals(page, "2 lines, 18 units");
    expect(await focused(page)).toBe("Product");
    expect(await productField(page).inputValue()).toBe("");

    await chooseChannel(page, "Firstcry");
    await expect.poll(() => page.locator("h1 + *").textContent()).toBe("Firstcry");
    expect(await button(page, "Print").isDisabled()).toBe(true);
    await save(page);
    await expectToast(page, "Picklist Processed");
    await row(page, towel.name).getByText("Bhiwandi × 1").waitFor();
    expect(await page.getByText("Preview").count()).toBe(0);
    expect(await button(page, "Print").isEnabled()).toBe(true);
    const rows = await picklistsOf(bib);
    expect(rows.map(({ warehouse, quantity, channel }) => [warehouse.w_id, quantity, channel])).toEqual([
      ["DEL-02", 4, "firstcry"],
      ["MUM-03", 10, "firstcry"],
      ["BLR-01", 1, "firstcry"],
    ]);
    await page.getByText(`Number ${movementNumber(rows[0]?.movement ?? "")}`).waitFor();
    expect([await heldOf(here.manager, bib._id), await heldOf(here.manager, towel._id)]).toEqual([29, 8]);
  });

  test("what prevents saving is shown in the words of the specification, beside the field and as a toast", async () => {
    const bib = await newProduct([5]);
    const page = await openPicklist();
    await press(page, "Save");
    await expectToast(page, "Picklist empty, add items first");
    await expect.poll(() => page.getByText("Picklist empty, add items first").count()).toBe(2);
    await chooseProduct(page, bib);
    await newQuantity(page).fill("6");
    await press(page, "Add");
    await expectToast(page, "Out of stock (Avl. 5)");
    await page.getByRole("form").getByText("Out of stock (Avl. 5)").waitFor();
    await newQuantity(page).fill("5");
    await press(page, "Add");
    await press(page, `More ${bib.name}`);
    await expectToast(page, "Maximum stock reached (Avl. 5)");
    await row(page, bib.name).getByText("Maximum stock reached (Avl. 5)").waitFor();
    await quantityOf(page, bib).fill("50");
    await button(page, "Set to 5").waitFor();
    await row(page, bib.name).getByText("Maximum stock reached (Avl. 5)").waitFor();
    expect(await quantityOf(page, bib).inputValue()).toBe("50");
    await press(page, "Save");
    await expectToast(page, "Please select a channel");
    await expect.poll(() => focused(page)).toBe("Channel");
    await quantityOf(page, bib).fill("1");
    await expect.poll(() => button(page, `Less ${bib.name}`).isDisabled()).toBe(true);
    expect(await ledgerOf(here.manager, bib._id)).toEqual([5]);
  });

  test("a scanner that sends no end adds a unit from inside a quantity; other digits stay there, and no picklist can be saved with them", async () => {
    // A code of digits, as a barcode is.
    const cup = await newProduct([9], String(Date.now()));
    const page = await openPicklist();
    await addLine(page, cup, 2);
    const quantity = quantityOf(page, cup);
    await quantity.focus();
    const last = await scan(page, cup.p_id, { end: "none" });
    await expectTotals(page, "1 line, 3 units");
    // Its end comes late, and is not Enter in the quantity.
    await scan(page, "", { from: last + 0.3 });
    await expect.poll(() => focused(page)).toBe(`Quantity of ${cup.name}`);
    expect(await quantity.inputValue()).toBe("3");
    await quantity.focus();
    await scan(page, "8901234500009", { end: "none" });
    await row(page, cup.name).getByText("Maximum stock reached (Avl. 9)").waitFor();
    expect(await quantity.inputValue()).toMatch(/8901234500009$/);
    await chooseChannel(page, "Amazon");
    await press(page, "Save");
    await expectToast(page, "At most 10,00,000 of one product");
    await press(page, "Set to 9");
    await expectTotals(page, "1 line, 9 units");
  });

  test("a space that is held down still scrolls", { tags: "exhaustive" }, async () => {
    const page = await openPicklist();
    const isScrolled = () => {
      const key = { key: " ", repeat: true, bubbles: true, cancelable: true };
      return document.body.dispatchEvent(new KeyboardEvent("keydown", key));
    };
    for (const _ of [1, 2, 3]) expect(await page.evaluate(isScrolled)).toBe(true);
  });

  test("a scan into the search of everything is searched there and adds nothing; after that scans add again", {
    tags: "exhaustive",
  }, async () => {
    const bib = await newProduct([5]);
    const page = await openPicklist();
    await scan(page, bib.p_id);
    await expectTotals(page, "1 line, 1 unit");
    await searchEverything(page).waitFor();
    await page.keyboard.press("Control+k");
    await expect.poll(() => focused(page)).toBe("Search everything");
    await page.keyboard.type("users", { delay: 130 });
    await scan(page, bib.p_id);
    await found(page, bib.p_id).waitFor();
    await page.keyboard.press("Escape");
    await expectTotals(page, "1 line, 1 unit");
    await press(page, "Shortcuts");
    const help = dialog(page, "Keyboard shortcuts");
    await help.waitFor();
    await scan(page, bib.p_id);
    expect(await help.count()).toBe(1);
    await page.keyboard.press("Escape");
    await expectTotals(page, "1 line, 1 unit");
    await scan(page, bib.p_id);
    await expectTotals(page, "1 line, 2 units");
  });

  test("Back answers a question with no", async () => {
    const bib = await newProduct([5]);
    const page = await open(here, here.executive);
    await page.getByRole("link", { name: "Create Picklist" }).click();
    await productField(page).waitFor();
    await draft(page, bib, 2);
    await press(page, "Save");
    await expectQuestion(page, "Process picklist ?");
    await page.goBack();
    await gone(question(page));
    await quantityOf(page, bib).waitFor();
    expect(await picklistsOf(bib)).toEqual([]);
  });

  test("a scan before the products are loaded is added when they are", { tags: "exhaustive" }, async () => {
    const bib = await newProduct([5]);
    const page = await openPicklist();
    const know = await hold(page, "**/v1/app/catalogue**");
    // Removes the lists of the last visit.
    await page.addInitScript(() => {
      const { open } = IDBFactory.prototype;
      IDBFactory.prototype.open = function (name, version) {
        if (name.startsWith("lists ")) throw new DOMException("Blocked", "SecurityError");
        return open.call(this, name, version);
      };
    });
    await page.reload();
    await productField(page).waitFor();
    await scan(page, bib.p_id);
    await expectToast(page, `Looking for ${bib.p_id}`);
    know();
    await expectTotals(page, "1 line, 1 unit");
  });

  test("a draft survives a reload; Clear asks when something would be lost, and resets all", async () => {
    const bib = await newProduct([5]);
    const page = await openPicklist();
    await draft(page, bib, 2, "Jiomart");
    await page.reload();
    await expectTotals(page, "1 line, 2 units");
    await expect.poll(() => page.getByLabel("Channel").inputValue()).toBe("jiomart");
    await press(page, "Clear");
    await press(page, "Cancel");
    await expectTotals(page, "1 line, 2 units");
    await press(page, "Clear");
    await press(page, "Clear picklist");
    await expectEmpty(page);
    expect(await page.getByLabel("Channel").inputValue()).toBe("");
    await expect.poll(() => focused(page)).toBe("Product");
  });
});

describe("after it was processed", () => {
  test("a change makes it a draft again, undoing the change restores it, and saving it again asks and posts once more", async () => {
    const bib = await newProduct([20]);
    const page = await openPicklist();
    await draft(page, bib, 4);
    await saveProcessed(page);
    await press(page, `More ${bib.name}`, "Saving takes its 1 line from stock once more.");
    expect(await button(page, "Print").isDisabled()).toBe(true);
    await press(page, "Undo changes");
    await expectProcessed(page);
    expect(await quantityOf(page, bib).inputValue()).toBe("4");
    await save(page, "This picklist is processed already, proceed anyway?", "Process again");
    await expect.poll(async () => (await picklistsOf(bib)).map(({ quantity }) => quantity)).toEqual([4, 4]);
    await expectProcessed(page);
    // Nothing is lost, so no question is asked.
    await press(page, "Clear");
    await expectEmpty(page);
  });

  test("it prints with its channel, number and total, with a page title that is restored afterwards", async () => {
    const bib = await newProduct([20, 3]);
    const page = await openPicklist();
    await draft(page, bib, 4, "SND App");
    await saveProcessed(page);
    const before = await page.title();
    await capturePrint(page);
    await press(page, "Print");
    const day = dayText(today());
    expect(await printed(page)).toMatchObject({ title: `Picklist SND App ${day}` });
    await page.emulateMedia({ media: "print" });
    const printout = page.locator("[data-print]");
    const number = movementNumber((await picklistsOf(bib))[0]?.movement ?? "");
    for (const text of ["Picklist SND App", "The executive", day, number, "1 line, 4 units"])
      await printout.getByText(text, { exact: true }).first().waitFor();
    const heads = ["S.No", "Image", "Product Name", "Quantity", "Breakdown", "Remark"];
    expect(await printout.getByRole("columnheader").allTextContents()).toEqual(heads);
    expect(await printout.getByRole("cell").nth(4).innerText()).toBe("Delhi NCR × 3\nBengaluru Hub × 1");
    expect(await heading(page, "Create Picklist").isVisible()).toBe(false);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await expect.poll(() => page.title()).toBe(before);
  });
});

test("on paper no large number is broken, and no long code overlaps its name", { tags: "exhaustive" }, async () => {
  const bib = await newProduct([999_999], unique("L".repeat(60)));
  const page = await openPicklist();
  await addLine(page, bib, 1);
  await quantityOf(page, bib).focus();
  // Faster, with Enter behind it, it would be a scan.
  await page.keyboard.type("999999", { delay: 150 });
  await page.keyboard.press("Enter");
  const code = page.getByTitle(bib.p_id, { exact: true });
  const name = page.getByTitle(bib.name, { exact: true });
  const [left, right] = [await code.boundingBox(), await name.boundingBox()];
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0);
  await chooseChannel(page, "Jiomart");
  await saveProcessed(page);
  const [lines = []] = await linesOf(await page.pdf());
  expect(lines).toContain("9,99,999");
  expect(lines.some((text) => text.endsWith("× 9,99,999"))).toBe(true);
});

test("nothing is taken for a channel that has lost its only warehouse until others are ticked, or a manager chooses all", async () => {
  const bib = await newProduct([30, 4]);
  const only = await newWarehouse(here.manager, "KOL-09", "Kolkata");
  const message = "No warehouse is left for Website: choose from which to take";
  // Saved without a network while the channel took from all.
  const waiting = await openPicklist({ mayLog: new RegExp(`${unanswered.source}|${refused.source}`) });
  await draft(waiting, bib, 2, "Website");
  await waiting.waitForLoadState("networkidle");
  await waiting.context().setOffline(true);
  await save(waiting);
  await expectEmpty(waiting);
  await setChannelWarehouses(here.manager, "snd-website", [only]);
  await here.manager.delete(`/v1/warehouses/${only}`);
  await waiting.context().setOffline(false);
  await waiting.getByRole("link", { name: "1 refused" }).click();
  await waiting.getByRole("region", { name: "Refused (1)" }).getByText(message).waitFor();
  await press(waiting, "Open");
  await button(waiting, "From: No warehouse").waitFor();

  const page = await openPicklist({}, here.manager);
  await chooseChannel(page, "Website");
  await page.getByRole("form").getByText(message).waitFor();
  await expectAccessible(page);
  await chooseChannel(page, "Jiomart");
  await draft(page, bib, 3, "Website");
  await row(page, bib.name).getByText("Out of stock (Avl. 0), 34 in other warehouses").waitFor();
  await press(page, "Save");
  await expectToast(page, message);
  expect(await focused(page)).toBe("From: No warehouse");
  await press(page, "From: No warehouse");
  const choice = dialog(page, "Take from");
  await choice.getByRole("status").getByText(message).waitFor();
  await closeBy(choice, "Use");
  await press(page, "Save");
  await expectToast(page, message);
  expect(await heldOf(here.manager, bib._id)).toBe(34);

  await press(page, "From: No warehouse");
  await choice.getByLabel("Delhi NCR").check();
  await press(choice, "Use");
  await saveProcessed(page);
  await row(page, bib.name).getByText("Delhi NCR × 3").waitFor();
  await press(page, "Clear");
  await expectEmpty(page);
  await chooseChannel(page, "Website");
  await press(page, "From: No warehouse");
  await press(choice, "Always for Website");
  await button(page, "From: All warehouses").waitFor();

  // The one that was refused takes from what has been chosen.
  await waiting.reload();
  await button(waiting, "From: All warehouses").waitFor();
  await saveProcessed(waiting);
  expect(await heldOf(here.manager, bib._id)).toBe(29);
});

test("a picklist is taken from chosen warehouses in their order, always for a channel if a manager says so, and every sheet and copy says so", async () => {
  const bib = await newProduct([30, 4, 10]);
  const page = await openPicklist({}, here.manager);
  await press(page, "From: All warehouses");
  const choice = dialog(page, "Take from");
  await choice.getByLabel("Bhiwandi").check();
  await choice.getByLabel("Bengaluru Hub").check();
  await choice.getByLabel("2. Bengaluru Hub (BLR-01)").waitFor();
  await expectAccessible(page);
  await press(choice, "Use");
  expect(await page.getByText("Choose a product").count()).toBe(0);
  await chooseChannel(page, "Firstcry");
  await chooseProduct(page, bib);
  await newQuantity(page).fill("41");
  await press(page, "Add");
  await expectToast(page, "Out of stock (Avl. 40), 4 in other warehouses");
  await newQuantity(page).fill("12");
  await press(page, "Add");
  await row(page, bib.name).getByText("Bhiwandi × 10").waitFor();
  await row(page, bib.name).getByText("Bengaluru Hub × 2").waitFor();
  await press(page, "From: Bhiwandi, then Bengaluru Hub");
  await closeBy(choice, "Always for Firstcry");
  await page.reload();
  await button(page, "From: Bhiwandi, then Bengaluru Hub").waitFor();
  await press(page, "Save");
  await expectQuestion(page, "Firstcry, from Bhiwandi, then Bengaluru Hub: 1 line, 12 units");
  await press(page, "Process picklist");
  await expectProcessed(page);
  await row(page, bib.name).getByText("Bhiwandi × 10").waitFor();
  await capturePrint(page);
  await press(page, "Print");
  expect((await printed(page)).paper).toContain("Bhiwandi, then Bengaluru Hub");
  await page.evaluate(() => delete document.body.dataset.paper);

  // Somebody else without a network starts with what is remembered of the channel, and the waiting picklist keeps it.
  const other = await openPicklist({ mayLog: unanswered });
  await draft(other, bib, 1, "Firstcry");
  await button(other, "From: Bhiwandi, then Bengaluru Hub").waitFor();
  await row(other, bib.name).getByText("Bengaluru Hub × 1").waitFor();
  await other.waitForLoadState("networkidle");
  await other.context().setOffline(true);
  await save(other);
  await expectEmpty(other);
  await setChannelWarehouses(here.manager, "firstcry", []);
  await other.getByRole("link", { name: "1 waiting" }).click();
  await other.getByText("1 line, 1 unit from Bhiwandi, then Bengaluru Hub.").waitFor();
  await other.context().setOffline(false);
  await expect
    .poll(async () => (await picklistsOf(bib)).map(({ warehouse, quantity }) => [warehouse.w_id, quantity]))
    .toEqual([
      ["BLR-01", 1],
      ["MUM-03", 10],
      ["BLR-01", 2],
    ]);

  const { movement = "" } = (await picklistsOf(bib))[1] ?? {};
  await page.getByRole("link", { name: "Past picklists" }).click();
  await row(page, movementNumber(movement)).click();
  const record = dialog(page, `Picklist ${movementNumber(movement)}`);
  await record.getByText("Bhiwandi, then Bengaluru Hub").waitFor();
  await press(record, "Print");
  expect((await printed(page)).paper).toContain("Bhiwandi, then Bengaluru Hub");
  await press(record, "Copy to a new picklist");
  await button(page, "From: Bhiwandi, then Bengaluru Hub").waitFor();
  // Another channel starts with its own.
  await chooseChannel(page, "Jiomart");
  await button(page, "From: All warehouses").waitFor();
  await row(page, bib.name).getByText("Delhi NCR × 4").waitFor();
});

describe("on a phone", () => {
  test("what the camera reads three times is added, announced and counted by large buttons, without another host", async () => {
    const bib = await newProduct([1_500], "8900000411030");
    const page = await open(here, here.executive, { phone: true });
    const hosts: string[] = [];
    page.on("request", (request) => hosts.push(new URL(request.url()).host));
    await page.addInitScript(showBarcode, ean13("8900000411030"));
    await page.goto("/picklist");
    await press(page, "Product: Search name or P.ID");
    await page.getByLabel("Search products").fill(asTyped(bib.p_id));
    await page.getByRole("option").filter({ hasText: bib.p_id }).click();
    await retype(newQuantity(page), "1233");
    await press(page, "Add");
    await chooseChannel(page, "Amazon");
    await press(page, "Scan", `${bib.name} × 1,234`);
    await press(page, `More ${bib.name}`);
    await dialog(page).getByText("1 line, 1,235 units").waitFor();
    await dialog(page).getByLabel(`Quantity of ${bib.name}`).tap();
    await page.keyboard.type("1236");
    await dialog(page).getByText("1 line, 1,236 units").waitFor();
    await expectAccessible(page);
    await press(page, "Done");
    expect(await page.getByText("Preview").count()).toBe(1);
    const box = await button(page, `More ${bib.name}`).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(48);
    await save(page);
    await button(page, "Print").and(page.locator(":enabled")).waitFor();
    expect((await picklistsOf(bib)).map(({ quantity }) => quantity)).toEqual([1_236]);
    expect(new Set(hosts)).toEqual(new Set([new URL(here.site).host, new URL(here.api).host]));
  });

  test("a code of a scanner while the camera is open counts like one it reads", { tags: "exhaustive" }, async () => {
    const bib = await newProduct([5]);
    const page = await openPicklist({ phone: true });
    await page.evaluate(showBarcode, "");
    await press(page, "Scan", "Hold a barcode");
    await scan(page, bib.p_id);
    await page.getByText(`${bib.name} × 1`, { exact: true }).waitFor();
    await press(page, "Done");
    await expectTotals(page, "1 line, 1 unit");
  });

  test("a camera without a decoder is turned off again", { tags: "exhaustive" }, async () => {
    const page = await open(here, here.executive, { phone: true, mayLog: /Camera|ERR_|wasm|ArrayBuffer/ });
    await page.addInitScript(showBarcode, ean13("8900000411030"));
    await page.addInitScript(() => {
      const { mediaDevices } = navigator;
      const { getUserMedia } = mediaDevices;
      mediaDevices.getUserMedia = async () => Object.assign(globalThis, { given: await getUserMedia() }).given;
    });
    await page.route(/\.wasm$/, (route) => route.abort());
    await page.goto("/picklist");
    await press(page, "Scan", "The camera cannot be used here. Search instead.");
    expect(await page.evaluate("given.active")).toBe(false);
  });
});

test.each([false, true])(
  "refused and processed it is accessible (phone: %s)",
  { tags: "exhaustive" },
  async (phone) => {
    const bib = await newProduct([9]);
    const page = await openPicklist({ phone });
    await scan(page, bib.p_id);
    await quantityOf(page, bib).fill("50");
    await page.getByRole("main").getByText("Maximum stock reached (Avl. 9)").waitFor();
    await expectAccessible(page);
    await press(page, "Set to 9");
    await chooseChannel(page, "Amazon");
    await saveProcessed(page);
    await expectAccessible(page);
  },
);
