// What the compiler asks for one more kind of movement, field of a product or channel, in a copy of the sources.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const copy = mkdtempSync(join(tmpdir(), "one-more-"));
afterAll(() => rmSync(copy, { recursive: true }));
for (const name of ["shared", "functions", "web", "demo", "package.json", "tsconfig.base.json"])
  cpSync(join(root, name), join(copy, name), { recursive: true });
symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));

const textOf = (file: string): string => readFileSync(join(root, file), "utf8");
const written = new Set<string>();
const write = (file: string, text: string): void => {
  written.add(file);
  writeFileSync(join(copy, file), text);
};
afterEach(() => {
  for (const file of written) writeFileSync(join(copy, file), textOf(file));
  written.clear();
});

const errorsOf = (...projects: string[]): string[] => {
  const tsc = join(root, "node_modules/.bin/tsc");
  const { stdout } = spawnSync(tsc, ["-b", ...projects], { cwd: copy, encoding: "utf8" });
  return stdout.split("\n").filter((line) => /: error TS/.test(line));
};

const kinds = textOf("shared/kinds.ts");
const [transfer = ""] = /^ {2}transfer: .*\n/m.exec(kinds) ?? [];

/** Below each match its copy, under another name. */
const twice = (name: string, other: string, pattern: RegExp) => (text: string) =>
  text.replace(pattern, (found) => found + found.replace(name, other));

const kind = twice("transfer", "returned", /^ {2}transfer: .*\n/m);
const note = twice(
  'supplier: {\n    kind: "name"',
  'pack_note: {\n    kind: "text"',
  /^ {2}supplier: \{.*?^ {2}\},\n/ms,
);
const place = twice("supplier", "pack_note", /^ {2}supplier: [^{].*\n/gm);

test.each([
  ["kind of movement", "Adding a kind of movement", "shared/kinds.ts", kind, kind],
  ["text of products", "Adding a field", "shared/product-fields.ts", note, place],
])(
  "one more %s compiles only with its place in the files that CONTRIBUTING.md names",
  (_, chapter, file, add, fill) => {
    const [, paper = ""] = textOf("CONTRIBUTING.md").split(`## ${chapter}\n`);
    const [asked = ""] = /^The compiler asks.*?\n\n/ms.exec(paper) ?? [];
    const named = [...asked.matchAll(/`([a-z/-]+\.tsx?)`/g)].map(([, file = ""]) => file);
    expect(named.length).toBeGreaterThan(0);
    write(file, add(textOf(file)));
    const failing = errorsOf("functions", "web", "demo").map((error) => error.replace(/\(.*/s, ""));
    expect(failing).toEqual(expect.arrayContaining(named));
    for (const file of named) write(file, fill(textOf(file)));
    expect(errorsOf("functions", "web", "demo")).toEqual([]);
  },
);

test("one more channel compiles with its row alone", () => {
  const file = "shared/channel.ts";
  write(file, twice('"snd-app"', "nykaa", /^ {2}"snd-app": .*\n/m)(textOf(file)));
  expect(readFileSync(join(copy, file), "utf8")).toContain("nykaa");
  expect(errorsOf("functions", "web", "demo")).toEqual([]);
});

test("a kind without one of its facts does not compile", () => {
  const facts = /\{ (.*) \}/.exec(transfer)?.[1]?.split(/, (?=\w+:|\.\.\.)/) ?? [];
  expect(facts.length).toBe(6);
  const without = facts.map((_, index) => `  r${index}: { ${facts.toSpliced(index, 1).join(", ")} },\n`);
  write("shared/kinds.ts", kinds.replace(transfer, without.join("")));
  const first = kinds.slice(0, kinds.indexOf(transfer)).split("\n").length;
  const lines = errorsOf("shared").map((error) => Number(/^shared\/kinds\.ts\((\d+),/.exec(error)?.[1]) - first);
  expect(lines).toEqual(expect.arrayContaining(facts.map((_, index) => index)));
});
