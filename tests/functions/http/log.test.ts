// What the Lambdas log about requests, and what they must never log.
import { afterAll, describe, expect, test, vi } from "vitest";
import { failureAnswer } from "#functions/lib/http/answer.ts";
import { serializeError } from "#functions/lib/log.ts";
import { calls, type Route } from "#shared/api.ts";
import { Failure } from "#shared/failure.ts";
import { lambdasNow, setClock, shortWaits } from "#tests/support/clock.ts";
import { newProxy } from "#tests/support/proxy.ts";
import "#tests/support/to-fail-with.ts";
import { samplesOf, send } from "#tests/support/samples.ts";
import { world } from "#tests/support/world.ts";

/** All texts that were sent and must not be in a log. */
const sent = new Set<string>();
const real = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  // Skips requests from the proxy to the engine.
  if (new URL(String(input)).hostname !== "localhost") return real(input, init);
  const { authorization = "" } = (init?.headers ?? {}) as Record<string, string>;
  for (const part of authorization.replace("Bearer ", "").split(".")) sent.add(part);
  const query = String(input).split("?")[1] ?? "";
  for (const text of [query, ...new URLSearchParams(query).values(), ...(await textsOf(init?.body))]) sent.add(text);
  const answer = await real(input, init);
  sent.add(answer.headers.get("location") ?? "");
  if (answer.headers.get("content-type")?.includes("json")) {
    const { token = "", device = "", ticket = "" } = (await answer.clone().json()) ?? {};
    for (const text of [token, device, ticket]) sent.add(text);
  }
  return answer;
};

/** Every text in a body, at any depth. */
const textsOf = async (body: unknown): Promise<string[]> => {
  if (body instanceof FormData) return (await Promise.all([...body.values()].map(textsOf))).flat();
  if (body instanceof Blob) return (await body.text()).split("\n");
  if (typeof body !== "string") return body && typeof body === "object" ? nested(Object.values(body)) : [];
  try {
    return nested(Object.values(JSON.parse(body)));
  } catch {
    return [body];
  }
};
const nested = async (values: unknown[]): Promise<string[]> => (await Promise.all(values.map(textsOf))).flat();

const proxy = newProxy();
const here = await world({ wrapDynamo: proxy.wrap, preload: [shortWaits] });
afterAll(async () => {
  globalThis.fetch = real;
  await proxy.stop();
});

const { root, anonymous, log, requests } = here;
const samples = samplesOf(here);
/** An assistant's call is logged where it leads to, besides. */
const routes = (Object.keys(calls) as Route[]).filter((route) => route !== "POST /v1/mcp");
/** Without Node's deprecation warnings about the library that writes workbooks. */
const written = () => log.filter((line) => !/deprecat/i.test(line)).map((line) => JSON.parse(line));

test("a call without a valid session reads nothing and writes no line, so that a flood of them costs little", async () => {
  let calls = 0;
  proxy.decide = () => {
    calls += 1;
    return "forward";
  };
  const before = log.length;
  for (const token of [undefined, "x", "x.y.z", `${root.token}x`, root.token?.replace(/[^.]+$/, "AAAA")]) {
    const { status } = await anonymous.get("/v1/stocks", token ? { authorization: `Bearer ${token}` } : {});
    expect([token, status]).toEqual([token, 401]);
  }
  const { status } = await anonymous.get("/v1/stocks/export?ticket=none");
  proxy.decide = () => "forward";
  expect([status, calls, log.slice(before)]).toEqual([401, 0, []]);
});

/** One route for each kind of answer. */
const few: Route[] = ["POST /v1/login", "GET /v1/stocks", "POST /v1/transactions/in", "POST /v1/tickets"];

describe.each([
  { some: few, which: "a few requests", tags: [] },
  { some: routes, which: "all requests", tags: ["exhaustive"] },
])("of $which", ({ some, tags }) => {
  test("each is one line with route, status, time, user, capacity and the gateway's request id", { tags }, async () => {
    for (const route of some) {
      const sample = await samples[route](root);
      const before = requests().length;
      const { status } = await send(root, route, sample);
      expect(requests().slice(before)).toEqual([
        {
          timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          level: "INFO",
          message: "request",
          route,
          status,
          ms: expect.any(Number),
          ...(!/\/log(in|out)$/.test(route) && { user: root._id }),
          request_id: expect.stringMatching(/^[\da-f-]{36}$/),
          build: expect.stringMatching(/^[\da-f]{12}$/),
          reads: expect.any(Number),
          writes: expect.any(Number),
          rcu: expect.any(Number),
          wcu: expect.any(Number),
        },
      ]);
      expect(requests().at(-1)?.rcu).toBeGreaterThan(0);
    }
  });

  test("an unexpected error is logged with its request id and its stack", { tags }, async () => {
    const prepared = await Promise.all(some.map(async (route) => [route, await samples[route](root)] as const));
    const before = written().length;
    proxy.decide = (operation, body) =>
      operation === "GetItem" && body.includes(here.env.USERS_TABLE ?? "") ? "forward" : "deny";
    const answers = await Promise.all(prepared.map(([route, sample]) => send(root, route, sample)));
    proxy.decide = () => "forward";
    const failed = answers.filter(({ status }) => status === 500);
    for (const answer of failed) expect(answer).toFailWith("INTERNAL_SERVER_ERROR");
    expect(failed.length).toBeGreaterThan(some.length / 3);
    const failures = written()
      .slice(before)
      .filter(({ message }) => message === "failure");
    expect(failures).toHaveLength(failed.length);
    for (const { request_id, level, error } of failures) {
      expect(requests().find((line) => line.request_id === request_id)?.status).toBe(500);
      expect([level, error.name]).toEqual(["ERROR", "AccessDeniedException"]);
      expect(error.stack).toMatch(/\n +at /);
    }
  });

  test("no line of the log holds a token, password, hash, key, ticket, query or body, whatever was sent and however it failed", {
    tags,
  }, async () => {
    const password = "correct horse battery";
    const bodies = [
      `{"password":"${password}","x":`,
      `"${password}"`,
      { password, username: [password], name: password },
    ];
    for (const body of bodies)
      await Promise.all(some.map((route) => send(root, route, { id: "p1", query: `?start=${password}`, body })));
    await anonymous.post("/v1/login", { username: "root", password });
    await anonymous.get("/v1/stocks", { authorization: `Bearer ${password}` });
    const text = log.join("\n");
    // Texts that a log may hold by chance are left out: days, paths, and short ones.
    // So are names of errors and places in the app's own files, which are told to be there.
    const isHarmless = (one: string) => /^\d{4}-\d\d-\d\d$|^\/v1\/|^TypeError$|^assets\/[\w.:-]+$/.test(one);
    const telling = [...sent].filter((one) => one.length >= 8 && !isHarmless(one));
    expect(telling.length).toBeGreaterThan(some.length);
    expect(telling).toContain(password);
    const secrets = [...telling, "$argon2id", here.secrets.value(here.env.SIGNING_SECRET ?? "")];
    expect(secrets.filter((one) => text.includes(one))).toEqual([]);
    const messages = new Set(written().map(({ message }) => message));
    messages.delete("app error");
    expect([...messages]).toEqual(["request", "failure"]);
  });
});

test("503: of a fault of AWS the answer says when to try again, and its cause is in the log only", async () => {
  proxy.decide = (operation) => {
    if (operation !== "Scan") return "forward";
    // So that the Lambda soon gives up.
    setClock(new Date(lambdasNow() + 1_000).toISOString());
    return "throttle";
  };
  const answer = await root.get("/v1/stocks");
  proxy.decide = () => "forward";
  setClock(new Date().toISOString());
  expect(answer).toFailWith("SERVICE_UNAVAILABLE");
  expect(answer.headers.get("retry-after")).toBe("1");
  expect(written().at(-2)).toMatchObject({ message: "failure", level: "ERROR" });
});

test("the use of a ticket is logged with its user and without the ticket", async () => {
  const { body } = await root.post("/v1/tickets", { path: "/v1/stocks/export", query: {} });
  expect((await anonymous.get(`/v1/stocks/export?ticket=${body.ticket}`)).status).toBe(303);
  expect(requests().at(-1)).toMatchObject({ route: "GET /v1/stocks/export", user: root._id });
});

test("an error is logged with its causes", () => {
  const error = new Failure("SERVICE_UNAVAILABLE").withCause(new Error("Rate exceeded"));
  expect(serializeError(error)).toMatchObject({ name: "Failure", cause: { name: "Error", message: "Rate exceeded" } });
});

test("whatever is thrown is answered with 500 and logged, an error that is its own cause too", () => {
  const endless = new Error("endless");
  endless.cause = endless;
  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
  const thrown = [undefined, null, "", "a text", 0, Symbol("a symbol"), { password: "correct horse" }, endless];
  const answers = thrown.map((one) => failureAnswer(one, "request"));
  write.mockRestore();
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(thrown.map(() => 500));
  const errors = lines.map((line) => JSON.parse(line).error);
  expect(errors.slice(0, -1)).toEqual(["undefined", "null", "''", "'a text'", "0", "Symbol(a symbol)", "[Object]"]);
  expect(errors.at(-1)).toMatchObject({ message: "endless", cause: { message: "endless" } });
});
