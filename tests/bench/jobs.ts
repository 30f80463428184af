// The longest press of each frequent job (docs/frequent-jobs.md), until it is painted: over the demo data and 2,000 products more.
import type { Browser } from "playwright-core";
import { type Page, paste, scan } from "#tests/support/browser.ts";
import { openCount } from "#tests/support/counts.ts";
import { plant } from "#tests/support/demo.ts";
import { engine } from "#tests/support/engine.ts";
import { idempotencyKey } from "#tests/support/stock.ts";
import type { TestWorld } from "#tests/support/world.ts";
import { answer, closeBy, dialog, field, press, toast, undoBar } from "#tests/web/page.ts";
import { desk, figuresOf, type Measured, openSlowed, phone, settled, withBrowser } from "./measured-page.ts";
import type { Line } from "./report.ts";
import { catalogue } from "./seed.ts";

const runs = 3;

/** Milliseconds: at a desk, and on a phone with a sixth of the processor. */
const budgets = { desk: 100, phone: 200 };

/** `run`: counted over all places, so that each creates other products and chooses other values. */
type Work = (page: Page, run: number) => Promise<unknown>;
const job = (name: string, path: string, work: Work, onPhone = true) => ({ name, path, work, onPhone });
type Job = ReturnType<typeof job>;
/** The phone's way is another one: from a row's menu, or behind a filter. */
const atDesk = (name: string, path: string, work: Work): Job => job(name, path, work, false);

export const jobCosts = async (empty: TestWorld): Promise<Line[]> => {
  await plant(empty);
  // The demo has its own password for root.
  const world = { ...empty, root: await empty.signIn("root", "inventory-demo") };
  await world.invoke("snapshot", { pause: 0 });
  const { productRows } = catalogue(2_000, 0);
  await engine(world).put("products", productRows, { image: undefined });
  const jobs = await jobsIn(world);
  return withBrowser(async (browser) => {
    const lines: Line[] = [];
    for (const one of jobs) {
      lines.push(await longest(browser, world, one, "desk"));
      if (one.onPhone) lines.push(await longest(browser, world, one, "phone"));
    }
    return lines;
  });
};

/** Until all of the app is loaded: people look at a screen before they press. */
const atRest = async (page: Page): Promise<void> => {
  await page.waitForLoadState("networkidle");
  await settled(page);
};

let run = 0;

const longest = async (
  browser: Browser,
  world: TestWorld,
  { name, path, work }: Job,
  place: keyof typeof budgets,
): Promise<Line> => {
  const [how, processor] = place === "desk" ? [desk, 1] : [phone, 6];
  const measured: Measured[] = [];
  for (let time = 0; time < runs; time++) {
    const page = await openSlowed(browser, world, { who: world.manager, path, how, slow: { processor } });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await atRest(page);
    await work(page, ++run);
    measured.push(await figuresOf(page));
    await page.context().close();
  }
  const { inp, press } = measured.toSorted((a, b) => a.inp - b.inp)[runs >> 1] as Measured;
  const what = place === "desk" ? name : "  on a phone, processor / 6";
  return { what: `${what} (${press})`, figure: inp, unit: "ms", budget: budgets[place] };
};

const jobsIn = async ({ manager }: TestWorld): Promise<Job[]> => {
  const post = async (path: string, body: object) => (await manager.post(path, body, idempotencyKey())).body;
  const { body: warehouses } = await manager.get("/v1/warehouses");
  const { body: stocks } = await manager.get("/v1/stocks");
  const [{ _id: hub }, { _id: depot }] = warehouses;
  const held = stocks
    .filter((row: { warehouse: { _id: string }; quantity: number }) => row.warehouse._id === hub && row.quantity > 60)
    .map(({ product }: { product: { _id: string; p_id: string; name: string } }) => product);
  const [cup, ring] = held;
  const counted = held.slice(0, 8);
  await openCount(manager, depot, { products: counted.map(({ _id }: { _id: string }) => _id) });

  const openUpdateStock = async (page: Page) => {
    await press(page, "Update Stock");
    // A code that is scanned before the form hears of it would search the list.
    await settled(page);
    return dialog(page, "Update Stock");
  };
  /** As a person types: faster keys would be a scan. On a phone the field opens a list of its own. */
  const choose = async (page: Page, { p_id }: { p_id: string }) => {
    const form = dialog(page, "Update Stock");
    const opener = form.getByRole("button", { name: /^Product: / });
    await field(form, "Product").or(opener).first().waitFor();
    const isPhone = (await opener.count()) > 0;
    if (isPhone) await opener.click();
    const search = isPhone ? dialog(page, "Product").getByRole("combobox") : field(form, "Product");
    await search.pressSequentially(p_id.toLowerCase(), { delay: 130 });
    await page.getByRole("option", { name: p_id }).click();
  };
  return [
    job("Stock in by keys", "/inventory", async (page) => {
      const form = await openUpdateStock(page);
      await choose(page, cup);
      await field(form, "Warehouse").selectOption(hub);
      await field(form, "Quantity").fill("12");
      await closeBy(form, "Submit");
    }),
    job("Undo the last posting", "/inventory", async (page) => {
      const form = await openUpdateStock(page);
      await choose(page, cup);
      await field(form, "Warehouse").selectOption(hub);
      await closeBy(form, "Submit");
      await press(undoBar(page), "Undo", "Undone");
    }),
    job("Receive a container whole", "/intransit", async (page, run) => {
      const container = `MSKU ${4_000_000 + run}`;
      const list = [{ product: cup._id, quantity: 12 }];
      await post("/v1/shipments", { container, expected_delivery: "2027-01-01", list });
      await page.reload();
      await atRest(page);
      await press(page, `Receive ${container}`);
      const form = dialog(page, `Receive ${container}`);
      await field(form, "Warehouse").selectOption(hub);
      await closeBy(form, "Receive 12 units");
    }),
    job("Transfer two products", "/inventory", async (page) => {
      const form = await openUpdateStock(page);
      await form.getByRole("radio", { name: "TRANSFER" }).click();
      await field(form, "From").selectOption(hub);
      await field(form, "To").selectOption(depot);
      for (const { p_id } of [cup, ring]) {
        await scan(page, p_id);
        await settled(page);
      }
      await closeBy(form, "Submit");
    }),
    job("Picklist of two products", "/picklist", async (page) => {
      for (const { p_id, name } of [cup, ring]) {
        await scan(page, p_id);
        await page.getByLabel(`Quantity of ${name}`).waitFor();
      }
      await page.getByLabel("Channel").selectOption("Amazon");
      await press(page, "Save");
      await answer(page, "Process picklist");
      await page.getByText("Processed", { exact: true }).waitFor();
    }),
    atDesk("Correct a line of yesterday", `/transactions?product=${cup._id}`, async (page) => {
      await post("/v1/transactions/out", { channel: "amazon", list: [{ product: cup._id, quantity: 3 }] });
      await page.reload();
      await atRest(page);
      await press(page.getByRole("table", { name: "Transactions" }).getByRole("row").nth(1), `Correct ${cup.name}`);
      // It may have left several warehouses, each of which has a quantity.
      await dialog(page, "Correct")
        .getByRole("button", { name: `Less ${cup.name}` })
        .first()
        .click();
      await press(dialog(page, "Correct"), "Correct");
      await toast(page, "Corrected").waitFor();
    }),
    atDesk("Choose all that is to order", "/dashboard/plan", async (page) => {
      await press(page, /^Choose the \d+ to order$/);
      await page.getByRole("region", { name: "Order" }).waitFor();
    }),
    job("Create thirty products from a sheet", "/products/import", async (page, run) => {
      const rows = Array.from({ length: 30 }, (_, at) => [`JOB-${run}-${at}`, `Rattle ${run} ${at}`, 30]);
      await page.getByText("Choose a file").first().waitFor();
      await paste(page, [["P.ID/SKU/BC", "Name", "Lead Time"], ...rows]);
      await press(page, "Apply 30 rows", "30 rows applied.");
    }),
    atDesk("Set twenty lead times", "/products", async (page, run) => {
      const boxes = page.getByRole("checkbox", { name: /^Choose / });
      await boxes.nth(1).click();
      await boxes.nth(20).click({ modifiers: ["Shift"] });
      await press(page, "Set lead time");
      await dialog(page)
        .getByLabel("Lead Time")
        .selectOption(run % 2 === 0 ? "60" : "75");
      await press(dialog(page), "Set");
      await undoBar(page).waitFor();
    }),
    job("Count eight products", "/count", async (page) => {
      await page.getByRole("link", { name: "Count", exact: true }).first().click();
      await page.getByText(/^Scan the first product/).waitFor();
      await settled(page);
      for (const { p_id } of counted) {
        await scan(page, p_id);
        await page.getByText(`Last scan ${p_id}, `).waitFor();
        await settled(page);
      }
    }),
  ];
};
