// Import Stock, as a manager meets it: units are set, added and taken, shown before they are, and reversed as a whole.
import { expect, test } from "vitest";
import {
  expectAccessible,
  fulfill,
  loseAnswer,
  open,
  type Page,
  type PageOptions,
  paste,
  refuseOnce,
} from "#tests/support/browser.ts";
import { applyWhole, choiceOf, countLine, openCount, reviewOf, sendLines } from "#tests/support/counts.ts";
import { recentTransactions } from "#tests/support/fixtures.ts";
import { type ProductNames, placesOf } from "#tests/support/stock.ts";
import {
  answer,
  applyRows,
  button,
  cellTexts,
  closeBy,
  dialog,
  expectApplied,
  field,
  gone,
  heading,
  press,
  question,
  row,
  rows,
  undoBar,
} from "#tests/web/page.ts";
import { here, hub, move, productInHub } from "./driver.ts";

const heads = ["P.ID/SKU/BC", "W.ID", "Quantity"];
const openImport = async (options?: PageOptions): Promise<Page> => {
  const page = await open(here, here.manager, { path: "/inventory", ...options });
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await heading(page, "Import Stock").waitFor();
  return page;
};
const inHub = async ({ _id }: ProductNames) => (await placesOf(here.manager, _id))[hub];

test("a sheet sets stock: largest difference first, before and after; the whole is undone by one press", async () => {
  const [few, many, same] = await Promise.all([productInHub(20), productInHub(500), productInHub(7)]);
  const page = await openImport();
  await paste(page, [heads, [few.p_id, "BLR-01", 18], [many.p_id, "BLR-01", 90], [same.p_id, "BLR-01", 7]]);
  await button(page, "Apply 2 rows").waitFor();
  const [first, second, third] = await Promise.all([0, 1, 2].map((index) => cellTexts(rows(page).nth(index))));
  expect(first?.slice(1)).toEqual(["Changed", many.p_id, many.name, "BLR-01", "500 90", "−410"]);
  expect(second?.slice(-2)).toEqual(["20 18", "−2"]);
  expect(third?.[1]).toBe("Same");
  await expectAccessible(page);
  await applyRows(page, 2);
  expect(await Promise.all([few, many, same].map(inHub))).toEqual([18, 90, 7]);
  await page.getByRole("link", { name: "To Manage Inventory" }).click();
  await row(page, many.p_id).getByText("90", { exact: true }).waitFor();
  await press(undoBar(page), "Undo");
  await row(page, many.p_id).getByText("500", { exact: true }).waitFor();
  expect(await Promise.all([few, many, same].map(inHub))).toEqual([20, 500, 7]);
});

test("units are added once though the answer is lost; the same sheet warns and asks before it adds them again", async () => {
  const product = await productInHub(10);
  const sheet = [heads, [product.p_id, "BLR-01", 5]];
  const page = await openImport({ mayLog: /ERR_FAILED|apply/ });
  await field(page, "Quantities").selectOption("Add to the stock");
  await field(page, "Reason").selectOption("Return");
  await page.getByLabel("Remarks").fill("From the fair");
  await paste(page, sheet);
  await button(page, "Apply 1 row").waitFor();
  await loseAnswer(page, "**/apply");
  await press(page, "Apply 1 row");
  await press(page, "Try now");
  await expectApplied(page, 1);
  expect(await inHub(product)).toBe(15);
  const [posted] = (await here.manager.get(recentTransactions())).body;
  expect(posted).toMatchObject({ action: "STOCK_IN", quantity: 5, reason: "Return", remarks: "From the fair" });
  await press(page, "Import another sheet");
  await paste(page, sheet);
  await page.getByText(/applied a sheet with the same rows on .* would count its units a second time/).waitFor();
  await press(page, "Apply 1 row");
  await closeBy(question(page), "Cancel");
  expect(await inHub(product)).toBe(15);
  // With another mode the same spreadsheet is previewed again at once.
  await field(page, "Quantities").selectOption("Take from the stock");
  await expect.poll(async () => (await cellTexts(rows(page).first())).at(-1)).toBe("−5");
  await press(page, "Apply 1 row");
  await answer(page, "Apply again");
  await expectApplied(page, 1);
  expect(await inHub(product)).toBe(10);
  await press(page, "Reverse this import");
  await press(dialog(page), "Reverse import");
  await page.getByText("Reversed", { exact: true }).waitFor();
  expect(await inHub(product)).toBe(15);
});

test("a sheet whose product was counted since is reversed after a question, and stays as counted if it was wrong", async () => {
  const product = await productInHub(10);
  const page = await openImport({ mayLog: /422|Unable to process/ });
  await paste(page, [heads, [product.p_id, "BLR-01", 12]]);
  await applyRows(page, 1);
  const { manager } = here;
  const count = await openCount(manager, hub, { products: [product._id] });
  await sendLines(manager, count, countLine(product._id, 11));
  await applyWhole(manager, count, choiceOf((await reviewOf(manager, count)).rows));
  await press(page, "Reverse this import");
  const form = dialog(page, "Reverse import");
  await press(form, "Reverse import", /^Counted since, on .*: 11$/);
  await form.getByRole("radio", { name: "Entered wrongly" }).check();
  await press(form, "Reverse import");
  await page.getByText("Reversed", { exact: true }).waitFor();
  expect(await inHub(product)).toBe(11);
});

test("nothing is applied as read before while a new setting cannot be read", { tags: "exhaustive" }, async () => {
  const product = await productInHub(20);
  const page = await openImport({ mayLog: /503|Busy/ });
  await paste(page, [heads, [product.p_id, "BLR-01", 18]]);
  await button(page, "Apply 1 row").waitFor();
  await refuseOnce(page, "**/imports/stock", 503);
  await field(page, "Quantities").selectOption("Add to the stock");
  await button(page, "Try again").waitFor();
  await gone(button(page, "Apply 1 row"));
  await press(page, "Try again");
  await applyRows(page, 1);
  expect(await inHub(product)).toBe(38);
});

test("a sheet is uploaded once, and again only where the server has it no more; other answers go without it", async () => {
  const product = await productInHub(10);
  const page = await openImport({ mayLog: /404|Resource not found/ });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "POST" || !request.url().includes("/v1/imports/")) return;
    // Chromium shows no body that has a file.
    sent.push(request.postData()?.includes('name="of"') ? "of" : "file");
  });
  await paste(page, [heads, [product.p_id, "BLR-01", 5]]);
  await row(page, product.p_id).getByText("−5", { exact: true }).waitFor();
  for (const [mode, change] of [
    ["Add to the stock", "+5"],
    ["Take from the stock", "−5"],
    ["Add to the stock", "+5"],
  ] as const) {
    await field(page, "Quantities").selectOption(mode);
    await row(page, product.p_id).getByText(change, { exact: true }).waitFor();
  }
  expect(sent).toEqual(["file", "of", "of", "of"]);
  await page.route(
    "**/v1/imports/stock",
    (route) => fulfill(route, { code: "RESOURCE_NOT_FOUND", details: [{ field: "of", message: "Gone" }] }, 404),
    { times: 1 },
  );
  await field(page, "Quantities").selectOption("Set the stock");
  await row(page, product.p_id).getByText("10 5", { exact: true }).waitFor();
  expect(sent.slice(4)).toEqual(["of", "file"]);
});

test("a marketplace's sheet that agrees with its shelf is confirmed by a press", async () => {
  const form = { w_id: "FBA", name: "Amazon FBA", sells_for: "amazon" };
  const { body: shelf } = await here.manager.post("/v1/warehouses", form);
  const bib = await productInHub(0);
  await move("in", bib, 9, shelf._id);
  const page = await openImport();
  await paste(page, [heads, [bib.p_id, "FBA", 9]]);
  await page.getByText("Every row is as it is in the app already. Once you confirm it").waitFor();
  await expectAccessible(page);
  await press(page, "Confirm the stock");
  await page.getByRole("status").getByText("Stock confirmed: 1 row unchanged.").first().waitFor();
  expect(await placesOf(here.manager, bib._id)).toEqual({ [shelf._id]: 9 });
});
