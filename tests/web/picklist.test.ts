// Create Picklist, in a real browser on the running product: what is confirmed is posted, once, whatever happens.
import { beforeAll, describe, expect, test } from "vitest";
import type { Transaction } from "#shared/movement.ts";
import { numberOf } from "#shared/number.ts";
import { expectAccessible, open, type Page, scan } from "../support/browser.ts";
import { newPerson, productForm, today, unique } from "../support/make.ts";
import { heldOf, keyed, ledgerOf } from "../support/stock.ts";
import { type TestWorld, world } from "../support/world.ts";

let here: TestWorld;
const hubs: string[] = [];

interface Good {
  _id: string;
  name: string;
  p_id: string;
}

/** A new product with so many units in Bengaluru, Delhi and Bhiwandi. */
const good = async (held: number[], p_id = unique("NET")): Promise<Good> => {
  const { body } = await here.manager.post("/v1/products", productForm({ name: unique("Swaddle"), p_id }));
  for (const [at, quantity] of held.entries())
    if (quantity > 0)
      await here.manager.post("/v1/transactions/in", { product: body._id, warehouse: hubs[at], quantity }, keyed());
  return body;
};

/** Somebody else takes units of it. */
const takeAway = ({ _id }: Good, quantity: number) =>
  here.manager.post("/v1/transactions/out", { product: _id, warehouse: hubs[0], quantity }, keyed());

beforeAll(async () => {
  here = await world();
  const places = [
    { w_id: "BLR-01", name: "Bengaluru Hub" },
    { w_id: "DEL-02", name: "Delhi NCR" },
    { w_id: "MUM-03", name: "Bhiwandi" },
  ];
  for (const place of places) hubs.push((await here.manager.post("/v1/warehouses", place)).body._id);
});

const opened = async (wishes: Parameters<typeof open>[2] = {}, who = here.executive): Promise<Page> => {
  const page = await open(here, who, { path: "/picklist", ...wishes });
  await page.getByText("Scan or add the first product.").waitFor();
  await page.getByLabel("Channel").waitFor();
  return page;
};

const product = (page: Page) => page.getByRole("combobox", { name: "Product", exact: true });
const quantity = (page: Page, { name }: Good) => page.getByLabel(`Quantity of ${name}`);
const line = (page: Page, { name }: Good) => page.getByRole("row").filter({ hasText: name });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const press = (page: Page, name: string) => button(page, name).click();
const said = (page: Page, text: string) => page.locator("#toasts").getByText(text, { exact: true }).first().waitFor();
const totals = (page: Page, text: string) => page.getByRole("status").getByText(text, { exact: true }).waitFor();
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute("aria-label") ?? (activeElement as HTMLInputElement)?.labels?.[0]?.textContent;
  });

/** By search: its P.ID, Enter, the quantity, Enter. */
const add = async (page: Page, { p_id, name }: Good, units: number) => {
  await product(page).fill(p_id);
  await page.getByRole("option").filter({ hasText: p_id }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("Quantity");
  await page.keyboard.type(String(units));
  await page.keyboard.press("Enter");
  await page.getByLabel(`Quantity of ${name}`).waitFor();
};

const choose = (page: Page, channel: string) => page.getByLabel("Channel").selectOption(channel);

const save = async (page: Page, question = "Process picklist ?", answer = "Process picklist") => {
  await press(page, "Save");
  await page.getByRole("alertdialog").getByText(question).waitFor();
  await press(page, answer);
};

/** The movements that took units of it, newest first. */
const picklistsOf = async ({ _id }: Good): Promise<Transaction[]> => {
  const rows: Transaction[] = (await here.manager.get(`/v1/transactions?start=${today()}&end=${today()}`)).body;
  return rows.filter((row) => row.product._id === _id && row.channel !== undefined);
};

const posting = "**/v1/transactions/out";
const unanswered = /ERR_|No connection/;
const refused = /422|Unable to process/;

describe("making one", () => {
  test("it is made by search and by scan, saved once, and shows where the server took it", async () => {
    const [bib, towel] = await Promise.all([good([30, 4, 10]), good([0, 2, 9])]);
    const page = await opened();
    await add(page, bib, 15);
    expect(await focused(page)).toBe("Product");
    await line(page, bib).getByText("Delhi NCR × 4").waitFor();
    await line(page, bib).getByText("Bhiwandi × 10").waitFor();
    await line(page, bib).getByText("Bengaluru Hub × 1").waitFor();
    await page.getByRole("columnheader", { name: "Breakdown" }).getByText("Preview").waitFor();

    await scan(page, towel.p_id);
    await expect.poll(() => focused(page)).toBe(`Quantity of ${towel.name}`);
    await scan(page, towel.p_id);
    await expect.poll(() => quantity(page, towel).inputValue()).toBe("2");
    await page.keyboard.type("3");
    await page.keyboard.press("Enter");
    await totals(page, "2 lines, 18 units");
    expect(await focused(page)).toBe("Product");
    expect(await product(page).inputValue()).toBe("");

    await choose(page, "Firstcry");
    await expect.poll(() => page.locator("h1 + *").textContent()).toBe("Firstcry");
    expect(await button(page, "Print").isDisabled()).toBe(true);
    await save(page);
    await said(page, "Picklist Processed");
    await line(page, towel).getByText("Bhiwandi × 1").waitFor();
    expect(await page.getByText("Preview").count()).toBe(0);
    expect(await button(page, "Print").isEnabled()).toBe(true);
    const rows = await picklistsOf(bib);
    expect(rows.map(({ warehouse, quantity, channel }) => [warehouse.w_id, quantity, channel])).toEqual([
      ["DEL-02", 4, "firstcry"],
      ["MUM-03", 10, "firstcry"],
      ["BLR-01", 1, "firstcry"],
    ]);
    await page.getByText(`Number ${numberOf(rows[0]?.movement ?? "")}`).waitFor();
    expect([await heldOf(here.manager, bib._id), await heldOf(here.manager, towel._id)]).toEqual([29, 8]);
  });

  test("what keeps it from being made is said in the specification's words, beside the field and as a toast", async () => {
    const bib = await good([5]);
    const page = await opened();
    await press(page, "Save");
    await said(page, "Picklist empty, add items first");
    expect(await page.getByText("Picklist empty, add items first").count()).toBe(2);
    await product(page).fill(bib.p_id);
    await page.getByRole("option").filter({ hasText: bib.p_id }).click();
    await page.getByLabel("Quantity", { exact: true }).fill("6");
    await press(page, "Add");
    await said(page, "Out of stock (Avl. 5)");
    await page.getByRole("form").getByText("Out of stock (Avl. 5)").waitFor();
    await page.getByLabel("Quantity", { exact: true }).fill("5");
    await press(page, "Add");
    await press(page, `More ${bib.name}`);
    await said(page, "Maximum stock reached (Avl. 5)");
    await line(page, bib).getByText("Maximum stock reached (Avl. 5)").waitFor();
    await quantity(page, bib).fill("50");
    await expect.poll(() => quantity(page, bib).inputValue()).toBe("5");
    await press(page, "Save");
    await said(page, "Please select a channel");
    await expect.poll(() => focused(page)).toBe("Channel");
    await quantity(page, bib).fill("1");
    await expect.poll(() => button(page, `Less ${bib.name}`).isDisabled()).toBe(true);
    expect(await ledgerOf(here.manager, bib._id)).toEqual([5]);
  });

  test("a code nobody has is said, presses no shortcut, and leaves fields as they were", async () => {
    const bib = await good([5]);
    const page = await opened();
    await add(page, bib, 2);
    const places = [quantity(page, bib), product(page), page.getByRole("heading", { level: 1 })];
    for (const [at, place] of places.entries()) {
      await place.focus();
      await scan(page, `NGN-40${at}-N`);
      await said(page, `No product with P.ID NGN-40${at}-N`);
    }
    expect(await page.getByRole("alertdialog").count()).toBe(0);
    expect([await quantity(page, bib).inputValue(), await product(page).inputValue()]).toEqual(["2", ""]);
    expect(new URL(page.url()).pathname).toBe("/picklist");
  });

  test("what is scanned before the products are known is added when they are", async () => {
    const bib = await good([5]);
    const page = await opened();
    const known = Promise.withResolvers<void>();
    await page.route("**/v1/app/context", async (route) => {
      await known.promise;
      await route.continue();
    });
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith("context")) localStorage.removeItem(key);
    });
    await page.reload();
    await product(page).waitFor();
    await scan(page, bib.p_id);
    await said(page, `Looking for ${bib.p_id}`);
    known.resolve();
    await totals(page, "1 line, 1 unit");
  });

  test("a draft outlives a reload; Clear asks when something would be lost, and resets all", async () => {
    const bib = await good([5]);
    const page = await opened();
    await add(page, bib, 2);
    await choose(page, "Jiomart");
    await page.reload();
    await totals(page, "1 line, 2 units");
    await expect.poll(() => page.getByLabel("Channel").inputValue()).toBe("jiomart");
    await press(page, "Clear");
    await press(page, "Cancel");
    await totals(page, "1 line, 2 units");
    await press(page, "Clear");
    await press(page, "Clear picklist");
    await page.getByText("Scan or add the first product.").waitFor();
    expect(await page.getByLabel("Channel").inputValue()).toBe("");
    await expect.poll(() => focused(page)).toBe("Product");
  });
});

describe("after it was processed", () => {
  test("it is a draft again when it is changed, saving asks once more and posts anew, and undoing brings it back", async () => {
    const bib = await good([20]);
    const page = await opened();
    await add(page, bib, 4);
    await choose(page, "Amazon");
    await save(page);
    await page.getByText("Processed", { exact: true }).waitFor();
    await press(page, `More ${bib.name}`);
    await page.getByText("Saving takes its 1 line from stock once more.").waitFor();
    expect(await button(page, "Print").isDisabled()).toBe(true);
    await press(page, "Undo changes");
    await page.getByText("Processed", { exact: true }).waitFor();
    expect(await quantity(page, bib).inputValue()).toBe("4");
    await save(page, "This picklist is processed already, proceed anyway?", "Process again");
    await expect.poll(async () => (await picklistsOf(bib)).map(({ quantity }) => quantity)).toEqual([4, 4]);
    await page.getByText("Processed", { exact: true }).waitFor();
    // Nothing is lost, so nothing is asked.
    await press(page, "Clear");
    await page.getByText("Scan or add the first product.").waitFor();
  });

  test("it prints with its channel, number and total, under a title that is taken back afterwards", async () => {
    const bib = await good([20, 3]);
    const page = await opened();
    await add(page, bib, 4);
    await choose(page, "SND App");
    await save(page);
    await page.getByText("Processed", { exact: true }).waitFor();
    const before = await page.title();
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute("data-printed", document.title);
    });
    await press(page, "Print");
    const [year, month, day] = today().split("-");
    await page.locator(`body[data-printed="Picklist SND App ${day}-${month}-${year}"]`).waitFor();
    await page.emulateMedia({ media: "print" });
    const sheet = page.locator("[data-print]");
    const number = numberOf((await picklistsOf(bib))[0]?.movement ?? "");
    for (const text of ["Picklist SND App", "The executive", `${day}-${month}-${year}`, number, "1 line, 4 units"])
      await sheet.getByText(text, { exact: true }).first().waitFor();
    expect(await sheet.getByRole("columnheader").allTextContents()).toEqual([
      "S.No",
      "Image",
      "Product Name",
      "Quantity",
      "Breakdown",
      "Remark",
    ]);
    expect(await sheet.getByRole("cell").nth(4).innerText()).toBe("Delhi NCR × 3\nBengaluru Hub × 1");
    expect(await page.getByRole("heading", { name: "Create Picklist" }).isVisible()).toBe(false);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await expect.poll(() => page.title()).toBe(before);
  });
});

describe("when something goes wrong", () => {
  test("after a refusal each short line says what is available, nothing is lost, and it can be saved then", async () => {
    const [bib, towel, cup] = await Promise.all([good([9]), good([9]), good([9])]);
    const page = await opened({ mayLog: refused });
    for (const each of [bib, towel, cup]) await add(page, each, 5);
    await choose(page, "Flipkart");
    await Promise.all([takeAway(bib, 7), takeAway(cup, 9)]);
    await save(page);
    await line(page, bib).getByText("Out of stock (Avl. 2)").waitFor();
    await line(page, cup).getByText("Out of stock (Avl. 0)").waitFor();
    await totals(page, "3 lines, 15 units");
    expect(await line(page, towel).getByText("Out of stock").count()).toBe(0);
    expect(await heldOf(here.manager, towel._id)).toBe(9);
    await press(page, "Set to 2");
    await press(page, `Remove ${cup.name}`);
    await save(page);
    await said(page, "Picklist Processed");
    expect([await heldOf(here.manager, bib._id), await heldOf(here.manager, towel._id)]).toEqual([0, 4]);
  });

  test("a lost answer locks it, over a reload too, and sending again posts it once", async () => {
    const bib = await good([9]);
    const page = await opened({ mayLog: unanswered });
    await add(page, bib, 5);
    await choose(page, "Website");
    await page.route(
      posting,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await save(page);
    await button(page, "Send again").waitFor();
    expect((await picklistsOf(bib)).length).toBe(1);
    await page.reload();
    await button(page, "Send again").waitFor();
    for (const name of ["Save", "Clear", "Print", "Add", `More ${bib.name}`, `Remove ${bib.name}`])
      expect([name, await button(page, name).isDisabled()]).toEqual([name, true]);
    await scan(page, bib.p_id);
    await said(page, "Nothing can be added before the answer has come");
    await press(page, "Send again");
    await page.getByText("Processed", { exact: true }).waitFor();
    expect((await picklistsOf(bib)).map(({ quantity }) => quantity)).toEqual([5]);
    expect(await button(page, "Print").isEnabled()).toBe(true);
  });

  test("without a connection nothing is posted, and with it again once, however often it is pressed", async () => {
    const bib = await good([9]);
    const page = await opened({ mayLog: unanswered });
    await add(page, bib, 5);
    await choose(page, "Amazon");
    await page.context().setOffline(true);
    await save(page);
    await said(page, "No connection, try again");
    await press(page, "Send again");
    await button(page, "Send again").waitFor();
    expect((await picklistsOf(bib)).length).toBe(0);
    await page.context().setOffline(false);
    await button(page, "Send again").dblclick();
    await said(page, "Picklist Processed");
    expect((await picklistsOf(bib)).map(({ quantity }) => quantity)).toEqual([5]);
  });

  test("a double press posts once", async () => {
    const bib = await good([9]);
    const page = await opened();
    const keys: (string | undefined)[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") keys.push(request.headers()["idempotency-key"]);
    });
    await add(page, bib, 2);
    await choose(page, "Amazon");
    await button(page, "Save").dblclick();
    await button(page, "Process picklist").dblclick();
    await said(page, "Picklist Processed");
    expect(keys).toHaveLength(1);
    expect((await picklistsOf(bib)).map(({ quantity }) => quantity)).toEqual([2]);
  });

  test("a session that ends while saving gives the picklist back after signing in, to be saved once", async () => {
    const person = await newPerson(here);
    const bib = await good([9]);
    const page = await opened({ mayLog: /401|Session expired/ }, person.client);
    await add(page, bib, 3);
    await choose(page, "Amazon");
    const password = "another password";
    await here.root.patch(`/v1/users/${person._id}`, { password });
    await save(page);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await press(page, "Login");
    await totals(page, "1 line, 3 units");
    expect(new URL(page.url()).pathname).toBe("/picklist");
    await expect.poll(() => page.getByLabel("Channel").inputValue()).toBe("amazon");
    await save(page);
    await said(page, "Picklist Processed");
    expect((await picklistsOf(bib)).map(({ quantity }) => quantity)).toEqual([3]);
  });

  test("two tabs have a picklist each, and the later one is told what is left", async () => {
    const bib = await good([9]);
    const first = await opened({ mayLog: refused });
    const second = await first.context().newPage();
    await second.goto("/picklist");
    await second.getByText("Scan or add the first product.").waitFor();
    for (const [page, units] of [
      [first, 6],
      [second, 5],
    ] as const) {
      await add(page, bib, units);
      await choose(page, "Amazon");
    }
    await save(first);
    await said(first, "Picklist Processed");
    await totals(second, "1 line, 5 units");
    await save(second);
    await line(second, bib).getByText("Out of stock (Avl. 3)").waitFor();
    await press(second, "Set to 3");
    await save(second);
    await said(second, "Picklist Processed");
    await totals(first, "1 line, 6 units");
    expect((await picklistsOf(bib)).map(({ quantity }) => quantity).sort()).toEqual([3, 6]);
  });
});

describe("on a phone", () => {
  test("what the camera reads three times is added, told and counted by large buttons, without another host", async () => {
    const bib = await good([9], "8900000411030");
    const page = await open(here, here.executive, { phone: true });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).host));
    await page.addInitScript(showBarcode, ean13("8900000411030"));
    await page.goto("/picklist");
    await choose(page, "Amazon");
    await press(page, "Scan");
    await page.getByText(`${bib.name} × 1`).waitFor();
    await press(page, `More ${bib.name}`);
    await page.getByRole("dialog").getByText("1 line, 2 units").waitFor();
    await expectAccessible(page);
    await press(page, "Done");
    const box = await button(page, `More ${bib.name}`).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(48);
    await save(page);
    await button(page, "Print").and(page.locator(":enabled")).waitFor();
    expect((await picklistsOf(bib)).map(({ quantity }) => quantity)).toEqual([2]);
    expect(new Set(asked)).toEqual(new Set([new URL(here.site).host, new URL(here.api).host]));
  });

  test("a product is searched on the whole screen, and the focus comes back to where the next one is", async () => {
    const bib = await good([9]);
    const page = await opened({ phone: true });
    await press(page, "Product: Search name or P.ID");
    await page.getByRole("combobox", { name: "Search products" }).fill(bib.p_id);
    await page.getByRole("option").filter({ hasText: bib.p_id }).click();
    await page.getByLabel("Quantity", { exact: true }).fill("4");
    await press(page, "Add");
    await totals(page, "1 line, 4 units");
    await expect.poll(() => focused(page)).toBe("Product: Search name or P.ID");
  });
});

describe("nobody is kept out by how it is drawn, refused or processed", () => {
  test.each([
    ["desk", false],
    ["phone", true],
  ])("on a %s", async (_, phone) => {
    const bib = await good([9]);
    const page = await opened({ phone });
    await scan(page, bib.p_id);
    await quantity(page, bib).fill("50");
    await page.getByRole("main").getByText("Maximum stock reached (Avl. 9)").waitFor();
    await expectAccessible(page);
    await choose(page, "Amazon");
    await save(page);
    await page.getByText("Processed", { exact: true }).waitFor();
    await expectAccessible(page);
  });
});

/** The bars of an EAN-13 code, dark ones as 1. */
const ean13 = (code: string): string => {
  const odd = "0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011".split(" ");
  const parity = "000000 001011 001101 001110 010011 011001 011100 010101 010110 011010".split(" ");
  const swapped = (bars = "") => [...bars].map((bar) => (bar === "0" ? "1" : "0")).join("");
  const even = (bars = "") => [...swapped(bars)].reverse().join("");
  const [first = 0, ...digits] = [...code].map(Number);
  const left = digits.slice(0, 6).map((digit, at) => (parity[first]?.[at] === "1" ? even(odd[digit]) : odd[digit]));
  const right = digits.slice(6).map((digit) => swapped(odd[digit]));
  return `101${left.join("")}01010${right.join("")}101`;
};

/** Runs in the page: its camera looks at a barcode. */
const showBarcode = (bars: string): void => {
  const picture = Object.assign(document.createElement("canvas"), { width: 1_280, height: 720 });
  const pen = picture.getContext("2d") as CanvasRenderingContext2D;
  setInterval(() => {
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, 1_280, 720);
    pen.fillStyle = "#000000";
    for (const [at, bar] of [...bars].entries()) if (bar === "1") pen.fillRect(350 + at * 6, 240, 6, 240);
  }, 50);
  Object.defineProperty(navigator, "mediaDevices", {
    value: { getUserMedia: async () => picture.captureStream(20) },
  });
};
