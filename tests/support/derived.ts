// What derives from the ledger and the rows of nouns: deleted, and made again as the runbook says.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { expect } from "vitest";
import { lambdasNow } from "./clock.ts";
import { engine, s3Of, type TableName } from "./engine.ts";
import type { TestWorld } from "./world.ts";

/** Tables with the key of each; of Keys names and the lists of roots and programs alone. */
const tables: [table: TableName, ...keys: string[]][] = [
  ["stocks", "_id"],
  ["days", "day"],
  ["history", "product", "day"],
  ["keys", "key"],
];
const isDerived = (row: Record<string, unknown>): boolean =>
  row.key === undefined || /^(p_id|gtin|w_id|category|username)#|^(roots|programs)$/.test(String(row.key));

/** Known only when they were written; nothing reads the units in transit when a day closed. */
const passing = new Set(["taken_at", "in_transit", "rebuilt", "derivedFrom"]);

/** Without zeros, which postings leave in maps, and sales by product. */
const plain = (value: unknown): unknown => {
  if (value instanceof Set) return [...value].sort();
  if (value instanceof Uint8Array) return value.length > 0 && plain(JSON.parse(gunzipSync(value).toString()));
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const { products, units } = value as { products?: string[]; units?: unknown[] };
  if (products && units)
    return { ...value, products: Object.fromEntries(products.map((id, at) => [id, units[at]])), units: [] };
  const kept = Object.entries(value).filter(([name, one]) => one !== 0 && !passing.has(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, plain(one)]));
};

const filesOf = async (world: TestWorld): Promise<string[]> => {
  const listed = ["snapshots/", "plan/"].map((Prefix) =>
    s3Of(world).send(new ListObjectsV2Command({ Bucket: world.env.REPORTS_BUCKET, Prefix })),
  );
  return (await Promise.all(listed)).flatMap(({ Contents = [] }) => Contents.map(({ Key = "" }) => Key));
};

/** Each row and file, by table and key. */
export const derivedRows = async (world: TestWorld): Promise<Record<string, unknown>> => {
  const found: Record<string, unknown> = {};
  for (const [table, ...keys] of tables)
    for (const row of (await engine(world).all(table)).filter(isDerived))
      found[[table, ...keys.map((key) => row[key])].join(" ")] = plain(row);
  for (const Key of await filesOf(world)) {
    const { Body } = await s3Of(world).send(new GetObjectCommand({ Bucket: world.env.REPORTS_BUCKET, Key }));
    found[Key] = plain(await Body?.transformToByteArray());
  }
  return found;
};

const loseDerived = async (world: TestWorld): Promise<void> => {
  const { all, client } = engine(world);
  for (const [table, ...keys] of tables)
    for (const row of (await all(table)).filter(isDerived)) {
      const Key = Object.fromEntries(keys.map((key) => [key, row[key]]));
      await client.send(new DeleteCommand({ TableName: world.env[`${table.toUpperCase()}_TABLE`], Key }));
    }
  for (const Key of await filesOf(world))
    await s3Of(world).send(new DeleteObjectCommand({ Bucket: world.env.REPORTS_BUCKET, Key }));
};

/** The rebuild drill: what is derived since a day is deleted, made again, and equal to the last row. */
export const drill = async (world: TestWorld, first: string): Promise<void> => {
  const rebuild = async () =>
    expect(await world.invoke("snapshot", { pause: 0, rebuild: first })).toMatchObject({ mismatches: 0 });
  await rebuild();
  const before = await derivedRows(world);
  await loseDerived(world);
  expect((await remake(world)).stocks.length).toBeGreaterThan(0);
  await rebuild();
  expect(await derivedRows(world)).toEqual(before);
  expect(await remake(world)).toEqual({ stocks: [], names: [], freed: [] });
};

/** In a process of its own, as in the runbook: its tables are named by the environment. */
const remake = async ({ env }: TestWorld): Promise<Record<"stocks" | "names" | "freed", string[]>> => {
  const now = new Date(lambdasNow()).toISOString();
  const script = `import("./functions/lib/remake.ts").then(async (one) =>
    console.log(JSON.stringify(await one.remake(new Date("${now}")))))`;
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], {
    cwd: join(import.meta.dirname, "../.."),
    env: { ...process.env, ...env },
  });
  return JSON.parse(stdout);
};
