// A real day of a real seller, replayed through the HTTP API.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { apiClient } from "#demo/client.ts";
import { type Replay, replay } from "#demo/replay.ts";
import { listen } from "#infra/local/http-server.ts";
import { channels } from "#shared/channel.ts";
import { addDays } from "#shared/day.ts";
import type { Transaction } from "#shared/movement.ts";
import type { Analytics } from "#shared/sales.ts";
import { recentTransactions, today } from "#tests/support/fixtures.ts";
import { newStockLine } from "#tests/support/stock.ts";
import { newWorld, type TestWorld, world } from "#tests/support/world.ts";

const sample = fileURLToPath(new URL("online-retail-sample.csv", import.meta.url));
const who = { user: "manager", password: "manager-password" };
const run = promisify(execFile);

/** A file of the sample's first lines, and the returns among its first 150. */
const beginning = async (length: number): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "replay-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "beginning.csv");
  const lines = (await readFile(sample, "latin1")).split("\r\n", 151);
  const few = lines.filter((line, at) => at <= length || line.startsWith("C"));
  await writeFile(file, few.join("\r\n"), "latin1");
  return file;
};

const ledger = async ({ manager }: TestWorld): Promise<Transaction[]> => (await manager.get(recentTransactions())).body;

const dashboard = async ({ manager }: TestWorld): Promise<Analytics> =>
  (await manager.get(`/v1/app/dash/analytics?start=${addDays(today(), -1)}&end=${today()}`)).body;

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);

/** Units of the sample by channel and by product, summed from its text alone. */
const sums = async () => {
  const byChannel: Record<string, number> = Object.fromEntries(channels.map((channel) => [channel, 0]));
  const byProduct: Record<string, number> = {};
  const text = await readFile(sample, "latin1");
  for (const line of text.trim().split("\r\n").slice(1)) {
    const [invoice = "", p_id = ""] = line.split(",");
    const quantity = Number(line.match(/,(-?\d+),\d\d-\d\d-\d\d /)?.[1]);
    if (invoice.startsWith("C")) continue;
    const channel = channels[Number(invoice) % channels.length] as string;
    byChannel[channel] = (byChannel[channel] ?? 0) + quantity;
    byProduct[p_id.toLowerCase()] = (byProduct[p_id.toLowerCase()] ?? 0) + quantity;
  }
  return { byChannel, byProduct };
};

test("within the gateway's limits a real day's invoices leave stock and dashboard at exactly the sums of the file", {
  tags: "exhaustive",
}, async () => {
  const here = await newWorld({ throttled: true });
  const done = await replay({ file: sample, api: here.api, ...who });
  expect(done).toEqual({
    ...{ products: 590, picklists: 62, invoices: 62, sold: 12_925, returns: 4, returned: 140, leftOut: 0 },
    differences: [],
  });

  const { channelSales, productSales } = await dashboard(here);
  const { byChannel, byProduct } = await sums();
  expect(sum(Object.values(byChannel))).toBe(12_925);
  const shown = Object.entries(channelSales).map(([channel, days]) => [channel, sum(Object.values(days))]);
  expect(Object.fromEntries(shown)).toEqual(byChannel);
  const perProduct = productSales.map(({ p_id, saleChannels }) => [
    p_id.toLowerCase(),
    sum(Object.values(saleChannels)),
  ]);
  expect(Object.fromEntries(perProduct)).toEqual(byProduct);

  const names = new Map((await here.manager.get("/v1/products")).body.map((one: Named) => [one.p_id, one.name]));
  expect(names.get("35004C")).toBe("SET OF 3 COLOURED  FLYING DUCKS");
  expect(names.get("82567")).toBe("AIRLINE LOUNGE,METAL SIGN");
  expect([names.get("D"), names.get("POST")]).toEqual(["Discount", "POSTAGE"]);
  const returned = (await ledger(here)).filter(({ reason }) => reason === "Return");
  expect(sum(returned.map(({ quantity }) => quantity))).toBe(140);
});

interface Named {
  p_id: string;
  name: string;
}

const guarantee = "a replay that is cut off and repeated posts everything once";

/** Replays a file, cut off so many steps before its end each time, and at last whole. */
const replayCutOff = async ({ api }: TestWorld, file: string, places: readonly number[]) => {
  const replayed = (onProgress?: Replay["onProgress"]) => replay({ file, api, ...who, onProgress });
  let steps = 0;
  await replayed((_, all) => {
    steps = all;
    throw new Error("counted");
  }).catch(() => {});
  for (const left of places) {
    const cutOff = (done: number) => {
      if (done === steps - left) throw new Error("cut off");
    };
    await expect(replayed(cutOff)).rejects.toThrow("cut off");
  }
  expect(await replayed()).toMatchObject({ differences: [] });
  return replayed;
};

test(guarantee, async () => {
  const here = await world();
  const replayed = await replayCutOff(here, await beginning(12), [2]);
  const rows = await ledger(here);
  expect(await replayed()).toMatchObject({ differences: [] });
  expect(await ledger(here)).toEqual(rows);
});

test(`${guarantee}, wherever it is cut off and whatever else is sold`, { tags: "exhaustive" }, async () => {
  const here = await newWorld();
  const { product, warehouse } = await newStockLine(here.manager, 5);
  await here.manager.post("/v1/transactions/out", { list: [{ product, quantity: 3 }], channel: "amazon" });
  const file = await beginning(60);
  const replayed = await replayCutOff(here, file, [60, 2]);

  const rows = await ledger(here);
  const { stdout } = await run(process.execPath, [
    ...["demo/replay.ts", file, "--api", here.api],
    ...["--user", who.user, "--password", who.password],
  ]);
  expect(stdout).toContain("Every product's stock is its opening stock minus sales plus returns");
  expect(stdout).toContain("Sales on the dashboard equal the file's, by product and by channel");
  expect(await ledger(here)).toEqual(rows);

  const [one] = rows.filter(({ remarks }) => remarks === "Opening stock");
  const moved = { warehouse, product: one?.product._id, quantity: 2 };
  expect((await here.manager.post("/v1/transactions/in", moved)).status).toBe(201);
  const { differences } = await replayed();
  expect(differences).toEqual([expect.objectContaining({ what: `Stock of ${one?.product.p_id}` })]);
});

test("a call that the gateway throttles is sent again, a sign-in that is refused for a while is not", async () => {
  const answers: [status: number, headers: Record<string, string>][] = [
    [429, {}],
    [200, {}],
    [429, { "retry-after": "900" }],
  ];
  const { port, stop } = await listen((_, response) => {
    const [status = 500, headers] = answers.shift() ?? [];
    response.writeHead(status, headers).end("[]");
  });
  onTestFinished(stop);
  const call = apiClient(`http://localhost:${port}`);
  expect(await call("GET /v1/stocks")).toEqual([]);
  await expect(call("POST /v1/login", { username: "root", password: "x" })).rejects.toThrow("answered 429");
  expect(answers).toEqual([]);
});

test("the command reports an error in one line", async () => {
  const { api } = await world();
  const command = (...args: string[]) => run(process.execPath, ["demo/replay.ts", ...args, "--api", api]);
  await expect(command()).rejects.toMatchObject({ code: 1, stderr: "Which file? npm run replay -- FILE\n" });
  await expect(command(sample, "--password", "wrong-password")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^POST \/v1\/login answered 401: .*\n$/),
  });
  await expect(command("no-such-file.csv")).rejects.toMatchObject({ code: 1 });
});
