// What earlier releases have written is read and worked on by today's code, and what it writes could be read by them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { changeForm, countForm } from "#tests/support/make.ts";
import { type Stored, storedIn } from "#tests/support/rows.ts";
import { shapesOf } from "#tests/support/shape.ts";
import { keyed } from "#tests/support/stock.ts";
import type { Client, TestWorld } from "#tests/support/world.ts";
import { answersTo, days, live, newShop, on, reportOf, type Told } from "./story.ts";

const root = join(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const releases = readdirSync(import.meta.dirname, { withFileTypes: true }).flatMap((one) =>
  one.isDirectory() ? one.name : [],
);
const written = (release: string): { stored: Stored; told: Told } => {
  const folder = join(import.meta.dirname, release);
  const files = readdirSync(folder).map((file) => [
    file.replace(".json", ""),
    JSON.parse(readFileSync(join(folder, file), "utf8")),
  ]);
  const { told, snapshots, ...tables } = Object.fromEntries(files);
  return { told, stored: { tables, snapshots } };
};
const [, , third, fourth] = days;

test("the rows of this version are kept: node tests/releases/keep.ts", () => {
  expect(releases).toContain(version);
});

describe.each(releases)("on rows of release %s", (release) => {
  const { stored, told } = written(release);
  const { product, warehouse } = told;
  let here: TestWorld;
  let manager: Client;
  let executive: Client;
  let owner: Client;

  // Not in the body: those of all releases run before any test, and the releases share one clock.
  beforeAll(async () => {
    here = await newShop();
    await storedIn(here).replace(stored);
    [manager, executive] = [await on(here, third, "manager"), await on(here, third, "executive")];
    owner = await here.signIn("root", told.root);
  });

  test("every call that reads answers what it answered then, and more at most", async () => {
    const answers = await answersTo(owner, product);
    expect(Object.keys(answers)).toEqual(expect.arrayContaining(Object.keys(told.answers)));
    for (const [path, answer] of Object.entries(told.answers))
      expect([path, answers[path]]).toMatchObject([path, answer]);
    expect(await reportOf(manager, here.anonymous)).toEqual(told.report);
  });

  test("a request of then, sent again under its key, is answered by its movement and counts once", async () => {
    const { key, body, answer } = told.sent;
    const again = await executive.post("/v1/transactions/out", body, keyed(key));
    expect([again.status, again.body]).toMatchObject([201, answer]);
  });

  test("stock is sold, reversed, received and corrected, and everything changed and deleted", async () => {
    const statuses = [
      await executive.post("/v1/transactions/out", { channel: "amazon", list: [{ product, quantity: 3 }] }),
      await manager.post(`/v1/transactions/${told.picklist}/reverse`, {}),
      await executive.post(`/v1/shipments/${told.partly}/receive`, { warehouse }),
      await manager.patch(`/v1/shipments/${told.announced}`, { expected_delivery: "2026-12-01" }),
      await manager.patch(`/v1/products/${product}`, changeForm({ name: "Muslin Swaddle, soft" })),
      await manager.patch(`/v1/users/${told.user}`, { name: "Asha R." }),
      await manager.patch(`/v1/warehouses/${warehouse}`, { description: "First floor" }),
      await manager.patch(`/v1/categories/${told.category}`, { name: "Wraps" }),
      await manager.delete("/v1/products/p2"),
      await owner.post("/v1/dev/stock-adjustment", countForm(days[0], "P.ID/SKU/BC,W.ID,Quantity\nSND-SWD-1,DEL,18\n")),
    ].map(({ status }) => status);
    expect(statuses).toEqual([201, 201, 201, 200, 200, 200, 200, 200, 204, 201]);
    expect((await manager.post("/v1/warehouses", { w_id: "blr", name: "Taken" })).status).toBe(409);
    expect((await manager.get("/v1/users")).body.length).toBe(5);
  });

  test("the night closes the next day, and finds holdings and ledger equal over both releases", async () => {
    await on(here, fourth, "manager");
    expect(await here.invoke("snapshot", { pause: 0 })).toMatchObject({ closed: 1, mismatches: 0 });
  });
});

/**
 * The reverse, old code on new rows, as when a release is taken back or a tenth of the requests sees it first. Old
 * bundles are not kept, so it is shown by the rows: the same days written by today's code hold every field of then,
 * where it was always there always, of the same type, and the same words where words decide. What no shape can show:
 * a new kind of row, or a new word, that a story of old cannot tell. Those take two releases: read first, then write.
 */
test.each(releases)("rows of today have all that release %s would look for", async (release) => {
  const then = shapesOf(written(release).stored);
  const shop = await newShop();
  await live(shop);
  const now = shapesOf(await storedIn(shop).read());
  const missing = [...then].flatMap(([kind, { some, every }]) => [
    ...[...some].filter((field) => !now.get(kind)?.some.has(field)).map((field) => `${kind}${field}`),
    ...[...every].filter((field) => !now.get(kind)?.every.has(field)).map((field) => `${kind}${field}, always`),
  ]);
  expect(missing).toEqual([]);
});
