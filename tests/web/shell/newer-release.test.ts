// Old beside new, as after a rollback: kinds, statuses and reasons that this app does not know are neutral rows of every list,
// dialog and printout, and app and server name their builds to each other.
import { expect, test } from "vitest";
import { open, type Page, paste } from "#tests/support/browser.ts";
import { countLine, sendLines } from "#tests/support/counts.ts";
import { idempotencyKey, newProduct, newWarehouse } from "#tests/support/stock.ts";
import { hire, world } from "#tests/support/world.ts";
import { dialog, rows } from "#tests/web/page.ts";

const here = await world();
const root = await hire(here, { name: "Asha", username: "asha", password: "a password of Asha's", role: "root" });
const post = async (path: string, body: unknown) => {
  const answer = await root.post(path, body, idempotencyKey());
  expect([path, answer.status]).toEqual([path, 201]);
  return answer.body;
};
const [hub, depot] = [await newWarehouse(root, "BLR", "Hub"), await newWarehouse(root, "DEL", "Depot")];
const swaddle = await newProduct(root, { p_id: "SND", name: "Swaddle" });
await post("/v1/transactions/in", { product: swaddle, warehouse: hub, quantity: 20 });
const list = [{ product: swaddle, quantity: 5 }];
const { movement: picklist } = await post("/v1/transactions/out", { list, channel: "amazon" });
await post("/v1/transactions/transfer", { from: hub, to: depot, list });
await post("/v1/shipments", { container: "MSKU", expected_delivery: "2026-01-01", list });
const { _id: count } = await post("/v1/counts", { warehouse: hub, blind: false });
const gone = await newProduct(root, { p_id: "GONE", name: "Rattle" });
expect((await sendLines(root, count, countLine(swaddle, 3), countLine(gone, 1))).body.refused).toEqual([]);
await root.delete(`/v1/products/${gone}`);

/** Where answers have words of a list that grows. */
const growing = new Set(["kind", "reason", "action", "channel", "state", "status", "trend", "left_out", "book"]);
/** Words that no release changes: those of an import are asked for by its screen, and stock goes in or out. */
const fixed = new Set(["products", "stock", "orders", "lines", "STOCK_IN", "STOCK_OUT"]);

const byNewerServer = (value: unknown, name = ""): unknown => {
  if (Array.isArray(value)) return value.map((each) => byNewerServer(each, name));
  if (typeof value === "string") return growing.has(name) && !fixed.has(value) ? "on_loan" : value;
  if (!value || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, byNewerServer(each, key)]));
};

const openBesideNewer = async (path: string): Promise<Page> => {
  const page = await open(here, root, { path: "/not-here" });
  await page.route("**/v1/**", async (route) => {
    const answer = await route.fetch();
    const isJson = answer.headers()["content-type"]?.startsWith("application/json");
    await route.fulfill({ response: answer, ...(isJson && { json: byNewerServer(await answer.json()) }) });
  });
  await page.goto(path);
  return page;
};

/** The word stands somewhere on the part, by itself or as a label, and nothing of it is what JavaScript calls a gap. */
const expectNeutral = async (page: Page, part = "main"): Promise<void> => {
  await page
    .locator(part)
    .getByText(/on.loan/i)
    .locator("visible=true")
    .first()
    .waitFor();
  expect(await page.locator(part).innerText()).not.toMatch(/undefined|NaN|\[object/);
};
const expectNeutralDialog = async (page: Page): Promise<void> => {
  await dialog(page).waitFor();
  expect(await dialog(page).innerText()).not.toMatch(/undefined|NaN|\[object/);
};

test.each([
  ["/transactions"],
  [`/products/${swaddle}/history`],
  [`/products/${swaddle}`],
  [`/products/${swaddle}/changes`],
  ["/changes"],
  ["/picklist/register"],
])("%s, a row's dialog and its printout", async (path) => {
  const page = await openBesideNewer(path);
  await expectNeutral(page);
  await rows(page).first().click();
  await expectNeutralDialog(page);
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  expect(await page.locator("body").innerText()).not.toMatch(/undefined|NaN|\[object/);
});

test.each([["/count"], [`/count/${count}/review`], ["/dashboard/plan"], [`/picklist/${picklist}/pick`]])(
  "%s",
  async (path) => expectNeutral(await openBesideNewer(path)),
);

test("why a counted product is left out", async () => {
  const page = await openBesideNewer(`/count/${count}/review`);
  await rows(page).filter({ hasText: "Rattle" }).getByText("on loan").waitFor();
});

test("a step of the night that failed, and a book that differs", async () => {
  const page = await open(here, root, { path: "/not-here" });
  const differences = [{ book: "on_loan", key: "SND", units: 2 }];
  const night = { at: "2026-11-24T19:00:00Z", ms: 1_000, closed: 1, weighed: 3, failed: ["on_loan"], differences };
  await page.route("**/v1/app/status", (route) => route.fulfill({ json: { late: false, night } }));
  await page.goto("/status");
  await page.getByText("on loan SND: +2").waitFor();
  await expectNeutral(page);
});

test.each([
  ["/products/import", ["P.ID/SKU/BC", "Product Name", "Lead Time"], ["SND", "Quilt", 45]],
  ["/stock/import", ["P.ID/SKU/BC", "W.ID", "Quantity"], ["SND", "BLR", 3]],
  ["/picklist/orders?channel=amazon", ["sku", "product-name", "quantity"], ["SND", "Swaddle", 2]],
])("%s", async (path, heads, row) => {
  const page = await openBesideNewer(path);
  await page.locator("main input[type=file]").first().waitFor({ state: "attached" });
  await paste(page, [heads, row]);
  await expectNeutral(page);
});

test("each call names the build of its app and each answer that of the server; its line in the log and the Status screen have both", async () => {
  const page = await open(here, root, { path: "/not-here" });
  const route = "GET /v1/app/status";
  const asked = page.waitForResponse((one) => one.url().endsWith(route.slice(4)) && one.request().method() === "GET");
  await page.goto("/status");
  const answer = await asked;
  const build = /^[0-9a-f]{12}$/;
  const [app, server] = [await answer.request().headerValue("app-build"), await answer.headerValue("api-build")];
  expect([app, server]).toEqual([expect.stringMatching(build), expect.stringMatching(build)]);
  await page.getByText(app ?? "").waitFor();
  await page.getByText(server ?? "").waitFor();
  const lastLine = () => JSON.parse(here.log.findLast((line) => line.includes(`"${route}"`)) ?? "{}");
  expect(lastLine()).toMatchObject({ app, build: server });
  const authorization = (await answer.request().headerValue("authorization")) ?? "";
  const { headers } = await fetch(answer.url(), { headers: { authorization, origin: here.site, "app-build": "<b>" } });
  expect(headers.get("access-control-expose-headers")?.split(",")).toContain("api-build");
  expect(lastLine()).not.toHaveProperty("app");
});
