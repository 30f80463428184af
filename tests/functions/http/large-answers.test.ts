// Answers above the 6 MB of a Lambda, to clients that accept no compression: lists come in pages, postings without rows.
import { randomUUID } from "node:crypto";
import { get as ask, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import { engine, storedMovement } from "#tests/support/engine.ts";
import { today } from "#tests/support/fixtures.ts";
import { idempotencyKey } from "#tests/support/stock.ts";
import "#tests/support/to-fail-with.ts";
import { world } from "#tests/support/world.ts";

const here = await world();
const { manager, executive } = here;
const { put, find } = engine(here);

/** Three bytes a character, as in Hindi. */
const long = (text: string, length = 200) => `${text} `.padEnd(length, "अ");
const at = "2026-11-01T05:00:00.000Z";
const fields = { created_at: at, updated_at: at };
const [products, warehouses, spread] = [1_300, 600, 10];
const day = today();
const ids = (letter: string, count: number) => Array.from({ length: count }, (_, n) => `${letter}${n}`);
const everywhere = Object.fromEntries(ids("w", warehouses).map((warehouse) => [warehouse, 1]));
const user = { _id: "u1", name: long("Asha"), username: long("asha") };
/** Movements of one unit of the last product each. */
const movements = 1_700;

await Promise.all([
  put(
    "warehouses",
    ids("w", warehouses).map((_id) => ({ _id, w_id: long(_id), name: long(`Hub ${_id}`), ...fields })),
  ),
  put(
    "products",
    ids("p", products).map((_id) => ({
      _id,
      p_id: long(_id),
      name: long(`Bib ${_id}`),
      lead_time: 30,
      amazon: `https://www.amazon.in/${long(_id, 470).replaceAll(" ", "-")}`,
      flipkart: `https://www.flipkart.com/${long(_id, 470).replaceAll(" ", "-")}`,
      website: `https://shop.example/${long(_id, 470).replaceAll(" ", "-")}`,
      ...fields,
    })),
  ),
  put(
    "stocks",
    ids("p", products).map((_id, n) => ({
      _id,
      held: n < spread ? everywhere : { w0: 0 },
      sold: { [`${day}#amazon`]: 1 },
    })),
  ),
  put(
    "movements",
    ids("m", movements).map((_id, n) =>
      storedMovement(_id, day, {
        kind: "in",
        reason: "Return",
        lines: [[`p${products - 1}`, "w0", 1]],
        remarks: long("Returned", 300),
        user,
        created_at: `${day}T00:${String(n % 60).padStart(2, "0")}:00.000Z`,
      }),
    ),
  ),
]);

const plain = { authorization: `Bearer ${manager.token}`, "accept-encoding": "identity" };

/** Sends exactly these headers, where fetch adds its own. */
const raw = async (path: string, headers: Record<string, string>) => {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    ask(here.api + path, { headers, agent: false }, resolve).on("error", reject),
  );
  const body = await buffer(response);
  const { link } = response.headers;
  return {
    status: response.statusCode,
    encoding: response.headers["content-encoding"],
    body,
    next: /^<([^>]+)>; rel="next"$/.exec(String(link))?.[1],
  };
};

type Rows = { _id: string }[];

/** All pages of an answer, to a client that refuses every compression. */
const readPages = async (path: string) => {
  const pages: (Rows | Record<string, Rows>)[] = [];
  for (let next: string | undefined = path; next; ) {
    const answer = await raw(next, plain);
    expect([answer.status, answer.encoding]).toEqual([200, undefined]);
    expect(answer.body.length).toBeLessThan(6 * 2 ** 20);
    pages.push(JSON.parse(answer.body.toString()));
    next = answer.next;
  }
  return pages;
};

const range = `start=${addDays(day, -1)}&end=${day}`;

const expectWholeList = async (path: string) => {
  const pages = await readPages(path);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flat()).toEqual((await manager.get(path)).body);
};
test("a list comes in pages that together are the whole list", () => expectWholeList("/v1/products"));
test("so do transactions", { tags: "exhaustive" }, () => expectWholeList(`/v1/transactions?${range}`));

test.each([
  ["/v1/app/dash/inventory", ["lowStockProducts", "outOfStockProducts"]],
  [`/v1/products/p${products - 1}/movements?end=${day}`, ["rows"]],
] as const)(
  "%s comes in pages, each with all fields, whose lists together are the whole lists",
  { tags: "exhaustive" },
  async (path, lists) => {
    const pages = (await readPages(path)) as Record<string, Rows>[];
    expect(pages.length).toBeGreaterThan(1);
    const whole = (await manager.get(path)).body;
    for (const page of pages)
      expect({ ...page, ...Object.fromEntries(lists.map((list) => [list, whole[list]])) }).toEqual(whole);
    for (const list of lists) expect(pages.flatMap((page) => page[list])).toEqual(whole[list]);
  },
);

test.each([
  [undefined, "gzip"],
  ["identity, gzip;q=0.1", "gzip"],
  ["deflate", undefined],
  ["*;q=0", undefined],
])(
  "a large list is answered to who accepts %j, compressed as %s, or else in pages",
  { tags: "exhaustive" },
  async (accepted, encoding) => {
    const answer = await raw("/v1/products", {
      authorization: plain.authorization,
      ...(accepted !== undefined && { "accept-encoding": accepted }),
    });
    expect([answer.status, answer.encoding]).toEqual([200, encoding]);
    expect(answer.next === undefined).toBe(encoding !== undefined);
  },
);

test("a page whose first row is gone is refused; an empty place is the beginning", { tags: "exhaustive" }, async () => {
  for (const from of ["p9999", "w0", "product.p0", "__proto__"])
    expect(await manager.get(`/v1/products?from=${from}`)).toFailWith("BAD_REQUEST", { field: "from" });
  expect((await manager.get(`/v1/products?from=p${products - 1}`)).body).toHaveLength(1);
  expect((await manager.get("/v1/products?from=")).body).toHaveLength(products);
});

test("a posting too large to answer gives its id, each time, and counts once", { tags: "exhaustive" }, async () => {
  const list = ids("p", spread).map((product) => ({ product, quantity: warehouses }));
  const key = idempotencyKey(randomUUID());
  const identity = { ...key, "accept-encoding": "identity" };
  const pick = (headers: Record<string, string>) =>
    executive.post("/v1/transactions/out", { list, channel: "amazon" }, headers);
  const posted = await pick(identity);
  expect(posted).toMatchObject({ status: 201, body: { movement: expect.stringMatching(/./), data: [] } });
  expect((await pick(identity)).body).toEqual(posted.body);
  const again = await pick(key);
  expect([again.body.movement, again.body.data.length]).toEqual([posted.body.movement, spread]);
  expect(again.body.data[0].breakdown).toHaveLength(warehouses);
  expect(await find("stocks", "p0")).toMatchObject({ held: { w0: 0, w599: 0 } });

  const undo = (headers: Record<string, string>) =>
    executive.post(`/v1/transactions/${posted.body.movement}/reverse`, {}, headers);
  const undone = await undo({ "accept-encoding": "deflate, br;q=0" });
  expect(undone).toMatchObject({ status: 201, body: { data: [] } });
  expect(await find("stocks", "p0")).toMatchObject({ held: everywhere });
});
