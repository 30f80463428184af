// Lists without a network: the last data is shown with its time, searched and scanned, and deleted after a sign-out.
import { expect, test } from "vitest";
import type { CatalogueAnswer } from "#shared/app.ts";
import { clockText, dateTimeText } from "#shared/day.ts";
import { codeOf } from "#shared/failure.ts";
import { fulfill, hold, type Locator, open, type Page, scan } from "#tests/support/browser.ts";
import { storeCurrent, storedSession } from "#tests/support/browser-session.ts";
import { storedLists, storedText } from "#tests/support/browser-storage.ts";
import { fileOf } from "#tests/support/built-file.ts";
import { catalogueAnswer } from "#tests/support/catalogue-answer.ts";
import { newPerson, today } from "#tests/support/fixtures.ts";
import { newProgram } from "#tests/support/programs.ts";
import { createProduct, idempotencyKey, newProduct, newWarehouse } from "#tests/support/stock.ts";
import { type Client, world } from "#tests/support/world.ts";
import { field, gone, heading, login, press, rows, toast } from "#tests/web/page.ts";
import type { StoredSession } from "#web/lib/api/session.ts";

const here = await world();
const { manager } = here;
const hub = "Bengaluru Hub";
const bib = await createProduct(manager, { name: "Terry Bib", p_id: "BIB-77" });
const warehouse = await newWarehouse(manager, "BLR-01", hub);
const list = [{ product: bib._id, quantity: 5 }];
for (const [path, body] of [
  ["/v1/transactions/in", { product: bib._id, warehouse, quantity: 20 }],
  ["/v1/transactions/out", { list, channel: "amazon" }],
  ["/v1/shipments", { container: "MSKU-1", expected_delivery: "2026-01-01", list }],
  ["/v1/returns", { channel: "amazon", reference: "RT-77", product: bib._id, warehouse, missing: 1 }],
] as const)
  expect([path, (await manager.post(path, body, idempotencyKey())).status]).toEqual([path, 201]);
await manager.delete(`/v1/products/${await newProduct(manager, { p_id: "OLD-1", name: "Old Rattle" })}`);
await manager.delete(`/v1/warehouses/${await newWarehouse(manager, "OLD-2", "Old Shed")}`);

const program = await newProgram(here);

const mayLog = /ERR_|No connection|40[134]|503|Busy right now|not found|Unauthorized|Session expired/;

/** The browser cannot reach the API; the site still answers. */
const cutApi = (page: Page): Promise<unknown> => page.context().route(`${here.api}/**`, (route) => route.abort());
const restoreApi = (page: Page): Promise<void> => page.context().unroute(`${here.api}/**`);

const note = (scope: Page | Locator): Locator =>
  scope.getByRole("status").filter({ hasText: "Last known data, as of" });
const failure = (page: Page): Locator => page.getByRole("main").getByRole("alert");
const isStored = (page: Page, ...addresses: string[]) =>
  expect.poll(() => storedLists(page)).toEqual(expect.arrayContaining(addresses));

/** A page that has read a screen and stored it. */
const visited = async (
  path = "/inventory",
  address = "/v1/app/catalogue",
  who: Client = here.manager,
): Promise<Page> => {
  const page = await open(here, who, { path, mayLog });
  await rows(page).first().waitFor();
  await isStored(page, address, "/v1/app/catalogue");
  return page;
};

test("without the API every list opens with what it last read, and when", { tags: "exhaustive" }, async () => {
  const day = today();
  const screens: [path: string, text: string, address: string][] = [
    // Read after the sales.
    ["/dashboard/analytics", "Terry Bib", "/v1/categories"],
    ["/dashboard/inventory", "Terry Bib", "/v1/app/catalogue"],
    ["/inventory", hub, "/v1/app/catalogue"],
    ["/intransit", "MSKU-1", "/v1/app/catalogue"],
    ["/returns", "RT-77", "/v1/returns"],
    ["/products", "BIB-77", "/v1/app/catalogue"],
    ["/products/deleted", "OLD-1", "/v1/products/deleted"],
    [`/products/${bib._id}/history`, "Terry Bib", `/v1/products/${bib._id}/movements`],
    [`/products/${bib._id}/changes`, "The manager", `/v1/products/${bib._id}/changes`],
    [`/transactions?start=${day}&end=${day}`, hub, "/v1/transactions"],
    ["/picklist/register", "The manager", "/v1/picklists"],
    ["/warehouses", hub, "/v1/warehouses"],
    ["/warehouses/deleted", "Old Shed", "/v1/warehouses/deleted"],
    ["/users", "The executive", "/v1/users"],
    ["/users/programs", program.name, "/v1/programs"],
    ["/changes", "Terry Bib", "/v1/audit"],
  ];
  const page = await open(here, (await newPerson(here, "root")).client, { path: "/inventory", mayLog });
  for (const [path, text, address] of screens) {
    await page.goto(path);
    await page.getByRole("main").getByText(text).locator("visible=true").first().waitFor();
    expect(await note(page).count()).toBe(0);
    await expect
      .poll(async () => (await storedLists(page)).map((stored) => stored.split("?")[0]), { message: path })
      .toContain(address);
  }
  await cutApi(page);
  for (const [path, text] of screens) {
    await page.goto(path);
    await page.getByRole("main").getByText(text).locator("visible=true").first().waitFor();
    const notes = page.getByRole("main").getByText("Last known data, as of");
    // Analytics has a second list, the categories.
    await expect.poll(() => notes.count()).toBe(path === "/dashboard/analytics" ? 2 : 1);
  }
});

test("without a network a list is shown as of when it was read, searched and scanned, and read again once there is one", async () => {
  const page = await visited();
  const before = Date.now();
  const hub = await newWarehouse(here.manager, "PNQ-03", "Pune Hub");
  await here.manager.post("/v1/transactions/in", { product: bib._id, warehouse: hub, quantity: 3 }, idempotencyKey());
  await cutApi(page);
  await page.reload();
  await note(page).waitFor();
  // Parts of the screen that load after its first data are no question of the list.
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await page.getByText("You are offline.").waitFor();
  await note(page)
    .filter({ hasText: clockText(before) })
    .or(note(page).filter({ hasText: clockText(before - 60_000) }))
    .waitFor();
  expect(await toast(page, "No connection, try again").count()).toBe(0);
  await page.getByRole("searchbox").fill("nothing like it");
  await page.getByText("No match for “nothing like it”").waitFor();
  await page.getByRole("searchbox").fill("");
  await scan(page, "BIB-77");
  await expect.poll(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining("Terry Bib")]);
  await restoreApi(page);
  await page.context().setOffline(false);
  await rows(page).filter({ hasText: "Pune Hub" }).waitFor();
  await gone(note(page));
});

test("a server that never answers delays the last known list by three seconds, and its late answer replaces it", async () => {
  const page = await visited("/warehouses", "/v1/warehouses");
  const answer = await hold(page, "**/v1/warehouses");
  await page.reload();
  await note(page).filter({ hasText: "Waiting for an answer." }).waitFor();
  await rows(page).filter({ hasText: hub }).waitFor();
  const added = await newWarehouse(here.manager, "DEL-02", "Delhi NCR");
  answer();
  await rows(page).filter({ hasText: "Delhi NCR" }).waitFor();
  await gone(note(page));
  await here.manager.delete(`/v1/warehouses/${added}`);
});

test("errors of the gateway and refusals of strangers show the last known list; our refusals do not, nor ever again", async () => {
  const page = await visited("/warehouses", "/v1/warehouses");
  let status = 503;
  let body: object = { message: "Service Unavailable" };
  await page.route("**/v1/warehouses", (route) => fulfill(route, body, status));
  await page.reload();
  await note(page).waitFor();
  await rows(page).filter({ hasText: hub }).waitFor();
  // A proxy knows nothing of the list or the session.
  body = { message: "Sign in to the hotel's network" };
  for (status of [404, 403, 401]) {
    const answered = page.waitForResponse((response) => response.url().endsWith("/v1/warehouses"));
    await press(page, "Retry");
    await answered;
    await note(page).waitFor();
    await rows(page).filter({ hasText: hub }).waitFor();
  }
  expect(await storedLists(page)).toContain("/v1/warehouses");
  for (status of [404, 403]) {
    body = { code: codeOf(status) };
    await press(page, "Retry");
    await failure(page).waitFor();
    expect([await note(page).count(), await rows(page).count()]).toEqual([0, 0]);
    await expect.poll(() => storedLists(page)).not.toContain("/v1/warehouses");
  }
  status = 503;
  await page.reload();
  await failure(page).waitFor();
  expect([await note(page).count(), await rows(page).count()]).toEqual([0, 0]);
});

test("last known data is read again until somebody answers, past usual retries", { tags: "exhaustive" }, async () => {
  const page = await visited("/warehouses", "/v1/warehouses");
  // Timers take a thirtieth of their time.
  await page.addInitScript(() => {
    const wait = setTimeout;
    const shorter = (task: () => void, milliseconds = 0) => wait(task, milliseconds / 30);
    globalThis.setTimeout = shorter as typeof setTimeout;
  });
  let refused = 0;
  await page.route("**/v1/warehouses", (route) =>
    refused++ < 6 ? fulfill(route, {}, 503) : fulfill(route, [{ _id: "w1", w_id: "NEW", name: "New Hub" }]),
  );
  await page.reload();
  await note(page).waitFor();
  await rows(page).filter({ hasText: "New Hub" }).waitFor();
  expect([await note(page).count(), refused]).toEqual([0, 7]);
});

test("a list that was never read says that it needs a network", async () => {
  const page = await visited();
  await cutApi(page);
  await page.goto("/users");
  await failure(page).filter({ hasText: "No connection, try again." }).waitFor();
  await toast(page, "No connection, try again").waitFor();
  expect(await rows(page).count()).toBe(0);
});

test("a list that was read on another day names the day, also if a clock that was wrong makes it seem years old", async () => {
  const page = await visited();
  const readAt = Number(/"address":"\/v1\/app\/catalogue".*?"at":(\d+)/.exec(await storedText(page))?.[1]);
  await cutApi(page);
  for (const days of [1, 1_000]) {
    await page.clock.setFixedTime(readAt + days * 24 * 3_600_000);
    await page.reload();
    await note(page)
      .filter({ hasText: `as of ${dateTimeText(readAt)}.` })
      .waitFor();
  }
});

/** Texts that must not stay after a sign-out. */
const secrets = ["Terry Bib", "BIB-77", hub, "BLR-01"];
const readableSecrets = async (page: Page): Promise<string[]> => {
  const text = await storedText(page);
  return secrets.filter((secret) => text.includes(secret));
};

test("after a sign-out nothing of a list is readable in any store of the browser", async () => {
  const page = await visited();
  await page.evaluate((user) => localStorage.setItem(`draft ${user} order`, "Terry Bib"), here.manager._id);
  expect(await readableSecrets(page)).toEqual(secrets);
  await press(page, "Logout");
  await heading(page, "Login").or(field(page, "Password")).first().waitFor();
  await page.reload();
  await expect.poll(() => readableSecrets(page)).toEqual([]);
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({});
});

test("a tab closed right after a sign-out leaves the clearing to the next visit", { tags: "exhaustive" }, async () => {
  const page = await visited();
  const store = fileOf("lib/api/offline-store.ts");
  await page.route(store, (route) => route.abort());
  await page.goto("/warehouses");
  await rows(page).first().waitFor();
  await press(page, "Logout");
  await field(page, "Password").waitFor();
  expect(await readableSecrets(page)).toEqual(secrets);
  await page.unroute(store);
  await page.reload();
  await expect.poll(() => readableSecrets(page)).toEqual([]);
});

test("an expired session keeps the lists for the same user, and another user's sign-in clears them", async () => {
  const [asha, ravi] = [await newPerson(here, "manager"), await newPerson(here, "manager")];
  const page = await visited("/inventory", "/v1/app/catalogue", asha.client);
  // The menu's list, which is read last.
  await isStored(page, "/v1/plan/summary");
  const addresses = await storedLists(page);
  await page.route("**/v1/app/catalogue**", (route) => fulfill(route, { code: "UNAUTHORIZED" }, 401), { times: 1 });
  await page.reload();
  await field(page, "Password").waitFor();
  expect(await storedLists(page)).toEqual(addresses);
  await cutApi(page);
  const { user } = (await storedSession(page)) as StoredSession;
  await storeCurrent(page, { user, token: "expired" });
  await page.goto("/inventory");
  await note(page).waitFor();
  await restoreApi(page);
  await storeCurrent(page, { user });
  await page.goto("/login");
  const release = await hold(page, "**/v1/app/catalogue**");
  await login(page, ravi.password, ravi.username);
  await expect.poll(() => storedText(page)).toContain(ravi._id);
  // Only his own lists are left.
  await expect.poll(() => storedLists(page)).not.toContain("/v1/app/catalogue");
  release();
});

test("a tab that still writes stops after a sign-out in another tab", { tags: "exhaustive" }, async () => {
  const page = await visited();
  const other = await page.context().newPage();
  // This tab does not notice the sign-out, and its writing waits.
  await other.addInitScript(() => {
    BroadcastChannel.prototype.addEventListener = () => {};
    const { blob } = Response.prototype;
    const state = Object.assign(globalThis, { waiting: 0, go: () => {} });
    const gate = new Promise<void>((resolve) => {
      state.go = resolve;
    });
    Response.prototype.blob = async function () {
      state.waiting += 1;
      await gate;
      return blob.call(this);
    };
  });
  await other.goto("/inventory");
  await rows(other).first().waitFor();
  await expect.poll(() => other.evaluate("waiting")).toBe(1);
  await press(page, "Logout");
  await expect.poll(() => readableSecrets(page)).toEqual([]);
  await other.evaluate("go()");
  // The second list is written after the first.
  await expect.poll(() => other.evaluate("waiting")).toBeGreaterThan(1);
  await other.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(await readableSecrets(page)).toEqual([]);
});

test("two tabs of a user store and show the same lists", { tags: "exhaustive" }, async () => {
  const page = await visited();
  const other = await page.context().newPage();
  await other.goto("/warehouses");
  await rows(other).first().waitFor();
  await isStored(other, "/v1/warehouses");
  await cutApi(page);
  await page.goto("/warehouses");
  await note(page).waitFor();
  await other.goto("/inventory");
  await note(other).waitFor();
});

test("with a full or blocked storage everything works that works with a network", { tags: "exhaustive" }, async () => {
  const page = await open(here, here.manager, { path: "/login", mayLog });
  // As a full disk does: a quota of one byte lets small lists pass.
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...row) {
      if (this.name === "lists") throw new DOMException("full", "QuotaExceededError");
      return put.apply(this, row);
    };
  });
  const full = page.waitForEvent("console", (message) => /Lists for use without.*Quota/.test(message.text()));
  await page.goto("/inventory");
  await rows(page).filter({ hasText: "Terry Bib" }).first().waitFor();
  await full;
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("blocked", "SecurityError");
    };
  });
  await page.goto("/warehouses");
  // The session is not stored either.
  await login(page, "manager-password", "manager");
  await rows(page).filter({ hasText: hub }).waitFor();
  await cutApi(page);
  await page.getByRole("link", { name: "Manage Users" }).click();
  await failure(page).filter({ hasText: "No connection" }).waitFor();
  await press(page, "Logout");
  await field(page, "Password").waitFor();
});

/** 10,000 products, each in five warehouses. */
const large = (): CatalogueAnswer => {
  const products = Array.from({ length: 10_000 }, (_, i) => ({
    _id: `p${i}`,
    p_id: `SND-${100_000 + i}`,
    name: `Muslin Swaddle Elephant Print Pack of ${i % 4} (${i % 12} months) ${i}`,
  }));
  const warehouses = Array.from({ length: 5 }, (_, i) => ({ _id: `w${i}`, w_id: `HUB-${i}`, name: `Hub ${i}` }));
  const held = Object.fromEntries(warehouses.map(({ _id }) => [_id, 10]));
  return { ...catalogueAnswer(products, warehouses), stocks: products.map(({ _id }) => ({ _id, held })) };
};

test("10,000 products and 50,000 records are searched and scanned offline", { tags: "exhaustive" }, async () => {
  const catalogue = large();
  const page = await open(here, here.manager, { path: "/login", mayLog });
  await page.route("**/v1/app/catalogue**", (route) => fulfill(route, catalogue));
  await page.goto("/inventory");
  await page.getByText("50,000 records").waitFor();
  await isStored(page, "/v1/app/catalogue");
  await page.unroute("**/v1/app/catalogue**");
  await cutApi(page);
  await page.reload();
  await note(page).waitFor();
  await page.getByText("50,000 records").waitFor();
  await page.getByRole("searchbox").fill("months) 4321");
  await page.getByText("5 records", { exact: false }).waitFor();
  await page.getByRole("searchbox").fill("");
  await page.getByText("50,000 records").waitFor();
  await page.getByRole("searchbox").blur();
  await scan(page, "SND-107654");
  await expect.poll(() => rows(page).allInnerTexts()).toEqual(Array(5).fill(expect.stringContaining("SND-107654")));
});
