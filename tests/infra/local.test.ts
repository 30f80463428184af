// The local run: what it keeps between starts, what it makes once, and what it must not know.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { api } from "#shared/api.ts";
import { newWorld } from "#tests/support/world.ts";

const data = mkdtempSync(join(tmpdir(), "local-"));
afterAll(() => rmSync(data, { recursive: true, force: true }));

test("a second start finds data, pictures, sessions and the first user of the first", async () => {
  const first = await newWorld({ data });
  const secret = first.output("FirstSignIn");
  expect(first.secrets.isNew(secret)).toBe(true);
  const made = await first.manager.post("/v1/warehouses", { w_id: "BLR", name: "Bengaluru" });
  expect(made.status).toBe(201);
  await fetch(`${first.storage}/${first.env.IMAGES_BUCKET}/images/kept.txt`, { method: "PUT", body: "kept" });
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

test("worlds at the same time share nothing", async () => {
  const [one, two] = await Promise.all([newWorld(), newWorld()]);
  await one.manager.post("/v1/warehouses", { w_id: "DEL", name: "Delhi" });
  expect((await two.manager.get("/v1/warehouses")).body).toEqual([]);
  const headers = { authorization: `Bearer ${one.manager.token}` };
  expect((await two.anonymous.get("/v1/warehouses", headers)).status).toBe(401);
});

test("after a rotation sessions of both keys are valid", async () => {
  const { secrets, env, manager, signIn, anonymous } = await newWorld();
  const ask = (token = "") => anonymous.get("/v1/warehouses", { authorization: `Bearer ${token}` });
  secrets.rotate(env.SIGNING_SECRET ?? "");
  expect((await ask(manager.token)).status).toBe(200);
  const { token } = await signIn("manager", "manager-password");
  expect((await ask(token)).status).toBe(200);
});

test("a function can be run by its name", async () => {
  const { invoke } = await newWorld();
  await expect(invoke("nothing")).rejects.toThrow("There is no function nothing; there are ");
});

test("infra/local knows no noun of the product", () => {
  const nouns = Object.keys(api).flatMap((noun) => [noun, noun.replace(/ies$/, "y").replace(/s$/, "")]);
  const words = new RegExp(
    `\\b(${nouns.filter((noun) => !["app", "login", "dev"].includes(noun)).join("|")}|root user|stock)\\b`,
    "i",
  );
  const folder = join(import.meta.dirname, "../../infra/local");
  for (const file of readdirSync(folder)) {
    const lines = readFileSync(join(folder, file), "utf8").split("\n");
    expect(lines.filter((line) => words.test(line.replace("user-agent", "")))).toEqual([]);
  }
});
