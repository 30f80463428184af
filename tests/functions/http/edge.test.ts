// Requests that match no route or are malformed, and the headers of every answer.
import { request as ask, type IncomingMessage } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import { productForm, unique } from "#tests/support/fixtures.ts";
import { newProduct, newStockLine, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

const { api, manager, executive, anonymous } = await world();
const bearer = { authorization: `Bearer ${manager.token}` };

/** Sends a request exactly as written; fetch would normalize its path. */
const raw = (
  method: string,
  path: string,
  headers: Record<string, string | string[]> = bearer,
  body?: string | Buffer,
) =>
  new Promise<{ status: number; headers: IncomingMessage["headers"]; body: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(api);
    const request = ask({ hostname, port, method, path, headers, agent: false }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
    });
    request.on("error", reject).end(body);
  });

test.each([
  ["PUT", "/v1/products"],
  ["PATCH", "/v1/products"],
  ["DELETE", "/v1/products"],
  ["POST", "/v1/products/p1"],
  ["GET", "/v1/products/p1"],
  ["POST", "/v1/stocks"],
  ["PATCH", "/v1/stocks/p1-w1"],
  ["DELETE", "/v1/transactions/m1"],
  ["PATCH", "/v1/transactions/m1"],
  ["GET", "/v1/login"],
  ["PATCH", "/v1/transactions/in"],
  ["TRACE", "/v1/products"],
  ["PROPFIND", "/v1/products"],
  ["HEAD", "/v1/products"],
  ["HEAD", "/v1/nothing"],
])("404: %s %s is no call, so no ledger or stock is written past its doors", async (method, path) => {
  const { status, body } = await raw(method, path);
  expect([status, body.toString()]).toEqual([404, method === "HEAD" ? "" : '{"message":"Not Found"}']);
});

test.each([
  "//v1/products",
  "/v1//products",
  "/v1/products//",
  "/v1/./products",
  "/v1/users/../products",
  "/v1/%70roducts",
  "/v1%2Fproducts",
  "/v1\\products",
  "/v1/products%00",
  "/v1/products%2F",
])("404: %s is not the route it resembles", async (path) => {
  expect((await raw("GET", path)).status).toBe(404);
});

test("a path with a trailing slash reaches the same route", async () => {
  expect((await manager.get("/v1/products/")).status).toBe(200);
  const asha = { name: "Asha", username: unique("asha"), role: "executive" };
  expect((await manager.post("/v1/users/", asha)).status).toBe(201);
  const container = { container: "MSKU 1", expected_delivery: "2026-12-24" };
  const list = [{ product: await newProduct(manager), quantity: 5 }];
  expect((await executive.post("/v1/shipments/", { ...container, list })).status).toBe(201);
  const warehouse = await newWarehouse(manager);
  expect((await manager.patch(`/v1/warehouses/${warehouse}/`, { name: "Pune" })).body.name).toBe("Pune");
  expect((await manager.delete(`/v1/warehouses/${warehouse}/`)).status).toBe(204);
  expect(await anonymous.get("/v1/products/")).toFailWith("UNAUTHORIZED");
  expect(await executive.get("/v1/products/")).toFailWith("FORBIDDEN");
  expect(await executive.delete("/v1/warehouses/w1/")).toFailWith("FORBIDDEN");
});

test.each(["%ZZ", "%", "%E0%A4%A", "%c0%af", "%FF", "%ED%A0%80"])("400: the id %s is not valid text", async (id) => {
  expect((await raw("DELETE", `/v1/products/${id}`)).status).toBe(400);
});

test.each(
  [
    "a%2Fb",
    "%2e%2e",
    "..",
    "%2e%2e%2fusers",
    "p1%00",
    "%0d%0aset-cookie:%20a=b",
    "%22%3E%3Cscript%3E",
    "$%7Bjndi%7D",
    "%25",
    "p1%20",
    "' OR 1=1",
    "{id}",
    "*",
  ].map((id) => id.replaceAll(" ", "%20")),
)("404: nothing has the id %s", async (id) => {
  await newProduct(manager);
  const answer = await raw("DELETE", `/v1/products/${id}`);
  expect({ status: answer.status, body: JSON.parse(answer.body.toString()) }).toFailWith("RESOURCE_NOT_FOUND");
  expect(answer.headers["set-cookie"]).toBeUndefined();
});

test("no answer may be stored or sniffed, sets a cookie or names the server software", async () => {
  const line = await newStockLine(manager, 1);
  const seen = [
    await manager.get("/v1/products"),
    await manager.post("/v1/products", productForm()),
    await executive.post("/v1/transactions/out", line),
    await executive.post("/v1/transactions/out", line),
    await anonymous.get("/v1/products"),
    await anonymous.post("/v1/login", { username: "root", password: "wrong" }),
  ];
  expect(seen.map(({ status }) => status)).toEqual([200, 201, 201, 422, 401, 401]);
  for (const { headers } of seen) {
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    for (const name of ["set-cookie", "server", "x-powered-by"]) expect(headers.has(name)).toBe(false);
  }
});

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=0.8, deflate", "gzip"],
  ["GZIP ; Q=0.5,br;q=0", "gzip"],
  ["br;q=0.2, gzip;q=0.9", "gzip"],
  ["*", "br"],
  ["*;q=0.1, br;q=0", "gzip"],
  ["identity;q=0, gzip", "gzip"],
  ["gzip;q=0.5, identity", undefined],
  ["", undefined],
  ["identity", undefined],
  ["deflate", undefined],
  ["br;q=0", undefined],
  ["gzip;q=0, identity", undefined],
  ["*;q=0", undefined],
  ["identity;q=0", undefined],
  [";;,q=1,=,gzip;q=much", undefined],
])(
  "an answer to who accepts %j is compressed as %s, and says the same to who accepts nothing",
  async (accepted, as) => {
    const read = { br: brotliDecompressSync, gzip: gunzipSync, none: (body: Buffer) => body }[as ?? "none"];
    for (let more = 0; more < 10 && (await manager.get("/v1/products")).body.length < 10; more++)
      await newProduct(manager);
    const asked = await raw("GET", "/v1/products", { ...bearer, "accept-encoding": accepted });
    const plain = await raw("GET", "/v1/products", bearer);
    expect([asked.status, asked.headers["content-encoding"]]).toEqual([200, as]);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    for (const { headers } of [asked, plain]) expect(headers.vary).toBe("accept-encoding");
    expect(JSON.parse(read?.(asked.body).toString() ?? "")).toEqual(JSON.parse(plain.body.toString()));
    if (as) expect(asked.body.length).toBeLessThan(plain.body.length / 2);
  },
);

test("a short answer is not compressed, unless the client refuses it as it is", async () => {
  for (const [accepted, as] of [
    ["gzip, br", undefined],
    ["gzip, identity;q=0", "gzip"],
  ]) {
    const { headers } = await raw("GET", "/v1/categories", { ...bearer, "accept-encoding": accepted ?? "" });
    expect(headers["content-encoding"]).toBe(as);
  }
});

test("a compressed body, or one in another encoding than UTF-8, is refused", async () => {
  const json = { ...bearer, "content-type": "application/json" };
  const body = JSON.stringify({ w_id: unique("W"), name: "पुणे 🏬" });
  const sent = [
    await raw("POST", "/v1/warehouses", { ...json, "content-encoding": "gzip" }, Buffer.from([0x1f, 0x8b, 8, 0])),
    await raw("POST", "/v1/warehouses", json, Buffer.from(body, "utf16le")),
    await raw("POST", "/v1/warehouses", { ...bearer, "content-type": "application/octet-stream" }, body),
  ];
  for (const { status } of sent) expect(status).toBe(400);
  const read = await raw("POST", "/v1/warehouses", json, Buffer.from(body));
  expect(JSON.parse(read.body.toString()).name).toBe("पुणे 🏬");
});

test("an unexpected body is ignored", async () => {
  const warehouse = await newWarehouse(manager);
  const deleted = await raw("DELETE", `/v1/warehouses/${warehouse}`, { ...bearer, "content-length": "1" }, "{");
  expect(deleted.status).toBe(204);
});

test("two bearer tokens count as none", async () => {
  const authorization = Array<string>(2).fill(`Bearer ${manager.token}`);
  expect((await raw("GET", "/v1/products", { authorization })).status).toBe(401);
});
