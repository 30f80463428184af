// Shared by tests of the plan: a world whose products have sold for six closed days, and the screen.
import { addDays } from "#shared/day.ts";
import { open, type Page, type PageOptions } from "#tests/support/browser.ts";
import { setClock } from "#tests/support/clock.ts";
import { today } from "#tests/support/fixtures.ts";
import { idempotencyKey, newProduct, newWarehouse } from "#tests/support/stock.ts";
import { type Client, world } from "#tests/support/world.ts";
import { row } from "#tests/web/page.ts";

export const here = await world();
export const day = today();
export const later = (days: number): string => addDays(day, days);
const daysOfSales = 6;

const on = (days: number): Promise<Client> => {
  setClock(`${later(days)}T06:00:00Z`);
  return here.signIn("manager", "manager-password");
};

/** Units of each product. Each sells ten a day; the thermometers are sold out after three. */
const stocked = { Bottle: 156, Cards: 260, Swaddle: 600, Thermometer: 30 } as const;
type Name = keyof typeof stocked | "Teether";
export const products = {} as Record<Name, string>;

const seed = async (): Promise<void> => {
  let client = await on(-daysOfSales);
  const warehouse = await newWarehouse(client, "BLR-01", "Bengaluru Hub");
  const add = async (name: Name, lead_time: string, { variant = "", pack = "" } = {}) => {
    products[name] = await newProduct(client, { name: `${name}${variant}`, p_id: `SND-${name}`, lead_time, pack });
  };
  await add("Bottle", "60", { variant: " (Sky Blue)" });
  await add("Cards", "15");
  await add("Swaddle", "30");
  await add("Thermometer", "30", { pack: "12" });
  await add("Teether", "30");
  for (const [name, quantity] of Object.entries(stocked))
    await client.post("/v1/transactions/in", { product: products[name as Name], warehouse, quantity });
  for (let sold = 0; sold < daysOfSales; sold++) {
    if (sold > 0) client = await on(sold - daysOfSales);
    const list = (Object.keys(stocked) as Name[])
      .filter((name) => name !== "Thermometer" || sold < 3)
      .map((name) => ({ product: products[name], quantity: 10 }));
    await client.post("/v1/transactions/out", { channel: "amazon", list });
  }
  setClock(new Date().toISOString());
  const list = [{ product: products.Bottle, quantity: 300 }];
  const form = { container: "CMAU 335908-6", expected_delivery: later(27), list };
  await here.manager.post("/v1/shipments", form, idempotencyKey());
  await here.invoke("snapshot", { pause: 0 });
};
await seed();

export const openPlan = async (options?: PageOptions): Promise<Page> => {
  const page = await open(here, here.manager, { path: "/dashboard/plan", ...options });
  await row(page, "SND-Cards").waitFor();
  return page;
};

/** Names of the products that are listed, in order. */
export const listed = async (page: Page): Promise<string[]> =>
  (await page.locator("tbody tr").allInnerTexts()).map((text) => /SND-(\w+)/.exec(text)?.[1] ?? "");

/** On one line. */
export const rowText = async (page: Page, name: string): Promise<string> =>
  (await row(page, name).innerText()).replace(/\s+/g, " ");

/** The order that is being put together. */
export const order = (page: Page) => page.getByRole("region", { name: "Order" });
export const expectOrder = (page: Page, text: string | RegExp): Promise<void> => order(page).getByText(text).waitFor();

/** Keys as a person presses them: half a second apart, however quick this machine is. A scanner's are quicker. */
export const typeSlowly = async (page: Page, keys: readonly string[]): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  for (const key of keys) {
    // By the browser's clock, which no test moves.
    lastKey = Math.max(lastKey + 0.5, (performance.timeOrigin + performance.now()) / 1_000);
    const text = key === "Enter" ? "\r" : key;
    await session.send("Input.dispatchKeyEvent", { type: "keyDown", key, text, timestamp: lastKey });
    await session.send("Input.dispatchKeyEvent", { type: "keyUp", key, timestamp: lastKey });
  }
  await session.detach();
};
let lastKey = 0;
