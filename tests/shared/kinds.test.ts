// The kinds of movements: what follows from the facts of each.
import { expect, test } from "vitest";
import { correctionOf, statedLines } from "#shared/correction.ts";
import { factsOf, type Kind, kindLabel, kinds } from "#shared/kinds.ts";
import type { Line } from "#shared/movement.ts";
import { inOutLine, transferPair } from "#shared/posting-effect.ts";
import { notCorrectable, whyNotCorrected, whyNotReversed } from "#shared/reversal.ts";

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
