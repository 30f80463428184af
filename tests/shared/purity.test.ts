// shared/ is pure: the same input gives the same answer in a browser, a Lambda and a test.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const room = new URL("../../shared/", import.meta.url);
const files = readdirSync(room).filter((name) => name.endsWith(".ts"));
const code = (file: string) => readFileSync(new URL(file, room), "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

const impure: [what: string, pattern: RegExp][] = [
  ["asks no clock", /Date\.now|new Date\(\s*\)|(?<!new )Date\(\s*\)|performance\.|Temporal\.Now/],
  ["draws no random numbers", /Math\.random|randomUUID|getRandomValues/],
  ["reads no environment", /process\.|import\.meta|globalThis|\bDeno\b/],
  ["does no input or output", /\bfetch\(|console\.|localStorage|XMLHttpRequest|setTimeout|setInterval/],
];

test.each(files)("%s imports only valibot and its own folder", (file) => {
  for (const [, from] of code(file).matchAll(/\b(?:from\s|import[\s(])\s*"([^"\n]+)"/g))
    expect(from).toMatch(/^(valibot|\.\/[a-z-]+\.ts)$/);
});

test.each(files.flatMap((file) => impure.map(([what, pattern]) => ({ file, what, pattern }))))(
  "$file $what",
  ({ file, pattern }) => {
    expect(code(file)).not.toMatch(pattern);
  },
);
