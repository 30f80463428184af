// Changes, as root users meet it, and the changes of one product, as managers do.
import { expect, test } from "vitest";
import { dayText } from "#shared/day.ts";
import { expectAccessible, open, type Page, type PageOptions, recordPosts } from "#tests/support/browser.ts";
import { changeForm, newPerson, today } from "#tests/support/fixtures.ts";
import { createProduct, idempotencyKey, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import {
  button,
  cellTexts,
  columnHeads,
  dialog,
  field,
  focused,
  found,
  gone,
  heading,
  rows,
  searchEverything,
} from "#tests/web/page.ts";

const here = await world();
const { manager } = here;
const { client: root } = await newPerson(here, "root");
const description =
  "Ground floor: bottles and cups.\nFirst floor: textiles, from aisle 4 on. Ask Ravi for the key of the gate.";

const long = "Organic Muslin Swaddle 100 x 100 cm, Double Layered";
const { _id: swaddle } = await createProduct(manager, { p_id: "SND-SWD-101", name: `${long}, Pack of 3` });
const { _id: bib } = await createProduct(manager, { p_id: "SND-BIB-201", name: "Terry Bib" });
const edit = changeForm({ name: `${long}, Pack of 5`, lead_time: "45", website: "https://snd.example/swaddle" });
await manager.patch(`/v1/products/${swaddle}`, edit);
const hub = await newWarehouse(manager, "BLR-01", "Bengaluru Hub");
await manager.patch(`/v1/warehouses/${hub}`, { location: "Whitefield", description });
await manager.patch(`/v1/warehouses/${hub}`, { location: "" });
const ravi = { name: "Ravi Shah", username: "ravi", role: "executive" };
const { body: made } = await root.post("/v1/users", ravi);
await root.patch(`/v1/users/${made._id}`, { role: "manager", password: "a password of Ravi" });
const container = { container: "MSKU 307", expected_delivery: "2026-12-13", list: [{ product: bib, quantity: 5 }] };
const shipment = (await here.executive.post("/v1/shipments", container, idempotencyKey())).body;
const list = [{ product: swaddle, quantity: 2 }];
await manager.patch(`/v1/shipments/${shipment._id}`, { expected_delivery: "2026-12-20", list });
await manager.delete(`/v1/products/${bib}`);

const openChanges = async (query = "", options?: PageOptions) => {
  const page = await open(here, root, { path: `/changes${query}`, ...options });
  await rows(page).first().waitFor();
  return page;
};
const filter = (page: Page, name: string) =>
  page.getByRole("group", { name: "Filters" }).getByLabel(name, { exact: true });
/** Action and fields of each row. */
const changesIn = async (page: Page) =>
  Promise.all((await rows(page).all()).map(async (row) => (await cellTexts(row)).slice(2, 5)));

test("each change is a row with subject, action, fields in words and author, the newest first", async () => {
  const page = await openChanges(`?start=${today()}&end=${today()}`);
  expect(await columnHeads(page)).toEqual(["S.No", "Time", "What", "Action", "Fields", "User"]);
  const [, time, , , , user] = await cellTexts(rows(page).first());
  expect(time).toMatch(new RegExp(`^${dayText(today())} \\d\\d:\\d\\d$`));
  expect(user).toBe("The manager @manager");
  const [deleted, shipment, announced, ravi, created, moved, edited, , renamed] = await changesIn(page);
  expect(deleted).toEqual(["SND-BIB-201 Product", "Deleted", ""]);
  expect(shipment).toEqual([
    "MSKU 307 Container",
    "Changed",
    "Expected Delivery 13-12-2026 20-12-2026 · Quantity of SND-BIB-201 5 empty · Quantity of SND-SWD-101 empty 2",
  ]);
  expect(announced?.[2]).toBe("Expected Delivery 13-12-2026 · Quantity of SND-BIB-201 5");
  expect(ravi).toEqual(["ravi User", "Changed", "Role executive manager · Password changed"]);
  expect(created).toEqual(["ravi User", "Created", "Name Ravi Shah · Role executive"]);
  expect(moved).toEqual(["BLR-01 Warehouse", "Changed", "Location Whitefield empty"]);
  expect(edited?.[2]).toBe(
    "Location empty Whitefield · Description empty Ground floor: bottles and cups. First floor: tex…",
  );
  // The common part of two long names is left out, so that their difference is visible.
  expect(renamed?.[2]).toBe(
    "Product Name …Pack of 3 …Pack of 5 · Lead Time 30 days 45 days · Website Link empty https://snd.example/swaddle",
  );
  expect(await page.getByRole("img", { name: "to" }).count()).toBeGreaterThan(0);
  await expectAccessible(page);
});

test("kind, user and a search for a code, a field, a value or a product's name stay in the address; the export has the filters", async () => {
  const page = await openChanges();
  const count = (text: string) => page.getByText(text, { exact: true }).waitFor();
  await filter(page, "What").selectOption({ label: "Warehouse" });
  await count("3 changes");
  const posts = recordPosts(page);
  await page.getByRole("button", { name: /^Export .*, filtered$/ }).hover();
  await expect
    .poll(() => posts.map(({ body }) => body))
    .toMatchObject([{ path: "/v1/audit/export", query: { kind: "warehouse", end: today() } }]);
  await filter(page, "User").selectOption({ label: "The executive @executive" });
  await page.getByText("Nothing matches these filters").waitFor();
  await page.getByRole("cell").first().waitFor({ state: "detached" });
  await button(page, "Clear filters").first().click();
  for (const [text, found] of [
    ["blr-01", "3 changes"],
    ["lead time", "3 changes"],
    ["aisle 4", "1 change"],
    ["13-12-2026", "2 changes"],
    ["pack of 5", "3 changes"],
  ] as const) {
    await page.getByPlaceholder("Search (code, field or value)").fill(text);
    await count(found);
  }
  await button(page, /^Export without the search/).waitFor();
  await page.reload();
  await count("3 changes");
});

test("Enter opens a row with its whole values, Escape returns to it", async () => {
  const page = await openChanges("?q=aisle");
  await rows(page).first().focus();
  await page.keyboard.press("Enter");
  const change = dialog(page, "Warehouse BLR-01");
  await change.getByText("Ask Ravi for the key of the gate.").waitFor();
  await change.getByText("empty").first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await gone(change);
  expect(await focused(page)).toContain("BLR-01");
});

test("a product's change leads to all changes of that product, which its history links to for managers", async () => {
  const page = await openChanges("?kind=product&q=pack of 5");
  await rows(page).filter({ hasText: "Changed" }).click();
  await dialog(page).getByRole("link", { name: "All changes of this product" }).click();
  await heading(page, "Product changes").waitFor();
  await page.getByText("2 changes", { exact: true }).waitFor();
  const own = await open(here, manager, { path: `/products/${swaddle}/history` });
  await own.getByRole("link", { name: "Changes" }).click();
  await heading(own, "Product changes").waitFor();
  await rows(own).filter({ hasText: "Created" }).click();
  await dialog(own, "Product SND-SWD-101").getByText("30 days").waitFor();
});

test("only root users have the screen: by menu, keys and search; for managers it is neither listed nor open", async () => {
  const page = await open(here, root, { path: "/inventory" });
  await page.getByRole("link", { name: "Changes" }).waitFor();
  await heading(page, "Manage Inventory").waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await heading(page, "Changes").waitFor();
  await searchEverything(page).fill("chang");
  await found(page, "Changes").waitFor();
  const other = await open(here, manager, { path: "/changes" });
  await other.getByText("No access, ask a manager.").waitFor();
  expect(await other.getByRole("link", { name: "Changes" }).count()).toBe(0);
});

test("on a phone a change is a card with its time, user and fields, and the filters are in a drawer", {
  tags: "exhaustive",
}, async () => {
  const page = await openChanges("", { phone: true });
  const text = await rows(page).nth(1).innerText();
  for (const part of ["MSKU 307", "Changed", "Container", "@manager", "Expected Delivery"])
    expect(text).toContain(part);
  await expectAccessible(page);
  await button(page, "Filter").tap();
  await field(dialog(page, "Filters"), "What").selectOption("user");
  await button(dialog(page), "Show").tap();
  await rows(page).filter({ hasText: "Ravi Shah" }).first().tap();
  await dialog(page, "User ravi").getByText("executive").waitFor();
  await expectAccessible(page);
});
