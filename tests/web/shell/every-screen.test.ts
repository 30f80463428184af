// Every screen with markup in all its data, under the real Content Security Policy: it shows as text and never runs, and
// none is empty on paper.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { expectAccessible, open, type Page, paste, scan } from "#tests/support/browser.ts";
import { countLine, sendLines } from "#tests/support/counts.ts";
import { productForm, sheetForm } from "#tests/support/fixtures.ts";
import { layoutFaults } from "#tests/support/layout.ts";
import { png } from "#tests/support/picture.ts";
import { idempotencyKey, newProduct, newWarehouse } from "#tests/support/stock.ts";
import { hire, world } from "#tests/support/world.ts";
import {
  answer,
  dialog,
  expectValue,
  field,
  found,
  gone,
  heading,
  login,
  press,
  question,
  rows,
  searchEverything,
} from "#tests/web/page.ts";

const here = await world();
/** Markup that would run if it ever became an element. */
const marked = (word: string) => `${word}<img src=x onerror=ran=1><script>ran=2</script>`;
const password = "password with <b>markup</b>";
const person = { name: marked("Asha"), username: marked("asha"), password, role: "root" as const };
const asha = await hire(here, person);
const post = async (path: string, body: unknown) => {
  const { status, body: answer } = await asha.post(path, body, idempotencyKey());
  expect([path, status]).toEqual([path, 201]);
  return answer;
};
const remove = async (path: string) => expect([path, (await asha.delete(path)).status]).toEqual([path, 204]);
const texts = { location: marked("Ring Road"), description: marked("Behind the mill") };
const hub = (await post("/v1/warehouses", { w_id: marked("BLR"), name: marked("Hub"), ...texts }))._id;
const depot = await newWarehouse(asha, "DEL", marked("Depot"));
const amazon = "https://www.amazon.in/?ran=3";
const form = productForm({ p_id: marked("SND"), name: marked("Swaddle"), amazon }, { bytes: png(8, 8) });
const swaddle = (await post("/v1/products", form))._id;
const bib = await newProduct(asha, { p_id: "BIB", name: marked("Bib") });
await post("/v1/programs", { name: marked("Shop"), role: "manager", scope: "stock:read" });
await post("/v1/categories", { name: marked("Wraps"), amazon });
const line = (product: string, quantity: number) => ({ product, warehouse: hub, quantity });
await post("/v1/transactions/in", { ...line(swaddle, 20), remarks: marked("Counted") });
await post("/v1/transactions/in", line(bib, 5));
const list = [swaddle, bib].map((product) => ({ product, quantity: 5 }));
const { movement: picklist } = await post("/v1/transactions/out", { list, channel: "amazon" });
const moved = { from: hub, to: depot, list: [{ product: swaddle, quantity: 1 }] };
await post("/v1/transactions/transfer", { ...moved, remarks: marked("By van") });
const ship = async (container: string) =>
  (await post("/v1/shipments", { container: marked(container), expected_delivery: "2026-01-01", list }))._id;
const aliases = JSON.stringify([{ code: marked("LISTING"), product: swaddle, units: 1 }]);
const orders = sheetForm(`sku\tquantity\n${marked("LISTING")}\t1`, { channel: "amazon", aliases });
const { _id: orderImport } = await post("/v1/imports/orders", orders);
await asha.post(`/v1/imports/${orderImport}/apply`, { from: 0 });
const late = await ship("MSKU");
const ordered = { supplier: marked("Lotus"), note: marked("By sea"), expected_delivery: "2026-01-01", list };
await post("/v1/purchase-orders", ordered);
const torn = { channel: "amazon", reference: marked("RT"), order: marked("OD"), damaged: 1, remarks: marked("Torn") };
await post("/v1/returns", { ...torn, product: swaddle, warehouse: hub });
const { _id: count } = await post("/v1/counts", { warehouse: hub, blind: false });
const note = countLine(undefined, 2, { code: marked("CODE") });
expect((await sendLines(asha, count, countLine(swaddle, 3), note)).body.refused).toEqual([]);
await remove(`/v1/products/${await newProduct(asha, { p_id: marked("OLD"), name: marked("Rattle") })}`);
await remove(`/v1/warehouses/${await newWarehouse(asha, marked("OLD"), marked("Shed"))}`);
const rest = { warehouse: hub, list: [{ product: swaddle, quantity: 1 }], close: marked("Lost") };
const short = await ship("HLCU");
await post(`/v1/shipments/${short}/receive`, { ...rest, remarks: marked("Wet") });

/** Each word is visible with its markup, as text, on the screen itself or its printout: the top bar has the user's name too. */
const expectTexts = async (page: Page, ...words: string[]) => {
  const screen = page.locator("main, [data-print]");
  for (const word of words) await screen.getByText(marked(word)).locator("visible=true").first().waitFor();
};
const expectField = (page: Page, label: string, word: string) => expectValue(page, label).toBe(marked(word));
const openRow = (page: Page, text: string) => rows(page).filter({ hasText: text }).first().click();
/** As Ctrl + P prints it: a printout, or the screen itself. */
const onPaper = async (page: Page, ...words: string[]) => {
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expectTexts(page, ...words);
};

/** Heads of the columns that the specification prescribes, of a manager's lists on a desk. */
const prescribed: Record<string, string[]> = {
  "/inventory": ["S.No", "Image", "P.ID/SKU/BC", "Product Name", "Warehouse", "Quantity"],
  "/products": [
    "S.No",
    "Image",
    "P.ID/SKU/BC",
    "Product Name",
    "Avl. Stock",
    "Min. Stock",
    "DRR (3D)",
    "Lead Time",
    "Actions",
  ],
  "/picklist": ["S.No", "Image", "P.ID/SKU/BC", "Product Name", "Quantity", "Breakdown Preview", "Actions"],
  "/users": ["S.No", "Username", "Name", "Role", "Created At", "Updated At", "Actions"],
  "/warehouses": ["S.No", "W.ID", "Warehouse Name", "Location", "Description", "Actions"],
};

interface Options {
  /** Instead of that of its route. */
  path?: string;
  /** Checked for accessibility here, since no other test does. */
  accessibility?: true;
}

const visit = (screen: string, options: Options, look: (page: Page) => Promise<void>) => ({
  ...{ screen, path: screen, look },
  ...options,
});
type Visit = ReturnType<typeof visit>;

const visits = [
  visit("/dashboard/analytics", {}, async (page) => {
    await expectTexts(page, "Swaddle", "Wraps");
    for (const chart of [0, 1]) await page.locator("svg.recharts-surface").nth(chart).waitFor();
    await press(page, marked("Swaddle"));
    await dialog(page).getByText(marked("SND")).waitFor();
  }),
  visit("/dashboard/inventory", {}, async (page) => {
    await expectTexts(page, "Swaddle", "Bib");
    await onPaper(page, "Asha", "Swaddle", "SND");
  }),
  visit("/dashboard/plan", {}, async (page) => {
    await expectTexts(page, "Swaddle");
    await page.getByRole("checkbox", { name: `Order ${marked("Swaddle")}` }).check();
    await onPaper(page, "Asha", "Swaddle", "SND");
  }),
  visit("/inventory", { path: `/inventory?do=update&id=${swaddle}` }, async (page) => {
    await expectTexts(page, "Swaddle", "Hub", "BLR");
    await expectValue(page, "Product").toContain(marked("Swaddle"));
  }),
  visit("/intransit", { path: `/intransit?status=all&open=${late}.${short}` }, async (page) => {
    await expectTexts(page, "MSKU", "HLCU", "Swaddle", "Lost");
    await press(page, `Receive ${marked("MSKU")}`);
    await dialog(page).getByText(marked("Bib")).waitFor();
  }),
  visit("/intransit/orders", { path: "/intransit/orders?open=PO-0001" }, async (page) => {
    await expectTexts(page, "Lotus", "By sea", "Swaddle");
    await onPaper(page, "Lotus");
  }),
  visit("/returns", { accessibility: true }, async (page) => {
    await expectTexts(page, "RT", "OD", "Swaddle");
    await press(page, `Details ${marked("RT")}`);
    await dialog(page).getByText(marked("Torn")).waitFor();
  }),
  visit("/returns/import", { path: "/returns/import?channel=amazon" }, async (page) => {
    await heading(page, "Import Returns").waitFor();
    await paste(page, [
      ["Return ID", "SKU", "Quantity"],
      [marked("RT 2"), marked("SND"), 1],
      [marked("RT 3"), marked("UNKNOWN"), 1],
    ]);
    await expectTexts(page, "Swaddle", "UNKNOWN");
  }),
  visit("/products", {}, async (page) => {
    await expectTexts(page, "Swaddle", "SND");
    await press(page, `Delete ${marked("Swaddle")}`);
    await question(page).getByText(marked("Swaddle")).waitFor();
  }),
  visit("/products/opr/:id?", { path: `/products/opr/${swaddle}` }, async (page) => {
    await expectField(page, "Product Name", "Swaddle");
    await expectField(page, "P.ID/SKU/BC", "SND");
  }),
  visit("/products/:id/history", { path: `/products/${swaddle}/history` }, async (page) => {
    await expectTexts(page, "Swaddle", "Hub");
    await openRow(page, "Production (Domestic)");
    await dialog(page).getByText(marked("Counted")).waitFor();
  }),
  visit("/products/:id/changes", { path: `/products/${swaddle}/changes`, accessibility: true }, async (page) => {
    await expectTexts(page, "Swaddle", "Asha", "asha");
    await openRow(page, "Created");
    await dialog(page).getByText(marked("SND")).first().waitFor();
  }),
  visit("/products/:id", { path: `/products/${swaddle}`, accessibility: true }, async (page) => {
    await expectTexts(page, "Swaddle", "SND", "Hub", "MSKU", "Asha");
    await page.locator("svg.recharts-surface").nth(1).waitFor();
    await openRow(page, "Production (Domestic)");
    await dialog(page).getByText(marked("Counted")).waitFor();
  }),
  visit("/products/deleted", {}, async (page) => {
    await expectTexts(page, "OLD", "Rattle");
    await press(page, `Restore ${marked("Rattle")}`);
    await question(page).getByText(marked("Rattle")).waitFor();
  }),
  visit("/products/import", {}, async (page) => {
    await heading(page, "Import Products").waitFor();
    await paste(page, [
      ["P.ID/SKU/BC", "Product Name", "Lead Time"],
      [marked("SND"), marked("Quilt"), 45],
      [marked("Nothing"), "", marked("soon")],
    ]);
    await expectTexts(page, "Quilt", "soon");
  }),
  visit("/stock/import", {}, async (page) => {
    await heading(page, "Import Stock").waitFor();
    await paste(page, [
      ["P.ID/SKU/BC", "W.ID", "Quantity"],
      [marked("SND"), marked("BLR"), 3],
      [marked("Nothing"), marked("Nowhere"), marked("None")],
    ]);
    await expectTexts(page, "Swaddle", "BLR", "None");
  }),
  visit("/transactions", {}, async (page) => {
    await expectTexts(page, "Swaddle", "Hub", "Asha");
    await openRow(page, "Internal Transfer");
    await dialog(page).getByText(marked("By van")).waitFor();
  }),
  visit("/picklist", {}, async (page) => {
    await page.getByRole("combobox", { name: "Product", exact: true }).fill("onerror");
    await page.getByRole("option", { name: marked("Swaddle") }).click();
    await press(page, "Add");
    await expectTexts(page, "Swaddle");
    await scan(page, marked("QR"));
    await page
      .getByText(`No product with P.ID ${marked("QR")}`)
      .first()
      .waitFor();
  }),
  visit("/picklist/orders", { path: "/picklist/orders?channel=amazon" }, async (page) => {
    await page.getByText("Choose an order file").waitFor();
    await paste(page, [
      ["sku", "product-name", "quantity"],
      [marked("SND"), marked("Swaddle"), 2],
      [marked("UNKNOWN"), marked("Cot"), 1],
    ]);
    await expectTexts(page, "UNKNOWN", "Cot");
    await page.getByLabel("Lines 2").click();
    await expectTexts(page, "Swaddle");
  }),
  visit("/picklist/availability", { path: "/picklist/availability?channel=amazon" }, async (page) => {
    await page.getByText("Choose a sheet").waitFor();
    await paste(page, [
      ["sku", "quantity"],
      [marked("LISTING"), 2],
    ]);
    await press(page, "All rows of this sheet are sent by us");
    await expectTexts(page, "LISTING", "Swaddle");
  }),
  visit("/picklist/codes", { accessibility: true }, async (page) => {
    await expectTexts(page, "LISTING", "Swaddle", "Asha");
    await press(page, `Delete ${marked("LISTING")}`);
    await question(page).getByText(marked("Swaddle")).waitFor();
  }),
  visit("/picklist/register", {}, async (page) => {
    await expectTexts(page, "Asha");
    await openRow(page, marked("Asha"));
    await dialog(page).getByText(marked("Swaddle")).waitFor();
    await onPaper(page, "Asha", "Swaddle");
  }),
  visit("/picklist/:id/pick", { path: `/picklist/${picklist}/pick` }, async (page) => {
    await expectTexts(page, "Hub", "Swaddle");
    await page.getByRole("checkbox", { name: marked("Swaddle") }).check();
    await page.getByText(`1 of 2 picked`).first().waitFor();
  }),
  visit("/warehouses", { accessibility: true }, async (page) => {
    await expectTexts(page, "BLR", "Hub", "Ring Road", "Behind the mill");
    await press(page, `Edit ${marked("Hub")}`);
    await expectField(page, "Description (Optional)", "Behind the mill");
  }),
  visit("/warehouses/deleted", { accessibility: true }, (page) => expectTexts(page, "OLD", "Shed")),
  visit("/outbox", { accessibility: true }, async (page) => {
    await page.getByText("Nothing waits on this device.").waitFor();
    // The screen may be drawn before the app has made its database.
    await expect.poll(() => page.evaluate(databaseNames)).toContain("queue");
    await page.evaluate(storeRefused, { user: asha._id ?? "", name: marked("Yard"), reason: marked("Taken") });
    await page.reload();
    await expectTexts(page, "Yard", "Taken");
  }),
  visit("/status", {}, (page) => page.getByText("No night yet").waitFor()),
  visit("/changes", {}, async (page) => {
    await expectTexts(page, "SND", "BLR", "Wraps", "HLCU", "Asha");
    // A value on one line is cut, so its own markup is looked for in the dialog.
    await openRow(page, "Location");
    await dialog(page).getByText(marked("Behind the mill")).waitFor();
  }),
  visit("/count", { accessibility: true }, async (page) => {
    await expectTexts(page, "Hub", "Asha");
    await press(page, "Open Count");
    await field(dialog(page), "Warehouse").getByText(marked("Hub")).waitFor({ state: "attached" });
  }),
  visit("/count/:id/:part?", { path: `/count/${count}`, accessibility: true }, async (page) => {
    await expectTexts(page, "Swaddle", "CODE");
    await page.getByRole("button", { name: marked("Swaddle") }).click();
    await page.getByText("Stock says").waitFor();
    await page.getByRole("link", { name: "Review" }).click();
    await expectTexts(page, "Swaddle", "Asha");
    await page.getByRole("button", { name: "Unknown codes 1" }).click();
    await expectTexts(page, "CODE");
    await page.getByRole("button", { name: "Differences 1" }).click();
  }),
  visit("/users", {}, (page) => expectTexts(page, "Asha", "asha")),
  visit("/users/opr/:id?", { path: `/users/opr/${asha._id}` }, async (page) => {
    await expectField(page, "Name", "Asha");
    await expectField(page, "Username", "asha");
  }),
  visit("/users/programs", {}, (page) => expectTexts(page, "Shop")),
  visit("/dev/console", {}, async (page) => {
    const rows = [
      [marked("SND"), marked("BLR"), 14],
      [marked("Nothing"), marked("Nowhere"), marked("None")],
    ];
    const upload = async (count: number) => {
      const text = [["P.ID/SKU/BC", "W.ID", "Quantity"], ...rows.slice(0, count)].map((cells) => cells.join(","));
      const file = { name: `${marked("Count").replaceAll("/", "")}.csv`, mimeType: "text/csv" };
      await page.getByLabel("Stock report file").setInputFiles({ ...file, buffer: Buffer.from(text.join("\n")) });
      await press(page, "Upload");
      await answer(page, "Upload");
    };
    await upload(2);
    await page.getByRole("table", { name: "Wrong rows" }).getByText("No such warehouse").waitFor();
    await upload(1);
    await page.getByRole("region", { name: "Adjusted" }).getByText("Count<img").waitFor();
  }),
  visit(
    "*",
    {
      path: `/nowhere/${encodeURIComponent(marked("at all"))}?q=${encodeURIComponent(marked("all"))}`,
      accessibility: true,
    },
    (page) => heading(page, "Page Not Found").waitFor(),
  ),
  visit("/login", { path: "/login?out", accessibility: true }, async (page) => {
    await press(page, "Logout");
    await expectField(page, "Username", "asha");
    await login(page, "not this one");
    await page.getByText("Invalid credentials").first().waitFor();
  }),
];

test.each(visits)("$screen", async ({ screen, path, look, accessibility }) => {
  const page = await open(here, asha, { path, mayLog: /422|401|Unable to process|Session expired/ });
  await look(page);
  const heads = await page.locator("main th").allTextContents();
  expect(heads.map((head) => head.trim())).toEqual(expect.arrayContaining(prescribed[screen] ?? []));
  const ran = await page.evaluate(() => ({
    ran: "ran" in globalThis,
    elements: document.querySelectorAll("img[src='x'], #app script").length,
  }));
  expect(ran).toEqual({ ran: false, elements: 0 });
  if (accessibility) await expectAccessible(page);
  await onPaper(page);
  expect((await page.locator("body").innerText()).split("\n").length).toBeGreaterThan(2);
});

/** Runs in the page. */
const databaseNames = async () => (await indexedDB.databases()).map(({ name }) => name);

/** Runs in the page: an entry of the outbox that the server has refused. */
const storeRefused = ({ user, name, reason }: Record<"user" | "name" | "reason", string>): Promise<void> =>
  new Promise((resolve) => {
    const opening = indexedDB.open("queue");
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("items", "readwrite");
      transaction.objectStore("items").add({
        seq: 1,
        kind: "posting",
        key: crypto.randomUUID(),
        user: { _id: user, name: "Asha" },
        route: "POST /v1/warehouses",
        input: { body: { w_id: "NEW", name } },
        made_at: Date.now(),
        sent: true,
        kept: true,
        refusal: { code: "CONFLICT", details: [{ field: "w_id", message: reason }] },
      });
      transaction.oncomplete = () => resolve();
    };
  });

/** From now on each list that the API answers is long. */
const lengthenLists = (page: Page) =>
  page.route(/\/v1\/(?!app\/context|counts)/, async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, json: longer(await response.json()) });
  });
const longer = (value: unknown): unknown => {
  if (Array.isArray(value)) return value[0]?._id ? Array.from({ length: 60 }, (_, at) => copyOf(value, at)) : value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, Array.isArray(part) ? longer(part) : part]),
  );
};
const copyOf = (rows: { _id: string }[], at: number) => {
  const row = rows[at % rows.length] as { _id: string };
  return { ...row, _id: at < rows.length ? row._id : `${row._id}${at}` };
};

type Size = [width: number, height: number];
const tablet: Size = [1024, 768];
/** 1366 px wide at 200 %. */
const doubled: Size = [683, 384];

const walk = async (screens: Visit[], ...sizes: Size[]) => {
  const page = await open(here, asha, { mayLog: /./ });
  await lengthenLists(page);
  for (const { screen, path } of screens) {
    await page.goto(path);
    await page.locator("h1, [role=dialog]").last().waitFor();
    await page.waitForLoadState("networkidle");
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => layoutFaults(page), { message: `${screen} at ${width} x ${height}` }).toEqual([]);
    }
  }
};

/** One of each kind: a dashboard, a list with a panel, a form, a picklist, and dialogs over lists. */
const inCheck = ["/dashboard/analytics", "/products", "/products/opr/:id?", "/picklist", "/intransit", "/inventory"];

test("no screen scrolls into nothing, cuts a control, has one out of sight sideways, or shows no row of its list", () =>
  walk(
    visits.filter(({ screen }) => inCheck.includes(screen)),
    tablet,
    doubled,
  ));
test("nor does any other, or at another size of window", { tags: "exhaustive" }, () =>
  walk(
    visits.filter(({ screen }) => screen !== "/login"),
    ...[tablet, doubled],
    ...([
      [1440, 900],
      [1366, 768],
      [1280, 800],
      [1200, 800],
      [768, 430],
      [390, 844],
      [320, 640],
    ] as Size[]),
  ),
);

test("there is no other screen", () => {
  const routes = readFileSync(new URL("../../../web/routes.tsx", import.meta.url), "utf8");
  const paths = [...routes.matchAll(/\bpath(?:: |=)"([^"]+)"/g)].map(([, path]) => path);
  expect(new Set(visits.map(({ screen }) => screen))).toEqual(new Set(paths));
});

test("executives get a message on screens for managers, which is accessible", async () => {
  const page = await open(here, here.executive, { path: "/users" });
  await page.getByText("No access, ask a manager.").waitFor();
  await expectAccessible(page);
  expect(await page.getByRole("link", { name: "View Transactions" }).count()).toBe(0);
  const others = ["/transactions", "/products/deleted", "/warehouses/deleted", "/products/import"];
  for (const path of [...others, `/products/${swaddle}`, `/products/${swaddle}/history`]) {
    await page.goto(path);
    await page.getByText("No access, ask a manager.").waitFor();
  }
  // The search does not lead there either.
  await searchEverything(page).fill("Update Stock");
  await found(page, "Update Stock").waitFor();
  await searchEverything(page).fill("Import");
  await gone(found(page, "Update Stock"));
  expect(await found(page, /Import/).count()).toBe(0);
});

test("the Content Security Policy stops markup that gets into a page all the same", async () => {
  const page = await open(here, here.executive, { path: "/inventory", mayLog: /Content Security Policy|403/ });
  await page.evaluate((markup) => {
    const refused: string[] = [];
    Object.assign(globalThis, { refused });
    addEventListener("securitypolicyviolation", ({ effectiveDirective }) => refused.push(effectiveDirective));
    const add = (name: string, more: object) => document.body.append(Object.assign(document.createElement(name), more));
    document.body.insertAdjacentHTML("beforeend", markup);
    add("script", { textContent: "ran = 5" });
    add("script", { src: "https://elsewhere.example/x.js" });
    add("style", { textContent: "body { display: none }" });
    add("iframe", { src: "https://elsewhere.example/" });
    add("img", { src: "https://elsewhere.example/x.png" });
    void fetch("https://elsewhere.example/").catch(() => undefined);
  }, marked("Name"));
  const refused = () =>
    page.evaluate(() => [...new Set((globalThis as unknown as { refused: string[] }).refused)].sort());
  await expect
    .poll(refused)
    .toEqual(["connect-src", "frame-src", "img-src", "script-src-attr", "script-src-elem", "style-src-elem"]);
  expect(await page.evaluate(() => "ran" in globalThis)).toBe(false);
});
