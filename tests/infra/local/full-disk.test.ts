// A full disk under the data folder: a sentence and 503s, nothing half-written, and work goes on once there is room. The disk
// is a real one of a few megabytes in memory, in a mount namespace of its own, which needs no rights on most machines.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { countByStatus, inParallel, productForm, unique } from "#tests/support/fixtures.ts";
import { watchRun } from "#tests/support/local-run.ts";
import { png } from "#tests/support/picture.ts";
import { heldOf, idempotencyKey, ledgerOf, newStockLine } from "#tests/support/stock.ts";
import { type Client, client } from "#tests/support/world.ts";

const root = join(import.meta.dirname, "../../..");
const data = mkdtempSync(join(tmpdir(), "full-"));
const bytes = 8 * 2 ** 20;
/** Runs a command with a new, small disk at the data folder. */
const onSmallDisk = [
  "-rm",
  "sh",
  "-c",
  `mount -t tmpfs -o size=${bytes},mode=700 small "$0" && echo mounted && exec "$@"`,
  data,
];
const running = new Set<ChildProcess>();

const possible = spawnSync("unshare", [...onSmallDisk, "true"]).status === 0;
if (!possible)
  console.warn("\nSKIPPED: this machine mounts no disk for a test, so that a full disk is survived is NOT shown.\n");

afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(data, { recursive: true, force: true });
});

/** A small disk, with functions that run on it. */
const newDisk = async () => {
  const shell = spawn("unshare", [...onSmallDisk, "sleep", "1000"]);
  running.add(shell);
  await once(shell.stdout, "data");
  const folder = `/proc/${shell.pid}/root${data}`;
  const filler = join(folder, "filler");
  return {
    folder,
    /** Takes all room that is left, to the last byte. */
    fill: () => {
      const { blocks, bsize } = statfsSync(folder);
      expect(blocks * bsize).toBe(bytes);
      const file = openSync(filler, "a");
      for (let size = 2 ** 20; size >= 1; size /= 2)
        try {
          for (;;) writeSync(file, Buffer.alloc(size));
        } catch (error) {
          expect(error).toMatchObject({ code: "ENOSPC" });
        }
      closeSync(file);
    },
    empty: () => rmSync(filler),
    start: () => {
      const command = [process.execPath, "infra/local/start.ts", "--assembly", process.env.ASSEMBLY ?? ""];
      const own = { WEB_PORT: "0", API_PORT: "0", DEV_API_PORT: "0", DATA_DIR: data, DEMO: "off" };
      // The engine whose data lies on this disk.
      const engine = { DYNAMODB_ENGINE: "", DYNAMODB_ENDPOINT: "" };
      const enter = ["-t", String(shell.pid), "-U", "--preserve-credentials", "-m", ...command];
      const child = spawn("nsenter", [`--wd=${root}`, ...enter], { env: { ...process.env, ...own, ...engine } });
      running.add(child);
      return watchRun(child);
    },
  };
};

const apiOf = (output: string): string => /^API: ([^,]+),/m.exec(output)?.[1] ?? "";

const pictured = (user: Client) =>
  user.post("/v1/products", productForm({ p_id: "PICTURED", name: unique("Bib") }, { bytes: png(8, 8) }));

/** A run on a small disk that becomes full while units leave, and is freed again. */
const runFull = async (early: number, late: number) => {
  const { folder, fill, empty, start } = await newDisk();
  const run = start();
  const text = await run.ready;
  const [, password = ""] = /^Password of the first user, root: (\w{20})$/m.exec(text) ?? [];
  const api = apiOf(text);
  const { body } = await client(api).post("/v1/login", { username: "root", password });
  const user = client(api, body.token, body.user._id);
  const line = await newStockLine(user, 1_000);

  const orders = Array.from({ length: early + late }, () => idempotencyKey());
  const send = (index: number) => user.post("/v1/transactions/out", line, orders[index]);
  const first = inParallel(early, send);
  fill();
  const other = await inParallel(late, (index) => send(early + index));
  const refused = [...(await first).filter(({ status }) => status !== 201), ...other, await pictured(user)];
  expect(countByStatus(refused)).toEqual({ 503: refused.length });
  expect(refused.at(-1)?.body).toEqual({ code: "SERVICE_UNAVAILABLE", message: "Busy right now, try again" });
  // Stored data can be read.
  const done = (await first).filter(({ status }) => status === 201).length;
  expect(await heldOf(user, line.product)).toBe(1_000 - done);
  await expect
    .poll(run.output)
    .toMatch(/^The disk is full, so nothing can be saved: make room, and work goes on by itself\.$/m);

  empty();
  expect((await pictured(user)).status).toBe(201);
  // Each is sent once more, as a browser does: those that had taken effect do not do so again.
  expect(countByStatus(await inParallel(orders.length, send))).toEqual({ 201: orders.length });
  expect(await heldOf(user, line.product)).toBe(1_000 - orders.length);
  const ledger = await ledgerOf(user, line.product);
  expect(ledger.reduce((sum, quantity) => sum + quantity, 0)).toBe(1_000 - orders.length);
  expect(ledger).toHaveLength(1 + orders.length);
  await expect.poll(run.output).toMatch(/^There is room again\.$/m);
  expect(run.output().match(/The disk is full/g)).toHaveLength(1);
  expect(run.output()).not.toMatch(/Error|\n {4}at /);
  expect(
    readdirSync(join(folder, "s3"), { recursive: true, encoding: "utf8" }).filter((name) => /part$/.test(name)),
  ).toEqual([]);
  return { run, fill, empty, start, user, product: line.product, left: 1_000 - orders.length };
};

const guarantee = "a full disk is a sentence and 503s, nothing is half-written, and work goes on when there is room";

test.runIf(possible)(guarantee, async () => {
  await runFull(4, 4);
});

test.runIf(possible)(
  `${guarantee}; a run ends on it, and starts again with everything`,
  { tags: "exhaustive" },
  async () => {
    const { run, fill, empty, start, user, product, left } = await runFull(20, 40);
    fill();
    run.child.kill("SIGINT");
    expect(await run.ended).toBe(0);
    // The engine has tidied up.
    fill();
    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.output()).toBe("The disk is full: make room and start again.\n");
    empty();
    const third = start();
    expect(await third.ready).toMatch(/^Ready: /m);
    expect(await heldOf(client(apiOf(third.output()), user.token), product)).toBe(left);
    third.child.kill("SIGTERM");
    expect(await third.ended).toBe(0);
  },
);
