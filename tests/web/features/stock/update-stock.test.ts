// Update Stock, in a real browser on the running product: what is pressed is posted, once.
import { beforeAll, describe, expect, test } from "vitest";
import { showBarcode } from "#tests/support/barcode.ts";
import { expectAccessible, hold, logoutElsewhere, open, type Page, retype, scan } from "#tests/support/browser.ts";
import { newPerson, productForm, unique } from "#tests/support/make.ts";
import { heldOf, keyed, ledgerOf } from "#tests/support/stock.ts";
import { type Client, type TestWorld, world } from "#tests/support/world.ts";

let here: TestWorld;
let hub: string;
const hubLabel = "Bengaluru Hub (BLR-01)";

interface Good {
  _id: string;
  name: string;
  p_id: string;
}

/** A new product with so many units in the hub. */
const good = async (quantity: number, p_id = unique("SND")): Promise<Good> => {
  const { body } = await here.manager.post("/v1/products", productForm({ name: unique("Swaddle"), p_id }));
  if (quantity > 0)
    await here.manager.post("/v1/transactions/in", { product: body._id, warehouse: hub, quantity }, keyed());
  return body;
};

const takeOut = ({ _id }: Good, quantity: number) =>
  here.manager.post("/v1/transactions/out", { product: _id, warehouse: hub, quantity }, keyed());

beforeAll(async () => {
  here = await world();
  hub = (await here.manager.post("/v1/warehouses", { name: "Bengaluru Hub", w_id: "BLR-01" })).body._id;
  await here.manager.post("/v1/warehouses", { name: "Delhi NCR", w_id: "DEL-02" });
});

const dialog = (page: Page) => page.getByRole("dialog", { name: "Update Stock" });
const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true });
const press = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true }).click();
const focused = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ?? "");
const postings = (page: Page): string[] => {
  const keys: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") keys.push(request.headers()["idempotency-key"] ?? "none");
  });
  return keys;
};

const opened = async (wishes: Parameters<typeof open>[2] = {}, who: Client = here.executive): Promise<Page> => {
  const page = await open(here, who, { path: "/inventory", ...wishes });
  await page.getByRole("row").nth(1).waitFor();
  await page.getByRole("button", { name: "Update Stock" }).click();
  await dialog(page).waitFor();
  return page;
};

const pick = async (page: Page, { p_id }: Good) => {
  await field(page, "Product").fill(p_id);
  await page.getByRole("option").filter({ hasText: p_id }).click();
};

const fill = async (page: Page, product: Good, quantity: number, way: "STOCK IN" | "STOCK OUT" = "STOCK IN") => {
  await dialog(page).getByRole("radio", { name: way }).check();
  await pick(page, product);
  await field(page, "Warehouse").selectOption({ label: hubLabel });
  await retype(field(page, "Quantity"), String(quantity));
};

const closed = (page: Page) => dialog(page).waitFor({ state: "detached" });

test("opened for a product it focuses the warehouse, for a record the quantity", async () => {
  const { _id } = await good(5);
  for (const [id, label] of [
    [_id, "Warehouse"],
    [`${_id}-${hub}`, "Quantity"],
  ]) {
    const page = await open(here, here.executive, { path: `/inventory?do=update&id=${id}` });
    await dialog(page).waitFor();
    await expect.poll(() => focused(page)).toBe(label);
  }
});

test("stock in says Processing, then that it is updated, closes, and the list shows it", async () => {
  const swaddle = await good(54);
  const page = await opened();
  await fill(page, swaddle, 12);
  await dialog(page).getByText("54 to 66").waitFor();
  await press(page, "Submit");
  await page.getByText("Stock updated successfully").waitFor();
  await closed(page);
  await page.getByRole("row").filter({ hasText: swaddle.p_id }).getByText("66", { exact: true }).waitFor();
  expect(await heldOf(here.manager, swaddle._id)).toBe(66);
  await page.getByRole("button", { name: "Update Stock" }).click();
  expect(await dialog(page).getByRole("radio", { name: "STOCK IN" }).isChecked()).toBe(true);
});

test("each direction has its reasons; a change of direction replaces one that does not fit and says so", async () => {
  const page = await opened();
  const reasons = () => field(page, "Reason").locator("option").allTextContents();
  const both = ["Internal Transfer", "Correction", "Other"];
  expect(await reasons()).toEqual(["Production (Domestic)", "Purchase (Overseas)", "Return", ...both]);
  await dialog(page).getByRole("radio", { name: "STOCK IN" }).press("ArrowRight");
  expect(await reasons()).toEqual(["Outbound", "Damage", "Sample", ...both]);
  expect(await field(page, "Reason").locator("option:checked").textContent()).toBe("Outbound");
  await dialog(page).getByText("Changed to Outbound: Production (Domestic) is not a reason for stock out.").waitFor();
  await field(page, "Reason").selectOption("Correction");
  await dialog(page).getByRole("radio", { name: "STOCK IN" }).check();
  expect(await field(page, "Reason").inputValue()).toBe("Correction");
});

test("it opens on Product, and Enter goes on to Warehouse, Quantity, Reason and submits", async () => {
  const swaddle = await good(0);
  const page = await opened();
  await expect.poll(() => focused(page)).toBe("Product");
  // As a person types: faster keys would be a scan.
  await page.keyboard.type(swaddle.p_id, { delay: 60 });
  await page.getByRole("option").filter({ hasText: swaddle.p_id }).waitFor();
  for (const next of ["Warehouse", "Quantity", "Reason"]) {
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe(next);
    if (next === "Warehouse") await field(page, "Warehouse").selectOption({ label: hubLabel });
    if (next === "Quantity") await page.keyboard.type("40");
  }
  await page.keyboard.press("Enter");
  await closed(page);
  expect(await heldOf(here.manager, swaddle._id)).toBe(40);
});

test("a scan fills Product wherever the focus is, and leaves that field as it was", async () => {
  const swaddle = await good(5);
  const page = await opened();
  await field(page, "Quantity").fill("12");
  await scan(page, swaddle.p_id);
  await expect.poll(() => field(page, "Product").inputValue()).toBe(`${swaddle.name} (${swaddle.p_id})`);
  expect(await field(page, "Quantity").inputValue()).toBe("12");
});

test("a scan does not change a select to the choice its letters begin", async () => {
  const towel = await good(5, unique("DEL"));
  const page = await opened();
  await field(page, "Warehouse").selectOption({ label: hubLabel });
  await field(page, "Warehouse").focus();
  await scan(page, towel.p_id);
  await expect.poll(() => field(page, "Product").inputValue()).toBe(`${towel.name} (${towel.p_id})`);
  expect(await field(page, "Warehouse").inputValue()).toBe(hub);
});

test("a product added meanwhile is unknown to the first scan only", async () => {
  const page = await opened();
  const towel = await good(0);
  const reread = page.waitForResponse((response) => response.url().endsWith("/v1/app/context"));
  await scan(page, towel.p_id);
  await page.getByText(`No product with P.ID ${towel.p_id}`).waitFor();
  await (await reread).finished();
  await expect
    .poll(async () => {
      await scan(page, towel.p_id);
      return field(page, "Product").inputValue();
    })
    .toBe(`${towel.name} (${towel.p_id})`);
});

test("what is typed after a scan that ran through the quantity replaces it", async () => {
  const swaddle = await good(5);
  const page = await opened();
  await pick(page, swaddle);
  await field(page, "Warehouse").selectOption({ label: hubLabel });
  await field(page, "Quantity").focus();
  await scan(page, swaddle.p_id);
  await expect.poll(() => focused(page)).toBe("Quantity");
  await page.keyboard.type("12");
  expect(await field(page, "Quantity").inputValue()).toBe("12");
});

test("what is missing is shown beside its field", async () => {
  const page = await opened();
  await press(page, "Submit");
  await expect.poll(() => dialog(page).getByRole("alert").allTextContents()).toEqual(["Required", "Required"]);
  await expect.poll(() => focused(page)).toBe("Product");
});

test("a quantity that is cleared and typed posts what was typed, in and out", async () => {
  const swaddle = await good(30);
  const page = await opened();
  await fill(page, swaddle, 12);
  await press(page, "Submit and add another");
  await expect.poll(() => focused(page)).toBe("Product");
  await dialog(page).getByRole("radio", { name: "STOCK OUT" }).check();
  await pick(page, swaddle);
  await expect.poll(() => focused(page)).toBe("Quantity");
  await page.keyboard.type("24");
  for (const left of ["2", ""]) {
    await page.keyboard.press("Backspace");
    expect(await field(page, "Quantity").inputValue()).toBe(left);
  }
  await page.keyboard.press("Control+Enter");
  await dialog(page).getByRole("alert").getByText("Required").waitFor();
  expect(await field(page, "Quantity").inputValue()).toBe("");
  expect(await focused(page)).toBe("Quantity");
  await page.keyboard.type("7");
  await press(page, "Submit");
  await closed(page);
  expect((await ledgerOf(here.manager, swaddle._id)).toSorted((a, b) => a - b)).toEqual([-7, 12, 30]);
});

test("a refusal for lack of stock is shown beside the quantity, and the form stays", async () => {
  const swaddle = await good(5);
  const page = await opened({ mayLog: /422|Unable to process/ });
  await fill(page, swaddle, 9, "STOCK OUT");
  await dialog(page).getByText("Only 5 in stock").waitFor();
  await press(page, "Submit");
  await dialog(page).getByRole("alert").getByText("Out of stock (Avl. 5)").waitFor();
  await expect.poll(() => focused(page)).toBe("Quantity");
  await field(page, "Quantity").fill("5");
  await dialog(page).getByText("5 to 0").waitFor();
  await press(page, "Submit");
  await closed(page);
  expect(await ledgerOf(here.manager, swaddle._id)).toEqual(expect.arrayContaining([5, -5]));
});

test("a product deleted meanwhile is named beside Product", async () => {
  const swaddle = await good(5);
  const page = await opened({ mayLog: /404|Resource not found/ });
  await fill(page, swaddle, 1);
  await here.manager.delete(`/v1/products/${swaddle._id}`);
  await press(page, "Submit");
  await dialog(page).getByRole("alert").getByText("No such product").waitFor();
});

test("Submit and add another posts, keeps direction and warehouse, and goes back to Product", async () => {
  const [first, second] = await Promise.all([good(9), good(9)]);
  const page = await opened();
  await fill(page, first, 4, "STOCK OUT");
  await press(page, "Submit and add another");
  await expect.poll(() => field(page, "Product").inputValue()).toBe("");
  await expect.poll(() => focused(page)).toBe("Product");
  expect(await dialog(page).getByRole("radio", { name: "STOCK OUT" }).isChecked()).toBe(true);
  expect(await field(page, "Warehouse").inputValue()).toBe(hub);
  await pick(page, second);
  await press(page, "Submit");
  await closed(page);
  expect([await heldOf(here.manager, first._id), await heldOf(here.manager, second._id)]).toEqual([5, 8]);
});

test("a product scanned before the answer arrives stays, with its quantity and the focus", async () => {
  const [first, second] = await Promise.all([good(9), good(9)]);
  const page = await opened();
  const release = await hold(page, "**/v1/transactions/out");
  await fill(page, first, 4, "STOCK OUT");
  await field(page, "Remarks (Optional)").fill("torn box");
  await press(page, "Submit and add another");
  await page.getByText("Processing").waitFor();
  await scan(page, second.p_id);
  await expect.poll(() => focused(page)).toBe("Quantity");
  await page.keyboard.type("1");
  release();
  await page.getByText("Stock updated successfully").waitFor();
  await expect.poll(() => field(page, "Remarks (Optional)").inputValue()).toBe("");
  await page.keyboard.type("2");
  expect(await field(page, "Quantity").inputValue()).toBe("12");
  expect(await field(page, "Product").inputValue()).toContain(second.p_id);
  await field(page, "Quantity").fill("2");
  await press(page, "Submit");
  await closed(page);
  expect([await heldOf(here.manager, first._id), await heldOf(here.manager, second._id)]).toEqual([5, 7]);
});

test("a scan before the answer arrives starts a new round of one unit, also of the same product", async () => {
  const [first, second] = await Promise.all([good(9), good(9)]);
  const page = await opened();
  await fill(page, first, 4, "STOCK OUT");
  for (const next of [second, second, first]) {
    const release = await hold(page, "**/v1/transactions/out");
    await press(page, "Submit and add another");
    await page.getByText("Processing").waitFor();
    await scan(page, next.p_id);
    await expect.poll(() => field(page, "Quantity").inputValue()).toBe("1");
    release();
    await page.getByText("Stock updated successfully").waitFor();
    await expect.poll(() => dialog(page).getByRole("button", { name: "Submit", exact: true }).isEnabled()).toBe(true);
    expect(await field(page, "Product").inputValue()).toContain(next.p_id);
    expect(await field(page, "Quantity").inputValue()).toBe("1");
  }
  await press(page, "Submit");
  await closed(page);
  expect([await heldOf(here.manager, first._id), await heldOf(here.manager, second._id)]).toEqual([4, 7]);
});

test("a double click posts once, and does not go back twice", async () => {
  const swaddle = await good(0);
  const page = await opened();
  await fill(page, swaddle, 3);
  const posted = postings(page);
  await page.evaluate(() => {
    const submit = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Submit");
    submit?.click();
    submit?.click();
  });
  await closed(page);
  expect(posted).toHaveLength(1);
  expect(new URL(page.url()).pathname).toBe("/inventory");
  expect(await heldOf(here.manager, swaddle._id)).toBe(3);
});

test("pressed twice, Close does not go back twice", async () => {
  const page = await opened();
  await dialog(page)
    .getByRole("button", { name: "Close" })
    .evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
  await closed(page);
  expect(new URL(page.url()).pathname).toBe("/inventory");
  await page.goForward();
  await dialog(page).waitFor();
  await page.keyboard.press("Escape");
  await closed(page);
});

test("without an answer the form is locked and repeats only that posting, after a reload too, with one effect", async () => {
  const swaddle = await good(10);
  const page = await opened({ mayLog: /ERR_FAILED|No connection/ });
  const posted = postings(page);
  // The server processes it; the browser gets no answer.
  await page.route("**/v1/transactions/in", async (route) => {
    if (route.request().method() === "POST") await route.fetch();
    await route.abort();
  });
  await fill(page, swaddle, 7);
  await field(page, "Remarks (Optional)").fill("second shelf");
  await press(page, "Submit");
  await dialog(page).getByText("No answer came").waitFor();
  expect(await field(page, "Quantity").isDisabled()).toBe(true);
  await page.reload();
  await dialog(page).getByText("No answer came").waitFor();
  expect(await field(page, "Quantity").inputValue()).toBe("7");
  expect(await field(page, "Remarks (Optional)").inputValue()).toBe("second shelf");
  await page.unroute("**/v1/transactions/in");
  await press(page, "Try again");
  await closed(page);
  expect(posted).toHaveLength(2);
  expect(new Set(posted).size).toBe(1);
  expect(await heldOf(here.manager, swaddle._id)).toBe(17);
});

test("an unknown outcome is not forgotten when the form is closed, and giving it up asks first", async () => {
  const swaddle = await good(10);
  const page = await opened({ mayLog: /ERR_FAILED|No connection/ });
  await page.route("**/v1/transactions/out", (route) => route.abort());
  await fill(page, swaddle, 2, "STOCK OUT");
  await press(page, "Submit");
  await dialog(page).getByText("No answer came").waitFor();
  await press(page, "Cancel");
  await closed(page);
  await page.getByText("A stock update has no answer yet").waitFor();
  await page.getByRole("button", { name: "Finish it" }).click();
  await press(page, "Give up");
  await page.getByRole("alertdialog").getByRole("button", { name: "Give up" }).click();
  await expect.poll(() => field(page, "Product").isEnabled()).toBe(true);
  expect(await field(page, "Product").inputValue()).toBe("");
});

test("nothing is given up while it is tried again, not even by an answer to an earlier question", async () => {
  const swaddle = await good(10);
  const page = await opened({ mayLog: /ERR_FAILED|No connection/ });
  const held = Promise.withResolvers<void>();
  let tries = 0;
  await page.route("**/v1/transactions/in", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    tries += 1;
    if (tries === 1) return route.abort();
    await held.promise;
    await route.continue();
  });
  await fill(page, swaddle, 7);
  await press(page, "Submit");
  await dialog(page).getByText("No answer came").waitFor();
  const giveUp = dialog(page).getByRole("button", { name: "Give up" });
  await giveUp.click();
  const question = page.getByRole("alertdialog");
  await question.waitFor();
  // As when the chunk of the question loads late: pressed before it is shown.
  await page.evaluate(() =>
    [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Try again")?.click(),
  );
  await expect.poll(() => tries).toBe(2);
  await question.getByRole("button", { name: "Give up" }).click();
  await question.waitFor({ state: "detached" });
  expect(await field(page, "Quantity").inputValue()).toBe("7");
  expect(await giveUp.isDisabled()).toBe(true);
  held.resolve();
  await closed(page);
  expect(await heldOf(here.manager, swaddle._id)).toBe(17);
});

test("opened again while a posting is running it says so, and unlocks when the answer arrives", async () => {
  const swaddle = await good(10);
  const page = await opened();
  const posted = postings(page);
  const release = await hold(page, "**/v1/transactions/in");
  await fill(page, swaddle, 7);
  await press(page, "Submit");
  await page.getByText("Processing").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await closed(page);
  await page.getByRole("button", { name: "Update Stock" }).click();
  await dialog(page).getByText("What was sent before is still on its way").waitFor();
  expect(await field(page, "Quantity").isDisabled()).toBe(true);
  await page.keyboard.press("Control+Enter");
  await expectAccessible(page);
  release();
  await page.getByText("Stock updated successfully").waitFor();
  await expect.poll(() => field(page, "Quantity").isEnabled()).toBe(true);
  expect(
    await dialog(page)
      .getByText(/still on its way|No answer came/)
      .count(),
  ).toBe(0);
  expect(await field(page, "Product").inputValue()).toBe("");
  expect(posted).toHaveLength(1);
  expect(await heldOf(here.manager, swaddle._id)).toBe(17);
});

test("while an outcome is unknown, and when it is given up, the list behind shows the present stock", async () => {
  const swaddle = await good(10);
  const page = await opened({ mayLog: /ERR_FAILED|No connection/ });
  const shown = (units: string) =>
    page
      .getByRole("row", { includeHidden: true })
      .filter({ hasText: swaddle.p_id })
      .getByText(units, { exact: true })
      .waitFor();
  let late = () => Promise.resolve();
  await page.route("**/v1/transactions/in", async (route) => {
    late = async () => void (await route.fetch());
    await route.abort();
  });
  await fill(page, swaddle, 7);
  await takeOut(swaddle, 1);
  await press(page, "Submit");
  await dialog(page).getByText("No answer came").waitFor();
  await shown("9");
  await late();
  await press(page, "Give up");
  await page.getByRole("alertdialog").getByText("Look at the stock before you enter it again").waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Give up" }).click();
  await shown("16");
});

test("what was posted while the session ended is not restored to be posted again", async () => {
  const swaddle = await good(10);
  const page = await opened();
  const release = await hold(page, "**/v1/transactions/in");
  await fill(page, swaddle, 6);
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await press(page, "Submit");
  await page.getByText("Processing").waitFor();
  await logoutElsewhere(page);
  await page.getByLabel("Password", { exact: true }).fill("executive-password");
  release();
  await answered;
  await page.getByText("Stock updated successfully").waitFor();
  await page.getByRole("button", { name: "Login" }).click();
  await dialog(page).waitFor();
  expect(await field(page, "Product").inputValue()).toBe("");
  await press(page, "Cancel");
  await page.getByRole("row").filter({ hasText: swaddle.p_id }).waitFor();
  expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
  expect(await heldOf(here.manager, swaddle._id)).toBe(16);
});

test("what was posted is not restored either when its answer arrives after the same user has signed in again", async () => {
  const swaddle = await good(10);
  const page = await opened();
  const release = await hold(page, "**/v1/transactions/in");
  await fill(page, swaddle, 6);
  await press(page, "Submit");
  await page.getByText("Processing").waitFor();
  await logoutElsewhere(page);
  await page.getByLabel("Password", { exact: true }).fill("executive-password");
  await page.getByRole("button", { name: "Login" }).click();
  await dialog(page).getByText("What was sent before is still on its way").waitFor();
  release();
  await page.getByText("Stock updated successfully").waitFor();
  await expect.poll(() => field(page, "Product").isEnabled()).toBe(true);
  expect(await field(page, "Product").inputValue()).toBe("");
  await press(page, "Cancel");
  await closed(page);
  expect(await heldOf(here.manager, swaddle._id)).toBe(16);
});

test("what was typed for one row is not restored into another", async () => {
  const [swaddle, towel] = [await good(10), await good(3)];
  const page = await open(here, here.executive, { path: `/inventory?do=update&id=${swaddle._id}-${hub}` });
  await field(page, "Quantity").fill("8");
  await logoutElsewhere(page);
  await page.getByLabel("Password", { exact: true }).waitFor();
  await page.goto(`/inventory?do=update&id=${towel._id}-${hub}`);
  await page.getByLabel("Password", { exact: true }).fill("executive-password");
  await page.getByRole("button", { name: "Login" }).click();
  await expect.poll(() => field(page, "Product").inputValue()).toContain(towel.p_id);
  expect(await field(page, "Quantity").inputValue()).toBe("1");
});

test("a session that ends keeps what was typed for the same user", async () => {
  const swaddle = await good(10);
  const person = await newPerson(here);
  const page = await opened({ mayLog: /401|Session expired/ }, person.client);
  await fill(page, swaddle, 6, "STOCK OUT");
  await field(page, "Remarks (Optional)").fill("torn box");
  // A new password ends all sessions of the user.
  await here.root.patch(`/v1/users/${person._id}`, { password: "another long one" });
  await press(page, "Submit");
  await page.getByLabel("Password", { exact: true }).fill("another long one");
  await page.getByRole("button", { name: "Login" }).click();
  await dialog(page).waitFor();
  expect(await field(page, "Product").inputValue()).toContain(swaddle.p_id);
  expect(await field(page, "Remarks (Optional)").inputValue()).toBe("torn box");
  await press(page, "Submit");
  await closed(page);
  expect(await heldOf(here.manager, swaddle._id)).toBe(4);
});

test("a row of the list opens it for that product and warehouse", async () => {
  const swaddle = await good(21);
  const page = await open(here, here.executive, { path: "/inventory" });
  await page.getByRole("row").filter({ hasText: swaddle.p_id }).click();
  await dialog(page).getByText("21 to 22").waitFor();
  await expect.poll(() => focused(page)).toBe("Quantity");
});

describe("on a phone", () => {
  test("the product is picked in a sheet of its own, and the quantity by thumb", async () => {
    const swaddle = await good(8);
    const page = await opened({ phone: true });
    await dialog(page).getByRole("button", { name: "Product: Search name or P.ID" }).tap();
    const sheet = page.getByRole("dialog", { name: "Product", exact: true });
    await sheet.getByLabel("Search products").fill(swaddle.p_id);
    await sheet.getByRole("option").first().tap();
    await field(page, "Warehouse").selectOption({ label: hubLabel });
    expect(await field(page, "Quantity").getAttribute("inputmode")).toBe("numeric");
    await dialog(page).getByRole("button", { name: "More units" }).tap();
    await dialog(page).getByText("8 to 10").waitFor();
    await expectAccessible(page);
    await field(page, "Quantity").tap();
    await page.keyboard.type("5");
    await dialog(page).getByText("8 to 13").waitFor();
    await press(page, "Submit");
    await closed(page);
    expect(await heldOf(here.manager, swaddle._id)).toBe(13);
  });

  test("the camera stays when the phone is turned, and once closed stays closed", async () => {
    await good(5);
    const page = await opened({ phone: true });
    // The picture has no barcode in it.
    await page.evaluate(showBarcode, "");
    const camera = page.getByRole("dialog", { name: "Scan", exact: true });
    await press(page, "Scan product");
    await camera.getByText("Hold a barcode").waitFor();
    await page.setViewportSize({ width: 844, height: 390 });
    await page.getByPlaceholder("Search name or P.ID").waitFor({ state: "attached" });
    await camera.getByRole("button", { name: "Done" }).click();
    await camera.waitFor({ state: "detached" });
    await page.setViewportSize({ width: 390, height: 844 });
    await dialog(page).getByRole("button", { name: "Scan product" }).waitFor();
    expect(await camera.count()).toBe(0);
  });
});

test("it is accessible, in light and dark", async () => {
  const swaddle = await good(1);
  const page = await opened();
  await fill(page, swaddle, 2, "STOCK OUT");
  await expectAccessible(page);
});
