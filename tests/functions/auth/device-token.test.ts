// Device tokens: their effect, and their end.
import { decodeProtectedHeader, SignJWT } from "jose";
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import { engine } from "#tests/support/engine.ts";
import { countByStatus, inParallel, newPerson, type Person, unique } from "#tests/support/fixtures.ts";
import { home, loginFrom } from "#tests/support/source-address.ts";
import { newWorld, type TestWorld, world } from "#tests/support/world.ts";
import { after, day, lastCost, storeFailures, wrong } from "./sign-ins.ts";

const here = await world();
const { root, anonymous } = here;
const keys = engine(here);

const login = (username: string, password: string, device?: unknown, world: TestWorld = here) =>
  loginFrom(world, home, { username, password, device });
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
/** Uses up a username's guesses for longer than a device token is valid. */
const lock = (username: string, world: TestWorld = here) => storeFailures(world, username, 50, 400);
/** Somebody who has signed in on a device, and whose username is locked for all others. */
const withDevice = async (): Promise<Person & { device: string }> => {
  const person = await newPerson(here, "manager");
  const { device } = (await login(person.username, person.password)).body;
  await lock(person.username);
  return { ...person, device };
};

test("a device token names user, epoch, a nonce and a year; nothing is stored when it is issued", async () => {
  const { _id, device } = await withDevice();
  const { iat, ...claims } = claimsOf(device);
  expect(claims).toEqual({
    ...{ sub: _id, epoch: 1, jti: expect.stringMatching(/^[\da-f-]{36}$/), exp: iat + 365 * day },
    ...{ iss: "inventory-manager", aud: "inventory-manager-device" },
  });
  expect((await keys.all("keys")).filter(({ key }) => String(key).startsWith("device#"))).toEqual([]);
});

test("with a device token its user signs in while strangers are refused, and gets the next token", async () => {
  const { username, password, device } = await withDevice();
  const first = await login(username, password, device);
  const second = await login(username.toUpperCase(), password, first.body.device);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(new Set([device, first.body.device, second.body.device]).size).toBe(3);
  expect(await login(username, password)).toFailWith("TOO_MANY_REQUESTS");
  expect(lastCost(here)).toMatchObject({ writes: 0 });
});

test("a sign-in with a device token costs two writes, and leaves nothing stored", async () => {
  const { username, password, device } = await withDevice();
  await login(username, password, device);
  expect(lastCost(here)).toMatchObject({ reads: 2, writes: 2 });
  expect((await keys.all("keys")).filter(({ key }) => String(key).includes(claimsOf(device).jti))).toEqual([]);
});

test("a device token replaces no password", async () => {
  const { username, device } = await withDevice();
  expect(await login(username, wrong, device)).toFailWith("UNAUTHORIZED");
  const silent = unique("silent");
  await root.post("/v1/users", { name: "No password", username: silent, role: "manager" });
  expect(await login(silent, wrong, device)).toFailWith("UNAUTHORIZED");
});

test("a stolen device token gains ten guesses and no more, in parallel too, also when its owner signs in meanwhile", async () => {
  const { username, password, device } = await withDevice();
  expect(countByStatus(await inParallel(6, () => login(username, wrong, device)))).toEqual({ 401: 6 });
  const { status, body } = await login(username, password, device);
  expect(status).toBe(200);
  expect(countByStatus(await inParallel(20, () => login(username, wrong, device)))).toEqual({ 401: 4, 429: 16 });
  expect(await login(username, password, device)).toFailWith("TOO_MANY_REQUESTS");
  expect((await login(username, password, body.device)).status).toBe(200);
});

test("ten failures with a device token make its user a stranger, who signs in like any other", async () => {
  const { username, password } = await newPerson(here);
  const { device } = (await login(username, password)).body;
  for (let n = 0; n < 10; n++) expect(await login(username, wrong, device)).toFailWith("UNAUTHORIZED");
  expect((await login(username, password, device)).status).toBe(200);
  for (let n = 0; n < 5; n++) expect(await login(username, wrong, device)).toFailWith("UNAUTHORIZED");
  expect(await login(username, password, device)).toFailWith("TOO_MANY_REQUESTS");
});

test("failures with a device token leave the guesses of strangers as they were", async () => {
  const { username, password } = await newPerson(here);
  const { device } = (await login(username, password)).body;
  for (let n = 0; n < 9; n++) await login(username, wrong, device);
  expect((await login(username, password)).status).toBe(200);
});

test("a count of failures with a device token is kept as long as the token is valid", async () => {
  const { username, device } = await withDevice();
  await login(username, wrong, device);
  const { jti, exp } = claimsOf(device);
  expect((await keys.all("keys")).filter(({ key }) => key === `device#${jti}`)).toEqual([
    { key: `device#${jti}`, failures: 1, expires: exp },
  ]);
});

test("a device token is void for another username", async () => {
  const [one, other] = [await withDevice(), await withDevice()];
  expect(await login(other.username, other.password, one.device)).toFailWith("TOO_MANY_REQUESTS");
  expect((await login(other.username, other.password, other.device)).status).toBe(200);
});

test("a device token is void after a new password, and for a user created anew; a new username keeps it", async () => {
  const { _id, device, password } = await withDevice();
  const renamed = unique("renamed");
  await root.patch(`/v1/users/${_id}`, { username: renamed });
  await lock(renamed);
  const next = await login(renamed, password, device);
  expect(next.status).toBe(200);

  await root.patch(`/v1/users/${_id}`, { password: "a new password" });
  await lock(renamed);
  for (const token of [device, next.body.device])
    expect(await login(renamed, "a new password", token)).toFailWith("TOO_MANY_REQUESTS");

  await root.delete(`/v1/users/${_id}`);
  await root.post("/v1/users", { name: "Another", username: renamed, password, role: "manager" });
  await lock(renamed);
  expect(await login(renamed, password, device)).toFailWith("TOO_MANY_REQUESTS");
});

test("a device token is void after a year", async () => {
  const { username, password, device } = await withDevice();
  after(365 * day - 3_600);
  expect((await login(username, password, device)).status).toBe(200);
  after(365 * day + 1);
  expect(await login(username, password, device)).toFailWith("TOO_MANY_REQUESTS");
});

test("a device token of the previous signing key is void half a day after the rotation, and of one before at once", async () => {
  const world = await newWorld();
  const sign = (device?: string) => login("manager", "manager-password", device, world);
  const { device } = (await sign()).body;
  await lock("manager", world);
  const rotate = () => world.secrets.rotate(world.env.SIGNING_SECRET ?? "");
  rotate();
  after(11 * 3_600);
  const next = await sign(device);
  expect(next.status).toBe(200);
  after(13 * 3_600);
  expect(await sign(device)).toFailWith("TOO_MANY_REQUESTS");
  // Signed with the key of the first rotation, which two more rotations make older than the previous one.
  const newest = await world.anonymous.post("/v1/login", { username: "executive", password: "executive-password" });
  expect(decodeProtectedHeader(newest.body.device).kid).not.toBe(decodeProtectedHeader(device).kid);
  rotate();
  rotate();
  after(13 * 3_600 + 600);
  const executive = (token: string) => login("executive", "executive-password", token, world);
  await lock("executive", world);
  expect(await executive(newest.body.device)).toFailWith("TOO_MANY_REQUESTS");
});

test("no session is a device token, no device token a session, and no other text keeps anybody from signing in", async () => {
  const { username, password, device, client, _id } = await withDevice();
  expect(await anonymous.get("/v1/users", { authorization: `Bearer ${device}` })).toFailWith("UNAUTHORIZED");
  const forged = await new SignJWT({ epoch: 0, jti: "nonce" })
    .setProtectedHeader({ alg: "HS256", kid: decodeProtectedHeader(device).kid ?? "" })
    .setSubject(_id)
    .setIssuer("inventory-manager")
    .setAudience("inventory-manager-device")
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode("another key of the same length !"));
  const [head, body] = device.split(".");
  const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${body}.`;
  const open = await newPerson(here);
  for (const token of [client.token, forged, unsigned, `${head}.${body}.`, "", " ", "x", "a.b.c", "é".repeat(900)]) {
    expect(await login(username, password, token)).toFailWith("TOO_MANY_REQUESTS");
    expect((await login(open.username, open.password, token)).status).toBe(200);
  }
  for (const token of [null, 5, {}, ["x"], "x".repeat(1_001)])
    expect(await login(username, password, token)).toFailWith("BAD_REQUEST", { field: "device" });
});

test("with somebody else's device token, a known and an unknown username get the same answers at the same cost", async () => {
  const { device } = await withDevice();
  const { username } = await newPerson(here);
  const sixTries = async (name: string) => {
    const tries = [];
    for (let n = 0; n < 6; n++) {
      const { status, body } = await login(name, wrong, device);
      tries.push({ status, body, ...lastCost(here) });
    }
    return tries;
  };
  const [known, unknown] = [await sixTries(username), await sixTries(unique("nobody"))];
  expect(known.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
  expect(unknown).toEqual(known);
});
