// What the app requests in a day, action by action, as the usage model has it (ops/cost/model.ts).
import { expect, test } from "vitest";
import { type Action, callsOf, type Use } from "#ops/cost/model.ts";
import { type Locator, open, scan } from "#tests/support/browser.ts";
import { storedLists } from "#tests/support/browser-storage.ts";
import { today } from "#tests/support/fixtures.ts";
import { createProduct, idempotencyKey, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { closeBy, dialog, expectValue, field, press, row, rows } from "#tests/web/page.ts";

const here = await world();

/** Which use of the model a request is; undefined if the model has none for it. */
const findUse = (request: string): Use | undefined => uses.find(([pattern]) => pattern.test(request))?.[1];
const uses: readonly [RegExp, Use][] = [
  [/^GET .*app.catalogue.*since/, "ask"],
  [/^GET .*app.catalogue/, "whole catalogue"],
  [/^GET .*v1.plan/, "plan"],
  [/^GET .*v1.shipments/, "received containers"],
  [/^GET .*v1.transactions/, "ledger of a day"],
  [/^GET .*dash.analytics/, "sales of 3 days"],
  [/^GET .*v1.counts/, "counts"],
  [/^POST .*v1.transactions.in/, "stock in"],
  [/^POST .*v1.imports.orders/, "order file"],
  [/^POST .*v1.imports.*apply/, "picklist"],
  [/^POST .*v1.shipments.*receive/, "receipt"],
  [/^PUT .*picked/, "picked places"],
  [/^PUT .*lines/, "count lines"],
];
/** Short lists, that of the users in the first days of a company, and the summary of the plan, which is read again only if it is older than some seconds. */
const others = /categories|aliases|warehouses|users|summary/;

test("an action makes the requests that the usage model has, and no others", { tags: "exhaustive" }, async () => {
  const hub = await newWarehouse(here.manager, "BLR-01", "Bengaluru Hub");
  const cup = await createProduct(here.manager);
  await here.manager.post("/v1/transactions/in", { product: cup._id, warehouse: hub, quantity: 10 }, idempotencyKey());
  const list = [{ product: cup._id, quantity: 2 }];
  const post = async (path: string, body: object) => (await here.manager.post(path, body, idempotencyKey())).body;
  const { movement } = await post("/v1/transactions/out", { channel: "amazon", list });
  await post("/v1/shipments", { container: "MSKU 1", expected_delivery: today(), list });
  const { _id: count } = await post("/v1/counts", { warehouse: hub, products: [cup._id] });
  const page = await open(here, here.manager, { path: "/inventory" });
  await page.evaluate((warehouse) => localStorage.setItem("warehouse", warehouse), hub);
  // Timers of half a minute never fire: the model counts the asks that they send by the hour.
  await page.addInitScript(() => {
    const wait = setTimeout;
    const skip = (task: () => void, milliseconds = 0) => (milliseconds === 30_000 ? 0 : wait(task, milliseconds));
    globalThis.setTimeout = skip as typeof setTimeout;
  });
  await rows(page).first().waitFor();
  await expect.poll(() => storedLists(page)).toContain("/v1/app/catalogue");

  let recorded: Partial<Record<string, number>> = {};
  page.on("requestfinished", (request) => {
    const { pathname, search } = new URL(request.url());
    const name = `${request.method()} ${pathname}${search}`;
    if (!pathname.startsWith("/v1/") || others.test(pathname)) return;
    const use = findUse(name) ?? name;
    recorded[use] = (recorded[use] ?? 0) + 1;
  });
  const follow = (name: string) => page.getByRole("link", { name, exact: true }).click();
  /** What opening a screen reads is not the action's. */
  const opened = async (path: string, part: Locator) => {
    await page.goto(path);
    await part.waitFor();
    await expect.poll(() => recorded.ask).toBe(1);
    recorded = {};
  };
  const acts: Record<Action, () => Promise<unknown>> = {
    start: async () => {
      await page.goto("/inventory");
      await rows(page).first().waitFor();
    },
    // The same read is not sent again within two seconds.
    return: () =>
      expect
        .poll(
          async () => {
            if (recorded.ask) return true;
            await page.evaluate(() => {
              const { now } = Date;
              Date.now = () => now() + 31_000;
              dispatchEvent(new Event("focus"));
            });
            return false;
          },
          { interval: 2_500 },
        )
        .toBe(true),
    "stock in": async () => {
      await press(page, "Update Stock");
      const form = dialog(page, "Update Stock");
      await field(form, "Product").waitFor();
      await scan(page, cup.p_id);
      await expectValue(form, "Product").toContain(cup.p_id);
      await closeBy(form, "Submit");
    },
    "order file": async () => {
      await opened("/picklist/orders?channel=amazon", page.getByText("Choose an order file"));
      const buffer = Buffer.from(`sku\tquantity\n${cup.p_id}\t1`);
      await page.getByLabel("Sheet").setInputFiles({ name: "orders.txt", mimeType: "text/plain", buffer });
    },
    picklist: async () => {
      await acts["order file"]();
      await page.getByText("1 product, 1 unit").waitFor();
      recorded = {};
      await press(page, "Create picklist");
    },
    receipt: async () => {
      await follow("In-Transit Inventory");
      await press(row(page, "MSKU 1"), /^Receive/);
      await field(dialog(page, "Receive"), "Warehouse").selectOption({ label: "Bengaluru Hub (BLR-01)" });
      await press(dialog(page, "Receive"), "Receive 2 units");
    },
    tick: async () => {
      const place = page.getByRole("checkbox", { name: new RegExp(cup.name) });
      const read = page.waitForEvent("requestfinished", (request) => request.url().endsWith("/picked"));
      await opened(`/picklist/${movement}/pick?day=${today()}`, place);
      // The screen is drawn before the ticks of other devices are read.
      await read;
      recorded = {};
      await place.check();
    },
    "Plan Orders": () => follow("Plan Orders"),
    "View Transactions": () => follow("View Transactions"),
    "Analytics Dashboard": () => follow("Analytics Dashboard"),
    "Count Stock": () => follow("Count Stock"),
    // The last one: a line that a start interrupts is sent again.
    "count line": async () => {
      await opened(`/count/${count}`, page.getByText("Scan the first product"));
      await scan(page, cup.p_id);
    },
  };
  const expectCalls = (action: Action) => expect.poll(() => recorded, { message: action }).toEqual(callsOf[action]);
  for (const [action, act] of Object.entries(acts)) {
    // Each action follows a start of its own, since lists that were read a moment ago are not read again.
    recorded = {};
    await acts.start();
    await expectCalls("start");
    if (action === "start") continue;
    recorded = {};
    await act();
    await expectCalls(action as Action);
  }
});
