// openapi.json is valid OpenAPI, and agrees with the table of calls and with the running product.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openapi } from "#infra/openapi/document.ts";
import { type Call, calls, type Route } from "#shared/api.ts";
import { scopes } from "#shared/scope.ts";
import { document, faults, undocumented } from "#tests/support/documented.ts";
import { samplesOf, send } from "#tests/support/samples.ts";
import { type Answer, world } from "#tests/support/world.ts";

const root = join(import.meta.dirname, "../..");
const file = join(root, "openapi.json");
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

  test("its page for people has each operation with its scope", () => {
    const page = join(folder, "api.html");
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const { status, stderr } = spawnSync("sh", ["-c", `${scripts["api:page"]} --output ${page}`], {
      cwd: root,
      env: { ...env, PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}` },
    });
    expect(status, String(stderr)).toBe(0);
    const text = readFileSync(page, "utf8");
    for (const scope of scopes) expect(text).toContain(scope);
    for (const { operationId } of routes.map(([route]) => operationOf(route))) expect(text).toContain(operationId);
  });

  test("refuses a reference to nothing, and a field that OpenAPI does not know", () => {
    const path = join(folder, "wrong.json");
    writeFileSync(path, JSON.stringify({ ...document, components: { ...document.components, schemas: {} }, call: {} }));
    const { status, output } = lint(path);
    expect(status, output).toBe(1);
    expect(output).toMatch(/no-unresolved-refs/);
    expect(output).toMatch(/struct/);
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

  const conforms = (route: Route, answer: Answer): void => expect(undocumented(...at(route), answer)).toBeUndefined();

  const expectDocumented = async (route: Route): Promise<void> => {
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
  };
  const asDocumented = "%s answers as the document says, to what is right, repeated, wrong or not allowed";
  // Compares answers to wrong requests; those to right ones are compared in all other tests.
  test.each(routes.filter((_, at) => at % 8 === 0))(asDocumented, expectDocumented);
  test.each(routes.filter((_, at) => at % 8 !== 0))(asDocumented, { tags: "exhaustive" }, expectDocumented);

  const json = routes.filter(([, call]) => call.body && (!call.file || call.files));

  test.each(json)("the document has the body that %s accepts", async (route) => {
    const { body } = await samples[route](here.root);
    const steps = ["paths", ...at(route), "requestBody", "content", "application/json", "schema"];
    expect(faults(steps, body)).toEqual([]);
    expect(faults(steps, [])).not.toEqual([]);
  });

  const forms = routes.filter(([, call]) => call.file);

  test.each(forms)("the document has the file part of %s", (route, { file = "", files }) => {
    const { schema } = operationOf(route).requestBody.content["multipart/form-data"];
    const { properties } = schema.$ref ? document.components.schemas[schema.$ref.split("/").at(-1)] : schema;
    const part = files ? properties[file].items : properties[file];
    expect(part).toMatchObject({ type: "string", format: "binary" });
  });

  test("rates are numbers and need not be whole", () => {
    expect(faults(["components", "schemas", "UnitsPerDay"], 2.2)).toEqual([]);
    const plan = JSON.stringify(operationOf("GET /v1/plan").responses[200]);
    expect(plan.match(/UnitsPerDay/g)).toHaveLength(3);
  });

  test("what the calls of counts and orders refuse is in the document", async () => {
    conforms("POST /v1/counts", await here.manager.post("/v1/counts", { warehouse: "w404" }));
    expect(Object.keys(operationOf("POST /v1/imports/orders").responses)).toContain("403");
  });

  test("the document declares an Idempotency-Key for exactly the calls that honour it", () => {
    const documented = routes.filter(([route]) =>
      JSON.stringify(operationOf(route).parameters ?? []).includes("/IdempotencyKey"),
    );
    expect(documented.map(([route]) => route)).toEqual(
      routes.flatMap(([route]) => ((calls[route] as Call).once ? [route] : [])),
    );
  });
});
