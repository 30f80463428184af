// What a seal of a day finds, and when a day has its turn.
import { expect, test } from "vitest";
import { daysDue, differencesIn, hashesOf, isMarkedBy, partOf, type Seal } from "#functions/lib/days/seal.ts";
import { addDays, listDays } from "#shared/day.ts";
import type { Line, Movement } from "#shared/movement.ts";
import { storedMovement } from "#tests/support/engine.ts";

const day = "2026-11-20";
const lines: Line[] = [["p1", "w1", 5]];
const entry = (fields: object = {}, _id = "m1"): Movement => ({
  ...(storedMovement(_id, day, { kind: "in", lines }) as Movement),
  ...fields,
});
const sealed = [partOf([], [entry(), entry({}, "m2")])];
const differences = (entries: Movement[]) => differencesIn(sealed, partOf(sealed, entries));
const user = { _id: "u", name: "Asha Rao", username: "asha" };

test.each([
  ...[
    { kind: "out" },
    { reason: "Damaged" },
    { lines: [["p1", "w1", 6]] },
    { channel: "amazon" },
    { day: "2026-11-19" },
  ],
  ...[{ sold_on: day }, { told_at: "x" }, { shipment: "s" }, { closed: [["p1", 1]] }, { as_of: day }, { chunks: 2 }],
  ...[{ chunk: 1 }, { reverses: "m0" }, { corrects: "m0" }, { adds_to: "m0" }, { counted_from: "x" }, { count: "c" }],
  ...[
    { takes_back: "m0" },
    { sale_only: true },
    { made_at: "x" },
    { created_at: "x" },
    { user: { ...user, _id: "v" } },
  ],
])("an entry with another %o is not the one that was sealed", (fields) => {
  expect(differences([entry(fields), entry({}, "m2")])).toEqual([["m1", 0]]);
});

test.each([
  ...[{ user: { ...user, name: "", username: "" } }, { remarks: "x" }, { orders: { first: ["1"], more: 0 } }],
  ...[{ reversed_by: "m3" }, { now: [], corrections: 1, corrected_at: "x" }, { taken_back: { "p1#w1": "m3" } }],
])("%o may be forgotten, or follows from later entries", (fields) => {
  expect(differences([entry({}, "m2"), entry(fields)])).toEqual([]);
});

test("an entry that is added and one that is gone are told apart, and a supplement agrees with both from then on", () => {
  const entries = [entry(), entry({}, "late")];
  expect(differences(entries)).toEqual([
    ["late", 1],
    ["m2", -1],
  ]);
  expect(partOf([...sealed, partOf(sealed, entries)], entries)).toEqual({});
});

test("a seal contains the one of the day before, and a supplement the seal", () => {
  const seal: Seal = { version: 1, day, former: "", parts: [{ m1: "a" }, { m2: "b" }] };
  // Another form would break the seals of all days.
  expect(hashesOf(seal)).toEqual([
    "dcIIUukUfYfBtdcXkGNEppSbjZRC1W39u21KUBOuVb0",
    "zQlEZUDnTBdX7Ycsgw-H7-09iUtfC4fv4HIsIVDwcCM",
  ]);
  const others: Partial<Seal>[] = [{ former: "x" }, { day: "2026-11-21" }, { parts: [{ m1: "c" }, { m2: "b" }] }];
  for (const other of others)
    for (const hash of hashesOf({ ...seal, ...other })) expect(hashesOf(seal)).not.toContain(hash);
});

const correction = entry({ kind: "reversal", corrects: "m1", lines: [["p1", "w1", -2]] }, "c1");
const rest = entry({ kind: "reversal", corrects: "m1", lines: [["p1", "w1", -3]] }, "c2");
const reversal = entry({ kind: "reversal", reverses: "m1", lines: [["p1", "w1", -5]] }, "r1");
const left = (units: number) => ({ now: units === 0 ? [] : [["p1", "w1", units]] });

test.each([
  ["nothing", {}, [], true],
  ["nothing, but it has a mark", { reversed_by: "r1" }, [], false],
  ["nothing, but it has lines left", left(4), [], false],
  ["a reversal", { reversed_by: "r1" }, [reversal], true],
  ["a reversal that left no mark", {}, [reversal], false],
  ["a reversal, and marked by another", { reversed_by: "r2" }, [reversal], false],
  ["a correction", { ...left(3), corrections: 1 }, [correction], true],
  ["a correction that left other units", { ...left(4), corrections: 1 }, [correction], false],
  [
    "two corrections of which one is counted",
    { ...left(0), corrections: 1, reversed_by: "c2" },
    [correction, rest],
    false,
  ],
  ["corrections of all units", { ...left(0), corrections: 2, reversed_by: "c2" }, [correction, rest], true],
  ["corrections of all units, of a chunk", { ...left(0), corrections: 2, chunks: 2 }, [correction, rest], true],
] as const)("an entry is marked by %s: %o", (_, marks, returns, fits) => {
  expect(isMarkedBy(entry(marks), returns)).toBe(fits);
});

test("the last three days are due every night, and each other one within thirty, also after nights that failed", () => {
  const [first, last] = ["2026-01-01", "2026-10-31"];
  const night = addDays(last, 1);
  expect(daysDue(first, last, undefined, night).slice(-3)).toEqual(listDays("2026-10-29", last));
  const nights = listDays(night, addDays(night, 29));
  const turns = nights.flatMap((each) =>
    daysDue(first, last, addDays(each, -1), each).filter((one) => one < "2026-10-29"),
  );
  expect(turns.toSorted()).toEqual(listDays(first, "2026-10-28"));
  // Seven nights at once.
  const due = nights.slice(0, 7).flatMap((each) => daysDue(first, last, addDays(each, -1), each));
  expect(daysDue(first, last, addDays(night, -1), nights[6] ?? "").length).toBeGreaterThan(65);
  expect(due).toEqual(expect.arrayContaining(daysDue(first, last, addDays(night, -1), nights[6] ?? "")));
});
