// The developer console: a stock count is uploaded, wrong rows are listed, it is posted once, and can be reversed.
import { expect, test } from "vitest";
import { addDays, dayText } from "#shared/day.ts";
import { expectAccessible, loseAnswers, open, type Page, type PageOptions } from "#tests/support/browser.ts";
import { setClock } from "#tests/support/clock.ts";
import { putProducts } from "#tests/support/engine.ts";
import { today } from "#tests/support/fixtures.ts";
import { heldOf, newStockLine } from "#tests/support/stock.ts";
import { type Client, proxiedWorld } from "#tests/support/world.ts";
import { answer, dialog, expectQuestion, field, focused, gone, login, press } from "#tests/web/page.ts";

const { databaseProxy: proxy, ...here } = await proxiedWorld();
const { manager, root } = here;

const openConsole = (user: Client | null, options?: PageOptions) =>
  open(here, user, { path: "/dev/console", ...options });
/** P.ID and W.ID, as a spreadsheet has them. */
const codesOf = async ({ product, warehouse }: { product: string; warehouse: string }): Promise<[string, string]> => {
  const find = async (path: string, id: string) =>
    (await root.get(path)).body.find(({ _id }: { _id: string }) => _id === id);
  return [(await find("/v1/products", product)).p_id, (await find("/v1/warehouses", warehouse)).w_id];
};
const day = (page: Page) => field(page, "Date");
const file = (page: Page) => page.getByLabel("Stock report file");
/** Chooses a spreadsheet with these rows. */
const chooseRows = (page: Page, ...rows: (string | number)[][]) => {
  const text = [["P.ID/SKU/BC", "W.ID", "Quantity"], ...rows].map((row) => row.join(",")).join("\n");
  return file(page).setInputFiles({ name: "count.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
};
const expectProcessed = (page: Page) => page.getByText("Stock adjustment processed").waitFor();
const upload = async (page: Page) => {
  await press(page, "Upload");
  await answer(page, "Upload", "count.csv,");
};

test("a count is posted after a question that names day and file, summarized, and reversed as a whole", async () => {
  const line = await newStockLine(manager, 10);
  const page = await openConsole(root);
  await chooseRows(page, [...(await codesOf(line)), 7]);
  await page.getByText("count.csv").first().waitFor();
  await file(page).press("Control+Enter");
  await expectQuestion(page, "count.csv,");
  await page.context().setOffline(true);
  await page.getByText("You are offline.").waitFor();
  await page.context().setOffline(false);
  await gone(page.getByText("You are offline."));
  await answer(page, "Upload");
  await expectProcessed(page);
  const summary = page.getByRole("region", { name: /^Adjusted to the close of/ });
  expect((await summary.getByRole("definition").allInnerTexts()).map(Number)).toEqual([1, 1, 0, 0]);
  expect(await heldOf(root, line.product)).toBe(7);
  await expectAccessible(page);
  await press(summary, "Reverse this adjustment");
  await press(dialog(page), "Reverse adjustment");
  await summary.getByText("Reversed").waitFor();
  expect(await heldOf(root, line.product)).toBe(10);
});

test("every wrong row is listed with its column and reason, nothing is posted, and the file stays chosen", async () => {
  const line = await newStockLine(manager, 10);
  const [p_id, w_id] = await codesOf(line);
  const page = await openConsole(root, { mayLog: /422|Unable to process/ });
  await chooseRows(page, [p_id, w_id, 3], ["NOPE", w_id, 1], [p_id, "NOPE", "many"]);
  await upload(page);
  const table = page.getByRole("table", { name: "Wrong rows" });
  await table.waitFor();
  expect((await table.getByRole("row").allInnerTexts()).map((row) => row.split(/\s*\t\s*/))).toEqual([
    ["Row", "Column", "Reason"],
    ["3", "P.ID/SKU/BC", "No such product"],
    ["4", "W.ID", "No such warehouse"],
    ["4", "Quantity", expect.stringContaining("whole number")],
  ]);
  await page.getByText("press to choose another").waitFor();
  expect(await heldOf(root, line.product)).toBe(10);
  await expectAccessible(page);
});

test("a sheet of an earlier day is offered without the rows that were counted since", async () => {
  const yesterday = addDays(today(), -1);
  setClock(`${yesterday}T06:00:00Z`);
  const boss = await here.signIn("manager", "manager-password");
  const [one, two] = [await newStockLine(boss, 10), await newStockLine(boss, 10)];
  setClock(new Date().toISOString());
  await manager.post("/v1/transactions/out", { ...one, quantity: 2, reason: "Correction" });
  const page = await openConsole(root, { mayLog: /422|Unable to process/ });
  await day(page).fill(yesterday);
  await chooseRows(page, [...(await codesOf(one)), 8], [...(await codesOf(two)), 8]);
  await upload(page);
  const wrong = page.getByRole("region", { name: "Wrong rows" });
  await wrong.getByText(`Counted since, on ${dayText(today())}: 8`).waitFor();
  await expectAccessible(page);
  await press(wrong, "Upload without these rows");
  await answer(page, "Upload", "or was counted since, stays as it is");
  await expectProcessed(page);
  await page.getByRole("table", { name: "Rows left out" }).getByText("Counted since").waitFor();
  expect([await heldOf(root, one.product), await heldOf(root, two.product)]).toEqual([8, 8]);
});

test("a count that stopped after its first chunk is finished in place of the file that was to correct it", async () => {
  const line = await newStockLine(manager, 1);
  const [, w_id] = await codesOf(line);
  const ids = Array.from({ length: 96 }, (_, n) => `p9${n + 100}`);
  await putProducts(here, ids, { [line.warehouse]: 5 });
  const held = () => Promise.all([ids[0], ids.at(-1)].map((id = "") => heldOf(root, id)));
  const page = await openConsole(root, { mayLog: /409|500|Internal server error|Unable to process|Duplicate/ });
  let transactions = 0;
  proxy.decide = (operation) => (operation === "TransactWriteItems" && ++transactions > 1 ? "deny" : "forward");
  await chooseRows(page, ...ids.map((id) => [id, w_id, 7]));
  await upload(page);
  await page.getByText("Internal server error, try again").first().waitFor();
  expect(await held()).toEqual([7, 5]);
  await chooseRows(page, [ids[0] ?? "", w_id, 9]);
  await upload(page);
  proxy.decide = () => "forward";
  await page.getByText("What was sent before took effect instead").first().waitFor();
  expect(await held()).toEqual([7, 7]);
});

test("a missing file, one that is no sheet and one too large show an error beside the field, and nothing is sent", async () => {
  const page = await openConsole(root);
  await press(page, "Upload");
  await page.getByText("Choose a file", { exact: true }).waitFor();
  await file(page).setInputFiles({ name: "count.pdf", mimeType: "application/pdf", buffer: Buffer.from("x") });
  await page.getByText("Choose an .xlsx or .csv file").waitFor();
  const large = Buffer.alloc(4 * 1024 * 1024 + 1);
  await file(page).setInputFiles({ name: "count.csv", mimeType: "text/csv", buffer: large });
  await page.getByText("At most 4 MB").waitFor();
});

test("the first wrong field gets the focus, also after an upload", { tags: "exhaustive" }, async () => {
  const line = await newStockLine(manager, 10);
  const page = await openConsole(root);
  const submitWrongFields = async () => {
    await press(page, "Upload");
    await expect.poll(() => focused(page)).toBe("Stock report file");
    const now = await day(page).inputValue();
    await day(page).fill("");
    await press(page, "Upload");
    await expect.poll(() => focused(page)).toBe("Date");
    await day(page).fill(now);
  };
  await submitWrongFields();
  await chooseRows(page, [...(await codesOf(line)), 7]);
  await upload(page);
  await expectProcessed(page);
  await submitWrongFields();
});

test("an upload whose answer is lost is kept with its file, also over a reload, and posted once", async () => {
  const line = await newStockLine(manager, 10);
  const page = await openConsole(root, { mayLog: /ERR_FAILED|No connection/ });
  const keys: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") keys.push(request.headers()["idempotency-key"]);
  });
  await loseAnswers(page, "**/v1/dev/stock-adjustment");
  await chooseRows(page, [...(await codesOf(line)), 7]);
  await upload(page);
  await page.getByText(/^Kept /).waitFor();
  await page.unroute("**/v1/dev/stock-adjustment");
  await page.reload();
  await expect.poll(() => keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
  await expect.poll(() => heldOf(manager, line.product)).toBe(7);
});

test("signing in returns to the console, which tells a manager that only root may adjust stock", async () => {
  const page = await openConsole(null, { phone: true });
  await page.getByText("You are not signed in").waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Sign in" }).click();
  await login(page, "manager-password", "manager");
  await page.getByText("Only root may adjust stock; you are signed in as manager.").waitFor();
});
