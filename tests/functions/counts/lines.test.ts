// Counts are opened, joined and cancelled, and each of their lines is stored once.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import { setClock } from "#tests/support/clock.ts";
import { countLine, openCount, reviewOf, sendLines } from "#tests/support/counts.ts";
import { inParallel, listedRow, newPerson } from "#tests/support/fixtures.ts";
import { newProduct, newStockLine, newWarehouse } from "#tests/support/stock.ts";
import { type Answer, proxiedWorld } from "#tests/support/world.ts";

const start = Date.parse("2027-04-05T06:00:00Z");
const setHours = (hours: number) => setClock(new Date(start + hours * 3_600_000).toISOString());
setHours(0);
const { databaseProxy: proxy, ...here } = await proxiedWorld();
const { manager, executive } = here;

/** A new product with five units in a new warehouse, and an open count of it. */
const newCount = async () => {
  const { product, warehouse } = await newStockLine(manager, 5);
  return { product, count: await openCount(manager, warehouse) };
};
const linesOf = async (count: string) => (await executive.get(`/v1/counts/${count}`)).body.lines;
const quantities = async (count: string) => (await linesOf(count)).map((line: { quantity: number }) => line.quantity);

test("a warehouse has one open count at most, also if ten managers open one at once", async () => {
  const warehouse = await newWarehouse(manager);
  const answers = await inParallel(10, () => manager.post("/v1/counts", { warehouse }));
  const [opened, ...others] = answers.sort((a, b) => a.status - b.status);
  expect(opened?.body).toMatchObject({ number: expect.stringMatching(/^C-\d+$/), state: "open", blind: true });
  for (const other of others) expect(other).toFailWith("CONFLICT", { field: "warehouse" });
  expect((await manager.delete(`/v1/counts/${opened?.body._id}`)).status).toBe(204);
  expect(await manager.delete(`/v1/counts/${opened?.body._id}`)).toFailWith("CONFLICT");
  await openCount(manager, warehouse);
});

test("a count names warehouses and products that exist", async () => {
  const warehouse = await newWarehouse(manager);
  expect(await manager.post("/v1/counts", { warehouse: "w0" })).toFailWith("RESOURCE_NOT_FOUND");
  const { body } = await manager.post("/v1/counts", { warehouse, products: ["p0", await newProduct(manager)] });
  expect(body.details).toEqual([{ field: "products", product: "p0", message: "No such product" }]);
});

test("a list of counts has the number of their products instead of the products", async () => {
  const products = [await newProduct(manager), await newProduct(manager)];
  const count = await openCount(manager, await newWarehouse(manager), { products });
  const listed = await listedRow(manager, "/v1/counts", count);
  expect(listed).toMatchObject({ chosen: 2, rounds: {} });
  expect(listed.products).toBeUndefined();
  expect((await manager.get(`/v1/counts/${count}`)).body.count).toMatchObject({ chosen: 2, products });
});

test("a line is kept once, in its last revision, however often and in whichever order it arrives", async () => {
  const { product, count } = await newCount();
  const line = countLine(product, 3);
  const revisions = [2, 4, 4, 1, 3].map((rev) => ({ ...line, rev, quantity: rev * 10 }));
  for (const one of revisions) expect((await sendLines(executive, count, one)).body).toEqual({ refused: [] });
  expect(await quantities(count)).toEqual([40]);
  const atOnce = await inParallel(30, (n) => sendLines(executive, count, { ...line, rev: 5 + ((n * 7) % 30) }));
  for (const { body } of atOnce) expect(body).toEqual({ refused: [] });
  expect((await linesOf(count))[0].rev).toBe(34);
  const [kept] = await linesOf(count);
  const user = expect.objectContaining({ _id: executive._id });
  expect(kept).toEqual({ ...kept, _id: line.id, product, round: 1, user });
  expect(kept).not.toHaveProperty("held");
});

test("an offline line has the times of its units, however wrong its device's clock: within the time of the count", async () => {
  // Time goes on from there: the tests before may have taken a minute.
  setHours(0);
  const { product, count } = await newCount();
  setHours(5);
  const line = countLine(product, 3, { age: 10 * 60, began: 120 * 60 });
  await sendLines(executive, count, line);
  const minutes = async () => {
    const [{ began_at, at, arrived_at }] = await linesOf(count);
    return [began_at, at, arrived_at].map((instant) => Math.round((Date.parse(instant) - start) / 60_000));
  };
  expect(await minutes()).toEqual([180, 290, 300]);
  // The device's clock stood still while it slept: the line keeps its first beginning.
  await sendLines(executive, count, { ...line, rev: 2, age: 60, began: 60, quantity: 4 });
  expect(await minutes()).toEqual([180, 299, 300]);
  // A clock that was wrong by years: nothing is counted before the count is opened.
  await sendLines(executive, count, { ...line, rev: 3, age: 1e300, began: 0 });
  expect(await minutes()).toEqual([0, 0, 300]);
  setHours(0);
});

test("a line that was taken back counts nothing and is no note, until a later revision counts again", async () => {
  const { product, count } = await newCount();
  const [stray, note, other] = [
    countLine(product, 3),
    countLine(undefined, 1, { code: "8901234567890" }),
    countLine(product, 2),
  ];
  await sendLines(executive, count, stray, note);
  const back = [stray, note].map((line) => ({ ...line, rev: 2, quantity: 0, withdrawn: true }));
  expect((await sendLines(executive, count, ...back)).body).toEqual({ refused: [] });
  expect(await linesOf(count)).toMatchObject([{ withdrawn: true }, { withdrawn: true }]);
  const review = await reviewOf(manager, count);
  expect(review.notes).toEqual([]);
  expect(review.rows).toMatchObject([{ _id: product, held: 5, users: [] }]);
  expect(review.rows[0]).not.toHaveProperty("counted");
  await sendLines(executive, count, other);
  expect((await reviewOf(manager, count)).rows).toMatchObject([{ counted: 2 }]);
  await sendLines(executive, count, { ...stray, rev: 3 });
  expect((await reviewOf(manager, count)).rows).toMatchObject([{ counted: 5 }]);
});

test("100 lines are kept at once, and what cannot be kept is refused alone", async () => {
  const { product, count } = await newCount();
  const lines = Array.from({ length: 98 }, (_, n) => countLine(product, n));
  const [unknown, note] = [countLine("p0", 1), countLine(undefined, 1, { code: "8901234567890" })];
  const { body } = await sendLines(executive, count, ...lines, unknown, note);
  expect(body).toEqual({ refused: [{ id: unknown.id, message: "No such product" }] });
  expect(await linesOf(count)).toHaveLength(99);
  const other = (await newPerson(here)).client;
  expect((await sendLines(other, count, { ...note, rev: 2 })).body.refused).toEqual([
    { id: note.id, message: "Somebody else's line" },
  ]);
  expect(await sendLines(executive, count, countLine(product, 1, { round: 2 }))).toFailWith("BAD_REQUEST");
  expect(await sendLines(executive, count, countLine(undefined, 1))).toFailWith("BAD_REQUEST");
});

test("a line that comes after the count was closed is refused, one that was kept before is not", async () => {
  const { product, count } = await newCount();
  const line = countLine(product, 3);
  await sendLines(executive, count, line);
  await manager.delete(`/v1/counts/${count}`);
  const late = countLine(product, 4);
  const { body } = await sendLines(executive, count, line, late);
  expect(body).toEqual({ refused: [{ id: late.id, message: "The count is closed" }] });
  expect(await quantities(count)).toEqual([3]);
});

test("a line that meets the end of its count is either refused or stored", async () => {
  const { product, warehouse } = await newStockLine(manager, 5);
  const seen = new Set<boolean>();
  for (let round = 0; round < 12 && seen.size < 2; round++) {
    const count = await openCount(manager, warehouse);
    const lines = Array.from({ length: 6 }, () => countLine(product, 1));
    const sent = lines.flatMap((line) => [line, line]).map((line) => sendLines(executive, count, line));
    const [{ status }, ...answers] = await Promise.all([manager.delete(`/v1/counts/${count}`), ...sent]);
    expect(status).toBe(204);
    const kept = new Set((await linesOf(count)).map(({ _id }: { _id: string }) => _id));
    const refused = new Set(answers.flatMap(({ body }) => body.refused.map(({ id }: { id: string }) => id)));
    for (const { id } of lines) {
      expect(kept.has(id)).toBe(!refused.has(id));
      seen.add(kept.has(id));
    }
  }
});

test("a warehouse is never deleted with its count left open, nor gets one afterwards, wherever the two meet", async () => {
  const seen = new Set<string>();
  for (const isDeletedFirst of [true, false])
    for (let at = 0, met = true; met; at++) {
      const warehouse = await newWarehouse(manager);
      const acts = [
        () => manager.delete(`/v1/warehouses/${warehouse}`),
        () => manager.post("/v1/counts", { warehouse }),
      ] as const;
      const [first, second] = isDeletedFirst ? acts : ([acts[1], acts[0]] as const);
      let calls = 0;
      let later: Answer | undefined;
      proxy.decide = async () => {
        if (calls++ === at) later = await second();
        return "forward" as const;
      };
      const earlier = await first();
      proxy.decide = () => "forward";
      met = later !== undefined;
      if (!later) continue;
      const [deleted, opened] = isDeletedFirst ? [earlier, later] : [later, earlier];
      seen.add(`${deleted.status} ${opened.status}`);
      if (opened.status !== 201) continue;
      const { state } = (await manager.get(`/v1/counts/${opened.body._id}`)).body.count;
      expect(state).toBe(deleted.status === 204 ? "cancelled" : "open");
    }
  // The count was opened first, or the warehouse deleted first, or the deletion is refused as stale.
  expect([...seen].sort()).toEqual(["204 201", "204 404", "409 201"]);
});

test("numbers that no line can have, and recounts of products that do not exist, are refused by name", async () => {
  const { product, count } = await newCount();
  for (const [field, value] of Object.entries({ rev: 2 ** 53, round: 1e300 }))
    expect(await sendLines(executive, count, countLine(product, 1, { [field]: value }))).toFailWith("BAD_REQUEST", {
      field: `lines.0.${field}`,
    });
  const recount = (products: string[]) => manager.post(`/v1/counts/${count}/recount`, { products });
  expect(await recount([product, "p0"])).toFailWith("RESOURCE_NOT_FOUND", { field: "products", product: "p0" });
  const strangers = Array.from({ length: 3_000 }, () => randomUUID());
  expect(await recount(strangers)).toFailWith("RESOURCE_NOT_FOUND");
  expect((await recount([product])).status).toBe(200);
});
