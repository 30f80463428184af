// Exported reports: their content, who may download them, and one download per ticket.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type Channel, channelLabel, channels } from "#shared/channel.ts";
import { addDays } from "#shared/day.ts";
import "#tests/support/to-fail-with.ts";
import { download, readWorkbook } from "#tests/support/download.ts";
import { engine, storedMovement } from "#tests/support/engine.ts";
import { changeForm, inParallel, listedRow, newPerson, today, unique } from "#tests/support/fixtures.ts";
import { newProduct, newStockLine, newWarehouse } from "#tests/support/stock.ts";
import { client, proxiedWorld } from "#tests/support/world.ts";

const { storageProxy: proxy, ...here } = await proxiedWorld();
const { manager, executive, anonymous, api, root } = here;
const range = { start: today(), end: today() };
/** A download, with the rows of its first sheet and of the second. */
const report = async (path: string, query: Record<string, string> = {}, by = manager) => {
  const file = await download(by, anonymous, path, query);
  return { ...file, ...(await readWorkbook(file)) };
};
const named = (id: string) => listedRow(manager, "/v1/products", id);

test("the product report equals the API's list of products", async () => {
  const { product } = await newStockLine(manager, 7);
  const codes = `${unique("EAN")}, ${unique("EAN")}`;
  const planned = { supplier: "Little Lotus Wares", min_order: "240", cost: "12.50", service: "98" };
  await manager.patch(`/v1/products/${product}`, changeForm({ codes, ...planned }));
  const shown = await named(product);
  const { status, name, rows, about } = await report("/v1/product/export");
  expect(status).toBe(303);
  expect(name).toMatch(/^Products \d\d-\d\d-\d{4}\.xlsx$/);
  expect(rows[0]).toEqual([
    ...["P.ID/SKU/BC", "Product Name", "Avl. Stock", "In Transit", "Min. Stock", "DRR (3D)", "Lead Time"],
    ...["Units per Carton", "Supplier", "Minimum Order", "Cost", "Service Level"],
    ...["Sells Like", "Further Codes", "Amazon", "Flipkart", "Website"],
  ]);
  expect(rows.find(([p_id]) => p_id === shown.p_id)).toEqual([
    ...[shown.p_id, shown.name, 7, 0, 0, 0, 30],
    ...[null, "Little Lotus Wares", 240, 12.5, 98],
    ...[null, codes, null, null, null],
  ]);
  expect(rows).toHaveLength((await manager.get("/v1/products")).body.length + 1);
  expect(about[0]).toEqual(["Report", "All products"]);
});

test("the stock report equals the stock list, of all warehouses or one", async () => {
  const { product, warehouse } = await newStockLine(manager, 9);
  await manager.patch(`/v1/products/${product}/shelves`, { shelves: { [warehouse]: "A-12" } });
  const all = await report("/v1/stocks/export", {}, executive);
  expect(all.rows).toHaveLength((await executive.get("/v1/stocks")).body.length + 1);
  const one = await report("/v1/stocks/export", { warehouse }, executive);
  const { p_id, name } = await named(product);
  expect(one.rows).toEqual([
    ["P.ID/SKU/BC", "Product Name", "W.ID", "Warehouse", "Quantity", "Shelf"],
    [p_id, name, expect.any(String), expect.any(String), 9, "A-12"],
  ]);
  expect(one.name).toMatch(/^Stock W.* \d\d-\d\d-\d{4}\.xlsx$/);
});

test("the value of the stock is told for each warehouse, with the W.ID where two have one name", async () => {
  const twin = unique("Twin");
  const product = await newProduct(manager, { cost: "2.50" });
  const places = [unique("A"), unique("B"), unique("C")] as const;
  for (const [at, w_id] of places.entries()) {
    const warehouse = await newWarehouse(manager, w_id, at < 2 ? twin : `${twin} Annexe`);
    await manager.post("/v1/transactions/in", { product, warehouse, quantity: at + 1 });
  }
  const { about } = await report("/v1/stock-report/export", { date: today() });
  expect(about.filter(([head]) => String(head).startsWith(`Value in ${twin}`))).toEqual([
    [`Value in ${twin} (${places[0]})`, expect.stringMatching(/2\.50$/)],
    [`Value in ${twin} (${places[1]})`, expect.stringMatching(/5(\.00)?$/)],
    [`Value in ${twin} Annexe`, expect.stringMatching(/7\.50$/)],
  ]);
});

test("in the transaction report a deleted product or warehouse is marked, so that it is not taken for another one of its code", async () => {
  const { product, warehouse } = await newStockLine(manager, 4);
  const { p_id, name } = await named(product);
  await manager.delete(`/v1/products/${product}`);
  const heir = await newProduct(manager, { p_id, name });
  await manager.post("/v1/transactions/in", { product: heir, warehouse, quantity: 5 });
  const rowsOf = async () => {
    const { rows } = await report("/v1/transactions/export", { ...range, warehouse });
    return rows.slice(1).map((row) => [...row.slice(3, 6), row[7]]);
  };
  const place = expect.not.stringMatching(/deleted/);
  expect(await rowsOf()).toEqual([
    [p_id, name, 5, place],
    [p_id, `${name} (deleted)`, 4, place],
  ]);
  await manager.delete(`/v1/warehouses/${warehouse}`);
  expect((await rowsOf()).map((row) => row[3])).toEqual(Array(2).fill(expect.stringMatching(/ \(deleted\)$/)));
});

test("a long W.ID is cut in a file name, which may have 255 bytes", async () => {
  const w_id = unique("W").padEnd(200, "x");
  const warehouse = await newWarehouse(manager, w_id, "Long Hub");
  const stock = await report("/v1/stocks/export", { warehouse });
  const movements = await report("/v1/transactions/export", { ...range, warehouse });
  for (const { name } of [stock, movements]) {
    expect(name).toContain(` ${w_id.slice(0, 60)}`);
    expect(name).not.toContain(w_id.slice(0, 61));
  }
});

test("the sales reports have the figures of the dashboard", async () => {
  const { product } = await newStockLine(manager, 50);
  const sell = (quantity: number, channel: string) =>
    executive.post("/v1/transactions/out", { list: [{ product, quantity }], channel });
  await sell(5, "amazon");
  await sell(4, "snd-app");
  const { p_id, name } = await named(product);
  const combined = await report("/v1/sales-report/export", range);
  expect(combined.rows[0]).toEqual([...["P.ID/SKU/BC", "Product Name", ...channels.map(channelLabel), "Total", "DRR"]]);
  const sold: Partial<Record<Channel, number>> = { amazon: 5, "snd-app": 4 };
  const units = channels.map((channel) => sold[channel] ?? 0);
  expect(combined.rows.find(([id]) => id === p_id)).toEqual([p_id, name, ...units, 9, 9]);
  const one = await report("/v1/sales-report/export/snd-app", range);
  expect(one.name).toMatch(/^SND App Sales Report /);
  expect(one.rows).toContainEqual([p_id, name, 4, 4]);
  expect((await report("/v1/sales-report/export/jiomart", range)).rows).toHaveLength(1);
});

test("the transaction report applies every filter, has real date cells, and never turns text into a formula", async () => {
  const { product, warehouse } = await newStockLine(manager, 30);
  const remarks = '=HYPERLINK("http://evil.example","x")';
  const out = { product, warehouse, quantity: 2, remarks };
  await executive.post("/v1/transactions/out", out);
  await executive.post("/v1/transactions/out", { ...out, quantity: 3, reason: "Damage", remarks: "+1 @cmd -2" });
  const filters = { ...range, product, action: "STOCK_OUT", warehouse };
  const { name, rows, about } = await report("/v1/transactions/export", filters);
  expect(rows[0]).toEqual([
    ...["Time", "Action", "Reason", "P.ID/SKU/BC", "Product Name", "Quantity", "W.ID", "Warehouse"],
    ...["Channel", "Name", "Username", "Remarks"],
    ...["Movement", "Reverses", "Reversed by", "Left", "Corrects", "Adds to", "Sold on"],
  ]);
  const read = rows.slice(1).map(([time, action, reason, , , units]) => [time instanceof Date, action, reason, units]);
  expect(read).toEqual([
    [true, "STOCK_OUT", "Damage", 3],
    [true, "STOCK_OUT", "Outbound", 2],
  ]);
  expect(rows[2]?.[11]).toBe(remarks);
  expect(about).toContainEqual(["Action", "STOCK_OUT"]);
  expect(name).toContain("STOCK_OUT");
});

test("the transaction report is of one user, reason or channel, and names them", async () => {
  const { product, warehouse } = await newStockLine(manager, 30);
  await executive.post("/v1/transactions/out", { product, warehouse, quantity: 2, reason: "Sample" });
  await executive.post("/v1/transactions/out", { list: [{ product, quantity: 5 }], channel: "flipkart" });
  const filtered = async (filter: Record<string, string>) => {
    const { name, rows, about } = await report("/v1/transactions/export", { ...range, product, ...filter });
    return { name, about, quantities: rows.slice(1).map((row) => row[5]) };
  };
  const byUser = await filtered({ user: executive._id ?? "" });
  expect(byUser.quantities).toEqual([5, 2]);
  expect(byUser.about).toContainEqual(["User", "executive"]);
  const byReason = await filtered({ reason: "Sample" });
  expect(byReason.quantities).toEqual([2]);
  expect(byReason.name).toContain("Sample");
  expect((await filtered({ channel: "flipkart" })).quantities).toEqual([5]);
  expect((await filtered({ channel: "flipkart", reason: "Sample" })).quantities).toEqual([]);
});

test("a transaction report for an unknown product and warehouse is empty and names both", async () => {
  const filters = { ...range, product: "p999999", warehouse: "w999999" };
  const { name, rows, about } = await report("/v1/transactions/export", filters);
  expect(rows).toHaveLength(1);
  expect(about).toContainEqual(["Product", "p999999"]);
  expect(about).toContainEqual(["Warehouse", "w999999"]);
  expect(name).toContain("p999999 w999999");
});

test("times in a workbook are in the business time zone, as in the ledger", async () => {
  const { product } = await newStockLine(manager, 1);
  const [row] = (await manager.get(`/v1/transactions?start=${range.start}&end=${range.end}`)).body.filter(
    (one: { product: { _id: string } }) => one.product._id === product,
  );
  const { rows } = await report("/v1/transactions/export", { ...range, product });
  const shown = Number(rows[1]?.[0]) - 5.5 * 3_600_000;
  expect(Math.abs(shown - Date.parse(row.created_at))).toBeLessThan(2);
});

test("a ticket is refused if it is used, expired, altered, for another report, or its user has lost access", async () => {
  const ask = async (by = manager, path = "/v1/stocks/export"): Promise<string> =>
    (await by.post("/v1/tickets", { path, query: {} })).body.ticket;
  const use = (ticket: string, path = "/v1/stocks/export", query = "") =>
    anonymous.get(`${path}?ticket=${ticket}${query}`);
  const used = await ask();
  expect((await use(used)).status).toBe(303);
  expect(await use(used)).toFailWith("UNAUTHORIZED");
  expect(await use(await ask(), "/v1/product/export")).toFailWith("UNAUTHORIZED");
  expect(await use(await ask(), "/v1/stocks/export", "&warehouse=w1")).toFailWith("UNAUTHORIZED");
  const ticket = await ask();
  expect(await use(`${ticket.slice(0, -1)}${ticket.endsWith("A") ? "B" : "A"}`)).toFailWith("UNAUTHORIZED");
  expect(await use(manager.token ?? "")).toFailWith("UNAUTHORIZED");
  expect((await client(api, await ask()).get("/v1/stocks")).status).toBe(401);
  const late = await newPerson(here);
  const old = await ask(late.client);
  const [row] = (await engine(here).all("keys")).filter(({ user }) => user === late._id);
  expect(row).toMatchObject({ key: expect.stringMatching(/^ticket#/), expires: expect.any(Number) });
  await engine(here).put("keys", [{ ...row, expires: Math.floor(Date.now() / 1_000) - 1 }]);
  expect(await use(old)).toFailWith("UNAUTHORIZED");
  const leaver = await newPerson(here, "manager");
  const path = "/v1/product/export";
  const [demoted = "", changed = ""] = await inParallel(2, () => ask(leaver.client, path));
  await root.patch(`/v1/users/${leaver._id}`, { role: "executive" });
  expect(await use(demoted, path)).toFailWith("FORBIDDEN");
  await root.patch(`/v1/users/${leaver._id}`, { role: "manager", password: "another password" });
  expect(await use(changed, path)).toFailWith("UNAUTHORIZED");
  const credentials = { username: leaver.username, password: "another password" };
  const { body: session } = await anonymous.post("/v1/login", credentials);
  const issued = await ask(client(api, session.token), path);
  expect((await anonymous.post("/v1/logout", { end: session.end })).status).toBe(204);
  expect(await use(issued, path)).toFailWith("UNAUTHORIZED");
  const left = await ask(await here.signIn(leaver.username, "another password"), path);
  await root.delete(`/v1/users/${leaver._id}`);
  expect(await use(left, path)).toFailWith("UNAUTHORIZED");
  expect(await anonymous.get("/v1/stocks/export")).toFailWith("UNAUTHORIZED");
});

test("a refused report opened in a tab shows the reason, on a page that runs no script", async () => {
  const tab = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  const gone = await anonymous.get("/v1/stocks/export?ticket=used", tab);
  expect([gone.status, gone.headers.get("content-type")]).toEqual([401, "text/html; charset=utf-8"]);
  const policy = /^default-src 'none'; style-src 'sha256-[^']+'; base-uri/;
  expect(gone.headers.get("content-security-policy")).toMatch(policy);
  expect(String(gone.body)).toContain("This link was used already, or is older than a minute.");
  const query = { start: "2026-01-01", end: `2026-01-02"><script>alert(1)</script>` };
  const wrong = await manager.get(`/v1/sales-report/export?${new URLSearchParams(query)}`, tab);
  expect(wrong.status).toBe(400);
  expect(String(wrong.body)).toMatch(/<p>Bad request, check input\.<\/p>\s*<ul>(<li>[^<]+<\/li>)+<\/ul>/);
  expect(String(wrong.body)).not.toContain("<script");
  expect((await manager.get("/v1/users/none", tab)).headers.get("content-type")).toMatch(/json/);
});

test("a user without permission gets no ticket, and invalid parameters are refused before a tab opens", async () => {
  const ask = (client: typeof manager, path: string, query = {}) => client.post("/v1/tickets", { path, query });
  expect(await ask(executive, "/v1/product/export")).toFailWith("FORBIDDEN");
  expect(await ask(executive, "/v1/transactions/export", range)).toFailWith("FORBIDDEN");
  expect((await ask(executive, "/v1/stocks/export")).status).toBe(201);
  expect(await ask(manager, "/v1/users")).toFailWith("RESOURCE_NOT_FOUND");
  for (const [path, query, field] of [
    ["/v1/transactions/export", { start: "2026-02-30", end: range.end }, "start"],
    ["/v1/transactions/export", { start: range.end, end: "2099-01-01" }, "end"],
    ["/v1/stock-report/export", { date: "2099-01-01" }, "date"],
    ["/v1/stocks/export", { warehouse: "\ud800" }, "warehouse"],
  ] as const)
    expect(await ask(manager, path, query)).toFailWith("BAD_REQUEST", { field });
  expect((await ask(executive, "/v1/stock-report/export", { date: range.end })).status).toBe(201);
  const unknown = await manager.get("/v1/sales-report/export/ebay?start=2026-01-01&end=2026-01-02");
  expect(unknown).toFailWith("RESOURCE_NOT_FOUND");
});

test("503: a report whose multipart upload fails is answered as such, and the log says why", async () => {
  const { product, warehouse } = await newStockLine(manager, 1);
  const day = addDays(today(), -40);
  const rows = Array.from({ length: 450 }, (_, n) => {
    const remarks = randomBytes(15_000).toString("base64");
    return storedMovement(`long${n}`, day, { kind: "in", reason: "Other", lines: [[product, warehouse, 1]], remarks });
  });
  await engine(here).put("movements", rows);
  const query = { start: day, end: day };
  const { body } = await manager.post("/v1/tickets", { path: "/v1/transactions/export", query });
  proxy.decide = (operation) => (operation === "PUT" ? "fail" : "forward");
  const params = new URLSearchParams({ ...query, ticket: body.ticket });
  const refused = await anonymous.get(`/v1/transactions/export?${params}`);
  proxy.decide = () => "forward";
  expect(refused).toFailWith("SERVICE_UNAVAILABLE");
  const failures = here.log.filter((line) => line.includes('"message":"failure"'));
  expect(failures).toEqual([expect.stringContaining("InternalError")]);
  expect((await download(manager, anonymous, "/v1/transactions/export", query)).bytes.length).toBeGreaterThan(5 << 20);
});
