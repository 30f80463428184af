// Shipments for the tests of In-Transit Inventory: one world, its products, and the parts of the screen.
import { addDays } from "#shared/day.ts";
import type { Shipment } from "#shared/shipment.ts";
import { type Locator, open, type Page, retype } from "#tests/support/browser.ts";
import { productForm, today, unique } from "#tests/support/make.ts";
import { keyed } from "#tests/support/stock.ts";
import { type Client, world } from "#tests/support/world.ts";

export const here = await world();
export const day = today();

export interface Good {
  _id: string;
  name: string;
  p_id: string;
}

export const product = async (name: string): Promise<Good> =>
  (await here.manager.post("/v1/products", productForm({ name, p_id: unique("SND") }))).body;

export const [swaddle, bib] = await Promise.all([product("Muslin Swaddle Pink"), product("Terry Bib")]);
export const hub: string = (await here.manager.post("/v1/warehouses", { name: "Bengaluru Hub", w_id: "BLR-01" })).body
  ._id;
await here.manager.post("/v1/warehouses", { name: "Delhi NCR", w_id: "DEL-02" });
export const hubLabel = "Bengaluru Hub (BLR-01)";

/** A container of these products, due so many days from now. */
export const ship = async (lines: [Good, number][], days = 30, container = unique("MSKU")): Promise<Shipment> => {
  const list = lines.map(([{ _id }, quantity]) => ({ product: _id, quantity }));
  const form = { container, expected_delivery: addDays(day, days), list };
  return (await here.executive.post("/v1/shipments", form, keyed())).body;
};

export const shipmentOf = async (container: string): Promise<Shipment | undefined> =>
  (await here.executive.get("/v1/shipments")).body.find((one: Shipment) => one.container === container);

await ship([[swaddle, 1]]);

export const table = (page: Page) => page.getByRole("table", { name: "Shipments" });
export const rowOf = (page: Page, { container }: { container: string }) =>
  table(page).getByRole("row").filter({ hasText: container });
export const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
export const adding = (page: Page) => dialog(page, "Add In-Transit Stock");
export const receiving = (page: Page) => dialog(page, "Receive");
export const gone = (part: Locator) => part.waitFor({ state: "detached" });

export const listed = async (wishes: Parameters<typeof open>[2] = {}, who: Client = here.executive): Promise<Page> => {
  const page = await open(here, who, { path: "/intransit", ...wishes });
  await table(page).locator("tbody button").first().waitFor();
  return page;
};

export const requests = (page: Page) => {
  const sent: { key: string; body: Record<string, unknown> }[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST")
      sent.push({ key: request.headers()["idempotency-key"] ?? "none", body: request.postDataJSON() });
  });
  return sent;
};

export const pick = async (page: Page, { p_id }: Good) => {
  await adding(page).getByLabel("Product", { exact: true }).fill(p_id);
  await page.getByRole("option").filter({ hasText: p_id }).click();
};

/** The empty form, with container and day filled. */
export const begin = async (page: Page, container: string, expected = addDays(day, 9)) => {
  await page.getByRole("button", { name: "Add In-Transit Stock" }).click();
  await adding(page).getByLabel("Container ID").fill(container);
  await adding(page).getByLabel("Expected Delivery").fill(expected);
};

export const addLine = async (page: Page, good: Good, quantity: number) => {
  await pick(page, good);
  await retype(adding(page).getByLabel("Qty"), String(quantity));
  await adding(page).getByLabel("Qty").press("Enter");
};

export const save = (page: Page) => adding(page).getByRole("button", { name: "Save In-Transit Stock" }).click();
export const focused = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ?? "");
export const receivedOf = (page: Page, { name }: Good) => receiving(page).getByLabel(`Received of ${name}`);
export const submit = (page: Page, name: string | RegExp) => receiving(page).getByRole("button", { name }).click();

export const receive = async (page: Page, shipment: { container: string }) => {
  await rowOf(page, shipment)
    .getByRole("button", { name: /^Receive/ })
    .click();
  await receiving(page).waitFor();
};
