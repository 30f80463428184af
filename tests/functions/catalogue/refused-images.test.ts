// Pictures of products whose creation or edit is refused are deleted, and no other picture is lost.
import { randomUUID } from "node:crypto";
import { ListObjectsV2Command } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { setClock } from "#tests/support/clock.ts";
import "#tests/support/to-fail-with.ts";
import { s3Of } from "#tests/support/engine.ts";
import { changeForm, productForm, unique } from "#tests/support/fixtures.ts";
import { png } from "#tests/support/picture.ts";
import { beforeFirst, type Outcome } from "#tests/support/proxy.ts";
import { idempotencyKey } from "#tests/support/stock.ts";
import { proxiedWorld } from "#tests/support/world.ts";

const start = Date.parse("2026-11-22T06:00:00Z");
setClock(new Date(start).toISOString());
const { databaseProxy: database, storageProxy: storage, ...here } = await proxiedWorld();
const { manager, site, env, log } = here;
const s3 = s3Of(here);

const create = (p_id: string, image?: Buffer<ArrayBuffer>, key = randomUUID() as string) =>
  manager.post("/v1/products", productForm({ p_id }, image && { bytes: image }), idempotencyKey(key));
const edit = (id: string, fields: Record<string, string>, image: Buffer<ArrayBuffer>) =>
  manager.patch(`/v1/products/${id}`, changeForm(fields, { bytes: image }));
/** The addresses of all stored pictures. */
const stored = async (): Promise<string[]> => {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: env.IMAGES_BUCKET ?? "" }));
  return Contents.map(({ Key }) => `/${Key}`);
};
const shown = async (image: string) => (await fetch(site + image)).status;
const isWrite = (operation: string) => operation === "TransactWriteItems";

test("a product whose P.ID is taken leaves no picture", async () => {
  const p_id = unique("SND");
  await create(p_id);
  const before = await stored();
  expect(await create(p_id.toUpperCase(), png(3, 3))).toFailWith("CONFLICT", { field: "p_id" });
  expect(await stored()).toEqual(before);
});

test("a picture that is none is refused before anything is written or stored", async () => {
  const { body } = await create(unique("SND"));
  const before = await stored();
  const broken = png(64, 64).subarray(0, -1);
  for (const send of [() => create(unique("SND"), broken), () => edit(body._id, {}, broken)]) {
    expect(await send()).toFailWith("BAD_REQUEST", { field: "image" });
    expect(here.requests().at(-1)).toMatchObject({ status: 400, writes: 0 });
  }
  expect(await stored()).toEqual(before);
});

test("an edit that is refused leaves the picture there was, and nothing of the new one", async () => {
  const taken = unique("SND");
  await create(taken);
  const { body } = await create(unique("SND"), png(4, 4));
  const before = await stored();
  for (const image of [png(5, 5), png(4, 4)])
    expect(await edit(body._id, { p_id: taken }, image)).toFailWith("CONFLICT", { field: "p_id" });
  expect(await stored()).toEqual(before);
  expect(await shown(body.image)).toBe(200);
});

test("the picture that a product has keeps its address when it is sent again", async () => {
  const { body } = await create(unique("SND"), png(4, 4));
  const before = await stored();
  const { body: after } = await edit(body._id, { name: "Renamed" }, png(4, 4));
  expect(after).toMatchObject({ name: "Renamed", image: body.image });
  expect(await stored()).toEqual(before);
});

test("a refused edit does not delete the same picture that somebody else has sent meanwhile", async () => {
  const taken = unique("SND");
  await create(taken);
  const { body } = await create(unique("SND"));
  let image = "";
  const isRefused = (operation: string, sent: string) => isWrite(operation) && sent.includes(taken);
  beforeFirst(database, isRefused, async () => {
    ({ image } = (await edit(body._id, { name: "Renamed" }, png(6, 6))).body);
  });
  expect((await edit(body._id, { p_id: taken }, png(6, 6))).status).toBe(409);
  expect(await shown(image)).toBe(200);
  expect((await stored()).filter((address) => address.includes(`/${body._id}-`))).toEqual([image]);
});

test("of one create sent three times at once there is one product with one picture", async () => {
  const [p_id, key] = [unique("SND"), randomUUID()];
  const before = await stored();
  const form = productForm({ p_id }, { bytes: png(7, 7) });
  const answers = await Promise.all([1, 2, 3].map(() => manager.post("/v1/products", form, idempotencyKey(key))));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const [image] = new Set(answers.map(({ body }) => body.image));
  expect((await stored()).filter((address) => !before.includes(address))).toEqual([image]);
});

test.each<Outcome>(["lose answer", "lose request"])(
  "503: a picture stays when a create's outcome is unknown ('%s'), since its row may name it",
  async (outcome) => {
    const p_id = unique("SND");
    const before = await stored();
    let now = start;
    database.decide = (operation) => {
      if (!isWrite(operation)) return "forward";
      // Past the time for which a write is retried.
      now += 10_000;
      setClock(new Date(now).toISOString());
      return outcome;
    };
    expect(await create(p_id, png(8, 8))).toFailWith("SERVICE_UNAVAILABLE");
    database.decide = () => "forward";
    const [image, ...more] = (await stored()).filter((address) => !before.includes(address));
    expect(more).toEqual([]);
    expect(await shown(image ?? "")).toBe(200);
    const listed: { p_id: string; image: string }[] = (await manager.get("/v1/products")).body;
    const made = listed.filter((one) => one.p_id === p_id);
    expect(made.map((one) => one.image)).toEqual(outcome === "lose answer" ? [image] : []);
  },
);

test("a refusal is answered, and logged, even if the picture cannot be deleted", async () => {
  const p_id = unique("SND");
  await create(p_id);
  storage.decide = (operation) => (operation === "DELETE" ? "deny" : "forward");
  expect(await create(p_id, png(9, 9))).toFailWith("CONFLICT", { field: "p_id" });
  const lines = log.filter((line) => line.includes('"message":"image"')).map((line) => JSON.parse(line));
  expect(lines).toMatchObject([{ level: "ERROR", error: { name: "AccessDenied" } }]);
});
