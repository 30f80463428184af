// The local HTTP API is as strict as the real one.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { gateway, quotas } from "#infra/local/gateway.ts";
import { listen } from "#infra/local/http-server.ts";
import { Lambda } from "#infra/local/lambda.ts";
import { throttle } from "#infra/local/throttle.ts";

const code = mkdtempSync(join(tmpdir(), "gateway-"));
// Answers with its event, or as the query says.
writeFileSync(
  join(code, "index.cjs"),
  `let calls = 0;
  exports.handler = async (event, context) => {
    calls++;
    const { as, size } = event.queryStringParameters ?? {};
    if (as === "throw") throw new Error("thrown");
    if (as === "exit") process.exit(3);
    if (as === "late") { setTimeout(() => { throw new Error("late") }); await new Promise((done) => setTimeout(done, 5000)); }
    if (as === "hang") await new Promise(() => setInterval(() => {}, 1000));
    if (as === "slow") await new Promise((done) => setTimeout(done, 300));
    if (as === "large") return { statusCode: 200, body: "x".repeat(Number(size)) };
    if (as === "status") return { statusCode: "200" };
    if (as === "binary") return { statusCode: 200, headers: { "Content-Type": "image/png" }, body: Buffer.from([1, 2, 255]).toString("base64"), isBase64Encoded: true };
    if (as === "cookies") return { statusCode: 200, cookies: ["a=1", "b=2"], headers: { "access-control-allow-origin": "https://evil.example" } };
    if (as === "text") return "plain";
    if (as === "nothing") return { statusCode: 204 };
    return { event, calls, left: context.getRemainingTimeInMillis(), secret: process.env.HOME ?? null };
  };`,
);
const log: string[] = [];
const settings = { name: "echo", arn: "arn", code, handler: "index.handler", env: {}, memory: 256, timeout: 28 };
const lambda = new Lambda({ ...settings, onLog: (line) => void log.push(line) });
const other = new Lambda({ ...settings, name: "other", onLog: () => {} });
const routes = [
  ...["GET /v1/things", "POST /v1/things", "GET /v1/things/{id}", "GET /v1/things/export"],
  "DELETE /v1/things/{id}/parts/{part}",
].map((key) => ({ key, lambda }));
const cors = {
  ...{ AllowOrigins: ["*"], AllowMethods: ["GET", "POST"], AllowHeaders: ["authorization"] },
  ...{ ExposeHeaders: ["link"], MaxAge: 60 },
};
const { port, stop } = await listen(gateway("api", [...routes, { key: "GET /v1/other", lambda: other }], cors));
const address = `http://localhost:${port}`;

afterAll(async () => {
  await Promise.all([stop(), lambda.stop(), other.stop()]);
  rmSync(code, { recursive: true });
});

const call = async (path: string, init?: RequestInit) => {
  const response = await fetch(address + path, init);
  const text = await response.text();
  const json = text && response.headers.get("content-type") === "application/json";
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
};
const eventOf = async (path: string, init?: RequestInit) => (await call(path, init)).body.event;

describe("routes", () => {
  test.each([
    ["/v1/things", "GET /v1/things", undefined],
    ["/v1/things/", "GET /v1/things", undefined],
    ["/v1/things/p1042", "GET /v1/things/{id}", { id: "p1042" }],
    ["/v1/things/p1042/", "GET /v1/things/{id}", { id: "p1042" }],
    ["/v1/things/export", "GET /v1/things/export", undefined],
    ["/v1/things/a%2Fb%20c", "GET /v1/things/{id}", { id: "a/b c" }],
  ])("%s is %s", async (path, routeKey, pathParameters) => {
    const event = await eventOf(path);
    expect(event).toMatchObject({ routeKey, requestContext: { routeKey }, rawPath: path });
    expect(event.pathParameters).toEqual(pathParameters);
  });

  test.each([
    ["GET", "/"],
    ["GET", "/v1"],
    ["GET", "/v1/thing"],
    ["GET", "/v1//things"],
    ["GET", "//v1/things"],
    ["GET", "/v1/things//"],
    ["GET", "/v1/things/a/b"],
    ["GET", "/V1/things"],
    ["PUT", "/v1/things"],
    ["HEAD", "/v1/things"],
    ["DELETE", "/v1/things/1"],
  ])("%s %s is not found, as the gateway says it", async (method, path) => {
    const { status, body } = await call(path, { method });
    expect(status).toBe(404);
    if (method !== "HEAD") expect(body).toEqual({ message: "Not Found" });
  });

  test("a path that cannot be decoded is 400", async () => {
    expect((await call("/v1/things/%E0%A4%A")).status).toBe(400);
  });
});

describe("events", () => {
  test("query, repeated values, cookies and headers arrive in payload format 2.0", async () => {
    const event = await eventOf("/v1/things?a=1&a=2&b=x%20y&c=", {
      headers: { cookie: "one=1; two=2", "X-Mixed": "Case" },
    });
    expect(event).toMatchObject({
      version: "2.0",
      rawQueryString: "a=1&a=2&b=x%20y&c=",
      queryStringParameters: { a: "1,2", b: "x y", c: "" },
      cookies: ["one=1", "two=2"],
      headers: { "x-mixed": "Case" },
      isBase64Encoded: false,
      requestContext: {
        http: { method: "GET", path: "/v1/things", sourceIp: expect.stringMatching(/127\.0\.0\.1|::1/) },
        stage: "$default",
      },
    });
    expect(event.headers.cookie).toBeUndefined();
    expect(Date.now() - event.requestContext.timeEpoch).toBeLessThan(5_000);
  });

  test("query, path values and body are absent from an event without them", async () => {
    const event = await eventOf("/v1/things");
    for (const field of ["queryStringParameters", "pathParameters", "body", "cookies"])
      expect(event).not.toHaveProperty(field);
  });

  test.each([
    ["application/json", false],
    ["text/plain; charset=utf-8", false],
    ["application/octet-stream", true],
    ["multipart/form-data; boundary=x", true],
    ["application/x-www-form-urlencoded", true],
    ["image/png", true],
  ])("a body of %s is base64: %s", async (type, base64) => {
    const event = await eventOf("/v1/things", { method: "POST", body: "ä 1", headers: { "content-type": type } });
    expect(event.isBase64Encoded).toBe(base64);
    expect(Buffer.from(event.body, base64 ? "base64" : "utf8").toString()).toBe("ä 1");
  });

  test("a Lambda gets its own environment and no variable of this machine", async () => {
    const { body } = await call("/v1/things");
    expect(body.secret).toBeNull();
    expect(body.left).toBeGreaterThan(500);
  });

  test("Lambdas do not share state between calls", async () => {
    const first = (await call("/v1/things")).body.calls;
    expect(first).toBeGreaterThan(1);
    expect((await call("/v1/other")).body.calls).toBe(1);
  });
});

describe("answers", () => {
  test("bytes, cookies, plain values and empty answers pass as through the real gateway", async () => {
    const binary = await fetch(`${address}/v1/things?as=binary`);
    expect(binary.headers.get("content-type")).toBe("image/png");
    expect([...new Uint8Array(await binary.arrayBuffer())]).toEqual([1, 2, 255]);
    expect((await call("/v1/things?as=cookies")).headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    const text = await fetch(`${address}/v1/things?as=text`);
    expect([text.headers.get("content-type"), await text.text()]).toEqual(["application/json", "plain"]);
    const nothing = await call("/v1/things?as=nothing");
    expect([nothing.status, nothing.body, nothing.headers.get("content-length")]).toEqual([204, "", null]);
  });

  const failures = ["throw", "exit", "late", "status"];
  test.each(failures)("a function that answers by '%s' is 500 without a word of why", async (as) => {
    const { status, body } = await call(`/v1/things?as=${as}`);
    expect([status, body]).toEqual([500, { message: "Internal Server Error" }]);
    expect((await call("/v1/things")).status).toBe(200);
  });

  test("an exception of a function is logged", () => {
    expect(log.join("\n")).toMatch(/echo: Error: thrown[\s\S]*Runtime exited with status 3[\s\S]*Error: late/);
  });

  test("a function that exceeds the gateway's timeout is answered with 503", async () => {
    const limits = { ...quotas, time: 200 };
    const { port, stop } = await listen(gateway("api", [{ key: "GET /v1/other", lambda: other }], cors, { limits }));
    const response = await fetch(`http://localhost:${port}/v1/other?as=hang`);
    expect([response.status, await response.json()]).toEqual([503, { message: "Service Unavailable" }]);
    await stop();
  });

  test("a function that exceeds its own timeout has failed, and the next call starts a new instance", async () => {
    const stuck = new Lambda({ ...settings, timeout: 3, onLog: () => {} });
    const hanging = JSON.stringify({ queryStringParameters: { as: "hang" } });
    await expect(stuck.invoke(hanging)).rejects.toThrow("Task timed out after 3 seconds");
    stuck.settings.timeout = settings.timeout;
    expect(JSON.parse(await stuck.invoke("{}")).calls).toBe(1);
    await stuck.stop();
  });
});

test("an aborted request does no harm", async () => {
  const broken = request(`${address}/v1/things`, { method: "POST", headers: { "content-length": "100" } });
  broken.on("error", () => {});
  broken.write("x");
  await new Promise((done) => setTimeout(done, 50));
  broken.destroy();
  expect((await call("/v1/things")).status).toBe(200);
});

describe("throttling", () => {
  const stage = {
    DefaultRouteSettings: { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 4 },
    RouteSettings: { "POST /v1/things": { ThrottlingRateLimit: 0.5, ThrottlingBurstLimit: 2 } },
  };
  /** Statuses of so many requests in a row, at a time of the throttle's own clock. */
  const serve = async (settings: object) => {
    let now = 0;
    const { port, stop } = await listen(gateway("api", routes, cors, { throttle: throttle(settings, () => now) }));
    onTestFinished(stop);
    const statuses = async (method: string, path: string, count: number) => {
      const all: number[] = [];
      for (let n = 0; n < count; n++) all.push((await fetch(`http://localhost:${port}${path}`, { method })).status);
      return all;
    };
    const wait = (seconds: number) => {
      now += seconds * 1_000;
    };
    return { statuses, wait, address: `http://localhost:${port}` };
  };

  test("a burst passes up to its limit, and then as many requests as the rate allows", async () => {
    const { statuses, wait } = await serve(stage);
    expect(await statuses("GET", "/v1/things", 6)).toEqual([200, 200, 200, 200, 429, 429]);
    wait(0.2);
    expect(await statuses("GET", "/v1/things", 3)).toEqual([200, 200, 429]);
    wait(60);
    expect(await statuses("GET", "/v1/things", 5)).toEqual([200, 200, 200, 200, 429]);
  });

  test("a route with settings of its own has these instead, and every route its own count", async () => {
    const { statuses, wait } = await serve(stage);
    expect(await statuses("POST", "/v1/things", 3)).toEqual([200, 200, 429]);
    expect(await statuses("GET", "/v1/things", 5)).toEqual([200, 200, 200, 200, 429]);
    // Paths of one route share its count.
    expect(await statuses("GET", "/v1/things/a", 3)).toEqual([200, 200, 200]);
    expect(await statuses("GET", "/v1/things/b", 2)).toEqual([200, 429]);
    wait(2);
    expect(await statuses("POST", "/v1/things/", 2)).toEqual([200, 429]);
  });

  test("limits of 0 refuse everything on routes without settings of their own; a stage without limits, nothing", async () => {
    const closed = { ThrottlingRateLimit: 0, ThrottlingBurstLimit: 0 };
    const { statuses } = await serve({ ...stage, DefaultRouteSettings: closed });
    expect(await statuses("GET", "/v1/things", 1)).toEqual([429]);
    expect(await statuses("POST", "/v1/things", 1)).toEqual([200]);
    const open = await serve({});
    expect(new Set(await open.statuses("GET", "/v1/things", 20))).toEqual(new Set([200]));
  });

  test("a refusal has the body of the real gateway, no Retry-After, and the headers of CORS", async () => {
    const { statuses, address } = await serve(stage);
    await statuses("POST", "/v1/things", 2);
    const headers = { origin: "https://shop.example" };
    const refused = await fetch(`${address}/v1/things`, { method: "POST", headers });
    expect([refused.status, await refused.json()]).toEqual([429, { message: "Too Many Requests" }]);
    expect(refused.headers.get("retry-after")).toBeNull();
    expect(refused.headers.get("access-control-allow-origin")).toBe("*");
  });

  test("what matches no route takes nothing from any", async () => {
    const { statuses } = await serve(stage);
    expect(new Set(await statuses("GET", "/nowhere", 10))).toEqual(new Set([404]));
    expect(await statuses("GET", "/v1/things", 4)).toEqual([200, 200, 200, 200]);
  });
});

describe("CORS", () => {
  const origin = "https://shop.example";

  test("a preflight is answered by the gateway, also for unknown routes", async () => {
    const asked = { origin, "access-control-request-method": "POST" };
    for (const path of ["/v1/things", "/nowhere"]) {
      const { status, headers } = await call(path, { method: "OPTIONS", headers: asked });
      expect(status).toBe(204);
      expect(Object.fromEntries(headers)).toMatchObject({
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET,POST",
        "access-control-allow-headers": "authorization",
        "access-control-max-age": "60",
      });
    }
  });

  test("answers and refusals carry the template's headers, never the function's", async () => {
    for (const path of ["/v1/things?as=cookies", "/nowhere"]) {
      const { headers } = await call(path, { headers: { origin } });
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-expose-headers")).toBe("link");
    }
    expect((await call("/v1/things?as=cookies")).headers.get("access-control-allow-origin")).toBeNull();
  });

  test("with allowed origins configured, only those are accepted", async () => {
    const strict = await listen(gateway("api", routes, { ...cors, AllowOrigins: [origin] }));
    const ask = (from: string) => fetch(`http://localhost:${strict.port}/v1/things`, { headers: { origin: from } });
    expect((await ask(origin)).headers.get("access-control-allow-origin")).toBe(origin);
    expect((await ask("https://evil.example")).headers.get("access-control-allow-origin")).toBeNull();
    await strict.stop();
  });
});
