// From an order file to printed picklists, with the person's actions counted.
import { expect, test } from "vitest";
import { expectAccessible, hold, open, type Page, type PageOptions, paste } from "#tests/support/browser.ts";
import { putProducts } from "#tests/support/engine.ts";
import { unique } from "#tests/support/fixtures.ts";
import {
  heldOf,
  idempotencyKey,
  newWarehouse,
  type ProductNames,
  reverse,
  setChannelWarehouses,
} from "#tests/support/stock.ts";
import { newWorld, type TestWorld } from "#tests/support/world.ts";
import { frequentJob } from "#tests/web/frequent-job.ts";
import {
  answer,
  asTyped,
  button,
  capturePrint,
  dialog,
  focused,
  press,
  printed,
  row,
  undoBar,
} from "#tests/web/page.ts";
import { here, newProduct, openPicklist, picklistsOf } from "./driver.ts";

const { executive, manager } = here;

const heads = "amazon-order-id purchase-date order-status product-name sku asin item-status quantity".split(" ");

interface OrderLine {
  order?: string;
  sku: string;
  asin?: string;
  title?: string;
  quantity?: number;
  status?: string;
}

const textOf = (rows: readonly string[][], separator = "\t") => rows.map((row) => row.join(separator)).join("\n");
const sheetOf = (lines: readonly OrderLine[]): string => {
  const rows = lines.map(({ order = unique("402"), sku, title = "Swaddle", ...rest }) => {
    const { quantity = 1, status = "Unshipped", asin = unique("B0") } = rest;
    return [order, "2026-11-20T10:00:00+00:00", status, title, sku, asin, status, String(quantity)];
  });
  return textOf([heads, ...rows]);
};

const choose = (page: Page, text: string, name = "orders.txt") =>
  page.getByLabel("Sheet").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

const openOrders = (channel = "amazon", options: PageOptions = {}) =>
  open(here, executive, { path: `/picklist/orders?channel=${channel}`, ...options });

const productOf = (page: Page, code: string) => page.getByRole("combobox", { name: `Product of ${code}` });

/** Somebody else takes units. */
const takeElsewhere = (world: TestWorld, product: string, quantity: number) =>
  world.manager.post("/v1/transactions/out", { channel: "amazon", list: [{ product, quantity }] }, idempotencyKey());

test("a status that nobody knows is asked about beside the sheet, and any answer can be changed there", async () => {
  const { p_id } = await newProduct([40]);
  const page = await openOrders();
  await choose(page, sheetOf([{ sku: p_id }, { sku: p_id, status: "DISPOSED" }]));
  await page.getByText("Left out: 1 line with a status that is not known").waitFor();
  await expectAccessible(page);
  const asked = page.getByRole("region", { name: "How it was read" }).getByRole("combobox", { name: /DISPOSED/ });
  expect(await asked.inputValue()).toBe("?");
  await page.getByText("“DISPOSED” in 1 row: This status is not known").waitFor();
  await asked.selectOption({ label: "Cancelled, returned or lost" });
  await page.getByText("Left out: 1 line cancelled or returned").waitFor();
  await press(page, "“DISPOSED” = Cancelled, returned or lost");
  await asked.selectOption({ label: "To send" });
  await page.getByText("from 2 lines of orders").waitFor();
});

test("the order file of a channel that has lost its only warehouse says so, and is ready once a manager has chosen", async () => {
  const bib = await newProduct([9]);
  const only = await newWarehouse(manager);
  await setChannelWarehouses(manager, "amazon", [only]);
  await manager.patch(`/v1/warehouses/${only}`, { not_for_picking: "yes" });
  const page = await openOrders("amazon");
  await choose(page, sheetOf([{ sku: bib.p_id }]));
  await page.getByText("No warehouse is left for Amazon: choose from which to take").waitFor();
  await expectAccessible(page);
  expect(await button(page, "Create picklist").count()).toBe(0);
  await setChannelWarehouses(manager, "amazon", []);
  await press(page, "Another file");
  await choose(page, sheetOf([{ sku: bib.p_id }]));
  await press(page, "Create picklist", "Picklist created");
  expect(await heldOf(manager, bib._id)).toBe(8);
});

test("an order file of 60 lines with three unknown codes is a printed picklist after 10 actions", async () => {
  const products = await Promise.all(Array.from({ length: 18 }, () => newProduct([40])));
  const zeros = await newProduct([9], `00${Date.now()}`);
  const [first, second, third] = products as [ProductNames, ProductNames, ProductNames];
  const lost = zeros.p_id.replace(/^0+/, "");
  const alike = second.p_id.replace(" ", "-");
  const lines = [
    ...Array.from({ length: 54 }, (_, at): OrderLine => ({ sku: products[at % 18]?.p_id ?? "" })),
    { sku: "PACK-OF-TWO", title: "Two swaddles", quantity: 3 },
    { sku: lost, quantity: 2 },
    { sku: alike },
    { sku: first.p_id, status: "Cancelled" },
    { sku: first.p_id, status: "Cancelled" },
    { sku: first.p_id, quantity: 0 },
  ];
  const page = await openPicklist();
  await capturePrint(page);
  const forUnknown = "Choose the product of each unknown code, and its units.";
  const { act, picture, expectAsStated } = frequentJob("Picklist from an order file");
  await act(page.getByRole("link", { name: "From order file" }).click(), "Press From order file.");
  await page.getByText("Choose an order file").waitFor();
  await act(page.getByLabel("Channel").selectOption("amazon"), "Choose the Channel.");
  await act(choose(page, sheetOf(lines)), "Choose the file.");
  await page.getByText("3 unknown codes of Amazon").waitFor();
  await page.getByText("Left out: 2 lines cancelled or returned").waitFor();
  await page.getByText("Left out: 1 line with nothing left to send").waitFor();
  await page.getByText("Two swaddles").waitFor();
  await page.getByText("Known with other leading zeros").waitFor();
  await expectAccessible(page);
  expect(await focused(page)).toBe("Product of PACK-OF-TWO");
  await act(productOf(page, "PACK-OF-TWO").fill(asTyped(third.p_id)), forUnknown);
  await page.getByRole("option", { name: third.p_id }).waitFor();
  await act(page.keyboard.press("Enter"), forUnknown);
  await expect.poll(() => focused(page)).toBe(`Product of ${lost}`);
  // Two in a pack.
  await act(button(page, "More units of PACK-OF-TWO").click(), forUnknown);
  await act(button(page, `${zeros.name} (${zeros.p_id})`).click(), forUnknown);
  await expect.poll(() => focused(page)).toBe(`Product of ${alike}`);
  await act(button(page, `${second.name} (${second.p_id})`).click(), forUnknown);
  await expect.poll(() => focused(page)).toBe("Create picklist");
  await page.getByText("19 products, 63 units").waitFor();
  await picture(page.getByRole("main"));
  await act(page.keyboard.press("Enter"), "Press Create picklist.");
  await page.getByText("Picklist created").waitFor();
  expect(await focused(page)).toBe("Print");
  await act(page.keyboard.press("Enter"), "Press Print.");
  const { paper } = await printed(page);
  expectAsStated();
  expect(paper).toContain("19 lines, 63 units");
  expect(await heldOf(manager, third._id)).toBe(40 - 3 - 6);
  expect(await heldOf(manager, zeros._id)).toBe(7);
  expect(await picklistsOf(second)).toHaveLength(1);
  await expectAccessible(page);
  await press(undoBar(page), "Undo", "Undone");
  await page.getByText("Cancelled", { exact: true }).waitFor();
  expect(await heldOf(manager, third._id)).toBe(40);
});

test("an overlapping file picks nothing twice, unless its lines are included again; the choices of codes are kept", async () => {
  const [bib, cap] = await Promise.all([newProduct([30]), newProduct([30])]);
  const code = unique("LISTING");
  const lines: OrderLine[] = [
    { order: unique("171"), sku: bib.p_id, quantity: 2 },
    { order: unique("171"), sku: code, quantity: 1 },
  ];
  const page = await openOrders();
  await choose(page, sheetOf(lines));
  await productOf(page, code).fill(asTyped(cap.p_id));
  await page.getByRole("option", { name: cap.p_id }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("2 products, 3 units").waitFor();
  await press(page, "Create picklist", "Picklist created");
  await press(page, "Another file");
  await choose(page, sheetOf([...lines, { sku: code, quantity: 4 }]));
  await page.getByText("1 product, 4 units").waitFor();
  await page.getByText("Left out: 2 lines picked before").waitFor();
  await press(page, "Take them in", "2 products, 7 units");
  await press(page, "Leave them out");
  await press(page, "Create picklist", "Picklist created");
  expect([await heldOf(manager, bib._id), await heldOf(manager, cap._id)]).toEqual([28, 25]);
  await page.reload();
  await page.getByText("Picklist created").waitFor();
});

test("a file that a spreadsheet has rounded is asked about: its lines may have been picked before", async () => {
  const bib = await newProduct([30]);
  const order = "406123456789012345";
  const page = await openOrders();
  await choose(page, sheetOf([{ order, sku: bib.p_id, quantity: 2 }]));
  await press(page, "Create picklist", "Picklist created");
  await press(page, "Another file");
  await choose(page, sheetOf([{ order: "4.06123E+17", sku: bib.p_id, quantity: 2 }]));
  await page.getByText("1 line that may have been picked before").waitFor();
  await press(page, "Take them in", "1 product, 2 units");
  await press(page, "Leave them out", "1 line that may have been picked before");
});

test("short products are listed with what there is, and one press leaves their lines out", async () => {
  const [few, many] = await Promise.all([newProduct([3]), newProduct([30])]);
  const page = await openOrders();
  const two = { sku: few.p_id, quantity: 2 };
  await choose(page, sheetOf([two, two, { sku: many.p_id, quantity: 5 }]));
  await page.getByText("1 product with too little stock").waitFor();
  const line = row(page, few.name);
  expect((await line.getByRole("cell").allInnerTexts()).join(" ")).toBe("4 3 1");
  expect(await button(page, "Create picklist").count()).toBe(0);
  await expectAccessible(page);
  await press(page, "Leave 1 line out", "2 products, 7 units");
  await press(page, "Create picklist", "Picklist created");
  expect(await heldOf(manager, few._id)).toBe(1);
});

test("an unknown code is asked about once more; its lines wait for the same file", { tags: "exhaustive" }, async () => {
  const bib = await newProduct([30]);
  const page = await openOrders();
  const [never, free] = [unique("NEVER"), unique("FREE-GIFT")];
  await choose(page, sheetOf([{ sku: bib.p_id }, { sku: "8.90123E+12", asin: "" }, { sku: never }, { sku: free }]));
  await page.getByText("A spreadsheet has rounded this number").waitFor();
  // One that is left out by choice is not asked about.
  await press(page, `Leave out ${free}`, "1 unknown code of Amazon");
  await press(page, "Create picklist");
  const asked = "2 lines have codes without a product, and stay out. Continue?";
  await answer(page, "Create picklist", asked);
  await page.getByText("Picklist created").waitFor();
});

test("over 95 products are several picklists of one file, printed with heads", { tags: "exhaustive" }, async () => {
  const large = await newWorld();
  const hub = await newWarehouse(large.manager, "BLR-01", "Bengaluru Hub");
  const ids = Array.from({ length: 200 }, (_, i) => `p${i + 1}`);
  const rompers = ids.map((_id) => ({ _id, p_id: `SND-${_id}`, name: `Romper ${_id}` }));
  await putProducts(large, rompers, { [hub]: 5 });
  const page = await open(large, large.executive, { path: "/picklist" });
  await capturePrint(page);
  await page.waitForLoadState("networkidle");
  // Pasted on Create Picklist, without heads: a column of codes and one of numbers.
  const cells = ids.map((_id) => [`SND-${_id}`, 2]);
  await paste(page, cells);
  await page.getByText("Please select a channel").waitFor();
  await page.getByLabel("Channel").selectOption("firstcry");
  await page.getByText("200 products, 400 units").waitFor();
  await takeElsewhere(large, "p200", 4);
  const answered = await hold(page, "**/apply");
  await press(page, "Create 3 picklists");
  await page.getByText("Applying").first().waitFor();
  // A paste meanwhile does not stop it.
  await paste(page, cells.slice(0, 2));
  answered();
  await page.getByText("2 picklists created").waitFor();
  await page.getByText("A picklist of 10 products was not created.").waitFor();
  await page.getByText("Romper p200 (SND-p200): Out of stock (Avl. 1)").waitFor();
  await expectAccessible(page);
  await press(page, "Print all");
  await printed(page);
  const papers = await page.locator("[data-print]").allTextContents();
  expect(papers.map((paper) => /95 lines, 190 units/.test(paper))).toEqual([true, true]);
  await page
    .getByRole("link", { name: /^[A-Z0-9]{4}-[A-Z0-9]{4}$/ })
    .first()
    .click();
  await dialog(page, "Picklist").getByText("95 lines, 190 units").waitFor();
});

test("Flipkart's orders with returns and its own shipments are a picklist after two questions, and a later cancellation goes back on the shelf", async () => {
  const [bib, cap] = [await newProduct([40]), await newProduct([40])];
  const numbers = Array.from({ length: 6 }, () => unique("OD4"));
  const sheet = (rows: string[][]) => {
    const heads = ["Order ID", "SKU", "Event Type", "Fulfilment Type", "Order State", "Item Quantity"];
    return textOf([heads, ...rows.map((cells, at) => [numbers[at] ?? "", ...cells])], ",");
  };
  const page = await openOrders("flipkart");
  const orders = [
    [bib.p_id, "Sale", "NON_FBF", "APPROVED", "2"],
    ["FK-CAP", "Sale", "NON_FBF", "SHIPPED", "3"],
    ["FK-CAP", "Sale", "NON_FBF", "SHIPPED", "1"],
    [bib.p_id, "Return", "NON_FBF", "RETURNED", "5"],
    [bib.p_id, "Sale", "FBF", "APPROVED", "7"],
    [bib.p_id, "Cancellation", "NON_FBF", "CANCELLED", "9"],
  ];
  await choose(page, sheet(orders), "orders.csv");
  await page.getByText("Left out: 2 lines cancelled or returned").waitFor();
  await page.getByText("Left out: 1 line sent by the marketplace").waitFor();
  await page.getByText("2 lines of 3 were sent already (4 units)").waitFor();
  await expectAccessible(page);
  // The first question; with its answer comes the second.
  await page.getByRole("button", { name: "Take them in" }).first().click();
  await page.getByText("Taken in: 2 lines sent already, 4 units").waitFor();
  await page.getByText("1 unknown code of Flipkart").waitFor();
  await productOf(page, "FK-CAP").fill(asTyped(cap.p_id));
  await page.getByRole("option", { name: cap.p_id }).click();
  // What was sent is booked beside it, and not picked.
  await page.getByText("1 product, 2 units").waitFor();
  await press(page, "Create picklist and book sales", "Picklist created, sales booked");
  await undoBar(page).getByText("1 picklist and 1 sale").waitFor();
  expect([await heldOf(manager, bib._id), await heldOf(manager, cap._id)]).toEqual([38, 36]);

  await press(page, "Another file");
  const later = orders.with(0, [bib.p_id, "Cancellation", "NON_FBF", "CANCELLED", "2"]);
  await choose(page, sheet(later), "orders.csv");
  const back = page.getByRole("table", { name: "Cancelled since picked or sold" });
  await back.getByText(bib.p_id).waitFor();
  await expectAccessible(page);
  await press(page, `Done: ${bib.name}`);
  await back.waitFor({ state: "detached" });
  await page.reload();
  await page.getByText("Left out: 1 line cancelled since picked").waitFor();
  expect(await back.count()).toBe(0);
});

test("what a marketplace has sold from its shelf is booked in four actions, and taken back by Undo", async () => {
  const form = { w_id: unique("FBA"), name: "Amazon FBA", sells_for: "amazon" };
  const { _id: shelf } = (await manager.post("/v1/warehouses", form)).body;
  const bib = await newProduct([5]);
  await manager.post("/v1/transactions/in", { product: bib._id, warehouse: shelf, quantity: 9 });
  const sold = [unique("402"), new Date().toISOString(), "Shipped", "Bib", bib.p_id, unique("B0"), "Shipped", "2"];
  const page = await openPicklist();
  const { act, picture, expectAsStated } = frequentJob("Book what a marketplace has sold");
  await act(page.getByRole("link", { name: "From order file" }).click(), "Press From order file.");
  await act(page.getByLabel("Channel").selectOption("amazon"), "Choose the Channel.");
  const file = textOf([
    [...heads, "fulfillment-channel"],
    [...sold, "Amazon"],
  ]);
  await act(choose(page, file), "Choose the file.");
  await page.getByText("1 line sold from Amazon (FBA), 2 units: booked, not picked.").waitFor();
  await page.getByText("1 line to book as sold").waitFor();
  await row(page, sold[0] ?? "").waitFor();
  await picture(page.getByRole("main"));
  await act(button(page, "Book sales").click(), "Press Book sales.");
  await page.getByText("Sales booked").waitFor();
  expectAsStated();
  await row(page, /Sale \w{4}-/).waitFor();
  expect(await heldOf(manager, bib._id)).toBe(12);
  await expectAccessible(page);
  await press(undoBar(page), "Undo", "Undone");
  expect(await heldOf(manager, bib._id)).toBe(14);
  await manager.patch(`/v1/warehouses/${shelf}`, { sells_for: "" });
});

test("a line that was sold and is cancelled is listed until its sale is corrected, which a press begins", async () => {
  const form = { w_id: unique("FBA"), name: "Amazon FBA", sells_for: "amazon" };
  const { _id: shelf } = (await manager.post("/v1/warehouses", form)).body;
  const bib = await newProduct([]);
  await manager.post("/v1/transactions/in", { product: bib._id, warehouse: shelf, quantity: 9 });
  const [order, asin] = [unique("402"), unique("B0")];
  const file = (status: string) => {
    const line = [order, new Date().toISOString(), status, "Bib", bib.p_id, asin, status, "2", "Amazon"];
    return textOf([[...heads, "fulfillment-channel"], line]);
  };
  const page = await open(here, manager, { path: "/picklist/orders?channel=amazon" });
  await choose(page, file("Shipped"));
  await press(page, "Book sales", "Sales booked");
  await press(page, "Another file");
  await choose(page, file("Cancelled"));
  const told = page.getByRole("table", { name: "Cancelled since picked or sold" });
  await told.getByText(bib.p_id).waitFor();
  await expectAccessible(page);
  await press(told, /^Correct sale \w{4}-/);
  await press(dialog(page), `Less ${bib.name}`);
  await press(dialog(page), "Correct");
  await told.getByRole("cell", { name: "1", exact: true }).waitFor();
  const sale = (await picklistsOf(bib)).find(({ kind }) => kind === "sale");
  expect((await reverse(manager, sale?.movement ?? "")).status).toBe(201);
  await page.reload();
  await page.getByText("Left out: 1 line cancelled or returned").waitFor();
  expect(await told.count()).toBe(0);
  await manager.patch(`/v1/warehouses/${shelf}`, { sells_for: "" });
});
