// Programs: users of another kind, with a token of their own that ends, and limits.
import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { maxPrograms, rateLimits } from "#shared/program.ts";
import { setClock } from "#tests/support/clock.ts";
import { engine } from "#tests/support/engine.ts";
import { countByStatus, inParallel, newPerson, recentTransactions, unique } from "#tests/support/fixtures.ts";
import { newProgram, programClient } from "#tests/support/programs.ts";
import { newStockLine } from "#tests/support/stock.ts";
import "#tests/support/to-fail-with.ts";
import { type Client, world } from "#tests/support/world.ts";

const start = "2026-11-20T04:00:00Z";
setClock(start);
const here = await world();
const { all } = engine(here);
let root: Client;

/** A morning with nothing of the test before. */
beforeEach(async () => {
  root = await here.signInAt(start, "root");
  Object.assign(here, { root });
  for (const { _id } of (await root.get("/v1/programs")).body) await root.delete(`/v1/programs/${_id}`);
});

const later = (hours: number): void => setClock(new Date(Date.parse(start) + hours * 3_600_000).toISOString());
const listed = async (id: string) =>
  (await root.get("/v1/programs")).body.find(({ _id }: { _id: string }) => _id === id);
const stored = async (id: string) => (await all("users")).find(({ _id }) => _id === id);
const statusOf = async (client: Client) => (await client.get("/v1/stocks")).status;

test("a token is answered once, names its program, and is stored as a hash alone", async () => {
  const { _id, name, token, client } = await newProgram(here, { scope: "stock:read orders:write" });
  expect(token).toMatch(new RegExp(`^im_${_id}_[0-9a-f]{32}_[0-9a-f]{6}$`));
  expect(await statusOf(client)).toBe(200);
  const row = await stored(_id);
  expect(JSON.stringify(row)).not.toContain(token.split("_")[2]);
  expect(row?.secrets).toEqual([
    {
      hash: createHash("sha256").update(token).digest("base64url"),
      until: expect.stringMatching(/^2027-02-18T04:00:/),
    },
  ]);
  expect(await listed(_id)).toMatchObject({ name, scope: "stock:read orders:write", used_at: expect.any(String) });
  const texts = JSON.stringify([(await root.get("/v1/programs")).body, (await root.get("/v1/users")).body]);
  expect([texts.includes(token), JSON.stringify((await root.get("/v1/users")).body).includes(name)]).toEqual([
    false,
    false,
  ]);
});

test("401: a token that was cut, changed, made up, or of somebody else opens nothing, and a program cannot sign in", async () => {
  const [{ token, name }, other] = [await newProgram(here), await newProgram(here)];
  const checked = (text: string) => `${text}_${createHash("sha256").update(text).digest("hex").slice(0, 6)}`;
  const parts = token.split("_");
  const wrong = [
    token.slice(0, -1),
    token.toUpperCase(),
    `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`,
    checked(`im_${parts[1]}_${"0".repeat(32)}`),
    checked(`im_${other._id}_${parts[2]}`),
    checked(`im_${here.manager._id}_${parts[2]}`),
    checked(`im_${"0".repeat(26)}_${parts[2]}`),
  ];
  for (const one of wrong) expect([one, await statusOf(programClient(here, one))]).toEqual([one, 401]);
  expect(await here.anonymous.get("/v1/stocks", { cookie: `token=${token}` })).toFailWith("UNAUTHORIZED");
  expect(await here.anonymous.get(`/v1/stocks/export?ticket=${token}`)).toFailWith("UNAUTHORIZED");
  expect(await here.anonymous.post("/v1/login", { username: name, password: token })).toFailWith("UNAUTHORIZED");
});

test("a token ends on its day; a new one works at once, and the former one a day longer", async () => {
  const { _id, client } = await newProgram(here, { days: 30 });
  later(30 * 24 - 1);
  expect(await statusOf(client)).toBe(200);
  later(30 * 24 + 1);
  expect(await statusOf(client)).toBe(401);

  setClock(start);
  const renew = async () => (await root.post(`/v1/programs/${_id}/renew`, { days: 365 })).body.token;
  // Of the second renewal nobody got the answer of the first: the token in use goes on.
  const tokens = [await renew(), await renew()].map((token) => programClient(here, token));
  for (const one of [client, ...tokens]) expect(await statusOf(one)).toBe(200);
  later(25);
  for (const one of [client, tokens[0] as Client]) expect(await statusOf(one)).toBe(401);
  expect(await statusOf(tokens[1] as Client)).toBe(200);
});

test("what it may do, its role and its end count at once", async () => {
  const { _id, client } = await newProgram(here);
  expect((await client.get("/v1/products")).status).toBe(200);
  await root.patch(`/v1/programs/${_id}`, { role: "executive" });
  expect(await client.get("/v1/products")).toFailWith("FORBIDDEN");
  await root.patch(`/v1/programs/${_id}`, { scope: "orders:write" });
  expect(await client.get("/v1/stocks")).toFailWith("FORBIDDEN", { field: "scope", message: "Needs stock:read" });
  await root.delete(`/v1/programs/${_id}`);
  expect(await statusOf(client)).toBe(401);
  expect((await all("keys")).filter(({ key }) => key === `rate#${_id}`)).toEqual([]);
});

test("people and programs are changed by their own calls alone, and no name is of both", async () => {
  const [{ _id, name }, person] = [await newProgram(here), await newPerson(here)];
  expect(await root.patch(`/v1/users/${_id}`, { password: "a good password" })).toFailWith("RESOURCE_NOT_FOUND");
  expect(await root.delete(`/v1/users/${_id}`)).toFailWith("RESOURCE_NOT_FOUND");
  for (const answer of [
    await root.patch(`/v1/programs/${person._id}`, { role: "manager" }),
    await root.post(`/v1/programs/${person._id}/renew`, {}),
    await root.delete(`/v1/programs/${person._id}`),
  ])
    expect(answer).toFailWith("RESOURCE_NOT_FOUND");
  const taken = { field: "name", message: "Taken already" };
  const form = { role: "executive", scope: "stock:read" };
  for (const other of [name.toUpperCase(), person.username])
    expect(await root.post("/v1/programs", { ...form, name: other })).toFailWith("CONFLICT", taken);
  expect(await root.post("/v1/users", { name: "A", username: name, role: "executive" })).toFailWith("CONFLICT");
});

test.each([
  ["role", "root"],
  ["scope", ""],
  ["scope", "stock:read users:write"],
  ["scope", ["stock:read"]],
  ["days", 1_000],
  ["name", ""],
])("400: no program has the %s %j", async (field, value) => {
  const form = { name: unique("Shop"), role: "manager", scope: "stock:read", [field]: value };
  expect(await root.post("/v1/programs", form)).toFailWith("BAD_REQUEST", { field });
});

test("there are ten at most, however many are added at once", async () => {
  const form = () => ({ name: unique("Shop"), role: "executive", scope: "stock:read" });
  const answers = await inParallel(14, () => root.post("/v1/programs", form()));
  expect(countByStatus(answers)).toEqual({ 201: maxPrograms, 422: 14 - maxPrograms });
  const [first] = (await root.get("/v1/programs")).body;
  await root.delete(`/v1/programs/${first._id}`);
  expect((await root.post("/v1/programs", form())).status).toBe(201);
});

test("who changes what another root has changed since is told both values", async () => {
  const { _id } = await newProgram(here, { scope: "stock:read" });
  await root.patch(`/v1/programs/${_id}`, { scope: "ledger:read" });
  const late = { scope: "orders:write", seen: { scope: "stock:read" } };
  const conflict = { field: "scope", seen: "stock:read", saved: "ledger:read" };
  expect(await root.patch(`/v1/programs/${_id}`, late)).toFailWith("CONFLICT", conflict);
});

test("the record of changes tells what became of a program, and of its token only that it changed", async () => {
  const { _id, name } = await newProgram(here, { scope: "stock:read" });
  await root.patch(`/v1/programs/${_id}`, { scope: "ledger:read" });
  await root.post(`/v1/programs/${_id}/renew`, { days: 365 });
  await root.delete(`/v1/programs/${_id}`);
  const { body } = await root.get("/v1/audit?start=2026-11-20&end=2026-11-20");
  const own = body.filter((change: { row: string }) => change.row === _id).toReversed();
  expect(own.map(({ kind, name, action, fields }: Record<string, unknown>) => [kind, name, action, fields])).toEqual([
    ["user", name, "created", expect.arrayContaining([{ field: "expires_at", to: "2027-02-18" }])],
    ["user", name, "changed", [{ field: "scope", from: "stock:read", to: "ledger:read" }]],
    ["user", name, "changed", [{ field: "token" }, { field: "expires_at", from: "2027-02-18", to: "2027-11-20" }]],
    ["user", name, "deleted", []],
  ]);
});

test("the ledger names the program that posted", async () => {
  root = await here.signInAt(new Date().toISOString(), "root");
  Object.assign(here, { root });
  const { _id, name, client } = await newProgram(here);
  await client.post("/v1/transactions/in", await newStockLine(root, 0));
  const [row] = (await root.get(recentTransactions())).body;
  expect(row.user).toEqual({ _id, name, username: name });
});

describe("limits", () => {
  const { minute, day } = rateLimits;
  const limitsOf = ({ headers }: { headers: Headers }) =>
    Object.fromEntries(
      [...(headers.get("ratelimit") ?? "").matchAll(/"(\w+)";r=(\d+);t=(\d+)/g)].map(([, name, left, ends]) => [
        name,
        [Number(left), Number(ends)],
      ]),
    );

  test(`a call beyond ${minute.calls} of a minute is 429 with the seconds to wait, and the next minute has as many`, async () => {
    const { _id, client } = await newProgram(here);
    const other = await newProgram(here);
    setClock("2026-11-20T04:00:02Z");
    const first = await client.get("/v1/stocks");
    const { minute: ofMinute, day: ofDay } = limitsOf(first);
    expect([ofMinute?.[0], ofDay?.[0]]).toEqual([minute.calls - 1, day.calls - 1]);
    expect(ofMinute?.[1]).toBeLessThanOrEqual(58);
    expect(first.headers.get("ratelimit-policy")).toBe('"minute";q=120;w=60, "day";q=20000;w=86400');
    const answers = await inParallel(20, () => client.get("/v1/availability/buffers"));
    // A call that is closed to programs is not counted: its Lambda may not be able to.
    expect(countByStatus(answers)).toEqual({ 403: 20 });
    expect(limitsOf(await client.get("/v1/stocks")).minute?.[0]).toBe(minute.calls - 2);
    // As if it had made all but ten.
    const [rate] = (await all("keys")).filter(({ key }) => key === `rate#${_id}`);
    await engine(here).put("keys", [{ ...rate, calls: Number(rate?.minute_to) - 10 }]);
    const many = await inParallel(30, () => client.get("/v1/app/catalogue?since=x"));
    expect(countByStatus(many)).toEqual({ 200: 10, 429: 20 });
    const refused = await client.get("/v1/stocks");
    expect(refused).toFailWith("TOO_MANY_REQUESTS");
    expect(Number(refused.headers.get("retry-after"))).toBeLessThan(60);
    expect(limitsOf(refused).minute?.[0]).toBe(0);
    expect(await statusOf(other.client)).toBe(200);
    setClock("2026-11-20T04:01:00Z");
    expect(limitsOf(await client.get("/v1/stocks")).minute?.[0]).toBe(minute.calls - 1);
  });

  test(`a call beyond ${day.calls} of a day waits for the next one`, async () => {
    const { _id, client } = await newProgram(here);
    await client.get("/v1/stocks");
    const [rate] = (await all("keys")).filter(({ key }) => key === `rate#${_id}`);
    await engine(here).put("keys", [{ ...rate, calls: rate?.day_to, minute_to: Number(rate?.day_to) + 100 }]);
    const refused = await client.get("/v1/stocks");
    expect(refused).toFailWith("TOO_MANY_REQUESTS");
    expect(Math.ceil(Number(refused.headers.get("retry-after")) / 3_600)).toBe(20);
    setClock("2026-11-21T00:00:01Z");
    expect(await statusOf(client)).toBe(200);
  });

  test("a person's call is neither counted nor limited, and reads and writes nothing more", async () => {
    const before = here.requests().length;
    const { headers } = await root.get("/v1/stocks");
    const [line] = here.requests().slice(before);
    expect([headers.has("ratelimit"), line?.writes]).toEqual([false, 0]);
  });
});
