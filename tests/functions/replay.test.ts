// A real day of a real seller, replayed through the HTTP API.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { type Replay, replay } from "#demo/replay.ts";
import { addDays, dayOf } from "#shared/day.ts";
import type { Transaction } from "#shared/movement.ts";
import { newWorld, type TestWorld, world } from "#tests/support/world.ts";

const sample = fileURLToPath(new URL("online-retail-sample.csv", import.meta.url));
const who = { user: "manager", password: "manager-password" };
const run = promisify(execFile);

/** A file of its first lines alone. */
const beginning = async (lines: number): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "replay-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "beginning.csv");
  const whole = await readFile(sample, "latin1");
  await writeFile(file, whole.split("\r\n", lines + 1).join("\r\n"), "latin1");
  return file;
};

const ledger = async ({ manager }: TestWorld): Promise<Transaction[]> => {
  const today = dayOf(new Date());
  return (await manager.get(`/v1/transactions?start=${addDays(today, -1)}&end=${today}`)).body;
};

const units = (rows: Transaction[], reason: string) =>
  rows.filter((row) => row.reason === reason).reduce((sum, { quantity }) => sum + quantity, 0);

test("a real day's invoices leave every product at opening minus sales plus returns", async () => {
  const here = await world();
  expect(await replay({ file: sample, api: here.api, ...who })).toEqual({
    ...{ products: 590, invoices: 62, returns: 4, sold: 12_925, returned: 140, leftOut: 0 },
    wrong: [],
  });

  const rows = await ledger(here);
  const openings = rows.filter(({ remarks }) => remarks === "Opening stock");
  expect(rows).toHaveLength(1_000 + openings.length);
  expect([units(rows, "Outbound"), units(rows, "Return")]).toEqual([12_925, 140]);
  const names = new Map(rows.map(({ product }) => [product.p_id, product.name]));
  expect(names.get("35004C")).toBe("SET OF 3 COLOURED  FLYING DUCKS");
  expect(names.get("82567")).toBe("AIRLINE LOUNGE,METAL SIGN");
  expect([names.get("D"), names.get("POST")]).toEqual(["Discount", "POSTAGE"]);
}, 120_000);

test("cut off and begun again, and then again by the command, it posts every line once", async () => {
  const here = await newWorld();
  const file = await beginning(150);
  const replayed = (onProgress?: Replay["onProgress"]) => replay({ file, api: here.api, ...who, onProgress });
  const cutOff = (done: number) => {
    if (done === 250) throw new Error("cut off");
  };
  await expect(replayed(cutOff)).rejects.toThrow("cut off");
  expect(await replayed()).toMatchObject({ wrong: [] });

  const rows = await ledger(here);
  expect(rows.filter(({ remarks }) => remarks?.startsWith("Invoice "))).toHaveLength(150);
  const { stdout } = await run(process.execPath, [
    ...["demo/replay.ts", file, "--api", here.api],
    ...["--user", who.user, "--password", who.password],
  ]);
  expect(stdout).toContain("Every product's stock is its opening minus sales plus returns");
  expect(await ledger(here)).toEqual(rows);
}, 60_000);

test("the command says in one line what is wrong", async () => {
  const { api } = await world();
  const command = (...args: string[]) => run(process.execPath, ["demo/replay.ts", ...args, "--api", api]);
  await expect(command()).rejects.toMatchObject({ code: 1, stderr: "Which file? npm run replay -- FILE\n" });
  await expect(command(sample, "--password", "wrong-password")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^POST \/v1\/login answered 401: .*\n$/),
  });
  await expect(command("no-such-file.csv")).rejects.toMatchObject({ code: 1 });
});
