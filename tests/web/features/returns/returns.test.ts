// Returns in a real browser on the running product: a file is taken, parcels are scanned and received, and claims said.
import { expect, test } from "vitest";
import type { Channel } from "#shared/channel.ts";
import { addDays } from "#shared/day.ts";
import type { Return } from "#shared/return.ts";
import { conditionLabel } from "#shared/return-label.ts";
import { type Condition, conditions } from "#shared/return-units.ts";
import { expectAccessible, open, scan } from "#tests/support/browser.ts";
import { today } from "#tests/support/fixtures.ts";
import { applyAll, csv, previewOf } from "#tests/support/imports.ts";
import { png } from "#tests/support/picture.ts";
import { createProduct, newWarehouse, placesOf } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { countedActions, frequentJob } from "#tests/web/frequent-job.ts";
import { answer, applyRows, button, dialog, field, gone, press, row, rows, undoBar } from "#tests/web/page.ts";

const here = await world();
const day = today();
const hub = await newWarehouse(here.manager, "BLR-01", "Bengaluru Hub");
const bin = (await here.manager.post("/v1/warehouses", { w_id: "BIN", name: "Unsellable", not_for_picking: "yes" }))
  .body._id;
const bib = await createProduct(here.manager, { name: "Terry Bib" });
const heads = ["Return ID", "Order ID", "SKU", "Quantity", "Return Type", "Tracking ID", "Return Requested Date"];
const file = csv([
  heads,
  ...[1, 2, 3].map((n) => [`RT-${n}`, `OD-${n}`, bib.p_id, 1, "customer_return", `FMPR-${n}`, day]),
]);
const listed = async (): Promise<Return[]> => (await here.executive.get(`/v1/returns?start=${day}&end=${day}`)).body;
const heldIn = async (place: string) => (await placesOf(here.manager, bib._id))[place] ?? 0;

test("a returns file is taken, settings make claims of what is damaged, and their states are said", async () => {
  const page = await open(here, here.manager, { path: "/returns/import?channel=flipkart" });
  await field(page, "Sheet").setInputFiles({ name: "returns.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await applyRows(page, 3);
  await page.getByRole("link", { name: "To Returns" }).click();
  await rows(page).first().waitFor();
  await page.getByText("No claims of Flipkart are listed until their days are set in Settings.").waitFor();
  await press(page, "Settings");
  const settings = dialog(page, "Returns and claims");
  await field(settings, "Damaged units go to").selectOption({ label: "Unsellable (BIN)" });
  const flipkart = settings.getByRole("group", { name: "Flipkart" });
  for (const [at, days] of (await flipkart.getByRole("textbox").all()).entries())
    await days.fill(["30", "20", "19"][at] ?? "");
  await press(settings, "Save", "Ends before they are lost");
  await flipkart.getByLabel("Days for Claims of Lost Parcels").fill("45");
  await expectAccessible(page);
  await press(settings, "Save");
  await gone(settings);
  await here.executive.post("/v1/returns", {
    return: (await listed()).find(({ reference }) => reference === "RT-3")?._id,
    damaged: 1,
    warehouse: hub,
  });
  await page.reload();
  await row(page, "RT-3").getByText("Damaged 1: To file").waitFor();
  // What ends first stands first.
  expect(await rows(page).first().textContent()).toContain("RT-3");
  await press(row(page, "RT-3"), /^Details/);
  const claims = dialog(page, "Details of RT-3");
  await claims.getByText(`last day ${addDays(day, 30).split("-").reverse().join("-")}`).waitFor();
  await field(claims, "State").selectOption("Filed");
  await press(claims, "Save");
  await expect
    .poll(async () => (await listed()).find(({ reference }) => reference === "RT-3")?.claims[0]?.state)
    .toBe("filed");
});

/** Everything of the channel comes from a file of 200 lines; each parcel of it is scanned, and what was found is one press. */
const receive = async (channel: Channel, found: Record<Condition, number>) => {
  const product = await createProduct(here.manager);
  const { channels, edits } = (await here.manager.get("/v1/returns/settings")).body;
  const days = { claim_days: 30, lost_after: 20, lost_claim_days: 45 };
  const settings = { channels: { ...channels, [channel]: days }, unsellable: bin, edits };
  expect((await here.manager.send("PUT", "/v1/returns/settings", settings)).status).toBe(200);
  const numbers = Array.from({ length: 200 }, (_, at) => `${channel}-${at}`);
  const lines = numbers.map((number) => [
    number,
    `OD-${number}`,
    product.p_id,
    1,
    "courier_return",
    `AWB-${number}`,
    day,
  ]);
  await applyAll(
    here.executive,
    (await previewOf(here.executive, "returns", csv([heads, ...lines]), { channel })).body._id,
  );
  const page = await open(here, here.executive, { path: `/returns?channel=${channel}` });
  await page.evaluate((warehouse) => localStorage.setItem("warehouse", warehouse), hub);
  await page.reload();
  await page.getByText("200 units expected").waitFor();
  const { act, count } = countedActions();
  const parcels = conditions.flatMap((condition) => Array<Condition>(found[condition]).fill(condition));
  for (const [at, condition] of parcels.entries()) {
    await scan(page, `AWB-${numbers[at]}`);
    const receipt = dialog(page, `Receive ${numbers[at]}`);
    await act(press(receipt, conditionLabel(condition)));
    await gone(receipt);
  }
  const left = 200 - parcels.length;
  await page.getByText(`${left} units expected`).waitFor();
  expect(count()).toBe(parcels.length);
  expect(await placesOf(here.manager, product._id)).toEqual({ [hub]: found.good, [bin]: found.damaged });
  const own = (await listed()).filter((one) => one.channel === channel);
  expect(own.filter(({ state }) => state === "expected")).toHaveLength(left);
  const claims = own.flatMap((one) => one.claims.map(({ cause, last_day }) => [cause, last_day]));
  const due = addDays(day, 30);
  expect(claims.sort()).toEqual(
    (["damaged", "missing", "wrong"] as const).flatMap((cause) =>
      Array.from({ length: found[cause] }, () => [cause, due]),
    ),
  );
};

test("of a file of 200 lines each parcel takes one scan and one press, and stock, claims and what is expected follow", () =>
  receive("firstcry", { good: 3, damaged: 2, wrong: 1, missing: 1 }));
test("so do 60 parcels", { tags: "exhaustive", timeout: 600_000 }, () =>
  receive("jiomart", { good: 40, damaged: 12, wrong: 5, missing: 3 }),
);

test("a parcel takes one scan and one press, also without a network, and Undo takes it back; scanned again it is asked about", async () => {
  const page = await open(here, here.executive, { path: "/returns", mayLog: /ERR_|No connection|409|Duplicate/ });
  await page.evaluate((warehouse) => localStorage.setItem("warehouse", warehouse), hub);
  await page.reload();
  await rows(page).first().waitFor();
  const job = frequentJob("Receive a return");
  const receipt = dialog(page, "Receive RT-1");
  job.tell("Scan the parcel, the order or the product.");
  await scan(page, "FMPR-1");
  await receipt.waitFor();
  await expectAccessible(page);
  await job.picture(receipt);
  await job.act(press(receipt, "Good"), "Press Good, or what else became of it.");
  await gone(receipt);
  job.expectAsStated();
  await expect.poll(() => heldIn(hub)).toBe(1);
  await press(undoBar(page), "Undo", "Undone");
  await expect.poll(() => heldIn(hub)).toBe(0);
  await page.context().setOffline(true);
  await scan(page, "OD-2");
  await press(dialog(page, "Receive RT-2"), "Damaged");
  await gone(dialog(page, "Receive RT-2"));
  await page.context().setOffline(false);
  await expect.poll(() => heldIn(bin)).toBe(2);
  await scan(page, "FMPR-2");
  await press(dialog(page, "Receive RT-2"), "Good");
  await answer(page, "Add it all the same", "The executive has received 1 of it");
  await gone(dialog(page, "Receive RT-2"));
  await expect.poll(() => heldIn(hub)).toBe(1);
});

test("a parcel that nobody knows is received by its scanned number, and is in the list with its photo", async () => {
  const page = await open(here, here.executive, { path: "/returns" });
  await rows(page).first().waitFor();
  await scan(page, "AWB-UNKNOWN-9");
  const form = dialog(page, "Receive a return");
  expect(await field(form, "Return or tracking number (Optional)").inputValue()).toBe("AWB-UNKNOWN-9");
  await field(form, "Channel").selectOption("Amazon");
  await field(form, "Good units go to").selectOption({ label: "Bengaluru Hub (BLR-01)" });
  const picture = { mimeType: "image/png", buffer: png(8, 8) };
  for (const at of [1, 2]) await field(form, `Photo ${at} (Optional)`).setInputFiles({ ...picture, name: `${at}.png` });
  await button(form, "Remove image").nth(1).waitFor();
  await button(form, "Remove image").first().click();
  await expect.poll(() => button(form, "Remove image").count()).toBe(1);
  await press(form, "Missing");
  await gone(form);
  await expect
    .poll(async () => (await listed()).find(({ reference }) => reference === "AWB-UNKNOWN-9"))
    .toMatchObject({
      ...{
        channel: "amazon",
        advised: 0,
        beyond: 1,
        receipts: [{ missing: 1, photos: [expect.stringContaining("/images/returns/")] }],
      },
    });
  // Nothing of it is in the ledger: it is undone where it is listed.
  await page.goto(new URL("/returns?days=30", page.url()).href);
  await press(row(page, "AWB-UNKNOWN-9"), /^Details/);
  const photo = dialog(page, "Details of AWB-UNKNOWN-9")
    .getByRole("link", { name: /^Photo 1/ })
    .locator("img");
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(8);
  await press(dialog(page, "Details of AWB-UNKNOWN-9"), "Undo");
  await expect
    .poll(async () => (await listed()).find(({ reference }) => reference === "AWB-UNKNOWN-9")?.receipts)
    .toEqual([]);
});
