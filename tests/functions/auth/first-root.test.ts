// The first root: created once, however often CloudFormation asks, with the password that the stack generated.
import { expect, test } from "vitest";
import { listen, readBody } from "#infra/local/http-server.ts";
import { engine } from "#tests/support/engine.ts";
import { client, newWorld, world } from "#tests/support/world.ts";

const here = await world();
const { invoke, root, anonymous, api, secrets, output } = here;
const password = secrets.value(output("FirstSignIn"));

const resource = { StackId: "stack", RequestId: "request", LogicalResourceId: "FirstRoot" };

/** Invokes the bootstrap function as CloudFormation does, and returns its response. */
const ask = async (RequestType: "Create" | "Update" | "Delete") => {
  const report = Promise.withResolvers<unknown>();
  const { port, stop } = await listen(async (request, response) => {
    report.resolve(JSON.parse((await readBody(request)).toString()));
    response.end();
  });
  await invoke("bootstrap", { ...resource, RequestType, ResponseURL: `http://127.0.0.1:${port}/` });
  await stop();
  return report.promise;
};

const done = { ...resource, Status: "SUCCESS", PhysicalResourceId: "first-root" };

const kept = async () => {
  const { all } = engine(here);
  return [await all("users"), await all("keys")];
};

test.each(["Create", "Update", "Delete"] as const)("%s changes nothing once there is a root", async (type) => {
  const before = await kept();
  expect(await ask(type)).toEqual(done);
  expect(await kept()).toEqual(before);
});

test("the first root must set a new password, which ends the generated one and its sessions", async () => {
  const own = "a password of my own";
  const session = (await anonymous.post("/v1/login", { username: "root", password })).body;
  expect(session.user).toMatchObject({ username: "root", role: "root", renew: true });
  const first = client(api, session.token);
  expect((await first.patch(`/v1/users/${session.user._id}`, { password: own })).status).toBe(200);
  expect((await first.get("/v1/users")).status).toBe(401);
  expect((await root.get("/v1/users")).status).toBe(401);
  expect((await anonymous.post("/v1/login", { username: "root", password })).status).toBe(401);
  const again = await anonymous.post("/v1/login", { username: "root", password: own });
  expect(again.body.user.renew).toBe(false);
});

test("an update after that restores neither the user nor the password", async () => {
  const before = await kept();
  expect(await ask("Update")).toEqual(done);
  expect(await kept()).toEqual(before);
  expect((await anonymous.post("/v1/login", { username: "root", password })).status).toBe(401);
});

/** A runtime whose Node.js has the function, but throws when it is called. */
const withoutArgon2 = `data:text/javascript,${encodeURIComponent(`
  import crypto from "node:crypto";
  import { syncBuiltinESMExports } from "node:module";
  crypto.argon2 = (...args) => args.at(-1)(Object.assign(new Error("Argon2 algorithm not supported"), { code: "ERR_CRYPTO_ARGON2_NOT_SUPPORTED" }));
  syncBuiltinESMExports();
`)}`;

test("on a runtime without Argon2 the first deployment fails, and says why", async () => {
  await expect(newWorld({ realHashes: true, preload: [withoutArgon2] })).rejects.toThrow(
    /FirstRoot could not be created: Passwords cannot be hashed: this Node.js has no Argon2, which needs OpenSSL 3.2/,
  );
});
