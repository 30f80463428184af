// The kinds of movements: what one more of them asks for, and what follows from the facts of each.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { correctionOf, statedLines } from "#shared/correction.ts";
import { factsOf, type Kind, kindLabel, kinds } from "#shared/kinds.ts";
import type { Line } from "#shared/movement.ts";
import { inOutLine, transferPair } from "#shared/posting-effect.ts";
import { notCorrectable, whyNotCorrected, whyNotReversed } from "#shared/reversal.ts";

const root = join(import.meta.dirname, "../..");
const copy = mkdtempSync(join(tmpdir(), "kinds-"));
afterAll(() => rmSync(copy, { recursive: true }));
for (const name of ["shared", "functions", "web", "package.json", "tsconfig.base.json"])
  cpSync(join(root, name), join(copy, name), { recursive: true });
symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));

const table = join(copy, "shared/kinds.ts");
const source = readFileSync(table, "utf8");
const [row = ""] = /^ {2}transfer: .*\n/m.exec(source) ?? [];

/** The errors of the compiler with these rows in place of that of transfers. */
const errorsWith = (projects: readonly string[], ...rows: string[]): string[] => {
  writeFileSync(table, source.replace(row, rows.join("")));
  const { stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-b", ...projects], {
    cwd: copy,
    encoding: "utf8",
  });
  return stdout.split("\n").filter((line) => /: error TS/.test(line));
};
const returned = row.replace("transfer", "returned");

test("one more kind compiles only with its place in the files that CONTRIBUTING.md names", () => {
  const [, paper = ""] = readFileSync(join(root, "CONTRIBUTING.md"), "utf8").split("## Adding a kind of movement\n");
  const [asked = ""] = paper.split("\n## ", 1).flatMap((text) => text.split("The compiler asks").slice(1));
  const named = [...asked.matchAll(/`([a-z/-]+\.tsx?)`/g)].map(([, file = ""]) => file);
  expect(named.length).toBeGreaterThan(0);
  const failing = errorsWith(["functions", "web"], row, returned).map((error) => error.replace(/\(.*/s, ""));
  expect(failing).toEqual(expect.arrayContaining(named));
  for (const file of named) {
    const text = readFileSync(join(copy, file), "utf8");
    writeFileSync(
      join(copy, file),
      text.replace(/^ {2}transfer: .*\n/m, (line) => line + line.replace("transfer", "returned")),
    );
  }
  expect(errorsWith(["functions", "web"], row, returned)).toEqual([]);
});

test("a kind without one of its facts does not compile", () => {
  const facts = /\{ (.*) \}/.exec(row)?.[1]?.split(/, (?=\w+:|\.\.\.)/) ?? [];
  expect(facts.length).toBe(6);
  const without = facts.map((_, index) => `  r${index}: { ${facts.toSpliced(index, 1).join(", ")} },\n`);
  const errors = errorsWith(["shared"], row, ...without);
  const first = source.slice(0, source.indexOf(row)).split("\n").length;
  const lines = errors.map((error) => Number(/^shared\/kinds\.ts\((\d+),/.exec(error)?.[1]) - first);
  expect(lines).toEqual(expect.arrayContaining(facts.map((_, index) => index + 1)));
});

const kindNames = Object.keys(kinds) as Kind[];

test.each(kindNames.filter((kind) => kinds[kind].correctable))(
  "%s: of four units that are corrected to three, one goes back",
  (kind) => {
    const of = { product: "bib", warehouse: "hub" };
    const linesOf = (quantity: number): Line[] => {
      const { moves } = kinds[kind];
      if (moves === "in" || moves === "out") return [inOutLine(moves, { ...of, quantity })];
      return moves === "both" ? transferPair({ from: "hub", to: "depot" }, "bib", quantity) : [];
    };
    const before = linesOf(4);
    const to = kinds[kind].moves === "both" ? { to: "depot" } : {};
    const { now, added, ...change } = correctionOf(
      before,
      statedLines({ lines: before }, [{ ...of, ...to, quantity: 3 }]),
    );
    expect([now, added]).toEqual([linesOf(3), []]);
    const sum = (lines: readonly Line[], place: string) =>
      lines.reduce((all, [, at, units]) => all + (at === place ? units : 0), 0);
    for (const place of ["hub", "depot"]) expect(sum(change.returned, place) + sum(linesOf(1), place)).toBe(0);
  },
);

const mine = { user: { _id: "asha" } };
const by = ["2026-11-20", { _id: "asha", role: "executive" as const }, "2026-11-20"] as const;

test.each(kindNames)("%s: a reason stands where it can be neither corrected nor reversed", (kind) => {
  const { correctable, reversible } = kinds[kind];
  const reversal = reversible === true ? undefined : reversible;
  expect(whyNotReversed({ kind, ...mine }, ...by)).toBe(reversal);
  expect(whyNotCorrected({ kind, ...mine }, ...by)).toBe(reversal ?? (correctable ? undefined : notCorrectable));
});

test("a kind of a newer release has a name, and is neither sold, picked nor corrected here", () => {
  expect(kindLabel("on_loan")).toBe("on loan");
  expect(factsOf("on_loan")).toEqual({});
  expect(whyNotReversed({ kind: "on_loan", ...mine }, ...by)).toBeUndefined();
  expect(whyNotCorrected({ kind: "on_loan", ...mine }, ...by)).toBe(notCorrectable);
});
