// Rules can be tried without an engine: what waits for nothing and writes nothing reaches no SDK, by any of its imports.
import { existsSync, globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** The modules that a file loads: imports of types alone are erased. */
const loadedBy = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(/^(?:import|export) (?!type )([^;]*?)from "([^"]+)";$/gms)].flatMap(
    ([, names = "", from = ""]) =>
      names
        .replace(/^\s*\{|\}\s*$/g, "")
        .split(",")
        .some((name) => name.trim() !== "" && !name.trim().startsWith("type "))
        ? from
        : [],
  );

const fileOf = (importer: string, from: string): string | undefined => {
  if (from.startsWith("#shared/")) return join(root, from.slice(1));
  return from.startsWith(".") ? join(importer, "..", from) : undefined;
};

const ways = new Map<string, string[] | undefined>();
/** The files from this one to an SDK. */
const wayToSdk = (file: string): string[] | undefined => {
  if (ways.has(file)) return ways.get(file);
  ways.set(file, undefined);
  for (const from of loadedBy(file)) {
    const next = fileOf(file, from);
    const way = from.startsWith("@aws-sdk/") ? [from] : next && existsSync(next) ? wayToSdk(next) : undefined;
    if (way) ways.set(file, [relative(root, file), ...way]);
    if (way) break;
  }
  return ways.get(file);
};

/** It waits, or makes what is written or sent. */
const acts = /\b(async|await|Promise|Write|Action|send[A-Z]\w*)\b/;
/** The table of all kinds of import, with their reading. */
const tables = ["functions/lib/imports/kinds.ts"];

test("a file of rules reaches no SDK", () => {
  const files = globSync("functions/lib/**/*.ts", { cwd: root }).filter((file) => !tables.includes(file));
  const rules = files.filter((file) => !acts.test(readFileSync(join(root, file), "utf8")));
  expect(rules.length).toBeGreaterThan(40);
  expect(rules.flatMap((file) => wayToSdk(join(root, file))?.join(" > ") ?? [])).toEqual([]);
  // The search finds ways.
  expect(wayToSdk(join(root, "functions/lib/catalogue/aliases.ts"))?.length).toBeGreaterThan(2);
});
