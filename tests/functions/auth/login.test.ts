// Signing in, and how long a session lives.
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import { newPerson, unique } from "#tests/support/fixtures.ts";
import { world } from "#tests/support/world.ts";
import { after, lastCost, wrong } from "./sign-ins.ts";

const here = await world();
const { root, anonymous, signIn, requests } = here;

const login = (username: unknown, password: unknown) => anonymous.post("/v1/login", { username, password });

test("username and password open a session and show the user without the password", async () => {
  const { username, password, _id } = await newPerson(here, "manager");
  const { status, body, headers } = await login(username, password);
  expect(status).toBe(200);
  const [signed, text] = [expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/), expect.any(String)];
  expect(body).toEqual({
    ...{ token: signed, device: signed, end: signed, now: expect.stringMatching(/^20[\d-]+T[\d:.]+Z$/) },
    user: {
      _id,
      name: "A new manager",
      username,
      role: "manager",
      renew: false,
      given: false,
      created_at: text,
      updated_at: text,
    },
  });
  expect(headers.get("cache-control")).toBe("no-store");
  expect((await anonymous.get("/v1/users", { authorization: `Bearer ${body.token}` })).status).toBe(200);
});

test("a token names the user, an epoch, its session and twelve hours, and nothing about role, name or password", async () => {
  const { client, _id } = await newPerson(here);
  const claims = JSON.parse(Buffer.from(client.token?.split(".")[1] ?? "", "base64url").toString());
  expect(Object.keys(claims).sort()).toEqual(["aud", "epoch", "exp", "iat", "iss", "jti", "sub"]);
  expect(claims).toMatchObject({ sub: _id, exp: claims.iat + 12 * 3_600 });
});

test("a session ends after twelve hours, also when it was in use", async () => {
  const { client } = await newPerson(here, "manager");
  const status = async () => (await client.get("/v1/users")).status;
  expect(await status()).toBe(200);
  after(12 * 3_600 - 60);
  expect(await status()).toBe(200);
  after(12 * 3_600 + 1);
  expect(await status()).toBe(401);
});

test("a username matches whatever its case, width or spaces; a password only letter by letter", async () => {
  const { username, password } = await newPerson(here);
  for (const twin of [` ${username.toUpperCase()}  `, username.replace(" ", " \u3000"), `\ufeff${username}`])
    expect((await login(twin, password)).status).toBe(200);
  for (const other of [` ${password}`, `${password} `, password.toUpperCase()])
    expect(await login(username, other)).toFailWith("UNAUTHORIZED");
});

test("a wrong password, an unknown user and one without a password get the same answer at the same cost", async () => {
  const { username } = await newPerson(here);
  const silent = unique("silent");
  await root.post("/v1/users", { name: "No password", username: silent, role: "manager" });
  const attempts = [];
  for (const name of [username, unique("nobody"), silent])
    attempts.push({ answer: await login(name, wrong), cost: lastCost(here) });
  for (const { answer } of attempts) expect(answer).toFailWith("UNAUTHORIZED");
  expect(new Set(attempts.map(({ answer }) => JSON.stringify(answer.body))).size).toBe(1);
  for (const one of attempts) expect(one.cost).toEqual(attempts[0]?.cost);
});

test("a user without a password cannot sign in with an empty one, or with any", async () => {
  const username = unique("silent");
  await root.post("/v1/users", { name: "No password", username, role: "manager", password: "" });
  expect(await login(username, "")).toFailWith("BAD_REQUEST", { field: "password" });
  for (const guess of ["undefined", "null", " "]) expect(await login(username, guess)).toFailWith("UNAUTHORIZED");
});

const bodies: [what: string, body: unknown, field?: string][] = [
  ["nothing", "", "body"],
  ["broken JSON", '{"username":"root",', "body"],
  ["a list", "[]", "body"],
  ["no password", { username: "root" }, "password"],
  ["empty fields", { username: " ", password: "" }, "username"],
  ["null for a password", { username: "root", password: null }, "password"],
  ["fields hidden in a prototype", '{"__proto__":{"username":"root","password":"x"}}', "username"],
  ["a very deep list", "[".repeat(100_000), "body"],
];

test.each(bodies)("400: a sign-in with %s names the field", async (_, body, field) => {
  const sent = await anonymous.post("/v1/login", body, { "content-type": "application/json" });
  expect(sent).toFailWith("BAD_REQUEST", { field });
});

test.each([
  ...["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"],
  ...["application/jsonp", "application/xml", ""],
])("400: a sign-in must say that it is JSON, not %j", async (type) => {
  const body = JSON.stringify({ username: "root", password: wrong });
  const sent = await anonymous.post("/v1/login", Buffer.from(body), { "content-type": type });
  expect(sent).toFailWith("BAD_REQUEST", { field: "body" });
});

test("JSON is accepted with a charset and with the type in any case", async () => {
  const { username, password } = await newPerson(here);
  const body = JSON.stringify({ username, password });
  for (const type of ["application/json; charset=utf-8", "Application/JSON", "application/json ;charset=utf-8"])
    expect((await anonymous.post("/v1/login", body, { "content-type": type })).status).toBe(200);
});

test("a username whose normal form is as long as a key may be is an unknown user, not an error", async () => {
  // One character that normalizes to 33 bytes, so that the key with its `username#` reaches the limit and exceeds it.
  const ofBytes = (bytes: number) => "\ufdfa".repeat(60) + "a".repeat(bytes - 9 - 60 * 33);
  for (const bytes of [2_000, 2_001, 2_042, 2_043, 2_048, 2_049, 2_100]) {
    const answer = await login(ofBytes(bytes), wrong);
    if (answer.status !== 400) expect(answer).toFailWith("UNAUTHORIZED");
    else expect(answer).toFailWith("BAD_REQUEST", { field: "username", message: "Too long" });
  }
  expect((await login(ofBytes(2_000), wrong)).status).toBe(401);
  expect((await login(ofBytes(2_100), wrong)).status).toBe(400);
});

test("deleting a user ends their sessions", async () => {
  const { client, _id, username, password } = await newPerson(here, "manager");
  expect((await client.get("/v1/users")).status).toBe(200);
  await root.delete(`/v1/users/${_id}`);
  expect(await client.get("/v1/users")).toFailWith("UNAUTHORIZED");
  expect(await login(username, password)).toFailWith("UNAUTHORIZED");
});

test("a change of role applies from the next request on, in both directions", async () => {
  const { client, _id } = await newPerson(here, "manager");
  await root.patch(`/v1/users/${_id}`, { role: "executive" });
  expect(await client.get("/v1/users")).toFailWith("FORBIDDEN");
  await root.patch(`/v1/users/${_id}`, { role: "manager" });
  expect((await client.get("/v1/users")).status).toBe(200);
});

test("a new password ends every session and the old password; a new name or username ends none", async () => {
  const { client, _id, username, password } = await newPerson(here, "manager");
  const second = await signIn(username, password);
  const renamed = unique("renamed");
  expect((await root.patch(`/v1/users/${_id}`, { name: "Renamed", username: renamed, password: "" })).status).toBe(200);
  for (const one of [client, second]) expect((await one.get("/v1/users")).status).toBe(200);
  expect(await login(username, password)).toFailWith("UNAUTHORIZED");

  expect((await client.patch(`/v1/users/${_id}`, { password: "a new password" })).status).toBe(200);
  for (const one of [client, second]) expect(await one.get("/v1/users")).toFailWith("UNAUTHORIZED");
  expect(await login(renamed, password)).toFailWith("UNAUTHORIZED");
  expect((await (await signIn(renamed, "a new password")).get("/v1/users")).status).toBe(200);
});

test("a session opened while the password is being changed ends with it", async () => {
  const { _id, username, password } = await newPerson(here, "manager");
  const [change, ...sessions] = await Promise.all([
    root.patch(`/v1/users/${_id}`, { password: "a new password" }),
    ...Array.from({ length: 4 }, () => login(username, password)),
  ]);
  expect(change.status).toBe(200);
  for (const { status, body } of sessions)
    if (status === 200)
      expect(await anonymous.get("/v1/users", { authorization: `Bearer ${body.token}` })).toFailWith("UNAUTHORIZED");
});

test("a session check costs one read of one item", async () => {
  const { client, _id } = await newPerson(here);
  expect(await client.get("/v1/users")).toFailWith("FORBIDDEN");
  expect(lastCost(here)).toEqual({ reads: 1, writes: 0, rcu: 1, wcu: 0 });
  expect(requests().at(-1)).toMatchObject({ route: "GET /v1/users", status: 403 });
  await root.delete(`/v1/users/${_id}`);
});
