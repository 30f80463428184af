// openapi.json is valid OpenAPI, and agrees with the table of calls and with the running product.
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, describe, expect, test } from "vitest";
import { openapi } from "#infra/openapi/document.ts";
import { type Call, calls, type Route } from "#shared/api.ts";
import { isDay } from "#shared/day.ts";
import { samplesOf, send } from "#tests/support/samples.ts";
import { idempotencyKey } from "#tests/support/stock.ts";
import { type Answer, world } from "#tests/support/world.ts";

const root = join(import.meta.dirname, "../..");
const file = join(root, "openapi.json");
const document = JSON.parse(readFileSync(file, "utf8"));
const routes = Object.entries(calls) as [Route, Call][];

const at = (route: string): [path: string, method: string] => {
  const [method = "", path = ""] = route.split(" ");
  return [path, method.toLowerCase()];
};
const operationOf = (route: string) => {
  const [path, method] = at(route);
  return document.paths[path][method];
};

test("openapi.json is current: `npm run openapi` would not change it", () => {
  expect(document).toEqual(JSON.parse(JSON.stringify(openapi)));
});

describe("the validator", () => {
  const folder = mkdtempSync(join(tmpdir(), "openapi-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Every recommended rule as an error, except one: an export has no 200 answer, it redirects. */
  const rules = ["--extends=recommended-strict", "--skip-rule=operation-2xx-response"];
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const lint = (path: string) => {
    const cli = join(root, "node_modules/@redocly/cli/bin/cli.js");
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "lint", path, ...rules], { env });
    return { status, output: `${stdout}${stderr}` };
  };

  test("finds no error in openapi.json", () => {
    const { status, output } = lint(file);
    expect(status, output).toBe(0);
  });

  test.each([
    ["a reference to nothing", /no-unresolved-refs/, { components: { ...document.components, schemas: {} } }],
    ["a field that OpenAPI does not know", /struct/, { ...document, call: {} }],
  ])("refuses %s", (_, rule, change) => {
    const path = join(folder, `${randomUUID()}.json`);
    writeFileSync(path, JSON.stringify({ ...document, ...change }));
    const { status, output } = lint(path);
    expect(status, output).toBe(1);
    expect(output).toMatch(rule);
  });
});

test("every call has a unique operation id that can name a method, and a summary of one line", () => {
  const operations = routes.map(([route]) => operationOf(route));
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(routes.length);
  for (const { operationId, summary } of operations) {
    expect(operationId).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
    expect(summary, operationId).toMatch(/^[A-Z].{3,70}[^.]$/);
  }
});

describe("the product", async () => {
  const here = await world();
  const samples = samplesOf(here);

  const formats = {
    date: isDay,
    "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
    binary: true,
    uuid: true,
  } as const;
  // The document is more than a schema.
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats }).addSchema(document, "openapi");

  /** Validation errors of a value against the schema at this path of the document. */
  const faults = (steps: string[], value: unknown): unknown[] => {
    const pointer = steps.map((step) => encodeURIComponent(step.replaceAll("/", "~1"))).join("/");
    const validate = ajv.compile({ $ref: `openapi#/${pointer}` });
    return validate(value) ? [] : (validate.errors ?? []);
  };

  const conforms = (route: Route, { status, body }: Answer): void => {
    const response = operationOf(route).responses[status];
    expect(response, `${route} answered ${status} ${JSON.stringify(body)}`).toBeDefined();
    const steps: string[] = response.$ref?.split("/").slice(1) ?? ["paths", ...at(route), "responses", `${status}`];
    const { content } = steps.reduce((part, step) => part[step], document);
    if (content) expect(faults([...steps, "content", "application/json", "schema"], body)).toEqual([]);
    else expect(body).toBeUndefined();
  };

  test.each(routes)(
    "%s answers as the document says, to what is right, repeated, wrong or not allowed",
    async (route) => {
      const right = await samples[route](here.root);
      const wrong = { id: right.id, query: "?start=never&date=never&warehouse=none", body: {} };
      const first = await send(here.root, route, right);
      expect(first.status).toBe(calls[route].status);
      const others = await Promise.all([
        send(here.root, route, right),
        send(here.root, route, wrong),
        send(here.root, route, { ...right, id: "none" }),
        send(here.anonymous, route, right),
      ]);
      for (const answer of [first, ...others]) conforms(route, answer);
    },
  );

  const json = routes.filter(([, call]) => call.body && !call.file);

  test.each(json)("the document has the body that %s accepts", async (route) => {
    const { body } = await samples[route](here.root);
    const steps = ["paths", ...at(route), "requestBody", "content", "application/json", "schema"];
    expect(faults(steps, body)).toEqual([]);
    expect(faults(steps, [])).not.toEqual([]);
  });

  const posts = routes.filter(([, { status }]) => status === 201);

  test.each(posts)("%s repeats its answer for the same Idempotency-Key if the document says so", async (route) => {
    const [sample, key] = [await samples[route](here.root), idempotencyKey()];
    const first = await send(here.root, route, sample, key);
    const second = await send(here.root, route, sample, key);
    expect(first.status).toBe(201);
    const documented = JSON.stringify(operationOf(route).parameters ?? []).includes("/IdempotencyKey");
    expect(isDeepStrictEqual(second.body, first.body)).toBe(documented);
  });
});
