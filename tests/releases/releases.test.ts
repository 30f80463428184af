// Today's code works on the rows of earlier releases, and they could read the rows it writes.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { changeForm, countForm } from "#tests/support/fixtures.ts";
import { previewOf } from "#tests/support/imports.ts";
import { shapesOf } from "#tests/support/row-shapes.ts";
import { idempotencyKey } from "#tests/support/stock.ts";
import { type StoredData, storedRows } from "#tests/support/stored-rows.ts";
import type { Client } from "#tests/support/world.ts";
import { answersTo, days, type Expected, live, newShop, on, orderFile, reportOf } from "./story.ts";

const root = join(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const releases = readdirSync(import.meta.dirname, { withFileTypes: true }).flatMap((one) =>
  one.isDirectory() ? one.name : [],
);
const written = (release: string): { stored: StoredData; expected: Expected } => {
  const folder = join(import.meta.dirname, release);
  const files = readdirSync(folder).map((file) => [
    file.replace(".json", ""),
    JSON.parse(readFileSync(join(folder, file), "utf8")),
  ]);
  const { expected, files: stored, ...tables } = Object.fromEntries(files);
  return { expected, stored: { tables, files: stored } };
};
const [, , third, fourth] = days;
const here = await newShop();

test("the rows of this version are stored: run node tests/releases/keep.ts", () => {
  expect(releases).toContain(version);
});

/**
 * Old code on new rows, as after a rollback, or while a tenth of the requests sees a new release. Old bundles are not
 * stored, so rows are compared: the same days written by today's code have every field of that release, with the same
 * type, and the same values where these decide what the code does. This cannot show a new kind of row or a new value,
 * which need two releases: one that reads them, then one that writes them.
 */
describe("rows written today", () => {
  let now: ReturnType<typeof shapesOf>;
  beforeAll(async () => {
    await live(here);
    now = shapesOf(await storedRows(here).read());
  });

  test.each(releases)("have all fields that release %s reads", (release) => {
    const missing = [...shapesOf(written(release).stored)].flatMap(([kind, { some, every }]) => [
      ...[...some].filter((field) => !now.get(kind)?.some.has(field)).map((field) => `${kind}${field}`),
      ...[...every].filter((field) => !now.get(kind)?.every.has(field)).map((field) => `${kind}${field}, always`),
    ]);
    expect(missing).toEqual([]);
  });
});

describe.each(releases)("on the rows of release %s", (release) => {
  const { stored, expected } = written(release);
  const { product, warehouse } = expected;
  let manager: Client;
  let executive: Client;
  let owner: Client;

  // Not in the body of `describe`, which runs for all releases before any test, while the releases share one shop.
  beforeAll(async () => {
    await storedRows(here).replace(stored);
    [manager, executive] = [await on(here, third, "manager"), await on(here, third, "executive")];
    owner = await here.signIn("root", expected.root);
  });

  test("every read call gives the answers of that release, possibly with more fields", async () => {
    const answers = await answersTo(owner, Object.keys(expected.answers));
    for (const [path, answer] of Object.entries(expected.answers))
      expect([path, answers[path]]).toMatchObject([path, answer]);
    expect(await reportOf(here, manager)).toEqual(expected.report);
  });

  test("a request from that release, retried with its key, gets its first answer and counts once", async () => {
    const { key, body, answer } = expected.sent;
    const again = await executive.post("/v1/transactions/out", body, idempotencyKey(key));
    expect([again.status, again.body]).toMatchObject([201, answer]);
  });

  test("stock can be sold, reversed, received and corrected, and everything changed and deleted", async () => {
    const statuses = [
      await executive.post("/v1/transactions/out", { channel: "amazon", list: [{ product, quantity: 3 }] }),
      await manager.post(`/v1/transactions/${expected.picklist}/reverse`, {}),
      await executive.post(`/v1/shipments/${expected.partly}/receive`, { warehouse }),
      await manager.patch(`/v1/shipments/${expected.announced}`, { expected_delivery: "2026-12-01" }),
      await manager.patch(`/v1/products/${product}`, changeForm({ name: "Muslin Swaddle, soft" })),
      await manager.patch(`/v1/users/${expected.user}`, { name: "Asha R." }),
      await manager.patch(`/v1/warehouses/${warehouse}`, { description: "First floor" }),
      await manager.patch(`/v1/categories/${expected.category}`, { name: "Wraps" }),
      await manager.delete("/v1/products/p2"),
      await owner.post("/v1/dev/stock-adjustment", countForm(days[0], "P.ID/SKU/BC,W.ID,Quantity\nSND-SWD-1,BLR,70\n")),
      // A count of the third day has corrected it there.
      await owner.post("/v1/dev/stock-adjustment", countForm(days[0], "P.ID/SKU/BC,W.ID,Quantity\nSND-SWD-1,DEL,18\n")),
    ].map(({ status }) => status);
    expect(statuses).toEqual([201, 201, 201, 200, 200, 200, 200, 200, 204, 201, 422]);
    expect((await manager.post("/v1/warehouses", { w_id: "blr", name: "Taken" })).status).toBe(409);
    expect((await manager.get("/v1/users")).body.length).toBe(5);
  });

  test("order lines that it picked are not picked again", async () => {
    const preview = await previewOf(executive, "orders", orderFile, { channel: "amazon" });
    expect(preview.body.counts).toEqual({ picked: 1 });
  });

  test("the nightly run closes the next day, and finds stock and ledger equal over both releases", async () => {
    await on(here, fourth, "manager");
    expect(await here.invoke("snapshot", { pause: 0 })).toMatchObject({ closed: 1, mismatches: 0 });
  });
});
