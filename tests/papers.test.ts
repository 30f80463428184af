// Files, commands and links that the documents name exist.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const papers = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "docs/architecture.md",
  "docs/connect.md",
  "docs/operations.md",
  "docs/planning.md",
  "docs/scale.md",
  ...globSync("{functions,infra,web}/**/README.md", { cwd: root }),
];
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

/** `functions/lib/ledger/post.ts`, `web/ui/`: a path of a room, without placeholders. */
const path = /`((?:shared|functions|infra|web|ops|demo|tests|docs)\/[\w./-]*)`/g;
const command = /npm run ([\w:-]+)/g;
const link = /\]\((?!https?:|#)([^)#\s]+)/g;
const picture = /<img src="([^"]+)"/g;
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = ""]) => found);

test.each(papers)("every path, command and link in %s leads somewhere", (paper) => {
  const text = read(paper);
  const lost = [
    ...all(text, path).filter((found) => !existsSync(join(root, found))),
    ...[...all(text, link), ...all(text, picture)].filter((found) => !existsSync(join(root, dirname(paper), found))),
    ...all(text, command).filter((name) => !(name in scripts)),
  ];
  expect(lost).toEqual([]);
});

test("every command that a source or a workflow names exists", () => {
  const rooms = "{shared,functions,infra,web,ops,demo,tests,.github}";
  const files = globSync(`${rooms}/**/*.{ts,tsx,mjs,sh,yml}`, { cwd: root });
  expect(files.length).toBeGreaterThan(1_000);
  const lost = files.flatMap((file) => all(read(file), command).map((name) => ({ file, name })));
  expect(lost.filter(({ name }) => !(name in scripts))).toEqual([]);
});
