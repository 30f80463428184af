// Sizes at each limit of the gateway and of the product: one below it and the limit itself are accepted, one above is
// refused with a status and, by the product, with the field; nothing is cut off, and nothing is a 500.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { gateway, quotas } from "#infra/local/gateway.ts";
import { listen } from "#infra/local/http-server.ts";
import { Lambda } from "#infra/local/lambda.ts";
import type { Code } from "#shared/failure.ts";
import "#tests/support/to-fail-with.ts";
import { addDays } from "#shared/day.ts";
import { countForm, inParallel, productForm, today, unique } from "#tests/support/fixtures.ts";
import { png } from "#tests/support/picture.ts";
import { createProduct, heldOf, newProduct, newStockLine, newWarehouse } from "#tests/support/stock.ts";
import { type Answer, world } from "#tests/support/world.ts";

const { api, root, manager, executive, log } = await world();

describe("the gateway", () => {
  const code = mkdtempSync(join(tmpdir(), "sizes-"));
  const echo = "exports.handler = async (event) => ({ statusCode: 200, body: JSON.stringify(event) });";
  writeFileSync(join(code, "index.cjs"), echo);
  const settings = { name: "echo", arn: "arn", code, handler: "index.handler", env: {}, memory: 256, timeout: 28 };
  const lambda = new Lambda({ ...settings, onLog: () => {} });
  afterAll(async () => {
    await lambda.stop();
    rmSync(code, { recursive: true });
  });

  const body = "ä".repeat(3_000);
  /** Sends the body to a gateway with these limits. */
  const post = async (limits = quotas) => {
    const { port, stop } = await listen(gateway("api", [{ key: "POST /v1/things", lambda }], null, { limits }));
    const sent = { method: "POST", body, headers: { "content-type": "text/plain" } };
    const answer = await fetch(`http://localhost:${port}/v1/things`, sent);
    const text = await answer.text();
    await stop();
    return { status: answer.status, text };
  };

  /** With each limit: one more than a size, the size, and one less. */
  const statusesAt = async (quota: keyof typeof quotas, size: number): Promise<number[]> => {
    const answers = [size + 1, size, size - 1].map((limit) => post({ ...quotas, [quota]: limit }));
    return (await Promise.all(answers)).map(({ status }) => status);
  };

  test("measures a body, its event and the answer in bytes", async () => {
    const { text } = await post();
    // The response is the event in a JSON text of its own.
    const answer = Buffer.byteLength(JSON.stringify({ statusCode: 200, body: text }));
    expect(await statusesAt("request", Buffer.byteLength(body))).toEqual([200, 200, 413]);
    expect(await statusesAt("event", Buffer.byteLength(text))).toEqual([200, 200, 413]);
    expect(await statusesAt("answer", answer)).toEqual([200, 200, 500]);
  });

  /** A request whose names and values of headers, and URL, have so many characters. */
  const statusOf = async (characters: number): Promise<number> => {
    const { port } = new URL(api);
    const names = { host: "localhost", connection: "close", authorization: `Bearer ${executive.token}` };
    const url = "/v1/app/context";
    const used = url.length + "x-pad".length + Object.entries(names).join("").replaceAll(",", "").length;
    const lines = Object.entries({ ...names, "x-pad": "x".repeat(characters - used) }).map((pair) => pair.join(": "));
    const socket = connect(Number(port), "127.0.0.1");
    socket.write([`GET ${url} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
    const [first] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    return Number(first.toString().split(" ")[1]);
  };

  test("accepts 10,240 characters of headers and URL", async () => {
    expect([await statusOf(10_239), await statusOf(10_240), await statusOf(10_241)]).toEqual([200, 200, 431]);
  });

  test("answers a body of 10 MB, and of much more, with 413", async () => {
    for (const bytes of [10 * 2 ** 20, 10 * 2 ** 20 + 1, 30 * 2 ** 20])
      expect((await manager.post("/v1/warehouses", new Uint8Array(bytes))).status).toBe(413);
  });
});

describe("the product", () => {
  const text = (length: number) => `${unique("n")} `.padEnd(length, "ज");
  const link = (length: number) => "https://a.in/".padEnd(length, "x");
  const warehouse = (fields: object) => manager.post("/v1/warehouses", { w_id: unique("W"), name: "Pune", ...fields });
  const product = (fields: Record<string, string>) => manager.post("/v1/products", productForm(fields));
  const category = (fields: object) => manager.post("/v1/categories", { name: unique("Bibs"), ...fields });
  const user = (fields: object) =>
    root.post("/v1/users", { name: "Asha", username: unique("asha"), role: "executive", ...fields });
  const stock = (fields: object) => async () =>
    executive.post("/v1/transactions/in", { ...(await newStockLine(manager, 0)), ...fields });
  const container = async (fields: object) => {
    const list = [{ product: await newProduct(manager), quantity: 1 }];
    return executive.post("/v1/shipments", { container: unique("MSKU"), expected_delivery: today(), list, ...fields });
  };
  const containerOf = async (quantity: number) =>
    container({ list: [{ product: await newProduct(manager), quantity }] });
  const picture = (bytes: number) => manager.post("/v1/products", productForm({}, { bytes: png(2, 2, bytes) }));
  const padded = (bytes: number) => JSON.stringify({ w_id: unique("W"), name: "Pune" }).padEnd(bytes);
  const json = { "content-type": "application/json" };
  type Case = [what: string, limit: number, of: (size: number) => Promise<Answer>, code: Code, field: string];

  const texts: Case[] = [
    ["the name of a product", 200, (n) => product({ name: text(n) }), "BAD_REQUEST", "name"],
    ["a P.ID", 200, (n) => product({ p_id: text(n) }), "BAD_REQUEST", "p_id"],
    ["a link of a product", 500, (n) => product({ website: link(n) }), "BAD_REQUEST", "website"],
    ["the name of a category", 200, (n) => category({ name: text(n) }), "BAD_REQUEST", "name"],
    ["a link of a category", 500, (n) => category({ amazon: link(n) }), "BAD_REQUEST", "amazon"],
    ["a W.ID", 200, (n) => warehouse({ w_id: text(n) }), "BAD_REQUEST", "w_id"],
    ["the name of a warehouse", 200, (n) => warehouse({ name: text(n) }), "BAD_REQUEST", "name"],
    ["a location", 200, (n) => warehouse({ location: text(n) }), "BAD_REQUEST", "location"],
    ["a description", 2_000, (n) => warehouse({ description: text(n) }), "BAD_REQUEST", "description"],
    ["a username", 200, (n) => user({ username: text(n) }), "BAD_REQUEST", "username"],
    ["the name of a user", 200, (n) => user({ name: text(n) }), "BAD_REQUEST", "name"],
    ["a password", 128, (n) => user({ password: "x".repeat(n) }), "BAD_REQUEST", "password"],
    ["remarks", 2_000, (n) => stock({ remarks: text(n) })(), "BAD_REQUEST", "remarks"],
    ["a container", 200, (n) => container({ container: text(n) }), "BAD_REQUEST", "container"],
  ];

  const expectLimit = async (limit: number, of: Case[2], code: Code, field: string): Promise<void> => {
    for (const length of [limit - 1, limit]) {
      const { status, body } = await of(length);
      expect([length, status]).toEqual([length, 201]);
      if (field !== "password") expect((field === "remarks" ? body.data[0] : body)[field]).toHaveLength(length);
    }
    expect(await of(limit + 1)).toFailWith(code, { field });
  };
  const upTo = "%s has up to %i characters, and keeps them all";
  const inCheck = ["the name of a product", "a link of a product", "remarks", "a password"];
  const isInCheck = ([what]: Case) => inCheck.includes(what);
  test.each(texts.filter(isInCheck))(upTo, (_, ...limit) => expectLimit(...limit));
  test.each(texts.filter((one) => !isInCheck(one)))(upTo, { tags: "exhaustive" }, (_, ...limit) =>
    expectLimit(...limit),
  );

  const sizes: Case[] = [
    ["units", 1_000_000, (quantity) => stock({ quantity })(), "BAD_REQUEST", "quantity"],
    ["bytes of JSON", 256 * 1_024, (n) => manager.post("/v1/warehouses", padded(n), json), "PAYLOAD_TOO_LARGE", "body"],
    ["bytes of a picture", 4 * 2 ** 20, (bytes) => picture(bytes), "PAYLOAD_TOO_LARGE", "image"],
    ["units in a container", 1_000_000, (quantity) => containerOf(quantity), "BAD_REQUEST", "list.0.quantity"],
  ];

  test.each(sizes)("%s: %i are accepted, one more is not", async (_, limit, of, code, field) => {
    expect([(await of(limit - 1)).status, (await of(limit)).status]).toEqual([201, 201]);
    expect(await of(limit + 1)).toFailWith(code, { field });
  });

  test("a sheet of 4 MB is counted, one byte more is not", async () => {
    const [{ p_id }, w_id] = [await createProduct(manager), unique("W")];
    await newWarehouse(manager, w_id);
    const sheet = (bytes: number) => {
      const rows = `P.ID/SKU/BC,W.ID,Quantity,Note\n${p_id},${w_id},1,`;
      return root.post("/v1/dev/stock-adjustment", countForm(today(), rows.padEnd(bytes, "x")));
    };
    const limit = 4 * 2 ** 20;
    expect([(await sheet(limit - 1)).status, (await sheet(limit)).status]).toEqual([201, 201]);
    expect(await sheet(limit + 1)).toFailWith("PAYLOAD_TOO_LARGE", { field: "file" });
  });

  test("a form has at most 20 fields", async () => {
    const form = (fields: number) => {
      const whole = productForm();
      for (let n = [...whole.keys()].length; n < fields; n++) whole.append("name", "Cotton Bib");
      return manager.post("/v1/products", whole);
    };
    expect([(await form(19)).status, (await form(20)).status]).toEqual([201, 201]);
    expect(await form(21)).toFailWith("BAD_REQUEST", { field: "body" });
  });

  test("95 products are transferred or picked at once, and 96 are refused and move nothing, however many lines name them", async () => {
    const [from, to] = [await newWarehouse(manager), await newWarehouse(manager)];
    const products: string[] = [];
    while (products.length < 96) products.push(...(await inParallel(12, () => newProduct(manager))));
    const all = products.map((product) => ({ product, quantity: 1 }));
    await inParallel(8, async (client) => {
      for (let at = client; at < all.length; at += 8)
        await executive.post("/v1/transactions/in", { product: products[at], warehouse: from, quantity: 2 });
    });
    const transfer = (products: number) =>
      executive.post("/v1/transactions/transfer", { from, to, list: all.slice(0, products) });
    expect(await transfer(96)).toFailWith("UNPROCESSABLE_CONTENT", { field: "list" });
    expect([(await transfer(94)).status, (await transfer(95)).status]).toEqual([201, 201]);
    expect(await heldOf(manager, to)).toBe(94 + 95);

    // Lines of one product are added up, so the number of lines is not limited.
    const lines = (count: number) => Array.from({ length: count }, (_, n) => all[n % 96] ?? {});
    expect((await container({ list: lines(2_000) })).status).toBe(201);
    const pick = (count: number) => executive.post("/v1/transactions/out", { list: lines(count), channel: "amazon" });
    expect((await pick(95)).status).toBe(201);
    expect(await pick(96)).toFailWith("UNPROCESSABLE_CONTENT", { field: "list" });
  });

  test("a range has up to 366 days, an id up to 64 characters, a key as many as a UUID", async () => {
    const days = (days: number) => manager.get(`/v1/picklists?start=${addDays(today(), 1 - days)}&end=${today()}`);
    expect([(await days(365)).status, (await days(366)).status]).toEqual([200, 200]);
    expect(await days(367)).toFailWith("BAD_REQUEST", { field: "start" });
    for (const length of [63, 64, 65, 5_000])
      expect(await manager.delete(`/v1/products/${"p".repeat(length)}`)).toFailWith("RESOURCE_NOT_FOUND");
    for (const length of [63, 64])
      expect(await stock({ product: "p".repeat(length) })()).toFailWith("RESOURCE_NOT_FOUND");
    expect(await stock({ product: "p".repeat(65) })()).toFailWith("BAD_REQUEST", { field: "product" });
    const line = await newStockLine(manager, 0);
    const statusWith = async (key: string) =>
      (await executive.post("/v1/transactions/in", line, { "idempotency-key": key })).status;
    expect(await statusWith(randomUUID())).toBe(201);
    for (const key of [randomUUID().slice(1), `${randomUUID()}0`]) expect(await statusWith(key)).toBe(400);
  });

  test.each([
    ["lists in lists", (size: number) => `${"[".repeat(size / 2)}${"]".repeat(size / 2)}`],
    ["objects in objects", (size: number) => `${'{"a":'.repeat(size / 6)}1${"}".repeat(size / 6)}`],
    ["one long text", (size: number) => JSON.stringify({ w_id: "W".repeat(size - 20) })],
    ["one long number", (size: number) => `{"quantity":${"9".repeat(size - 20)}}`],
    ["many fields", (size: number) => `{${Array.from({ length: size / 20 }, (_, n) => `"f${n}":1`).join()}}`],
    ["many wrong lines", (size: number) => `{"list":[${Array(Math.floor(size / 4)).fill("{}")}],"channel":"amazon"}`],
  ])("a body of 250 KB of %s is 400", async (_, of) => {
    for (const path of ["/v1/warehouses", "/v1/transactions/out"])
      expect(await manager.post(path, of(250 * 1_024), json)).toFailWith("BAD_REQUEST");
  });

  test("nothing of this was an unexpected error", () => {
    expect(log.filter((line) => line.includes('"ERROR"'))).toEqual([]);
  });
});
