// Saved queries: each is named in the runbook, and asks for fields that the logs have.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Json } from "#infra/local/assembly.ts";
import { templates } from "#tests/support/template.ts";
import { world } from "#tests/support/world.ts";

const { of } = await templates("prod");
const queries = of("AWS::Logs::QueryDefinition").map(({ properties }) => properties);

test("the runbook names each query, and no other", () => {
  const text = readFileSync(join(import.meta.dirname, "../../../docs/operations.md"), "utf8");
  const named = [...text.matchAll(/(?:[Tt]he query\s+|\bask )"([^"]+)"/g)].map(([, name]) => `inventory-prod/${name}`);
  expect([...new Set(named)].sort()).toEqual(queries.map(({ Name }) => Name).sort());
});

/** Fields of an object, as queries name them: `record.metrics.durationMs`, `pairs.0`. */
const fieldsOf = (value: Json, path = ""): string[] =>
  value !== null && typeof value === "object"
    ? Object.entries(value).flatMap(([key, part]) => fieldsOf(part, path ? `${path}.${key}` : key))
    : [path];

/** Lambda's own report of a run that timed out. */
const platformReport = {
  type: "platform.report",
  record: { requestId: "1", status: "timeout", metrics: { durationMs: 28_000 } },
};

/** Fields that only a fault writes. */
const ofFaults = ["error.name", "error.message", "error.cause.message", "step", "rebuild", "rebuilt", "day", "limit"];

const keywords =
  /^(filter|fields|stats|sort|by|as|and|or|like|asc|desc|count|count_distinct|sum|avg|min|max|pct|sortsLast|coalesce|@\w+|\d+)$/;

test("each field that a query asks for is in the lines that the product, Lambda or the gateway writes", async () => {
  const { log, invoke, manager } = await world();
  await manager.get("/v1/products", { "app-build": "0123456789ab" });
  await manager.post("/v1/app/errors", { kind: "screen", name: "TypeError", at: [] });
  await invoke("snapshot", { pause: 0 });
  const [stage] = of("AWS::ApiGatewayV2::Stage");
  const lines = [...log.filter((line) => line.startsWith("{")), stage?.properties.AccessLogSettings.Format];
  const known = new Set([...lines.map((line) => JSON.parse(line)), platformReport].flatMap((line) => fieldsOf(line)));
  for (const { QueryString, Name } of queries) {
    const made = [...QueryString.matchAll(/ as (\w+)/g)].map(([, name]) => name);
    const words = QueryString.replace(/"[^"]*"|\/[^/]*\//g, "").match(/@?[a-zA-Z_][\w.]*/g) ?? [];
    const fields = words.filter((word: string) => !keywords.test(word) && !made.includes(word));
    for (const field of fields) expect([Name, field]).toSatisfy(([, one]) => known.has(one) || ofFaults.includes(one));
    expect(fields.length).toBeGreaterThan(0);
  }
});
