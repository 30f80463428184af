// Guessing passwords: how many guesses are checked for a name, and who is locked out meanwhile.
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import { engine } from "#tests/support/engine.ts";
import { countByStatus, inParallel, newPerson, unique } from "#tests/support/fixtures.ts";
import type { Outcome } from "#tests/support/proxy.ts";
import { addressOf, home, loginFrom } from "#tests/support/source-address.ts";
import { type Answer, newWorld, proxiedWorld, type TestWorld } from "#tests/support/world.ts";
import { after, day, lastCost, storeFailures, wrong } from "./sign-ins.ts";

const { databaseProxy: proxy, ...here } = await proxiedWorld();
const { root } = here;

const login = (username: string, password: string, device?: string) =>
  loginFrom(here, home, { username, password, device });
/** A sign-in from the n-th of many addresses, none of which `login` uses. */
const from = (n: number, username: string, password = wrong) => loginFrom(here, addressOf(n), { username, password });
/** Guesses from so many addresses, a few at a time. */
const guess = async (username: string, count: number, first = 0): Promise<Answer[]> => {
  const lanes = Math.min(20, count);
  const answers = await inParallel(lanes, async (lane) => {
    const own: Answer[] = [];
    for (let n = lane; n < count; n += lanes) own.push(await from(first + n, username));
    return own;
  });
  return answers.flat();
};
const waitOf = ({ headers }: Answer): number => Number(headers.get("retry-after"));
const minute = 60;
const countOf = async (username: string) =>
  (await engine(here).all("keys")).find(({ key }) => key === `login#username#${username}`);
const failed = (username: string, failures: number) => storeFailures(here, username, failures);

/** GUESSES=10000 makes more of them. */
const guesses = Number(process.env.GUESSES ?? 200);

test("wrong guesses for root from other addresses: 50 are checked, root signs in on the known device, a new one after a day", async () => {
  const password = here.secrets.value(here.output("FirstSignIn"));
  const known = (await login("root", password)).body.device;
  expect(countByStatus(await guess("root", guesses))).toEqual({ 401: 50, 429: guesses - 50 });

  expect((await login("root", password, known)).status).toBe(200);
  const elsewhere = await from(50_000, "root", password);
  expect(elsewhere).toFailWith("TOO_MANY_REQUESTS");
  expect(waitOf(elsewhere)).toBeGreaterThan(day - 10 * minute);
  expect(waitOf(elsewhere)).toBeLessThanOrEqual(day);
  after(waitOf(elsewhere) - 10 * minute);
  expect(await from(50_000, "root", password)).toFailWith("TOO_MANY_REQUESTS");
  after(waitOf(elsewhere));
  expect((await from(50_000, "root", password)).status).toBe(200);
});

test.each(["that exists", "that does not exist"])(
  "429: after five failures from an address no guess for a username %s is checked, not even the right one",
  async (which) => {
    const { username, password } =
      which === "that exists" ? await newPerson(here) : { username: unique("nobody"), password: wrong };
    // Usernames with the same normal form share the count.
    for (let n = 0; n < 5; n++)
      expect(await login(n % 2 ? username.toUpperCase() : username, wrong)).toFailWith("UNAUTHORIZED");
    const refused = await login(username, password);
    expect(refused).toFailWith("TOO_MANY_REQUESTS");
    expect(waitOf(refused)).toBeGreaterThan(10 * minute);
    expect(waitOf(refused)).toBeLessThanOrEqual(15 * minute);
    const other = await newPerson(here);
    expect((await login(other.username, other.password)).status).toBe(200);
  },
);

test("five failures from one address keep no other address out", async () => {
  const { username, password } = await newPerson(here);
  for (let n = 0; n < 6; n++) await from(1, username);
  expect(await from(1, username, password)).toFailWith("TOO_MANY_REQUESTS");
  expect((await login(username, password)).status).toBe(200);
});

test("an address may try again when Retry-After has passed, and not before", async () => {
  const { username, password } = await newPerson(here);
  for (let n = 0; n < 5; n++) await login(username, wrong);
  const wait = waitOf(await login(username, password));
  after(wait - 5 * minute);
  expect(await login(username, password)).toFailWith("TOO_MANY_REQUESTS");
  after(wait);
  expect((await login(username, password)).status).toBe(200);
});

test("where both limits are reached, Retry-After is that of the longer wait", async () => {
  const username = unique("asha");
  await failed(username, 45);
  for (let n = 0; n < 5; n++) await login(username, wrong);
  expect(waitOf(await login(username, wrong))).toBeGreaterThan(23 * 3_600);
});

test("the failures of the last 15 minutes from an address still count when the day of the name ends", async () => {
  const username = unique("asha");
  await failed(username, 1);
  after(day - 10 * minute);
  for (let n = 0; n < 5; n++) await login(username, wrong);
  after(day + minute);
  // Another address begins the new day.
  expect(await from(1, username)).toFailWith("UNAUTHORIZED");
  expect(await login(username, wrong)).toFailWith("TOO_MANY_REQUESTS");
  after(day + 6 * minute);
  expect(await login(username, wrong)).toFailWith("UNAUTHORIZED");
});

test("of twenty parallel guesses from one address five are checked", async () => {
  const { username } = await newPerson(here);
  expect(countByStatus(await inParallel(20, () => login(username, wrong)))).toEqual({ 401: 5, 429: 15 });
});

test("of parallel guesses from 30 addresses as many are checked as the name has left", async () => {
  const { username } = await newPerson(here);
  await failed(username, 40);
  expect(countByStatus(await inParallel(30, (n) => from(n, username)))).toEqual({ 401: 10, 429: 20 });
  expect(await countOf(username)).toMatchObject({ failures: 50 });
});

test("a refused guess costs one read and no write, whether or not the name exists", async () => {
  const { username } = await newPerson(here);
  for (const name of [username, unique("nobody")]) {
    await failed(name, 50);
    expect(await login(name, wrong)).toFailWith("TOO_MANY_REQUESTS");
    expect(lastCost(here)).toMatchObject({ reads: 1, writes: 0 });
  }
});

test("a sign-in costs two writes, and leaves no count behind", async () => {
  const { username, password } = await newPerson(here);
  await login(username, password);
  expect(lastCost(here)).toMatchObject({ reads: 3, writes: 2 });
  expect(await countOf(username)).toBeUndefined();
});

test("a sign-in forgives the failures from its own address, but a day still has 50 for all", async () => {
  const { username, password } = await newPerson(here);
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 4; n++) expect(await login(username, wrong)).toFailWith("UNAUTHORIZED");
    expect((await login(username, password)).status).toBe(200);
  }
  for (let n = 0; n < 5; n++) await from(1, username);
  expect(await countOf(username)).toMatchObject({ failures: 13 });
  expect(await from(1, username)).toFailWith("TOO_MANY_REQUESTS");
  await failed(username, 48);
  for (const n of [1, 2]) {
    expect((await login(username, password)).status).toBe(200);
    expect(await from(n, username)).toFailWith("UNAUTHORIZED");
  }
  expect(await login(username, password)).toFailWith("TOO_MANY_REQUESTS");
});

test("two correct sign-ins at once, as by a double click, both succeed", async () => {
  const { username, password } = await newPerson(here);
  for (let round = 0; round < 5; round++)
    expect(countByStatus(await inParallel(2, () => login(username, password)))).toEqual({ 200: 2 });
  expect((await countOf(username))?.failures ?? 0).toBe(0);
});

test("a sign-in succeeds when a parallel one creates and removes the count meanwhile", async () => {
  const { username, password } = await newPerson(here);
  const gate = () => Promise.withResolvers<void>();
  const [held, created, seen, removed] = [gate(), gate(), gate(), gate()];
  const waits = [
    undefined,
    // The first request found no count and is about to create one; now the parallel request creates it.
    { says: held, until: created },
    undefined,
    undefined,
    // The parallel request removes it once the first one has seen it.
    { says: created, until: seen },
    undefined,
    { says: seen, until: removed },
  ];
  proxy.decide = async (_, body): Promise<Outcome> => {
    const wait = body.includes("login#") ? waits.shift() : undefined;
    wait?.says.resolve();
    await wait?.until.promise;
    return "forward";
  };
  const first = login(username, password);
  await held.promise;
  expect((await login(username, password)).status).toBe(200);
  removed.resolve();
  expect((await first).status).toBe(200);
  proxy.decide = () => "forward";
  expect(waits).toEqual([]);
});

test("a new password unlocks a username that guesses have locked", async () => {
  const { username, _id } = await newPerson(here);
  await failed(username, 50);
  const password = "another right one";
  expect((await root.patch(`/v1/users/${_id}`, { password })).status).toBe(200);
  expect((await login(username, password)).status).toBe(200);
});

test("a username locked by guesses while it was free is unlocked for the user who gets it", async () => {
  const locked = async () => {
    const username = unique("asha");
    for (let n = 0; n < 5; n++) await login(username, wrong);
    expect(await login(username, wrong)).toFailWith("TOO_MANY_REQUESTS");
    return username;
  };
  const form = { name: "Asha Rao", username: await locked(), password: "a good password", role: "executive" };
  const made = await root.post("/v1/users", form);
  expect([made.status, (await login(form.username, form.password)).status]).toEqual([201, 200]);
  const { _id, password } = await newPerson(here);
  const username = await locked();
  expect((await root.patch(`/v1/users/${_id}`, { username })).status).toBe(200);
  expect((await login(username, password)).status).toBe(200);
});

test("a change that keeps username and password, or is refused, keeps a locked username locked", async () => {
  const { username, password, _id } = await newPerson(here);
  const other = await newPerson(here);
  for (let n = 0; n < 5; n++) await login(username, wrong);
  const same = await root.patch(`/v1/users/${_id}`, { name: "Asha", username: username.toUpperCase() });
  const taken = await root.patch(`/v1/users/${other._id}`, { username });
  const twin = await root.post("/v1/users", { name: "Twin", username, password, role: "executive" });
  expect([same.status, taken.status, twin.status]).toEqual([200, 409, 409]);
  expect(await login(username, password)).toFailWith("TOO_MANY_REQUESTS");
});

test("the address is the connection's, whatever a header says", async () => {
  const { username } = await newPerson(here);
  const claim = (n: number) => ({ "x-forwarded-for": addressOf(n), forwarded: `for=${addressOf(n)}` });
  const guessWith = (n: number) => loginFrom(here, home, { username, password: wrong }, claim(n));
  for (let n = 0; n < 5; n++) expect(await guessWith(n)).toFailWith("UNAUTHORIZED");
  expect(await guessWith(9)).toFailWith("TOO_MANY_REQUESTS");
});

test("addresses of one IPv6 network /64 count as one, those of another do not", async () => {
  const username = unique("asha");
  /** The event of a gateway that is reached by IPv6, which this machine has only one address of. */
  const event = (sourceIp: string) => ({
    version: "2.0",
    routeKey: "POST /v1/login",
    headers: { "content-type": "application/json" },
    requestContext: { http: { sourceIp } },
    body: JSON.stringify({ username, password: wrong }),
  });
  const status = async (ip: string) => ((await here.invoke("login", event(ip))) as { statusCode: number }).statusCode;
  const same = ["2001:db8:0:7::1", "2001:db8::7:0:0:0:2", "2001:0DB8:0000:0007:ffff:0:0:3", "2001:db8:0:7:1:2:3:4"];
  for (const ip of [...same, "2001:db8:0:7::5"]) expect(await status(ip)).toBe(401);
  for (const ip of same) expect(await status(ip)).toBe(429);
  for (const ip of ["2001:db8:0:8::1", "2001:db8:7::1", "::1", "192.0.2.7"]) expect(await status(ip)).toBe(401);
});

test("no address can be read in the stored rows, nor compared between two names", async () => {
  const hashes = [];
  for (const username of [unique("asha"), unique("asha")]) {
    await from(7, username);
    const count = await countOf(username);
    expect(JSON.stringify(count)).not.toContain("127.");
    expect(count).toEqual({
      key: `login#username#${username}`,
      failures: 1,
      expires: expect.any(Number),
      addresses: { [Object.keys(count?.addresses ?? {})[0] ?? ""]: { failures: 1, expires: expect.any(Number) } },
    });
    hashes.push(...Object.keys(count?.addresses ?? {}));
  }
  expect(new Set(hashes).size).toBe(2);
});

/** The answers to so many sign-ins that arrive one after another, without waiting for answers. */
const flood = async (world: TestWorld, count: number): Promise<string> => {
  const body = JSON.stringify({ username: "nobody", password: wrong });
  const one = (connection: string) =>
    `POST /v1/login HTTP/1.1\r\nhost: localhost\r\nconnection: ${connection}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const socket = connect(Number(new URL(world.api).port), home);
  socket.write(one("keep-alive").repeat(count - 1) + one("close"));
  return text(socket);
};

test("a flood of sign-ins is refused by the gateway beyond the route's limit, and other calls go on answering", async () => {
  const world = await newWorld({ throttled: true });
  const sent = 1_000;
  const started = performance.now();
  const flooding = flood(world, sent);
  const others = await inParallel(20, () => world.executive.get("/v1/stocks"));
  expect(countByStatus(others)).toEqual({ 200: 20 });
  const answers = (await flooding).split(/(?=HTTP\/1\.1 )/);
  const byGateway = answers.filter((answer) => answer.endsWith('{"message":"Too Many Requests"}'));
  expect(answers).toHaveLength(sent);
  // A burst of 60, and 20 more in each second.
  const allowed = 60 + (20 * (performance.now() - started)) / 1_000;
  expect(sent - byGateway.length).toBeLessThanOrEqual(allowed);
  for (const answer of byGateway) expect(answer).toMatch(/^HTTP\/1\.1 429 /);
  const reached = world.requests().filter(({ route, status }) => route === "POST /v1/login" && status !== 200);
  expect(reached).toHaveLength(sent - byGateway.length);
});
