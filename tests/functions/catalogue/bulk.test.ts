// Setting one field of many products: once, in groups, and only on products that are still as the person saw them.
import { expect, test } from "vitest";
import type { Product } from "#shared/product.ts";
import "#tests/support/to-fail-with.ts";
import { engine, putProducts } from "#tests/support/engine.ts";
import { inParallel, unique } from "#tests/support/fixtures.ts";
import { idempotencyKey } from "#tests/support/stock.ts";
import { type Client, proxiedWorld } from "#tests/support/world.ts";

const { databaseProxy: proxy, ...here } = await proxiedWorld();
const { root, manager } = here;
const { all, put } = engine(here);

/** Stores products with a lead time of 30 days; 100 make three groups. */
const newProducts = async (count = 100): Promise<string[]> => {
  const products = Array.from({ length: count }, () => ({ _id: unique("p").replace(" ", "") }));
  await putProducts(here, products);
  return products.map(({ _id }) => _id);
};

type Value = string | number | undefined;
const changesOf = (ids: readonly string[], value: Value, seen?: Value) => ids.map((_id) => ({ _id, value, seen }));
const setMany = (by: Client, field: string, changes: object[], key = idempotencyKey()) =>
  by.post("/v1/products/bulk", { field, changes }, key);
const valuesOf = async (ids: readonly string[], field: keyof Product) => {
  const rows = new Map((await all("products")).map((row) => [row._id, row]));
  return ids.map((id) => rows.get(id)?.[field]);
};
const recordsOf = async (ids: readonly string[]) =>
  (await all("changes")).filter(({ row, action }) => action === "changed" && ids.includes(String(row)));

test("a field of many products is set, recorded of each, and set back by the same call with the old values", async () => {
  const ids = await newProducts();
  const answer = await setMany(manager, "lead_time", changesOf(ids, 75, 30));
  expect(answer).toMatchObject({ status: 201, body: { changed: 100, left_out: [] } });
  expect(await valuesOf(ids, "lead_time")).toEqual(ids.map(() => 75));
  expect(await recordsOf(ids)).toHaveLength(100);
  await setMany(manager, "lead_time", changesOf(ids, 30, 75));
  expect(await valuesOf(ids, "lead_time")).toEqual(ids.map(() => 30));
  await setMany(manager, "pack", changesOf(ids, "24"));
  await setMany(manager, "pack", changesOf(ids, "", 24));
  expect(await valuesOf(ids, "pack")).toEqual(ids.map(() => undefined));
});

test("products that were changed since, deleted, or never existed are left out and named; the rest are set", async () => {
  const ids = await newProducts(50);
  const [changed = "", deleted = ""] = ids;
  await setMany(manager, "lead_time", changesOf([changed], 60, 30));
  await put("products", [{ ...(await all("products")).find(({ _id }) => _id === deleted), deleted_at: "2026-01-01" }]);
  const { body } = await setMany(manager, "lead_time", changesOf([...ids, "none"], 75, 30));
  expect(body).toEqual({
    changed: 48,
    left_out: [
      { _id: changed, message: "Changed since" },
      { _id: deleted, message: "No longer there" },
      { _id: "none", message: "No longer there" },
    ],
  });
  expect((await valuesOf(ids, "lead_time")).slice(0, 3)).toEqual([60, 30, 75]);
});

test("a value, a field or a list that is wrong is refused, and nothing is set", async () => {
  const ids = await newProducts(2);
  const [id = ""] = ids;
  const tooMany = Array.from({ length: 1_001 }, (_, at) => `p${at}`);
  for (const [field, changes, wrong] of [
    ["lead_time", changesOf(ids, 31, 30), "changes.0.value"],
    ["pack", changesOf(ids, 1.5), "changes.0.value"],
    ["website", changesOf(ids, "javascript:alert(1)"), "changes.0.value"],
    ["name", changesOf(ids, "x"), "field"],
    ["pack", [], "changes"],
    ["pack", changesOf([id, id], 5), "changes"],
    ["pack", changesOf(tooMany, 5), "changes"],
  ] as const)
    expect(await setMany(manager, field, [...changes])).toFailWith("BAD_REQUEST", { field: wrong });
  expect(await recordsOf(ids)).toEqual([]);
});

test.each(["lose answer", "deny"] as const)(
  "%s in any of its calls: a retry continues where it stopped, and each product is set once",
  async (outcome) => {
    const ids = await newProducts();
    for (let failing = 1; failing <= 3; failing++) {
      const [value, seen] = failing % 2 ? [75, 30] : [30, 75];
      const key = idempotencyKey();
      let writes = 0;
      proxy.decide = (operation) =>
        operation === "TransactWriteItems" && ++writes >= failing && (outcome === "deny" || writes === failing)
          ? outcome
          : "forward";
      const before = (await recordsOf(ids)).length;
      const first = await setMany(manager, "lead_time", changesOf(ids, value, seen), key);
      if (outcome === "deny") {
        expect(first.status).toBe(500);
        expect((await recordsOf(ids)).length - before).toBe([0, 45, 90][failing - 1]);
      }
      proxy.decide = () => "forward";
      const again = await setMany(manager, "lead_time", changesOf(ids, value, seen), key);
      expect(again).toMatchObject({ status: 201, body: { changed: 100, left_out: [] } });
      expect((await recordsOf(ids)).length - before).toBe(100);
      expect(await valuesOf(ids, "lead_time")).toEqual(ids.map(() => value));
    }
  },
);

test("sent several times at once under one key it takes effect once, and another request under it is refused", async () => {
  const ids = await newProducts();
  const key = idempotencyKey();
  const answers = await inParallel(4, () => setMany(manager, "lead_time", changesOf(ids, 75, 30), key));
  for (const { status, body } of answers) expect([status, body]).toEqual([201, { changed: 100, left_out: [] }]);
  expect(await recordsOf(ids)).toHaveLength(100);
  expect(await setMany(manager, "lead_time", changesOf(ids, 90, 75), key)).toFailWith("CONFLICT", {
    field: "idempotency-key",
    message: "Used for another request",
  });
});

test("of two people at once each product takes the value of one, and the other sees it left out", async () => {
  const ids = await newProducts();
  const [mine, theirs] = await Promise.all([
    setMany(manager, "lead_time", changesOf(ids, 75, 30)),
    setMany(root, "lead_time", changesOf([...ids].reverse(), 90, 30)),
  ]);
  const leftOut = (answer: typeof mine) => answer?.body.left_out.map(({ _id }: { _id: string }) => _id);
  expect(mine?.body.changed + theirs?.body.changed).toBe(100);
  expect([...leftOut(mine), ...leftOut(theirs)].toSorted()).toEqual(ids.toSorted());
  const values = await valuesOf(ids, "lead_time");
  expect(ids.filter((_, at) => values[at] === 90).toSorted()).toEqual(leftOut(mine).toSorted());
  expect(await recordsOf(ids)).toHaveLength(100);
});
