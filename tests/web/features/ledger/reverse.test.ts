// Reverse in View Transactions, in a real browser on the running product.
import { beforeAll, expect, test } from "vitest";
import { addDays, dayText } from "#shared/day.ts";
import { awayUntil, expectAccessible, hold, open, type Page, scan } from "#tests/support/browser.ts";
import { countForm, productForm, today, unique } from "#tests/support/make.ts";
import { heldOf, keyed } from "#tests/support/stock.ts";
import { type TestWorld, world } from "#tests/support/world.ts";

let here: TestWorld;
let hub: string;
let ncr: string;

beforeAll(async () => {
  here = await world();
  hub = (await here.manager.post("/v1/warehouses", { name: "Bengaluru Hub", w_id: "BLR-01" })).body._id;
  ncr = (await here.manager.post("/v1/warehouses", { name: "Delhi NCR", w_id: "DEL-02" })).body._id;
});

const good = async (): Promise<{ _id: string; name: string; p_id: string }> => {
  const form = productForm({ name: unique("Swaddle"), p_id: unique("SND") });
  return (await here.manager.post("/v1/products", form)).body;
};
/** Posts, and gives the movement's id. */
const post = async (call: string, body: object): Promise<string> =>
  (await here.executive.post(`/v1/transactions/${call}`, body, keyed())).body.movement;

const row = (page: Page, text: RegExp | string) =>
  page.getByRole("table", { name: "Transactions" }).locator("tbody tr[aria-rowindex]").filter({ hasText: text });
const question = (page: Page) => page.getByRole("dialog", { name: "Reverse movement" });
const confirm = (page: Page) => question(page).getByRole("button", { name: "Reverse movement" }).click();
const anyOrigin = { "access-control-allow-origin": "*" };
const listed = (product: string, wishes: Parameters<typeof open>[2] = {}) =>
  open(here, here.manager, { path: `/transactions?product=${product}`, ...wishes });

test("a row's movement is reversed with remarks, and both rows link to each other", async () => {
  const { _id, name } = await good();
  await post("in", { product: _id, warehouse: hub, quantity: 40 });
  const page = await listed(_id);
  await page.getByRole("button", { name: `Reverse ${name}` }).click();
  await question(page).getByText(`This row goes back: 40 × ${name} into Bengaluru Hub. Continue?`).waitFor();
  await question(page).getByLabel("Remarks (Optional)").fill("counted twice");
  await confirm(page);
  await page.getByText("Reversed", { exact: true }).waitFor();
  expect(await heldOf(here.manager, _id)).toBe(0);
  await row(page, "Reversed by").getByText("STOCK_IN").waitFor();
  await row(page, "Reverses").getByText("STOCK_OUT").waitFor();
  expect(await row(page, "Reversed by").getAttribute("data-muted")).toBe("true");
  await row(page, "Reversed by").getByRole("link").click();
  await page.getByRole("button", { name: /^Only movement .* and its reversal: show all$/ }).waitFor();
  // A report has no such filter, and would tell more.
  expect(await page.getByRole("button", { name: "Export" }).count()).toBe(0);
  await row(page, "Reverses").waitFor();
  const { pathname, search } = new URL(page.url());
  expect(pathname).toBe("/transactions");
  expect(new URLSearchParams(search).get("movement")).toBeTruthy();
});

test("what somebody else has reversed meanwhile is shown so after the refusal", async () => {
  const { _id, name } = await good();
  const movement = await post("in", { product: _id, warehouse: hub, quantity: 40 });
  const page = await listed(_id, { mayLog: /409|Duplicate detected/ });
  await page.getByRole("button", { name: `Reverse ${name}` }).click();
  await question(page).waitFor();
  await here.executive.post(`/v1/transactions/${movement}/reverse`, {}, keyed());
  await confirm(page);
  await question(page).getByText("Reversed already").waitFor();
  await page.keyboard.press("Escape");
  await row(page, "Reversed by").waitFor();
});

test("opened again while it is on its way, the question goes when the answer has come", async () => {
  const { _id, name } = await good();
  await post("in", { product: _id, warehouse: hub, quantity: 40 });
  const page = await listed(_id);
  const release = await hold(page, "**/reverse");
  const ask = () => page.getByRole("button", { name: `Reverse ${name}`, exact: true }).click();
  await ask();
  await confirm(page);
  await page.getByText("Processing").waitFor();
  await page.keyboard.press("Escape");
  await question(page).waitFor({ state: "detached" });
  await ask();
  await question(page).getByText("It is on its way already").waitFor();
  release();
  await question(page).waitFor({ state: "detached" });
  await row(page, "Reversed by").waitFor();
  expect(await heldOf(here.manager, _id)).toBe(0);
});

test("the whole of a movement goes back: the question says how many rows, and from where to where", async () => {
  const [first, second] = [await good(), await good()];
  await post("in", { product: first._id, warehouse: hub, quantity: 20 });
  await post("in", { product: second._id, warehouse: hub, quantity: 20 });
  await post("transfer", {
    from: hub,
    to: ncr,
    list: [
      { product: first._id, quantity: 5 },
      { product: second._id, quantity: 7 },
    ],
  });
  const page = await listed(first._id);
  await row(page, "Internal Transfer").first().getByRole("button").click();
  const said = "All 4 rows of this movement go back: 2 products, 12 units from Bengaluru Hub to Delhi NCR. Continue?";
  await question(page).getByText(said).waitFor();
  await confirm(page);
  await page.getByText("Reversed", { exact: true }).waitFor();
  const records: { product: { _id: string }; warehouse: { w_id: string }; quantity: number }[] = (
    await here.manager.get("/v1/stocks")
  ).body;
  const inHub = records.filter(({ warehouse }) => warehouse.w_id === "BLR-01");
  for (const { _id } of [first, second]) expect(inHub.find(({ product }) => product._id === _id)?.quantity).toBe(20);
});

test("the question before a count is reversed says what it brought and what it took", async () => {
  const [more, fewer] = [await good(), await good()];
  await post("in", { product: more._id, warehouse: hub, quantity: 20 });
  await post("in", { product: fewer._id, warehouse: ncr, quantity: 60 });
  const rows = [`${more.p_id},BLR-01,22`, `${fewer.p_id},DEL-02,10`];
  const file = ["P.ID/SKU/BC,W.ID,Quantity", ...rows].join("\n");
  const { status } = await here.root.post("/v1/dev/stock-adjustment", countForm(today(), file), keyed());
  expect(status).toBe(201);
  const page = await listed(more._id);
  await row(page, "Correction").getByRole("button").click();
  const said = `2 × ${more.name} into Bengaluru Hub, 50 × ${fewer.name} out of Delhi NCR. Continue?`;
  await question(page).getByText(`All 2 rows of this movement go back: ${said}`).waitFor();
});

test("what is reversed, or a reversal itself, cannot be reversed, and its button says so", async () => {
  const { _id, name } = await good();
  const movement = await post("in", { product: _id, warehouse: hub, quantity: 4 });
  await here.manager.post(`/v1/transactions/${movement}/reverse`, {}, keyed());
  const page = await listed(_id);
  await row(page, "Reversed by")
    .getByRole("button", { name: `Reverse ${name}: Reversed already` })
    .waitFor();
  await row(page, "Reverses")
    .getByRole("button", { name: `Reverse ${name}: A reversal cannot be reversed` })
    .waitFor();
  expect(await question(page).count()).toBe(0);
});

test("somebody else having reversed it meanwhile, or sold what would go back, is told and changes nothing", async () => {
  const { _id, name } = await good();
  const movement = await post("in", { product: _id, warehouse: hub, quantity: 4 });
  const page = await listed(_id, { mayLog: /409|422|Unable to process|Duplicate/ });
  await page.getByRole("button", { name: `Reverse ${name}` }).click();
  const out = await post("out", { product: _id, warehouse: hub, quantity: 3 });
  await confirm(page);
  await question(page).getByText("Out of stock (Avl. 1)").waitFor();
  expect(await heldOf(here.manager, _id)).toBe(1);
  await here.manager.post(`/v1/transactions/${out}/reverse`, {}, keyed());
  await here.manager.post(`/v1/transactions/${movement}/reverse`, {}, keyed());
  await confirm(page);
  await question(page).getByText("Reversed already\nDuplicate detected, check input").waitFor();
  expect(await heldOf(here.manager, _id)).toBe(0);
});

test("the detail says which movement it is, and reverses it or leads to its reversal; on a phone too", async () => {
  const { _id, name } = await good();
  await post("in", { product: _id, warehouse: hub, quantity: 4 });
  const page = await listed(_id, { phone: true });
  await row(page, name).click();
  const detail = page.getByRole("dialog", { name });
  await detail.getByRole("button", { name: "Reverse" }).click();
  await expectAccessible(page);
  await confirm(page);
  await detail.getByText(/Reversed by/).waitFor();
  expect(await detail.getByRole("button", { name: "Reverse" }).count()).toBe(0);
  await expectAccessible(page);
  await detail.getByRole("link").click();
  await row(page, "Reversal").waitFor();
  expect(new URL(page.url()).searchParams.get("start")).toBe(today());
});

test("a slip that is scanned into the remarks stays there, and filters nothing behind", async () => {
  const { _id, name } = await good();
  await post("in", { product: _id, warehouse: hub, quantity: 4 });
  const page = await listed(_id);
  await page.getByRole("button", { name: `Reverse ${name}` }).click();
  await question(page).getByLabel("Remarks (Optional)").focus();
  await scan(page, "RMA-2044");
  expect(await question(page).getByLabel("Remarks (Optional)").inputValue()).toBe("RMA-2044");
  await confirm(page);
  await row(page, "Reversed by").waitFor();
});

test("reversed rows are told by word and mark, and the list stays accessible", async () => {
  const { _id } = await good();
  const movement = await post("in", { product: _id, warehouse: hub, quantity: 4 });
  await here.manager.post(`/v1/transactions/${movement}/reverse`, {}, keyed());
  const page = await listed(_id);
  await row(page, "Reversed by").locator("s", { hasText: "4" }).waitFor();
  await row(page, "Reverses").waitFor();
  await expectAccessible(page);
});

test("remarks typed before midnight stay when the list has become that of the next day", async () => {
  const { _id, name } = await good();
  await post("in", { product: _id, warehouse: hub, quantity: 40 });
  const page = await listed(_id);
  await page.getByRole("button", { name: `Reverse ${name}` }).click();
  await question(page).getByLabel("Remarks (Optional)").fill("counted twice");
  const tomorrow = addDays(today(), 1);
  await page.route(`**/v1/transactions?end=${tomorrow}*`, (route) => route.fulfill({ json: [], headers: anyOrigin }));
  const none = page.getByText(`No transactions on ${dayText(tomorrow)}`);
  await awayUntil(page, () => none.isVisible(), Date.now() + 86_400_000);
  expect(await question(page).getByLabel("Remarks (Optional)").inputValue()).toBe("counted twice");
  await question(page).getByText(`This row goes back: 40 × ${name} into Bengaluru Hub. Continue?`).waitFor();
  await confirm(page);
  await page.getByText("Reversed", { exact: true }).waitFor();
  expect(await heldOf(here.manager, _id)).toBe(0);
});

test("a row that midnight has taken from the list is shown, and offers nothing more once it is reversed", async () => {
  const { _id, name } = await good();
  await post("in", { product: _id, warehouse: hub, quantity: 40 });
  const page = await listed(_id);
  await row(page, name).click();
  const detail = page.getByRole("dialog", { name });
  await detail.getByRole("button", { name: "Reverse" }).click();
  const tomorrow = addDays(today(), 1);
  await page.route(`**/v1/transactions?end=${tomorrow}*`, (route) => route.fulfill({ json: [], headers: anyOrigin }));
  const none = page.getByText(`No transactions on ${dayText(tomorrow)}`);
  await awayUntil(page, () => none.isVisible(), Date.now() + 86_400_000);
  await confirm(page);
  await detail.waitFor();
  expect(await detail.getByRole("button", { name: "Reverse" }).count()).toBe(0);
  expect(await heldOf(here.manager, _id)).toBe(0);
});

test("a link to a row that is not on the days shown says so, and leaves nothing open", async () => {
  const { _id } = await good();
  const page = await open(here, here.manager, { path: `/transactions?product=${_id}&do=reverse&id=nothing` });
  await page.getByText("Transaction not found. It may be of another day.").waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe(`?product=${_id}`);
});
