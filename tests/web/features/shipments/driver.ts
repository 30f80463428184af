// Shared by tests of shipments: a world with products and warehouses, and In-Transit Inventory with its dialogs.
import { addDays } from "#shared/day.ts";
import type { Shipment } from "#shared/shipment.ts";
import { open, type Page, type PageOptions, retype } from "#tests/support/browser.ts";
import { today, unique } from "#tests/support/fixtures.ts";
import { createProduct, idempotencyKey, newWarehouse, type ProductNames } from "#tests/support/stock.ts";
import { type Client, world } from "#tests/support/world.ts";
import { asTyped, closeBy, dialog, field, press } from "#tests/web/page.ts";

export const here = await world();
export const day = today();
export const hub = await newWarehouse(here.manager, "BLR-01", "Bengaluru Hub");
await newWarehouse(here.manager, "DEL-02", "Delhi NCR");
export const hubLabel = "Bengaluru Hub (BLR-01)";

export const newProduct = (name: string): Promise<ProductNames> => createProduct(here.manager, { name });
export const [swaddle, bib] = await Promise.all([newProduct("Muslin Swaddle Pink"), newProduct("Terry Bib")]);

export type Lines = [product: ProductNames, quantity: number][];
export const line = (product: ProductNames, quantity: number): Lines[number] => [product, quantity];

const listOf = (lines: Lines) => lines.map(([{ _id }, quantity]) => ({ product: _id, quantity }));

/** A container of these products, due so many days from now. */
export const announce = async (lines: Lines, days = 30, container = unique("MSKU")): Promise<Shipment> => {
  const form = { container, expected_delivery: addDays(day, days), list: listOf(lines) };
  return (await here.executive.post("/v1/shipments", form, idempotencyKey())).body;
};

/** Somebody else receives these units, or all; `more` are further fields of the receipt. */
export const receiveElsewhere = ({ _id }: Shipment, lines?: Lines, more: object = {}) =>
  here.manager.post(
    `/v1/shipments/${_id}/receive`,
    { warehouse: hub, ...(lines && { list: listOf(lines) }), ...more },
    idempotencyKey(),
  );

/** Somebody else changes the products of a container. */
export const changeElsewhere = ({ _id }: Shipment, lines: Lines) =>
  here.manager.patch(`/v1/shipments/${_id}`, { list: listOf(lines) });

export const shipmentOf = async (container: string): Promise<Shipment | undefined> =>
  (await here.executive.get("/v1/shipments")).body.find((one: Shipment) => one.container === container);

// So that the list is never empty: `openShipments` waits for a row.
await announce([line(swaddle, 1)]);

export const table = (page: Page) => page.getByRole("table", { name: "Shipments" });
export const shipmentRow = (page: Page, { container }: { container: string }) =>
  table(page).getByRole("row").filter({ hasText: container });

/** The opened row of a container: product with code, sent, received, outstanding, of each product and in total. */
export const openedRows = async (page: Page, { container }: { container: string }): Promise<string[]> => {
  const opened = page.getByRole("table", { name: `Products in ${container}` });
  await opened.waitFor();
  const rows = await opened.getByRole("row").all();
  const cells = rows.map((row) => row.locator("> *").allTextContents());
  return (await Promise.all(cells)).map((texts) => texts.join(" | "));
};

export const openShipments = async (options?: PageOptions, client: Client = here.executive): Promise<Page> => {
  const page = await open(here, client, { path: "/intransit", ...options });
  await table(page).locator("tbody button").first().waitFor();
  return page;
};

/** Shows received containers too, which are read only then. */
export const showReceived = (page: Page) => field(page, "Status").selectOption("All of 90 days");

/** The form that announces a container. */
export const form = (page: Page) => dialog(page, "Add In-Transit Stock");
export const openForm = (page: Page) => press(page, "Add In-Transit Stock");
export const save = (page: Page) => press(form(page), "Save In-Transit Stock");

/** Opens the form, and fills container and day. */
export const fillForm = async (page: Page, container: string, expected = addDays(day, 9)) => {
  await openForm(page);
  await form(page).getByLabel("Container ID").fill(container);
  await form(page).getByLabel("Expected Delivery").fill(expected);
};

export const chooseProduct = async (page: Page, { p_id }: ProductNames) => {
  await field(form(page), "Product").fill(asTyped(p_id));
  await page.getByRole("option").filter({ hasText: p_id }).click();
};

export const addLine = async (page: Page, product: ProductNames, quantity: number) => {
  await chooseProduct(page, product);
  await retype(form(page).getByLabel("Qty"), String(quantity));
  await form(page).getByLabel("Qty").press("Enter");
};

/** The dialog that receives a container. */
export const receipt = (page: Page) => dialog(page, "Receive");
export const chooseHub = (page: Page) => receipt(page).getByLabel("Warehouse").selectOption({ label: hubLabel });
export const openReceipt = async (page: Page, shipment: { container: string }, into?: "hub") => {
  await press(shipmentRow(page, shipment), /^Receive/);
  await receipt(page).waitFor();
  if (into) await chooseHub(page);
};
export const receivedOf = (page: Page, { name }: ProductNames) => receipt(page).getByLabel(`Received of ${name}`);
export const submit = (page: Page, name: string | RegExp) => press(receipt(page), name);
export const submitted = (page: Page, name: string | RegExp) => closeBy(receipt(page), name);
