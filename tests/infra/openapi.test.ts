// openapi.json tells the world the same as the table of calls.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openapi } from "#infra/openapi/document.ts";

test("openapi.json is current: `npm run openapi` would not change it", () => {
  const file = join(import.meta.dirname, "../../openapi.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(JSON.parse(JSON.stringify(openapi)));
});
