// The developer console: a counted stock is uploaded, named wrong row by row, posted once, and can be reversed.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { newPerson } from "#tests/support/make.ts";
import { heldOf, stocked } from "#tests/support/stock.ts";
import { type Client, world } from "#tests/support/world.ts";

const here = await world();
const { manager, root } = here;

const console = (who: Client | null, wishes = {}) => open(here, who, { path: "/dev/console", ...wishes });
const namesOf = async ({ product, warehouse }: { product: string; warehouse: string }) => {
  const of = async (path: string, id: string) =>
    (await root.get(path)).body.find(({ _id }: { _id: string }) => _id === id);
  return [(await of("/v1/products", product)).p_id, (await of("/v1/warehouses", warehouse)).w_id];
};
const choose = (page: Page, ...rows: (string | number)[][]) => {
  const text = [["P.ID/SKU/BC", "W.ID", "Quantity"], ...rows].map((row) => row.join(",")).join("\n");
  return page
    .getByLabel("Stock report file")
    .setInputFiles({ name: "count.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
};
const upload = async (page: Page) => {
  await page.getByRole("button", { name: "Upload" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText("count.csv,").waitFor();
  await question.getByRole("button", { name: "Upload" }).click();
};

test("a count is posted after a question that names day and file, summed up, and reversed as one", async () => {
  const line = await stocked(manager, 10);
  const page = await console(root);
  await choose(page, [...(await namesOf(line)), 7]);
  await page.getByText("count.csv").first().waitFor();
  await page.getByLabel("Stock report file").press("Control+Enter");
  const question = page.getByRole("alertdialog");
  await question.getByText("count.csv,").waitFor();
  await page.context().setOffline(true);
  await page.getByText("You are offline.").waitFor();
  await page.context().setOffline(false);
  await page.getByText("You are offline.").waitFor({ state: "detached" });
  await question.getByRole("button", { name: "Upload" }).click();
  await page.getByText("Stock adjustment processed").waitFor();
  const summary = page.getByRole("region", { name: /^Adjusted to the close of/ });
  expect((await summary.getByRole("definition").allInnerTexts()).map(Number)).toEqual([1, 1, 0, 0]);
  expect(await heldOf(root, line.product)).toBe(7);
  await expectAccessible(page);
  await summary.getByRole("button", { name: "Reverse this adjustment" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Reverse adjustment" }).click();
  await summary.getByText("Reversed").waitFor();
  expect(await heldOf(root, line.product)).toBe(10);
});

test("every wrong row is named with its column and reason, nothing is posted, and the file stays", async () => {
  const line = await stocked(manager, 10);
  const [p_id, w_id] = await namesOf(line);
  const page = await console(root, { mayLog: /422|Unable to process/ });
  await choose(page, [p_id, w_id, 3], ["NOPE", w_id, 1], [p_id, "NOPE", "many"]);
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

test("what is missing, no sheet or too large is said beside its field, before anything is sent", async () => {
  const page = await console(root);
  await page.getByRole("button", { name: "Upload" }).click();
  await page.getByText("Choose a file", { exact: true }).waitFor();
  await page
    .getByLabel("Stock report file")
    .setInputFiles({ name: "count.pdf", mimeType: "application/pdf", buffer: Buffer.from("x") });
  await page.getByText("Choose an .xlsx or .csv file").waitFor();
  await page
    .getByLabel("Stock report file")
    .setInputFiles({ name: "count.csv", mimeType: "text/csv", buffer: Buffer.alloc(4 * 1024 * 1024 + 1) });
  await page.getByText("At most 4 MB").waitFor();
});

test("the first field that is wrong takes the focus, also after an upload", async () => {
  const line = await stocked(manager, 10);
  const page = await console(root);
  const focused = () =>
    page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ?? "");
  const wrong = async () => {
    await page.getByRole("button", { name: "Upload" }).click();
    await expect.poll(focused).toBe("Stock report file");
    const now = await day(page).inputValue();
    await day(page).fill("");
    await page.getByRole("button", { name: "Upload" }).click();
    await expect.poll(focused).toBe("Date");
    await day(page).fill(now);
  };
  await wrong();
  await choose(page, [...(await namesOf(line)), 7]);
  await upload(page);
  await page.getByText("Stock adjustment processed").waitFor();
  await wrong();
});

/** The keys of what is sent; the browser hears no answer while `silent` says so. */
const uploads = async (page: Page, silent: (count: number) => boolean) => {
  const keys: (string | undefined)[] = [];
  await page.route("**/v1/dev/stock-adjustment", async (route) => {
    const request = route.request();
    if (request.method() === "OPTIONS") return route.continue();
    keys.push(request.headers()["idempotency-key"]);
    if (!silent(keys.length)) return route.continue();
    await route.fetch();
    await route.abort();
  });
  return keys;
};
const day = (page: Page) => page.getByLabel("Date", { exact: true });
const again = (page: Page) => page.getByRole("button", { name: "Try again" });

test("an upload without an answer locks the form and is repeated under its key alone, or given up", async () => {
  const line = await stocked(manager, 10);
  const page = await console(root, { mayLog: /ERR_|No connection/ });
  const keys = await uploads(page, (count) => count !== 2);
  await choose(page, [...(await namesOf(line)), 4]);
  await upload(page);
  await page.getByText("No answer came").waitFor();
  expect([await day(page).isDisabled(), await page.getByLabel("Stock report file").isDisabled()]).toEqual([true, true]);
  await expectAccessible(page);
  await again(page).click();
  await page.getByText("Stock adjustment processed").waitFor();
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(await heldOf(root, line.product)).toBe(4);
  await choose(page, [...(await namesOf(line)), 6]);
  await upload(page);
  await page.getByRole("button", { name: "Give up" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText("Look at View Transactions before you enter it again").waitFor();
  await question.getByRole("button", { name: "Give up" }).click();
  await page.getByRole("button", { name: "Upload" }).waitFor();
  expect(await day(page).isEnabled()).toBe(true);
  await choose(page, [...(await namesOf(line)), 6]);
  await upload(page);
  await again(page).waitFor();
  expect(new Set(keys).size).toBe(3);
});

test("after a reload only the file that was sent can be sent, for its day and under its key", async () => {
  const line = await stocked(manager, 10);
  const folder = mkdtempSync(join(tmpdir(), "count-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "count.csv");
  writeFileSync(file, `P.ID/SKU/BC,W.ID,Quantity\n${await namesOf(line)},4`);
  const page = await console(root, { mayLog: /ERR_|No connection/ });
  const keys = await uploads(page, (count) => count === 1);
  await page.getByLabel("Stock report file").setInputFiles(file);
  await upload(page);
  await again(page).waitFor();
  await page.reload();
  await page.getByText("Choose count.csv again, unchanged").waitFor();
  expect(await day(page).isDisabled()).toBe(true);
  await choose(page, [...(await namesOf(line)), 5]);
  await again(page).click();
  await page.getByRole("alert").getByText("Choose the same file that was sent before").waitFor();
  await page.getByLabel("Stock report file").setInputFiles(file);
  await again(page).click();
  await page.getByText("Stock adjustment processed").waitFor();
  expect(keys).toEqual([keys[0], keys[0]]);
});

test("a session that ends with an upload is said to have ended, once", async () => {
  const line = await stocked(manager, 10);
  const person = await newPerson(here, "root");
  const page = await console(person.client, { mayLog: /401|Session expired/ });
  await choose(page, [...(await namesOf(line)), 7]);
  await page.getByText("count.csv").first().waitFor();
  await person.client.patch(`/v1/users/${person._id}`, { password: "another long one" });
  await upload(page);
  await page.getByText("You are not signed in").waitFor();
  const toasts = page.locator("#toasts");
  await toasts.getByText("Session expired, please login again").first().waitFor();
  await toasts.getByText("Processing stock adjustment").waitFor({ state: "detached" });
  expect(await toasts.getByText("Session expired, please login again").count()).toBe(1);
});

test("who has not signed in is led there and back; a manager is told that it takes root", async () => {
  const page = await console(null, { phone: true });
  await page.getByText("You are not signed in").waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Username").fill("manager");
  await page.getByLabel("Password", { exact: true }).fill("manager-password");
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByText("Only root may adjust stock; you are signed in as manager.").waitFor();
});
