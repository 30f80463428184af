// SIGKILL to everything that `npm start` runs, while several clients post: answered postings exist after the next
// start, none exists twice, and stock, ledger and answers agree.
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { seededRandom } from "#demo/random.ts";
import { killGroup } from "#infra/local/dynamodb-engine.ts";
import { invokeInRunningInstance } from "#infra/local/instance-lock.ts";
import { channels } from "#shared/channel.ts";
import type { Posted, Transaction } from "#shared/movement.ts";
import type { StockRecord } from "#shared/stock.ts";
import { inParallel, recentTransactions } from "#tests/support/fixtures.ts";
import { watchRun } from "#tests/support/local-run.ts";
import { idempotencyKey, newProduct, newWarehouse } from "#tests/support/stock.ts";
import { type Answer, type Client, client } from "#tests/support/world.ts";

const root = join(import.meta.dirname, "../..");
const data = mkdtempSync(join(tmpdir(), "kill-"));
const rounds = 10;
const clients = 8;

interface Run {
  child: ChildProcess;
  /** URL of the API. */
  api: string;
  /** The password of root, in the run that made it. */
  password?: string;
}

let running: Run | undefined;
afterAll(() => {
  if (running) kill(running);
  rmSync(data, { recursive: true, force: true });
});

/** Starts as `npm start` does, in a process group of its own. */
const start = async (): Promise<Run> => {
  const ports = { WEB_PORT: "0", API_PORT: "0", DEV_API_PORT: "0" };
  const script = ["infra/local/start.ts", "--assembly", process.env.ASSEMBLY ?? "", "--invoke", "snapshot"];
  const child = spawn(process.execPath, script, {
    cwd: root,
    env: { ...process.env, ...ports, DATA_DIR: data, DEMO: "off" },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const text = await watchRun(child).ready;
  const [, api = ""] = /^API: (\S+),/m.exec(text) ?? [];
  const [, password] = /^Password of the first user, root: (\w+)$/m.exec(text) ?? [];
  running = { child, api, password };
  return running;
};

const instance = () => JSON.parse(readFileSync(join(data, "running.json"), "utf8"));

/** The app with its S3 engine, and the DynamoDB engine, which has a process group of its own. */
const kill = ({ child }: Run): void => {
  killGroup(instance().engine);
  if (child.pid) killGroup(child.pid);
};

/** A request, with its answers before the process was killed and later. */
interface Attempt {
  path: string;
  body: object;
  key: string;
  answers: Answer[];
}

const ask = async (by: Client, { path, body, key, answers }: Attempt): Promise<Answer> => {
  const answer = await by.post(path, body, idempotencyKey(key));
  answers.push(answer);
  return answer;
};

interface Places {
  products: string[];
  warehouses: string[];
}

/** Random postings of one client, each after the last one was answered, until there is nobody to answer. */
const postings = async (by: Client, { products, warehouses }: Places, chance: () => number, answered: () => void) => {
  const attempts: Attempt[] = [];
  const posted: string[] = [];
  const one = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)] as T;
  const quantity = () => 1 + Math.floor(chance() * 5);
  const next = (): Pick<Attempt, "path" | "body"> => {
    const path = (last: string) => `/v1/transactions/${last}`;
    const [product, [from, to]] = [one(products), warehouses];
    const kind = chance();
    if (kind < 0.2 && posted.length > 0) return { path: path(`${posted.pop()}/reverse`), body: {} };
    if (kind < 0.4) return { path: path("in"), body: { product, warehouse: one(warehouses), quantity: quantity() } };
    const list = products.filter(() => chance() < 0.5).map((product) => ({ product, quantity: quantity() }));
    if (kind < 0.7 && list.length > 0) return { path: path("out"), body: { list, channel: one(channels) } };
    if (kind < 0.8 && list.length > 0) return { path: path("transfer"), body: { from, to, list } };
    return { path: path("out"), body: { product, warehouse: one(warehouses), quantity: quantity() } };
  };
  for (;;) {
    const attempt = { ...next(), key: randomUUID(), answers: [] };
    attempts.push(attempt);
    const answer = await ask(by, attempt).catch(() => undefined);
    if (!answer) return attempts;
    if (answer.status === 201) posted.push(answer.body.movement);
    answered();
  }
};

const signedIn = async (api: string, password: string): Promise<Client> => {
  const { body } = await client(api).post("/v1/login", { username: "root", password });
  return client(api, body.token);
};

/** All rows of the ledger since yesterday. */
const ledger = async (by: Client): Promise<Transaction[]> => {
  const rows: Transaction[] = [];
  let path: string | undefined = recentTransactions();
  while (path) {
    const page: Answer = await by.get(path);
    rows.push(...page.body);
    path = /<([^>]+)>/.exec(page.headers.get("link") ?? "")?.[1];
  }
  return rows;
};

test("after SIGKILL during postings nothing that was answered is lost, and nothing is posted twice", async () => {
  const { api, password = "" } = await start();
  let by = await signedIn(api, password);
  const places = {
    products: await inParallel(6, () => newProduct(by)),
    warehouses: await inParallel(2, () => newWarehouse(by)),
  };
  const stocking: Attempt[] = places.products.map((product) => ({
    path: "/v1/transactions/in",
    body: { product, warehouse: places.warehouses[0], quantity: 40 },
    key: randomUUID(),
    answers: [],
  }));
  for (const attempt of stocking) expect((await ask(by, attempt)).status).toBe(201);

  const all = stocking;
  const chance = seededRandom(20_261_122).next;
  for (let round = 0; round < rounds; round++) {
    const run = running as Run;
    // The process dies once so many requests are answered, while each client waits for another.
    let left = 20 + Math.floor(chance() * 60);
    const answered = () => void (--left === 0 && kill(run));
    const exit = once(run.child, "exit");
    const attempts = await inParallel(clients, () => postings(by, places, chance, answered));
    expect((await exit)[1]).toBe("SIGKILL");
    all.push(...attempts.flat());

    by = await signedIn((await start()).api, password);
    // Twice: unanswered requests are answered now, and get the same answer again.
    for (let time = 0; time < 2; time++)
      await Promise.all(
        attempts.map(async (own) => {
          for (const attempt of own) await ask(by, attempt);
        }),
      );
    for (const { path, answers } of attempts.flat()) {
      const [first, ...later] = answers.map((answer) => ({ path, ...asFirstAnswered(answer) }));
      if (first?.status === 201) for (const answer of later) expect(answer).toEqual(first);
      expect([201, 409, 422]).toContain(first?.status);
    }
    await compare(by, all);
  }
}, 600_000);

/** A repeated answer may say that the movement was reversed since. */
const asFirstAnswered = ({ status, body }: Answer) => ({
  status,
  body: JSON.parse(JSON.stringify(body, (name, value) => (name === "reversed_by" ? undefined : value))),
});

/** Ledger and stock are the sum of the answered postings, and the nightly job agrees. */
const compare = async (by: Client, attempts: readonly Attempt[]): Promise<void> => {
  const answers = attempts.flatMap(({ answers }) => answers.find(({ status }) => status === 201) ?? []);
  const rows = await ledger(by);
  const byMovement = Map.groupBy(rows, ({ movement }) => movement);
  const posted: string[] = answers.map(({ body }) => (body as Posted).movement);
  expect([...byMovement.keys()].sort()).toEqual([...new Set(posted)].sort());
  expect(posted).toHaveLength(new Set(posted).size);

  const sums = new Map<string, number>();
  const signed = ({ action, quantity }: Transaction) => (action === "STOCK_IN" ? quantity : -quantity);
  for (const row of rows) {
    const pair = `${row.product._id} ${row.warehouse._id}`;
    sums.set(pair, (sums.get(pair) ?? 0) + signed(row));
  }
  const held: StockRecord[] = (await by.get("/v1/stocks")).body;
  const withoutZeros = (pairs: Iterable<readonly [string, number]>) =>
    Object.fromEntries([...pairs].filter(([, units]) => units !== 0));
  expect(
    withoutZeros(held.map(({ product, warehouse, quantity }) => [`${product._id} ${warehouse._id}`, quantity])),
  ).toEqual(withoutZeros(sums));
  const night = await invokeInRunningInstance(data, "snapshot", { pause: 0, whole: true });
  expect(night?.answer).toMatchObject({ mismatches: 0 });
};
