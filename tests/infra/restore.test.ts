// The restore drill, also alone as `npm run restore-drill`: days of trade through the front door, everything gone, the
// tables back under new names as AWS restores them, and the stacks pointed at them as docs/operations.md says.
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { bundle } from "#infra/bundle.ts";
import { type Stage, stages } from "#infra/config.ts";
import { throttle } from "#infra/local/throttle.ts";
import { api } from "#shared/api.ts";
import { addDays } from "#shared/day.ts";
import type { Role } from "#shared/role.ts";
import { type Answers, answersOf, commandsOf, openShell } from "#tests/support/aws-cli.ts";
import { type Backup, restoreObjects, restoreTables, takeBackup, wipe } from "#tests/support/backup.ts";
import { setClock } from "#tests/support/clock.ts";
import { countLine, sendLines } from "#tests/support/counts.ts";
import { downloadWithTestClock, readWorkbook } from "#tests/support/download.ts";
import { countForm, newPerson, type Person, productForm } from "#tests/support/fixtures.ts";
import { png } from "#tests/support/picture.ts";
import { idempotencyKey, pickTick } from "#tests/support/stock.ts";
import { synthesizeInto, templatesOf } from "#tests/support/template.ts";
import { type Answer, type Client, newWorld, type TestWorld } from "#tests/support/world.ts";

const folder = mkdtempSync(join(tmpdir(), "drill-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const data = join(folder, "data");

/** The instant of the restore, on the third day, and a later one. */
const [first, day] = ["2026-11-18", "2026-11-20"];
const instant = `${day}T06:00:00Z`;
const restored = "2026-11-20";

const here = { data };
const made: Record<string, string> = {};
const retry = idempotencyKey(randomUUID());
let world: TestWorld;
let backup: Backup;
let before: Record<string, unknown>;
let sale: Answer;
let leaver: Person;

/** Sets the clock and signs everybody in, since sessions end after twelve hours. */
const at = async (now: string) => {
  setClock(now);
  const { secrets, output, signIn } = world;
  const password = (role: string) => (role === "root" ? secrets.value(output("FirstSignIn")) : `${role}-password`);
  const [root, manager, executive] = await Promise.all(
    ["root", "manager", "executive"].map((role) => signIn(role, password(role))),
  );
  return { root, manager, executive } as Record<Role, Client>;
};

const post = async (client: Client, path: string, body: unknown, headers = idempotencyKey()): Promise<Answer> => {
  const answer = await client.post(path, body, headers);
  expect({ path, answer }).toMatchObject({ answer: { status: 201 } });
  return answer;
};

/** One of every kind of data in the product. */
const trade = async (): Promise<void> => {
  let { root, manager, executive } = await at(`${first}T04:00:00Z`);
  for (const name of ["near", "far"])
    made[name] = (await post(manager, "/v1/warehouses", { w_id: name, name })).body._id;
  for (const name of ["bib", "romper", "swaddle"]) {
    const form = productForm({ p_id: name, name, amazon: "https://www.amazon.in/dp/B0" }, { bytes: png(4, 4) });
    made[name] = (await post(manager, "/v1/products", form)).body._id;
    await post(manager, "/v1/transactions/in", { product: made[name], warehouse: made.near, quantity: 500 });
  }
  await post(manager, "/v1/categories", { name: "Swaddles", flipkart: "https://www.flipkart.com/swaddles" });
  const list = (quantity: number) => [made.bib, made.romper].map((product) => ({ product, quantity }));
  const sell = (quantity: number, channel: string, headers = idempotencyKey()) =>
    post(executive, "/v1/transactions/out", { list: list(quantity), channel }, headers);
  for (let back = 2; back >= 0; back--) {
    ({ root, manager, executive } = await at(`${addDays(day, -back)}T05:00:00Z`));
    if (back < 2) expect(await world.invoke("snapshot", { pause: 0 })).toMatchObject({ closed: 1, mismatches: 0 });
    await sell(7 + back, "amazon");
    const undone = await sell(2, "flipkart");
    await post(manager, `/v1/transactions/${undone.body.movement}/reverse`, {});
    await post(manager, "/v1/transactions/transfer", { from: made.near, to: made.far, list: list(30) });
    const sent = await post(manager, "/v1/shipments", {
      container: `MSKU ${back}`,
      expected_delivery: day,
      list: list(40),
    });
    await post(manager, `/v1/shipments/${sent.body._id}/receive`, { warehouse: made.far, list: list(15) });
  }
  const torn = { channel: "amazon", reference: "RT-1", product: made.bib, warehouse: made.near, damaged: 1 };
  await post(executive, "/v1/returns", torn);
  const counted = countForm(addDays(day, -1), "P.ID/SKU/BC,W.ID,Quantity\nswaddle,near,490");
  await post(root, "/v1/dev/stock-adjustment", counted);
  sale = await sell(1, "snd-app", retry);
  made.count = (await post(manager, "/v1/counts", { warehouse: made.near })).body._id;
  expect(await sendLines(executive, made.count ?? "", countLine(made.bib, 470))).toMatchObject({ status: 200 });
  const ticks = [pickTick(made.bib, sale.body.data[0].breakdown[0].warehouse._id)];
  const ticked = await executive.send("PUT", `/v1/picklists/${sale.body.movement}/picked`, { ticks });
  expect(ticked.body.places).toHaveLength(1);
};

/** Answers of all read calls to each role, with pictures and the closing stock of a past day. */
const everything = async ({ site }: TestWorld): Promise<Record<string, unknown>> => {
  const { root, manager, executive } = await at(instant);
  const range = `start=${first}&end=${day}`;
  const paths = [
    ...["app/context", "products", "stocks", "warehouses", "categories", "shipments", "users", "app/dash/inventory"],
    ...["counts", `counts/${made.count}`, `picklists/${sale.body.movement}/picked`],
    ...["app/dash/analytics", "transactions", "picklists", "returns"].map((path) => `${path}?${range}`),
    ...["bib", "romper", "swaddle"].map((name) => `products/${made[name]}/movements?${range}`),
  ].map((path) => `/v1/${path}`);
  const answers: Record<string, unknown> = {};
  for (const [role, client] of Object.entries({ root, manager, executive }))
    for (const path of paths) {
      const { status, body } = await client.get(path);
      answers[`${role} ${path}`] = [status, body.now ? { ...body, now: "" } : body];
    }
  for (const { image } of (await manager.get("/v1/products")).body)
    answers[image] = Buffer.from(await (await fetch(site + image)).arrayBuffer()).toString("base64");
  for (const date of [first, addDays(day, -1)]) {
    const { rows } = await readWorkbook(
      await downloadWithTestClock(world, manager, "/v1/stock-report/export", { date }),
    );
    answers[`closing stock of ${date}`] = rows;
  }
  return answers;
};

/** Logical and physical names of a stack's resources of a type, as the AWS command line lists them. */
const listIn = (resources: { stack: string; type: string; id: string }[]): Answers => ({
  "cloudformation list-stack-resources": ({ "stack-name": stack, query = "" }) =>
    resources
      .filter((one) => one.stack === stack && query.includes(`ResourceType=='${one.type}'`))
      .map(({ id }) => `${id}\t${id}`)
      .join("\n"),
});

/** The stacks of a stage with the real bundles and web app. */
const synthesized = async (stage: Stage): Promise<string> => {
  const [bundles, outdir] = [join(folder, "bundles"), join(folder, "assembly")];
  await bundle(bundles);
  synthesizeInto(outdir, { stage, bundles, site: process.env.WEB_BUILT ?? "" });
  return outdir;
};

test("the restore leaves the data stack, with its exports while any are imported", { tags: "exhaustive" }, () => {
  const data = (stage: Stage) =>
    JSON.parse(readFileSync(join(templatesOf(stage).folder, "InventoryProdData.template.json"), "utf8"));
  expect(data({ ...stages.prod, restored })).toEqual(data(stages.prod));
});

test("the runbook closes every route of both APIs, also those with limits of their own, and opens them as they were", async () => {
  const { of } = templatesOf(stages.prod);
  const limits = Object.fromEntries(
    of("AWS::ApiGatewayV2::Stage").map(({ properties: { ApiId, DefaultRouteSettings, RouteSettings = {} } }) => {
      return [String(ApiId), { DefaultRouteSettings, RouteSettings }];
    }),
  );
  const before = structuredClone(limits);
  const { run, stop } = await openShell("prod", {
    ...listIn(of(/./)),
    "apigatewayv2 get-stage": ({ "api-id": id = "" }) => JSON.stringify(limits[id], null, 4),
    "apigatewayv2 update-stage": ({ "api-id": id = "", "cli-input-json": input = "" }) => {
      const { DefaultRouteSettings, RouteSettings } = JSON.parse(input);
      Object.assign(limits[id]?.DefaultRouteSettings, DefaultRouteSettings);
      Object.assign(limits[id]?.RouteSettings, RouteSettings);
    },
  });
  onTestFinished(stop);
  expect(Object.values(limits).some(({ RouteSettings }) => Object.keys(RouteSettings).length > 0)).toBe(true);
  // Blocking them twice must not forget the limits.
  for (let time = 0; time < 2; time++) await run(commandsOf("Backup and restore", 1));
  const routes = Object.values(api).flatMap((calls) => Object.keys(calls));
  for (const stage of Object.values(limits)) expect(routes.filter(throttle(stage))).toEqual([]);
  expect(Object.keys(limits)).toHaveLength(2);
  await run(commandsOf("Backup and restore", 7));
  expect(limits).toEqual(before);
});

describe("after the drill", { tags: "exhaustive" }, () => {
  beforeAll(async () => {
    setClock(`${first}T04:00:00Z`);
    world = await newWorld(here);
    await trade();
    before = await everything(world);
    const { root, manager } = await at(instant);
    leaver = await newPerson({ ...world, root }, "manager");
    backup = await takeBackup(world);
    // Everything after the instant is lost: sales, renames, a product, a nightly run. Users keep their current state.
    const list = [{ product: made.swaddle, quantity: 100 }];
    expect((await root.delete(`/v1/users/${leaver._id}`)).status).toBe(204);
    made.later = (await post(manager, "/v1/products", productForm())).body._id;
    await post(manager, "/v1/transactions/out", { list, channel: "amazon" });
    await manager.patch(`/v1/warehouses/${made.near}`, { name: "Renamed" });
    setClock(`${addDays(day, 1)}T05:00:00Z`);
    expect(await world.invoke("snapshot", { pause: 0 })).toMatchObject({ closed: 1 });
    // While the old tables are still in use.
    const nameOf = (noun: string) => `inventory-dev-${noun.toLowerCase()}-${restored}`;
    await restoreTables(world, backup, nameOf);
    const shell = await openShell("dev", answersOf(world));
    const [bring = ""] = commandsOf("Backup and restore", 3).replaceAll("-prod-", "-dev-").split("\nwho=");
    expect((await shell.run(`restored=${restored}\n${bring}`)).trim()).toBe("");
    await shell.stop();
    // Everything else is deleted, also snapshots of days that are no longer closed.
    await wipe(
      world,
      (key) => key.startsWith("images/") || (key >= `snapshots/${day}` && key.startsWith("snapshots/")),
    );
    await restoreObjects(world, backup);
    await world.stop();
    world = await newWorld({ ...here, assembly: await synthesized({ ...stages.dev, restored }) });
  });

  test("the runbook restores every table of the data stack under the name in use, with backups, protection and expiry", async () => {
    const { of } = templatesOf(stages.prod);
    const expiry = ({ "table-name": name }: Record<string, string>): string => {
      const table = of("AWS::DynamoDB::Table").find(({ id }) => id === name);
      return table?.properties.TimeToLiveSpecification?.AttributeName ?? "None";
    };
    const shell = await openShell("prod", { ...listIn(of(/./)), "dynamodb describe-time-to-live": expiry });
    onTestFinished(shell.stop);
    await shell.run(commandsOf("Backup and restore", 2));
    const named = (command: string, option: string) =>
      shell.called.filter((call) => call.command === `dynamodb ${command}`).map(({ options }) => options[option]);
    const used = Object.entries(world.env).flatMap(([name, table]) => (name.endsWith("_TABLE") ? [table] : []));
    const expected = used.map((table) => table.replace("inventory-dev-", "inventory-prod-")).sort();
    expect(named("restore-table-to-point-in-time", "target-table-name").sort()).toEqual(expected);
    expect(named("restore-table-to-point-in-time", "source-table-name")).toHaveLength(expected.length);
    for (const command of ["update-continuous-backups", "update-table"])
      expect(named(command, "table-name").sort()).toEqual(expected);
    expect(named("update-time-to-live", "table-name").sort()).toEqual(
      ["imports", "keys", "returns"].map((noun) => `inventory-prod-${noun}-${restored}`),
    );
  });

  test("the Lambdas read and write the restored tables, which their roles allow", () => {
    const tables = Object.entries(world.env).filter(([name]) => name.endsWith("_TABLE"));
    expect(tables).toHaveLength(templatesOf(stages.dev).of("AWS::DynamoDB::Table").length);
    for (const [noun, name] of tables)
      expect(name).toBe(`inventory-dev-${noun.replace("_TABLE", "").toLowerCase()}-${restored}`);
  });

  test("the API answers every role as it did at that instant, with pictures and closed days", async () => {
    const after = await everything(world);
    expect(Object.keys(after).length).toBeGreaterThan(40);
    expect(after).toEqual(before);
  });

  test("users deleted since stay deleted, and no id is given twice", async () => {
    const { username, password, client } = leaver;
    const { root, manager } = await at(instant);
    const old = { authorization: `Bearer ${client.token}` };
    expect((await world.anonymous.get("/v1/users", old)).status).toBe(401);
    expect((await world.anonymous.post("/v1/login", { username, password })).status).toBe(401);
    const again = { name: "Another", username, password, role: "executive" };
    expect((await root.post("/v1/users", again)).status).toBe(201);
    expect([made.later, (await post(manager, "/v1/products", productForm())).body._id]).toEqual(["p4", "p5"]);
  });

  test("a request from before the restore, sent again, gets its first answer and moves nothing", async () => {
    const list = [made.bib, made.romper].map((product) => ({ product, quantity: 1 }));
    const { executive, manager } = await at(instant);
    const again = await executive.post("/v1/transactions/out", { list, channel: "snd-app" }, retry);
    expect([again.status, again.body]).toEqual([201, sale.body]);
    expect((await manager.get("/v1/stocks")).body).toEqual((before["manager /v1/stocks"] as unknown[])[1]);
  });

  test("stock agrees with the whole ledger, the next nightly run closes the day, and sales continue", async () => {
    const { manager } = await at(`${addDays(day, 1)}T05:00:00Z`);
    expect(await world.invoke("snapshot", { pause: 0, whole: true })).toMatchObject({ closed: 1, mismatches: 0 });
    const line = { product: made.swaddle, warehouse: made.near, quantity: 490 };
    expect((await manager.post("/v1/transactions/out", line)).status).toBe(201);
    expect(await manager.post("/v1/transactions/out", line)).toMatchObject({ status: 422 });
    expect((await manager.post("/v1/warehouses", { w_id: "third", name: "Third" })).body._id).toBe("w3");
    expect(await world.invoke("snapshot", { pause: 0, whole: true })).toMatchObject({ mismatches: 0 });
  });
});
