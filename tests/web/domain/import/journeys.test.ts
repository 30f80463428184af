// From somebody's own file to right stock, as a person goes, at a desk and on a phone: what is asked the first time and the second
// is what the table of functions/lib/imports/README.md states, and never more than two questions.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Product } from "#shared/product.ts";
import type { StockRecord } from "#shared/stock.ts";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { putProducts } from "#tests/support/engine.ts";
import { idempotencyKey, newWarehouse } from "#tests/support/stock.ts";
import { newWorld, type TestWorld } from "#tests/support/world.ts";
import { countedActions } from "#tests/web/frequent-job.ts";
import { answer, button, dialog, field, press } from "#tests/web/page.ts";

type Answer = (page: Page) => Promise<unknown>;

interface Journey {
  /** Its row of the table. */
  name: string;
  path: string;
  /** In the folder of cases, or its text. */
  file: string | { text: string };
  /** Makes the second file of it; none where stock has changed meanwhile. */
  again?: (text: string) => string;
  products?: { p_id: string; name?: string; held?: number }[];
  warehouse?: [w_id: string, name: string];
  /** What is said besides choosing the file and pressing the button. */
  answers: Answer[];
  /** The second time. */
  answersAgain?: Answer[];
  /** The button, the first time and the second. */
  apply: [first: string, second: string];
  /** It asks whether the rest may be left out. */
  leavesOut?: true;
  /** Units of products, each time. */
  units?: Record<string, [first: number, second: number]>;
  /** Products that the second file makes. */
  makes?: Record<string, Partial<Product>>;
}

const folder = new URL("../../../functions/imports/cases/", import.meta.url);
const chosen =
  (question: string, value: string): Answer =>
  (page) =>
    field(page, question).selectOption(value);
const warehouseOf = (w_id: string) => chosen("Which warehouse are all rows for?", w_id);
const leadTime = chosen("The sheet has no lead time for new products.", "30");
const pressed =
  (name: string): Answer =>
  (page) =>
    press(page, name);
const csv = (...lines: string[]) => ({ text: lines.join("\n") });

const picked =
  (code: string, p_id: string): Answer =>
  async (page) => {
    const opener = button(page, new RegExp(`^Product of ${code}`));
    const onPhone = (await opener.count()) > 0;
    if (onPhone) await opener.click();
    const picker = onPhone ? dialog(page).getByRole("combobox") : field(page, `Product of ${code}`);
    await picker.fill(p_id);
    await page.getByRole("option", { name: p_id }).click();
  };

const titles = Array.from({ length: 100 }, (_, at) => `Muslin print ${at + 1}`);
const shopHeads = "Name,Financial Status,Lineitem quantity,Lineitem name,Lineitem sku";
const createTwice: [string, string] = ["Create picklist", "Create picklist"];

const journeys: Journey[] = [
  {
    name: "Flipkart's orders with returns",
    path: "/picklist/orders?channel=flipkart",
    file: "orders/flipkart-event-type.csv",
    again: (text) => text.replaceAll("OD4", "OD14"),
    products: [
      { p_id: "SND-BIB-2101", held: 100 },
      { p_id: "SND-CAP-2102", held: 100 },
    ],
    answers: [],
    apply: createTwice,
    units: { "SND-BIB-2101": [98, 96] },
  },
  {
    name: "Shopify's orders without SKUs",
    path: "/picklist/orders?channel=snd-website",
    file: "orders/shopify-no-sku.csv",
    again: (text) => text.replaceAll("#", "#1"),
    products: [
      { p_id: "SND-BIB-4301", name: "Muslin bib 4301", held: 100 },
      { p_id: "SND-CAP-4302", name: "Blue cap for winter", held: 100 },
    ],
    answers: [pressed("Muslin bib 4301 (SND-BIB-4301)"), picked("Winter cap 4302 - Blue / M", "SND-CAP-4302")],
    apply: createTwice,
    units: { "SND-BIB-4301": [97, 94], "SND-CAP-4302": [99, 98] },
  },
  {
    name: "100 titles, 97 of them names of products",
    path: "/picklist/orders?channel=snd-website",
    file: csv(shopHeads, ...titles.map((title, at) => `#${700_000 + at},paid,1,${title},`)),
    again: (text) => text.replaceAll("#", "#1"),
    products: titles.slice(0, 97).map((name, at) => ({ p_id: `PRT-${at + 1}`, name, held: 10 })),
    answers: [pressed("Take the only product of exactly that name, for 97 codes")],
    apply: ["Create 2 picklists", "Create 2 picklists"],
    leavesOut: true,
    units: { "PRT-1": [9, 8], "PRT-97": [9, 8] },
  },
  {
    name: "A picklist of three columns",
    path: "/picklist/orders?channel=snd-app",
    file: "orders/three-columns-no-order.csv",
    again: (text) => text.replaceAll("Monday", "Tuesday"),
    products: [
      { p_id: "HB-DAY-1", name: "Dwarf hair grass", held: 100 },
      { p_id: "HB-DAY-2", name: "Java moss", held: 100 },
    ],
    answers: [pressed("Take the only product of exactly that name, for 2 codes")],
    apply: createTwice,
    units: { "HB-DAY-1": [99, 98], "HB-DAY-2": [98, 96] },
  },
  {
    name: "Tally's stock summary",
    path: "/stock/import",
    file: "sheets/tally-stock-summary.xlsx",
    products: [
      { p_id: "SND-TLY-283", name: "Wash mitt, set of 2" },
      { p_id: "SND-TLY-281", name: "Hooded towel, bear", held: 1 },
      { p_id: "SND-TLY-282", name: "Hooded towel, frog" },
    ],
    warehouse: ["TLY-01", "Main godown"],
    answers: [warehouseOf("TLY-01")],
    apply: ["Set 2 products in TLY-01", "Set 1 product in TLY-01"],
    units: { "SND-TLY-283": [130, 130] },
  },
  {
    name: "Tally's summary with heads in three rows",
    path: "/stock/import",
    file: csv(
      ...["Stock Summary", "1-Apr-2026 to 28-Nov-2026", "Particulars,Sunder Kids,,", ",Closing Balance,,"],
      ...[
        ",Quantity,Rate,Value",
        "Bath cape bear,202,250,50500",
        "Bath cape frog,31,300,9300",
        "Grand Total,233,,59800",
      ],
    ),
    products: [
      { p_id: "HB-TLY-1", name: "Bath cape bear" },
      { p_id: "HB-TLY-2", name: "Bath cape frog" },
    ],
    warehouse: ["TLY-02", "Bengaluru"],
    answers: [warehouseOf("TLY-02")],
    apply: ["Set 2 products in TLY-02", "Set 1 product in TLY-02"],
    units: { "HB-TLY-1": [202, 202], "HB-TLY-2": [31, 31] },
  },
  {
    name: "A workbook that opens on another sheet than that of the stock",
    path: "/stock/import",
    file: "sheets/second-sheet.xlsx",
    products: [{ p_id: "SND-SH2-371" }, { p_id: "SND-SH2-372" }],
    warehouse: ["SND-S2", "SND-S2"],
    answers: [pressed("Sheet “Current Inventory”: 2 rows, sum 47")],
    answersAgain: [pressed("Sheet “Current Inventory”: 2 rows, sum 47")],
    apply: ["Apply 2 rows", "Apply 1 row"],
    units: { "SND-SH2-371": [40, 40], "SND-SH2-372": [7, 7] },
  },
  {
    name: "A supplier's list without lead times",
    path: "/products/import",
    file: "sheets/no-lead-time-woocommerce.csv",
    again: (text) => text.replaceAll("SND-NLT", "SND-NLT-2"),
    answers: [leadTime],
    apply: ["Apply 2 rows", "Apply 2 rows"],
    makes: { "SND-NLT-191": { lead_time: 30 }, "SND-NLT-2-191": { lead_time: 30 } },
  },
  {
    name: "Zoho's items with costs in another currency",
    path: "/products/import",
    file: csv(
      ...["Item ID,Item Name,SKU,Rate,Purchase Price,Vendor", "46001,Valve,HB-ZOH-1,ARS 31000,ARS 24760.00,Sur SA"],
      ...["46002,Hose,HB-ZOH-2,ARS 1200,ARS 0.00,Sur SA", "46003,Clamp,HB-ZOH-3,ARS 900,ARS 310.50,Sur SA"],
    ),
    again: (text) => text.replaceAll("HB-ZOH", "HB-ZOH-2"),
    answers: [leadTime],
    apply: ["Apply 3 rows", "Apply 3 rows"],
    makes: { "HB-ZOH-1": { name: "Valve", lead_time: 30 }, "HB-ZOH-2-3": { name: "Clamp", lead_time: 30 } },
  },
  {
    name: "A shop's products with variants",
    path: "/products/import",
    file: "sheets/variants-without-title.csv",
    again: (text) => text.replaceAll("HB-VAR", "HB-VAR-2").replaceAll("Trimmer", "Timer"),
    answers: [leadTime],
    apply: ["Apply 2 rows", "Apply 2 rows"],
    makes: {
      "HB-VAR-2": { name: "Trimmer potentiometer, 500 Ohm" },
      "HB-VAR-2-2": { name: "Timer potentiometer, 500 Ohm" },
    },
  },
];

const table = readFileSync(new URL("../../../../functions/lib/imports/README.md", import.meta.url), "utf8");
const stated = (name: string): number[] =>
  (new RegExp(`^\\| ${name} \\| (\\d)[^|]* \\| (\\d)[^|]* \\|`, "m").exec(table)?.slice(1) ?? []).map(Number);

const unitsIn = async ({ manager }: TestWorld, p_id: string): Promise<number> => {
  const records: StockRecord[] = (await manager.get("/v1/stocks")).body;
  return records.filter(({ product }) => product.p_id === p_id).reduce((sum, { quantity }) => sum + quantity, 0);
};

const choose = async (page: Page, file: Journey["file"], change?: Journey["again"]) => {
  const whole = typeof file === "string" ? readFileSync(new URL(file, folder)) : Buffer.from(file.text);
  const buffer = change ? Buffer.from(change(whole.toString())) : whole;
  const name = typeof file === "string" ? (file.split("/")[1] ?? "") : "export.csv";
  await page.getByLabel("Sheet", { exact: true }).setInputFiles({ name, mimeType: "text/csv", buffer });
};

const drive = async (world: TestWorld, width: number, journey: Journey) => {
  const { manager } = world;
  const {
    file,
    again,
    products = [],
    warehouse,
    answers,
    answersAgain = [],
    apply,
    leavesOut,
    units = {},
    makes = {},
  } = journey;
  const place = await newWarehouse(manager, ...(warehouse ?? []));
  await putProducts(
    world,
    products.map(({ held, ...product }) => ({
      ...{ ...product, _id: `p-${product.p_id}`, name: product.name ?? product.p_id },
      held: held ? { [place]: held } : {},
    })),
  );
  const page = await open(world, manager, { path: journey.path, phone: width < 600 });
  if (width > 600) await page.setViewportSize({ width, height: 900 });
  const asked: number[] = [];
  for (const round of [0, 1] as const) {
    const { act, count } = countedActions();
    await choose(page, file, round === 0 ? undefined : again);
    const strip = page.getByRole("region", { name: "How it was read" });
    await strip.waitFor();
    if (round === 0 && answers.length > 0) await expectAccessible(page);
    for (const say of round === 0 ? answers : answersAgain) await act(say(page));
    await button(page, apply[round]).waitFor();
    const unanswered = await strip.getByRole("listitem").count();
    await press(page, apply[round]);
    if (leavesOut) await act(answer(page, apply[round], "3 lines have codes without a product"));
    // The way to undo it says it, too.
    await page
      .getByText(/^(Picklist|\d picklists) created$|rows? applied\.$/)
      .first()
      .waitFor();
    asked.push(count() + unanswered);
    for (const [p_id, expected] of Object.entries(units))
      expect([p_id, await unitsIn(world, p_id)]).toEqual([p_id, expected[round]]);
    const [first] = products;
    const taken = { product: `p-${first?.p_id}`, warehouse: place, quantity: 1, reason: "Sample" };
    if (!again && round === 0) await manager.post("/v1/transactions/out", taken, idempotencyKey());
    if (round === 0) await press(page, /^Another file$|^Import another sheet$/);
  }
  const stored: Product[] = (await manager.get("/v1/products")).body;
  for (const [p_id, fields] of Object.entries(makes)) {
    const product = stored.find((one) => one.p_id === p_id);
    expect(product).toMatchObject(fields);
    expect(product).not.toHaveProperty("cost");
  }
  expect({ name: journey.name, asked }).toEqual({ name: journey.name, asked: stated(journey.name) });
  expect(Math.max(...asked)).toBeLessThanOrEqual(2);
};

for (const width of [1440, 390]) {
  const world = await newWorld();
  for (const journey of journeys)
    test(`${journey.name}, ${width} px wide, asks what is stated`, { tags: "exhaustive" }, () =>
      drive(world, width, journey),
    );
}
