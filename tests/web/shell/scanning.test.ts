// Scanning in a real browser with real keys: wherever the focus is, a code reaches only what takes codes.
import { expect, test } from "vitest";
import { seededRandom } from "#demo/random.ts";
import { expectAccessible, hold, open, type Page, recordPosts, scan } from "#tests/support/browser.ts";
import { blank } from "#tests/support/browser-session.ts";
import { addressOf, fileOf } from "#tests/support/built-file.ts";
import { unique } from "#tests/support/fixtures.ts";
import { createProduct, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import {
  answer,
  button,
  dialog,
  expectValue,
  field,
  found,
  gone,
  heading,
  press,
  question,
  searchEverything,
  toast,
} from "#tests/web/page.ts";

const here = await world();
const hub = await newWarehouse(here.manager, "BLR-01", "Bengaluru Hub");
await newWarehouse(here.manager, "SND-02", "Surat Depot");
const ean = "8901030865278";
const [swaddle, bib] = await Promise.all([
  createProduct(here.manager, { p_id: unique("SND 10"), codes: ean }),
  createProduct(here.manager, { p_id: unique("Bib-2") }),
]);

const random = seededRandom(21);
/** Up to 100 ms on average, some with a stall. */
const gapsFor = (code: string): number[] => {
  const average = random.next() * 100;
  const gaps = Array.from(`${code}end`, () => average * (0.9 + random.next() * 0.2));
  if (random.happens(0.5)) gaps[Math.floor(random.next() * code.length)] = 300;
  return gaps;
};
const ends = ["Enter", "Tab", "CRLF", "iOS"] as const;
const scanSomehow = (page: Page, code: string) => scan(page, code, { gaps: gapsFor(code), end: random.pick(ends) });

/** All fields of the page, the selection in the focused one, and the address. */
const stateOf = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLInputElement;
    const fields = [...document.querySelectorAll<HTMLInputElement>("input, select, textarea")];
    return {
      fields: fields.map((each) => `${each.ariaLabel ?? each.labels?.[0]?.textContent}: ${each.value} ${each.checked}`),
      selection: focused.selectionStart === undefined ? null : [focused.selectionStart, focused.selectionEnd],
      address: location.href,
      dialogs: document.querySelectorAll("[role=dialog], [role=alertdialog]").length,
    };
  });

test("in a form a code chooses its product at any speed, with any end, and every other field stays as it was", async () => {
  const page = await open(here, here.manager, { path: `/inventory?do=update&id=${swaddle._id}` });
  const posts = recordPosts(page);
  const form = dialog(page, "Update Stock");
  await field(form, "Warehouse").selectOption(hub);
  await field(form, "Quantity").fill("12");
  await field(form, "Remarks (Optional)").fill("from dock 4");
  const focus: Record<string, () => Promise<unknown>> = {
    product: () => field(form, "Product").focus(),
    select: () => field(form, "Warehouse").focus(),
    number: () => field(form, "Quantity").focus(),
    text: () =>
      field(form, "Remarks (Optional)").evaluate((area: HTMLTextAreaElement) => {
        area.focus();
        area.setSelectionRange(2, 6);
      }),
    radio: () => form.getByRole("radio", { name: "STOCK IN" }).focus(),
    button: () => form.getByRole("button", { name: "Cancel" }).focus(),
    step: () => form.getByRole("button", { name: "More units" }).focus(),
    submit: () => form.getByRole("button", { name: "Submit", exact: true }).focus(),
    nothing: () => page.evaluate(() => (document.activeElement as HTMLElement).blur()),
  };
  const codes = [
    [bib, bib.p_id],
    [swaddle, ean],
    [bib, bib.p_id.toLowerCase()],
    [swaddle, swaddle.p_id],
  ] as const;
  let run = 0;
  for (const [place, go] of [...Object.entries(focus), ...Object.entries(focus)]) {
    const [product, code] = codes[run++ % codes.length] as (typeof codes)[number];
    await go();
    const { selection: _, ...before } = await stateOf(page);
    await scanSomehow(page, code);
    await expectValue(form, "Product").toBe(`${product.name} (${product.p_id})`);
    const { selection: __, ...after } = await stateOf(page);
    const others = (state: typeof before) => ({
      ...state,
      fields: state.fields.filter((each) => !/^(Product|undefined)/.test(each)),
    });
    expect([place, others(after)]).toEqual([place, others(before)]);
  }
  expect(posts).toEqual([]);
});

/** Keys of a keyboard whose layout gives other characters than a US one. */
const keysOf = (code: string, layout: Record<string, string>) =>
  [...code].map((character) => {
    const place = /\d/.test(character) ? "Digit" : "Key";
    const name = character === "-" ? "Minus" : place + character.toUpperCase();
    return { key: layout[character] ?? character, code: name };
  });

test("under a Hindi, French or German keyboard a code finds its product; where it might be another code, a question comes first", async () => {
  const [foreign, swapped] = [String(Date.now()), `z-${Date.now()}`];
  const cup = await createProduct(here.manager, { p_id: unique("Cup"), codes: `${foreign},${swapped}` });
  const page = await open(here, here.manager, { path: `/inventory?do=update&id=${swaddle._id}` });
  const form = dialog(page, "Update Stock");
  const choose = async () => {
    await field(form, "Warehouse").focus();
    await scan(page, bib.p_id);
    await expectValue(form, "Product").toContain(bib.p_id);
  };
  const layouts = ["\u0966\u0967\u0968\u0969\u096a\u096b\u096c\u096d\u096e\u096f", "\u00e0&\u00e9\"'(-\u00e8_\u00e7"];
  for (const digits of layouts) {
    await choose();
    await scan(page, foreign, { keys: keysOf(foreign, Object.fromEntries([...digits].entries())) });
    await expectValue(form, "Product").toContain(cup.p_id);
  }
  await choose();
  const german = { keys: keysOf(swapped, { z: "y", "-": "\u00df" }) };
  const english = { keys: keysOf(swapped, { z: "y" }) };
  await scan(page, swapped, english);
  await question(page)
    .getByText(`No product y${swapped.slice(1)}. ${swapped}?`)
    .waitFor();
  await answer(page, "Cancel");
  await expectValue(form, "Product").toContain(bib.p_id);
  await scan(page, swapped, english);
  await answer(page, `Take ${swapped}`);
  await expectValue(form, "Product").toContain(cup.p_id);
  for (const layout of [english, german]) {
    await choose();
    await scan(page, swapped, layout);
    await expectValue(form, "Product").toContain(cup.p_id);
  }
});

test("a code that a built-in scanner inserts as one text is taken from a number, and from a text if nothing follows; other texts stay", async () => {
  const page = await open(here, here.manager, { path: `/inventory?do=update&id=${bib._id}` });
  const form = dialog(page, "Update Stock");
  const remarks = field(form, "Remarks (Optional)");
  const number = field(form, "Quantity");
  await number.fill("12");
  await number.focus();
  await page.keyboard.insertText("4006381333931");
  await toast(page, "No product with P.ID 4006381333931").waitFor();
  await expectValue(form, "Quantity").toBe("12");
  await page.keyboard.insertText(ean);
  await expectValue(form, "Product").toContain(swaddle.p_id);
  await expectValue(form, "Quantity").toBe("12");
  // A number that is said to a phone arrives so too.
  await number.fill("");
  await page.keyboard.insertText("1500");
  await expectValue(form, "Quantity").toBe("1500");
  await remarks.fill("dock 4 ");
  await remarks.focus();
  await page.keyboard.press("End");
  for (const text of ["4006381333931", "two words"]) await page.keyboard.insertText(text);
  await page.keyboard.insertText(ean);
  await page.keyboard.insertText(".");
  expect(await remarks.inputValue()).toBe(`dock 4 4006381333931two words${ean}.`);
  await remarks.fill("dock 4 ");
  for (const end of ["Enter", undefined]) {
    await field(form, "Warehouse").focus();
    await scan(page, bib.p_id);
    await expectValue(form, "Product").toContain(bib.p_id);
    await remarks.focus();
    await page.keyboard.insertText(ean);
    if (end) await page.keyboard.press(end);
    await expectValue(form, "Product").toContain(swaddle.p_id);
    expect(await remarks.inputValue()).toBe("dock 4 ");
  }
});

test("input at a person's speed stays, even beside scans; an unknown code stays in a text, and is reported where it cannot be meant", async () => {
  const page = await open(here, here.manager, { path: `/inventory?do=update&id=${swaddle._id}` });
  const form = dialog(page, "Update Stock");
  const remarks = field(form, "Remarks (Optional)");
  await remarks.focus();
  await page.keyboard.type("dock 4", { delay: 125 });
  await page.keyboard.press("Tab");
  expect(await remarks.inputValue()).toBe("dock 4");
  await remarks.evaluate((area: HTMLTextAreaElement) => {
    area.focus();
    area.setSelectionRange(1, 3);
  });
  // A code that no product has is a text like any other, with the caret behind it.
  await scan(page, "4006381333931", { end: "none", from: Date.now() / 1_000 - 1 });
  const { selection } = await stateOf(page);
  expect([await remarks.inputValue(), selection]).toEqual(["d4006381333931k 4", [14, 14]]);
  await field(form, "Quantity").focus();
  await scanSomehow(page, "4006381333931");
  await toast(page, "No product with P.ID 4006381333931").waitFor();
  await expectValue(form, "Quantity").toBe("1");
  // A scanner that really is slow: the number it types must not be counted meanwhile.
  await scanSomehow(page, bib.p_id);
  await expectValue(form, "Product").toContain(bib.p_id);
  await field(form, "Quantity").focus();
  await scan(page, ean, { gaps: Array<number>(ean.length).fill(95) });
  await expectValue(form, "Product").toBe(`${swaddle.name} (${swaddle.p_id})`);
  await expectValue(form, "Quantity").toBe("1");
});

test("where no form is open a code is searched, and presses nothing; a question says that nothing takes it", async () => {
  const page = await open(here, here.manager, { path: "/warehouses" });
  const hubRow = page.getByRole("row").filter({ hasText: "BLR-01" });
  await Promise.all([hubRow.waitFor(), searchEverything(page).waitFor()]);
  const places = [
    page.getByRole("button", { name: "Delete Bengaluru Hub" }),
    page.getByRole("link", { name: "Create Picklist" }),
    page.getByRole("button", { name: "Logout" }),
    page.locator("#main"),
  ];
  for (const place of [...places, ...places]) {
    await place.focus();
    const [product, code] = random.pick([
      [swaddle, swaddle.p_id],
      [swaddle, ean],
      [bib, bib.p_id],
    ] as const);
    await scanSomehow(page, code);
    await found(page, new RegExp(product.name)).waitFor();
    expect(await searchEverything(page).inputValue()).toBe(product.p_id);
    await page.keyboard.press("Escape");
    expect(new URL(page.url()).pathname).toBe("/warehouses");
    expect(await page.getByRole("dialog").count()).toBe(0);
  }
  await press(page, "Delete Bengaluru Hub");
  await question(page).waitFor();
  await scanSomehow(page, ean);
  await toast(page, `Scanned ${ean}: nothing here takes a code`).waitFor();
  await answer(page, "Cancel");
  await gone(question(page));
  await hubRow.waitFor();
});

test("a code that is scanned while a form is still loading waits for it, and leaves the list behind as it was", async () => {
  const page = await open(here, here.manager, { path: "/warehouses", phone: true });
  const load = await hold(page, fileOf("stock-more"));
  await page.goto("/inventory");
  await page.getByText("No stock yet").waitFor();
  await press(page, "Update Stock");
  // The address changes some milliseconds before the screen is drawn.
  await page.locator("[data-opening]").waitFor({ state: "attached" });
  await scan(page, bib.p_id);
  load();
  await dialog(page, "Update Stock").getByText(bib.name).waitFor();
  expect(new URL(page.url()).searchParams.get("q")).toBeNull();
});

test("on a phone a code that no form takes opens the search with it; what a device's scanner adds is taken off", async () => {
  const page = await open(here, here.executive, { path: "/picklist/register", phone: true });
  await page.getByText("No picklists").waitFor();
  await page.evaluate(() => {
    localStorage.setItem("scan prefix", "~A");
    localStorage.setItem("scan suffix", "#");
  });
  await button(page, "Search everything").waitFor();
  // No Enter is needed: the suffix is the end.
  await scan(page, `~A${ean}#`, { end: "none" });
  await found(page, new RegExp(swaddle.name)).waitFor();
  await expect.poll(() => searchEverything(page).inputValue()).toBe(swaddle.p_id);
});

test("a code scanned before the search has loaded waits for it", async () => {
  const page = await open(here, here.executive, { path: blank });
  const load = await hold(page, fileOf("shell"));
  await page.goto("/picklist/register");
  await page.getByText("No picklists").waitFor();
  await page.evaluate(`import("${addressOf("soon")}").then(() => undefined)`);
  await scan(page, bib.p_id);
  load();
  await found(page, bib.name).waitFor();
});

test("a code scanned before the products are known is searched by the P.ID as soon as they are, unless another text was typed", async () => {
  for (const typed of [undefined, bib.p_id]) {
    const page = await open(here, here.executive, { path: blank });
    const load = await hold(page, "**/v1/app/catalogue*");
    await page.goto("/picklist/register");
    await searchEverything(page).waitFor();
    await scan(page, ean);
    await dialog(page, "Search everything").getByText("Loading").waitFor();
    expect(await searchEverything(page).inputValue()).toBe(ean);
    if (typed) await searchEverything(page).fill(typed);
    load();
    await found(page, typed ? bib.name : swaddle.name).waitFor();
    await expect.poll(() => searchEverything(page).inputValue()).toBe(typed ?? swaddle.p_id);
  }
});

test("the settings of a device set warehouse, prefix, suffix, sound and vibration, and say what a scan is understood as", async () => {
  const page = await open(here, here.executive, { path: "/picklist/register" });
  await page.getByRole("main").waitFor();
  await page.keyboard.press("Control+k");
  await searchEverything(page).fill("scanner");
  await found(page, "Device: warehouse, scanner, sound").click();
  const device = dialog(page, "This device");
  await field(device, "Warehouse").selectOption(hub);
  await scan(page, `~A${ean}`, { gaps: Array<number>(20).fill(15) });
  await device.getByText(`Understood ~A${ean}: no product has this code.`).waitFor();
  await field(device, "Scanner prefix").fill("~A");
  await field(device, "Scanner suffix").focus();
  await scan(page, `~A${ean}`, { gaps: Array<number>(20).fill(15), end: "Tab" });
  await device.getByText(`Understood ${ean}: ${swaddle.name}.`).waitFor();
  await device.getByText(`Arrived as ~A${ean} and Tab, 15 ms between keys.`).waitFor();
  expect(await field(device, "Scanner suffix").inputValue()).toBe("");
  const trial = field(device, "Try a scan");
  await trial.focus();
  await page.keyboard.type("8901", { delay: 150 });
  await page.keyboard.press("Enter");
  await device.getByText("That was typed, not scanned.").waitFor();
  await scan(page, "SND-UNKNOWN", { end: "none" });
  await device.getByText("Nothing ended this code.").waitFor();
  expect(await trial.inputValue()).toBe("");
  await field(device, "Sound").uncheck();
  await field(device, "Vibration").uncheck();
  await expectAccessible(page);
  const stored = ["warehouse", "scan prefix", "scan sound", "scan vibration"];
  const kept = await page.evaluate((names) => names.map((name) => localStorage.getItem(name)), stored);
  expect(kept).toEqual([hub, "~A", "off", "off"]);
});

const scanOn = async (paths: string[]) => {
  const page = await open(here, here.manager, { path: "/warehouses" });
  const posts = recordPosts(page);
  let latest = 4_006_381_333_000;
  /** Scans an unknown code with each kind of control focused that holds no text, and compares the page before and after. */
  const scanEverywhere = async () => {
    const kinds = "input:not([type=hidden]):not([type=file]), textarea, select, button, a[href], tr[tabindex]";
    const scope = (await page.getByRole("dialog").count()) ? page.getByRole("dialog").last() : page.locator("#main");
    const places = await scope.locator(kinds).evaluateAll((all) => {
      const of = (each: Element) => `${each.tagName} ${(each as HTMLInputElement).type}`;
      const texts = "textarea, input:not([type]), input[type=text], input[type=url], input[type=search]";
      const shown = all.filter((each) => each.checkVisibility() && !each.matches(`:disabled, [data-scan], ${texts}`));
      return shown.flatMap((each, at) =>
        shown.findIndex((one) => of(one) === of(each)) === at ? [all.indexOf(each)] : [],
      );
    });
    expect(places.length).toBeGreaterThan(0);
    const before = await stateOf(page);
    for (const place of places) {
      const code = String(++latest);
      await scope.locator(kinds).nth(place).focus();
      await scan(page, code, { gaps: [...code, ""].map(() => random.between(4, 30)), end: random.pick(ends) });
      // A toast shows it, it is searched, or it filters the list.
      await page.waitForFunction((scanned) => {
        const fields = [...document.querySelectorAll<HTMLInputElement>("input[data-scan]")];
        const toastText = document.querySelector("#toasts")?.textContent ?? "";
        return toastText.includes(scanned) || fields.some(({ value }) => value.includes(scanned));
      }, code);
      const search = page.locator("input[aria-label='Search everything']");
      if (await search.inputValue()) await search.press("Escape");
      const { fields, address, dialogs } = await stateOf(page);
      const others = (all: string[]) =>
        all.filter((each) => !/^(undefined|Search|Filter|Product:|P\.ID|Status:)/.test(each));
      const seen = [place, others(fields), address.split("?")[0], dialogs];
      expect(seen).toEqual([place, others(before.fields), before.address.split("?")[0], before.dialogs]);
    }
  };
  for (const [path, ready] of (
    [
      ["/picklist/orders?channel=amazon", page.getByText("Choose an order file")],
      ["/dashboard/plan", page.getByPlaceholder("Filter by name or P.ID")],
      ["/intransit?do=add", field(dialog(page), "Container ID")],
      ["/count?do=open", field(dialog(page), "Warehouse")],
      ["/stock/import", heading(page, "Import Stock")],
      ["/picklist/codes", heading(page, "Channel Codes")],
      ["/products/opr", field(page, "Product Name")],
    ] as const
  ).filter(([path]) => paths.includes(path))) {
    await page.goto(path);
    await ready.waitFor();
    // Data and parts that load later bring fields too.
    await page.waitForLoadState("networkidle");
    await scanEverywhere();
  }
  // The focus alone prepares an export.
  expect(posts.filter(({ body }) => !String(body.path).endsWith("/export"))).toEqual([]);
};
const guarantee = "it changes no field, chooses no row and presses nothing";
test(`on a dialog that takes a code and a screen that takes none, ${guarantee}`, () =>
  scanOn(["/intransit?do=add", "/picklist/codes"]));
test(`on other screens and dialogs, ${guarantee}`, { tags: "exhaustive" }, () =>
  scanOn(["/picklist/orders?channel=amazon", "/dashboard/plan", "/count?do=open", "/stock/import", "/products/opr"]),
);
