// Every call of the API with every role and every kind of token: 401 without one, 403 below the role or without the scope, and
// answers as declared.
import { createHmac } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import * as v from "valibot";
import { expect, test } from "vitest";
import { api, type Call, calls, type Route } from "#shared/api.ts";
import { mayAct, roles } from "#shared/role.ts";
import "#tests/support/to-fail-with.ts";
import { scopes } from "#shared/scope.ts";
import { newPerson } from "#tests/support/fixtures.ts";
import { newProgram } from "#tests/support/programs.ts";
import { samplesOf, send } from "#tests/support/samples.ts";
import { world } from "#tests/support/world.ts";

const here = await world();
const { root, manager, executive, anonymous } = here;
const people = { executive, manager, root };
const routes = Object.entries(calls) as [Route, Call][];
const guarded = routes.filter(([, call]) => call.role !== null);

const samples = samplesOf(here);

test("every call of the table has a sample", () => {
  expect(Object.keys(samples).sort()).toEqual(Object.keys(calls).sort());
});

test.each(guarded)("401: %s needs a session, before anything else is checked", async (route) => {
  expect(await send(anonymous, route)).toFailWith("UNAUTHORIZED");
  expect(await send(anonymous, route, { id: "%00", query: "?start=never", body: "{" })).toFailWith("UNAUTHORIZED");
});

const token = (await newPerson(here, "root")).client.token ?? "";
const [header = "", payload = "", signature = ""] = token.split(".");
const claims = decodeJwt(token) as { sub: string; exp: number; iat: number; epoch: number };
const kid = decodeProtectedHeader(token).kid ?? "";
const secret = here.secrets.value(here.env.SIGNING_SECRET ?? "");

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const sign = (change: object = {}, protect: object = {}, key = secret): Promise<string> =>
  new SignJWT({ ...claims, ...change })
    .setProtectedHeader({ alg: "HS256", kid, ...protect })
    .sign(new TextEncoder().encode(key));
/** Signs with HS256 whatever the header names. */
const signRaw = (parts: string): string => `${parts}.${createHmac("sha256", secret).update(parts).digest("base64url")}`;
const signedHeader = (protect: object) => signRaw(`${base64({ alg: "HS256", kid, ...protect })}.${payload}`);
const signedPayload = (content: object) => signRaw(`${header}.${base64(content)}`);
const now = Math.floor(Date.now() / 1_000);

const forged: Record<string, string> = {
  "that is empty": "",
  "that is not a token": "let-me-in",
  "of two parts": `${header}.${payload}`,
  "of three empty parts": "..",
  "of three parts that are not JSON": "e30x.e30x.e30x",
  "with an empty signature": `${header}.${payload}.`,
  "whose signature is cut": `${header}.${payload}.${signature.slice(0, -4)}`,
  "with the algorithm none": `${base64({ alg: "none", kid })}.${payload}.`,
  "with the algorithm none and an old signature": `${base64({ alg: "none", kid })}.${payload}.${signature}`,
  "signed with HS384": await sign({}, { alg: "HS384" }),
  "signed with HS512": await sign({}, { alg: "HS512" }),
  "that says RS256": signedHeader({ alg: "RS256" }),
  "that says no algorithm": signedHeader({ alg: undefined }),
  "with a critical header": signedHeader({ crit: ["exp"], exp: now + 900 }),
  "whose payload was changed": `${header}.${base64({ ...claims, sub: root._id })}.${signature}`,
  "with another key": await sign({}, {}, `${secret.slice(1)}x`),
  "with an empty key id": await sign({}, { kid: "" }),
  "with no key id": await sign({}, { kid: undefined }),
  "with an unknown key id": await sign({}, { kid: "00000000-0000-0000-0000-000000000000" }),
  "with a key id that is a path": await sign({}, { kid: "../../dev/null" }),
  "that expired a second ago": await sign({ exp: now - 1 }),
  "that never expires": await sign({ exp: undefined }),
  "whose expiry is text": signedPayload({ ...claims, exp: "never" }),
  "that is not valid yet": await sign({ nbf: now + 900 }),
  "of a foreign issuer": await sign({ iss: "inventory-manager.example" }),
  "of no issuer": await sign({ iss: undefined }),
  "for a foreign audience": await sign({ aud: "tickets" }),
  "for no audience": await sign({ aud: undefined }),
  "of no user": await sign({ sub: undefined }),
  "of a user who does not exist": await sign({ sub: "01JDAAAAAAAAAAAAAAAAAAAAAA" }),
  "of an overlong user": await sign({ sub: "x".repeat(3_000) }),
  "of a program": await sign({ sub: (await newProgram(here))._id, epoch: 0 }),
  "of a later epoch": await sign({ epoch: claims.epoch + 1 }),
  "of an earlier epoch": await sign({ epoch: claims.epoch - 1 }),
  "of no epoch": await sign({ epoch: undefined }),
  "whose epoch is text": signedPayload({ ...claims, epoch: `${claims.epoch}` }),
};

test("the forged tokens of these tests are well made: one signed with the right key is accepted", async () => {
  for (const good of [token, await sign(), signedHeader({}), signedPayload(claims), await sign({ exp: now + 60 })])
    expect((await anonymous.get("/v1/users", { authorization: `Bearer ${good}` })).status).toBe(200);
});

const expectClosed = async (some: Route[], wrong: string): Promise<void> => {
  const headers = { authorization: `Bearer ${wrong}` };
  const answers = await Promise.all(some.map((route) => send(anonymous, route, {}, headers)));
  for (const answer of answers) expect(answer).toFailWith("UNAUTHORIZED");
};
const guardedRoutes = guarded.map(([route]) => route);
/** One call of each Lambda, since all calls of one check the session in the same way. */
const oneOfEach = Object.values(api).flatMap((group) =>
  guarded.flatMap(([route]) => (route in group ? [route] : [])).slice(0, 1),
);
test.each(Object.entries(forged))("401: a token %s opens no Lambda", (_, wrong) => expectClosed(oneOfEach, wrong));
test.each(Object.entries(forged))("401: a token %s opens no call", { tags: "exhaustive" }, (_, wrong) =>
  expectClosed(guardedRoutes, wrong),
);

test("401: a valid token is accepted only as a bearer token, not in a cookie, a query or another scheme", async () => {
  const twice = [`Bearer ${token} ${token}`, `Bearer ${token}, Bearer ${token}`];
  for (const authorization of [token, `Basic ${token}`, `Bearer  ${token}`, ...twice])
    expect(await anonymous.get("/v1/users", { authorization })).toFailWith("UNAUTHORIZED");
  expect(await anonymous.get("/v1/users", { cookie: `token=${token}` })).toFailWith("UNAUTHORIZED");
  for (const name of ["token", "authorization", "access_token", "ticket"])
    expect(await anonymous.get(`/v1/users?${name}=${token}`)).toFailWith("UNAUTHORIZED");
});

test("401: a ticket that ends a session is good for nothing else", async () => {
  const { username, password } = await newPerson(here, "root");
  const { body } = await anonymous.post("/v1/login", { username, password });
  await expectClosed(oneOfEach, body.end);
});

test("401: a ticket is not accepted as a session, nor a session as a ticket", async () => {
  const { body } = await executive.post("/v1/tickets", { path: "/v1/stocks/export", query: {} });
  for (const path of ["/v1/stocks", "/v1/stocks/export"])
    expect(await anonymous.get(path, { authorization: `Bearer ${body.ticket}` })).toFailWith("UNAUTHORIZED");
  expect(await anonymous.get(`/v1/stocks?ticket=${body.ticket}`)).toFailWith("UNAUTHORIZED");
  expect(await anonymous.get(`/v1/stocks/export?ticket=${token}`)).toFailWith("UNAUTHORIZED");
});

const pairs = routes.flatMap(([route, call]) => roles.map((role) => ({ route, role, call })));
const refused = pairs.filter(({ role, call }) => call.role !== null && !mayAct(role, call.role));
const permitted = pairs.filter(({ role, call }) => call.role === null || mayAct(role, call.role));

test.each(refused)("403: $route is refused to the role $role, whatever is sent", async ({ route, role }) => {
  expect(await send(people[role], route, await samples[route](root))).toFailWith("FORBIDDEN");
  expect(await send(people[role], route, { body: "{" })).toFailWith("FORBIDDEN");
});

/** Programs of each role with all scopes, and one for each scope that has all but that. */
const programs = {
  executive: (await newProgram(here, { role: "executive" })).client,
  manager: (await newProgram(here)).client,
};
const without = new Map(
  await Promise.all(
    scopes.map(async (scope) => {
      const others = scopes.filter((other) => other !== scope).join(" ");
      return [scope, (await newProgram(here, { scope: others })).client] as const;
    }),
  ),
);
const forPeople = guarded.filter(([, call]) => !call.scope);
const scoped = guarded.flatMap(([route, call]) => (call.scope ? [{ route, call, scope: call.scope }] : []));

test.each(forPeople)("403: %s is closed to programs, whatever they may do and whatever is sent", async (route) => {
  for (const client of Object.values(programs)) {
    const sample = { ...(await samples[route](root)), by: client };
    expect(await send(client, route, sample)).toFailWith("FORBIDDEN", { field: "scope" });
    expect(await send(client, route, { body: "{" })).toFailWith("FORBIDDEN", { field: "scope" });
  }
});

test.each(scoped)("403: $route is refused to a program without $scope", async ({ route, scope }) => {
  const client = without.get(scope) ?? anonymous;
  expect(await send(client, route, await samples[route](root))).toFailWith("FORBIDDEN", { field: "scope" });
});

test.each(scoped)("$route answers a program with $scope as people of its role", async ({ route, call }) => {
  for (const role of ["executive", "manager"] as const) {
    const answer = await send(programs[role], route, await samples[route](root));
    if (!mayAct(role, call.role ?? "executive")) expect(answer).toFailWith("FORBIDDEN");
    else expect({ status: answer.status, body: answer.body }).toMatchObject({ status: call.status });
  }
});

/** Names of fields that no answer may have at any depth. */
const secretFields = /"(password|epoch|hash|sent|key|owner|version|secrets)":/;
/** The fields of a stock row, which only the catalogue has as they are stored. */
const stockFields = /"sold":|"held":\{/;

const expectAnswer = async ({ route, role, call }: (typeof pairs)[number]): Promise<void> => {
  const { status, body } = await send(people[role], route, await samples[route](people[role]));
  expect({ status, body }).toMatchObject({ status: call.status });
  if (!call.answer) return expect(body).toBeUndefined();
  // The schema drops unknown fields, so an answer with more fields would differ.
  expect(v.parse(call.answer, body)).toEqual(body);
  expect(JSON.stringify(body)).not.toMatch(secretFields);
  if (!mayAct(role, "manager")) expect(JSON.stringify(body)).not.toMatch(/"cost":/);
  if (route !== "GET /v1/app/catalogue") expect(JSON.stringify(body)).not.toMatch(stockFields);
};

const guarantee = "$route answers the role $role as the table says, and says no more";
/** The check reads lists, which hold most fields, as the lowest role that may. */
const isInCheck = ({ route, role, call }: (typeof pairs)[number]): boolean =>
  /^GET \/v1\/\w+$/.test(route) && role === (call.role ?? "executive");
test.each(permitted.filter(isInCheck))(guarantee, expectAnswer);
test.each(permitted.filter((pair) => !isInCheck(pair)))(guarantee, { tags: "exhaustive" }, expectAnswer);
