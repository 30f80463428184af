// The local run: its data stays between starts, resources are created once, and it knows nothing of the product.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PutObjectCommand } from "@aws-sdk/client-s3";
import { decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import { afterAll, beforeEach, expect, test } from "vitest";
import { synthesize } from "#infra/local/build.ts";
import { api, calls } from "#shared/api.ts";
import { setClock } from "#tests/support/clock.ts";
import { s3Of } from "#tests/support/engine.ts";
import { newProxy } from "#tests/support/proxy.ts";
import { samplesOf, send } from "#tests/support/samples.ts";
import { type Client, newWorld, world } from "#tests/support/world.ts";

const data = mkdtempSync(join(tmpdir(), "local-"));
beforeEach(() => setClock(new Date().toISOString()));
afterAll(() => rmSync(data, { recursive: true, force: true }));

test("a second start has the data, pictures, sessions and first user of the first", async () => {
  const first = await newWorld({ data });
  const secret = first.output("FirstSignIn");
  expect(first.secrets.isNew(secret)).toBe(true);
  const made = await first.manager.post("/v1/warehouses", { w_id: "BLR", name: "Bengaluru" });
  expect(made.status).toBe(201);
  const picture = { Bucket: first.env.IMAGES_BUCKET, Key: "images/kept.txt", Body: "kept" };
  await s3Of(first).send(new PutObjectCommand(picture));
  const password = first.secrets.value(secret);
  await first.stop();

  const second = await newWorld({ data });
  expect(second.secrets.isNew(secret)).toBe(false);
  expect(second.secrets.value(secret)).toBe(password);
  const headers = { authorization: `Bearer ${first.manager.token}` };
  expect((await second.anonymous.get("/v1/warehouses", headers)).body).toEqual([made.body]);
  expect(await (await fetch(`${second.site}/images/kept.txt`)).text()).toBe("kept");
  const users = (await second.root.get("/v1/users")).body;
  expect(users.map(({ role }: { role: string }) => role).sort()).toEqual(["executive", "manager", "root"]);
  await second.stop();
});

test("worlds that run at the same time share nothing", async () => {
  const [one, two] = await Promise.all([world(), newWorld()]);
  await one.manager.post("/v1/warehouses", { w_id: "DEL", name: "Delhi" });
  expect((await two.manager.get("/v1/warehouses")).body).toEqual([]);
  const headers = { authorization: `Bearer ${one.manager.token}` };
  expect((await two.anonymous.get("/v1/warehouses", headers)).status).toBe(401);
});

test("a rotation signs nobody out: sessions of the new key and of the one before are valid, of an older one not", async () => {
  // Secrets record their creation by the real clock, so the test clock starts from it.
  const minutes = (passed: number) => setClock(new Date(Date.now() + passed * 60_000).toISOString());
  minutes(0);
  const { secrets, env, manager, signIn, anonymous } = await newWorld();
  const ask = async ({ token }: Client) =>
    (await anonymous.get("/v1/warehouses", { authorization: `Bearer ${token}` })).status;
  const rotate = () => secrets.rotate(env.SIGNING_SECRET ?? "");
  rotate();
  expect(await ask(manager)).toBe(200);
  // A Lambda caches the keys for five minutes.
  minutes(6);
  const second = await signIn("manager", "manager-password");
  expect([await ask(manager), await ask(second)]).toEqual([200, 200]);
  rotate();
  minutes(12);
  const third = await signIn("manager", "manager-password");
  expect([await ask(manager), await ask(second), await ask(third)]).toEqual([401, 200, 200]);
});

test("half a day after a rotation a session forged with the old key is refused", { tags: "exhaustive" }, async () => {
  const { secrets, env, manager, anonymous } = await newWorld();
  const key = new TextEncoder().encode(secrets.value(env.SIGNING_SECRET ?? ""));
  const [{ kid }, { epoch }] = [decodeProtectedHeader(manager.token ?? ""), decodeJwt(manager.token ?? "")];
  const forged = (at: number) =>
    new SignJWT({ epoch })
      .setProtectedHeader({ alg: "HS256", kid: kid ?? "" })
      .setSubject(manager._id ?? "")
      .setIssuer("inventory-manager")
      .setAudience("inventory-manager-web")
      .setIssuedAt(at)
      .setExpirationTime(at + 600)
      .sign(key);
  const ask = async (at: number) => {
    setClock(new Date(at * 1_000).toISOString());
    return (await anonymous.get("/v1/warehouses", { authorization: `Bearer ${await forged(at)}` })).status;
  };
  const now = Math.floor(Date.now() / 1_000);
  secrets.rotate(env.SIGNING_SECRET ?? "");
  expect([await ask(now + 11 * 3_600), await ask(now + 13 * 3_600)]).toEqual([200, 401]);
});

test("sessions stay valid while the secret store is down for an hour, and new ones can begin", async () => {
  setClock("2026-11-20T04:00:00Z");
  const proxy = newProxy();
  const { manager, signIn } = await newWorld({ wrapSecrets: proxy.wrap });
  expect((await manager.get("/v1/warehouses")).status).toBe(200);
  let requests = 0;
  proxy.decide = () => {
    requests += 1;
    return "fail";
  };
  setClock("2026-11-20T05:01:00Z");
  expect((await manager.get("/v1/warehouses")).status).toBe(200);
  expect(requests).toBeGreaterThan(0);
  const again = await signIn("manager", "manager-password");
  expect((await again.get("/v1/warehouses")).status).toBe(200);
});

test("the prod stage, with its aliases, runs locally too", { tags: "exhaustive" }, async () => {
  const assembly = await synthesize("prod", process.env.WEB_BUILT ?? "");
  const prod = await newWorld({ assembly });
  const { root, dev, site } = prod;
  for (const route of ["GET /v1/stocks", "POST /v1/transactions/out", "POST /v1/dev/stock-adjustment"] as const)
    expect((await send(root, route, await samplesOf(prod)[route](root))).status).toBe(calls[route].status);
  expect((await (await fetch(`${site}/config.json`)).json()).dev).toBe(dev);
});

test("with few workers every function answers, also with more called at once", { tags: "exhaustive" }, async () => {
  const { manager } = await newWorld({ lowMemory: true });
  const lists = ["warehouses", "products", "stocks", "shipments", "categories", "aliases"];
  for (let round = 0; round < 2; round++) {
    const answers = await Promise.all(lists.map((list) => manager.get(`/v1/${list}`)));
    expect(answers.map(({ status }) => status)).toEqual(lists.map(() => 200));
  }
});

test("a function can be invoked by its name", async () => {
  const { invoke } = await world();
  await expect(invoke("nothing")).rejects.toThrow("There is no function nothing; there are ");
});

test("infra/local mentions no noun of the product", () => {
  const nouns = Object.keys(api).flatMap((noun) => [noun, noun.replace(/ies$/, "y").replace(/s$/, "")]);
  // Names that are also ordinary words of a program.
  const ordinary = ["app", "login", "dev", "imports", "import", "aliases", "aliase", "counts", "count"].concat(
    ["order", "return", "program"].flatMap((noun) => [noun, `${noun}s`]),
  );
  const telling = nouns.filter((noun) => !ordinary.includes(noun)).join("|");
  const words = new RegExp(`\\b(${telling}|root user|stock)\\b`, "i");
  const folder = join(import.meta.dirname, "../../../infra/local");
  for (const file of readdirSync(folder)) {
    const lines = readFileSync(join(folder, file), "utf8").split("\n");
    expect(lines.filter((line) => words.test(line.replace(/user[- ](agent|error)/, "")))).toEqual([]);
  }
});
