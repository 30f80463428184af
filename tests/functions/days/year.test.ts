// Nights, more than a year of them, with late, duplicate and missing runs: one correct snapshot for each day.
import { gunzipSync } from "node:zlib";
import { GetObjectCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { seededRandom } from "#demo/random.ts";
import { addDays } from "#shared/day.ts";
import type { Line } from "#shared/movement.ts";
import { catalogue } from "#tests/bench/seed.ts";
import { setClock } from "#tests/support/clock.ts";
import { engine, s3Of, storedMovement } from "#tests/support/engine.ts";
import { world } from "#tests/support/world.ts";

const first = "2025-06-01";
const here = await world();
const { put } = engine(here);
const { invoke, env } = here;
const s3 = s3Of(here);
const Bucket = env.REPORTS_BUCKET;

/** Up to the night `away` the job runs only every twentieth, since the number of runs decides how long this takes. */
const checkNights = async (nights: number, away: number): Promise<void> => {
  setClock(`${first}T04:00:00Z`);
  await here.empty();
  const chance = seededRandom(17).next;
  const { warehouseRows, productRows } = catalogue(3, 2);
  const pairs = productRows.flatMap(({ _id }) => warehouseRows.map((place): [string, string] => [_id, place._id]));
  const held = new Map<string, number>();
  const closes: Record<string, number>[] = [];
  /** Movements of the n-th day, and the holding at its close. */
  const moved = (n: number) => {
    const lines = pairs.map(
      ([product, warehouse]): Line => [product, warehouse, Math.floor(chance() * 9) - (n > 40 ? 4 : 0)],
    );
    for (const [product, warehouse, delta] of lines)
      held.set(`${product}#${warehouse}`, (held.get(`${product}#${warehouse}`) ?? 0) + delta);
    closes.push(Object.fromEntries(held));
    return storedMovement(`day${n}`, addDays(first, n), { kind: "in", reason: "Correction", lines });
  };
  await put("warehouses", warehouseRows, { created_at: `${first}T05:00:00.000Z` });
  await put("products", productRows);

  for (let night = 1; night <= nights; night++) {
    // Missing for weeks at first and for three days now and then, else up to hours late, and sometimes run twice.
    if (night < away ? night % 20 > 0 : night % 11 >= 8 && night < nights) continue;
    const entries = Array.from({ length: night - closes.length }, () => moved(closes.length));
    await put("movements", entries);
    const heldOf = (_id: string) =>
      Object.fromEntries(warehouseRows.map((place) => [place._id, held.get(`${_id}#${place._id}`)]));
    const stocks = productRows.map(({ _id }) => ({ _id, held: heldOf(_id), sold: {} }));
    await put("stocks", stocks);
    setClock(`${addDays(first, night)}T0${Math.floor(chance() * 9)}:05:00Z`);
    const runs = night % 7 === 0 ? 2 : 1;
    for (let run = 0; run < runs; run++)
      expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ mismatches: 0 });
  }

  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: "snapshots/" }));
  const days = Array.from({ length: nights }, (_, n) => addDays(first, n));
  expect(Contents.map(({ Key = "" }) => Key.slice(10, 20))).toEqual(days);
  for (const [n, day] of days.entries()) {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: `snapshots/${day}.json.gz` }));
    const snapshot = JSON.parse(gunzipSync((await Body?.transformToByteArray()) ?? "").toString());
    const found: Record<string, number> = {};
    for (const { _id, held: units } of snapshot.products as { _id: string; held: Record<string, number> }[])
      for (const [warehouse, quantity] of Object.entries(units)) found[`${_id}#${warehouse}`] = quantity;
    expect([day, found]).toEqual([day, closes[n]]);
  }
};

const guarantee = "days with duplicate runs, delays and gaps of up to weeks have exactly one correct snapshot each";
test(`400 ${guarantee}`, { tags: "exhaustive" }, () => checkNights(400, 330));
