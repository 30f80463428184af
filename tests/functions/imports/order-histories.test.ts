// What is taken of an order that several files tell, each in its own rows.
import fc from "fast-check";
import { expect, test } from "vitest";
import { orderOutcomeIds } from "#shared/order-outcome.ts";
import { lineIdentifier } from "../../../functions/lib/imports/orders/line-identity.ts";
import { findRecords, pickedLines, toPick, toPutBackPick } from "../../../functions/lib/imports/orders/picked-lines.ts";
import type { StoredPick } from "../../../functions/lib/imports/orders/picked-store.ts";
import {
  type ComparedLine,
  comparePicked,
  type LineState,
  withoutPicked,
} from "../../../functions/lib/imports/orders/since-picked.ts";

interface Told {
  state: LineState;
  units: number;
  /** Of the line in the order; none if the file has no such numbers. */
  line?: string;
  /** If that is less than its units: those that are left to send. */
  left?: number;
  /** Units that a column says were cancelled, besides. */
  cancelled?: number;
}
type Row = ComparedLine & { state: LineState };

const listed = { product: "p", units: 2 };

/** The lines of a file with one order of one code. */
const fileOf = (name: string, told: readonly Told[]): Row[] => {
  const identify = lineIdentifier(name);
  return told.map(({ state, units, line = "", left = units, cancelled = 0 }, at) => {
    const [row, order] = [at + 2, "410-1"];
    return {
      ...identify({ row, order, line, isRounded: false, code: "A", isMarketplaces: false }),
      ...{ row, order, line, seller: "A", listing: "", isRounded: false, size: "", title: "", problems: [] },
      ...{ ordered: units, isLeft: false, cancelled, quantity: state === "takeable" ? left : units, units: left * 2 },
      ...{ listed, says: new Set(), isByPresence: false, isCodeUnusable: false, state },
      withoutCode: { column: "", value: "", message: "" },
    };
  });
};

/** A channel that takes of the order what files leave to be taken. */
const channel = () => {
  const picks: StoredPick[] = [];
  let files = 0;
  const pickedFor = (lines: readonly Row[], since = 0) =>
    pickedLines(findRecords(picks.slice(since), lines), new Map());
  const preview = (told: readonly Told[], isAnotherTaken = false) => {
    const lines = fileOf(`file ${++files}`, told);
    const picked = pickedFor(lines);
    comparePicked(lines, { picked, stateOf: ({ state }) => state, isAgain: false });
    const takes = (line: Row) =>
      line.state === "takeable" &&
      !["picked", "unsure", ...(isAnotherTaken ? [] : ["another"])].some((said) =>
        [...line.says].includes(said as never),
      );
    return { lines, taken: lines.filter(takes), since: picks.length };
  };
  const apply = ({ taken, since }: ReturnType<typeof preview>) => {
    const fresh = withoutPicked(
      taken.map((line) => ({ ...line, product: "p" })),
      pickedFor(taken, since),
    );
    if (fresh.length > 0) picks.push(toPick(`m${picks.length}`, fresh));
    return fresh.reduce((sum, { units }) => sum + units / 2, 0);
  };
  return {
    preview,
    apply,
    /** Takes what a file leaves to be taken; answers its units. */
    take: (...told: Told[]) => apply(preview(told)),
    says: (...told: Told[]) =>
      preview(told).lines.map(({ says }) => orderOutcomeIds.find((id) => says.has(id)) ?? "ready"),
    /** Puts back what a file says is cancelled; answers its units. */
    putBack: (...told: Told[]) => {
      const [line] = preview(told).lines.filter(({ toPutBack: back }) => back);
      if (!line?.key || !line.toPutBack) return 0;
      const { movement, ordered } = line.toPutBack;
      picks.push(toPutBackPick({ movement, key: line.key, units: ordered }));
      return ordered;
    },
  };
};
const send = (units: number, line?: string): Told => ({ state: "takeable", units, ...(line && { line }) });
const sent = (units: number, line?: string): Told => ({ state: "sent", units, ...(line && { line }) });
const gone = (units: number, line?: string): Told => ({ state: "cancelled", units, ...(line && { line }) });
const waiting = (units: number): Told => ({ state: "waiting", units });

/** Of an order of which three units were taken as one row. */
const ofThree = (...told: Told[]) => {
  const { take, says } = channel();
  take(send(3));
  const words = says(...told);
  return [words.join(", "), take(...told)];
};

test("an order that is told in other rows is taken once", () => {
  expect(ofThree(send(1), send(2))).toEqual(["picked, picked", 0]);
  expect(ofThree(sent(1), send(2))).toEqual(["picked, picked", 0]);
  expect(ofThree(send(2), sent(1))).toEqual(["picked, picked", 0]);
  expect(ofThree(send(2))).toEqual(["picked", 0]);
  expect(ofThree(send(1, "7"), send(2, "8"))).toEqual(["picked, picked", 0]);
  expect(ofThree({ ...send(3), left: 1 })).toEqual(["picked", 0]);
  const { take, says } = channel();
  take(send(1), send(2));
  expect([says(send(3)), take(send(3))]).toEqual([["picked"], 0]);
});

test("what is ordered besides is taken, whatever was sent meanwhile", () => {
  expect(ofThree(send(5))).toEqual(["added", 2]);
  expect(ofThree(send(3), send(2))).toEqual(["picked, added", 2]);
  expect(ofThree(sent(3), send(2))).toEqual(["picked, added", 2]);
  expect(ofThree(send(2), sent(3))).toEqual(["added, picked", 2]);
  expect(ofThree({ ...send(5), left: 2 })).toEqual(["added", 2]);
});

test("what others had sent before is not taken for missing, however often the file comes", () => {
  for (const file of [[sent(2), send(1)], [{ ...send(3), left: 1 }], [sent(2, "7"), send(1, "8")]]) {
    const { take } = channel();
    expect([take(...file), take(...file), take(...file.toReversed())]).toEqual([1, 0, 0]);
  }
  const { take } = channel();
  take(sent(2), send(1));
  expect([take(send(4)), take(sent(3), send(3)), take(sent(2), send(4))]).toEqual([3, 0, 0]);
});

test("a row that waits for its payment is taken once it is paid, and no other in its place", () => {
  const { take } = channel();
  expect([take(waiting(2), send(1)), take(send(1), waiting(2)), take(send(2), send(1))]).toEqual([1, 0, 2]);
});

test("another number that stands alone may be another item, and is left to a person", () => {
  const { take, says, preview, apply } = channel();
  take(send(3, "7"));
  expect([says(send(2, "8")), take(send(2, "8"))]).toEqual([["another"], 0]);
  // Beside the first one it is one.
  expect(says(send(3, "7"), send(2, "8"))).toEqual(["picked", "added"]);
  expect(apply(preview([send(2, "8")], true))).toBe(2);
  expect([take(send(3, "7"), send(2, "8")), says(send(2, "8"))]).toEqual([0, ["picked"]]);
});

test("units are put back if a row says that they are cancelled, once, and are taken when they are wanted again", () => {
  const { take, putBack, says } = channel();
  take(send(3));
  expect(putBack(send(2))).toBe(0);
  expect(says(gone(1), send(2))).toEqual(["cancelled_since", "picked"]);
  expect([putBack(gone(1), send(2)), putBack(gone(1), send(2))]).toEqual([1, 0]);
  expect([take(send(2)), take(send(3)), putBack({ ...send(1), cancelled: 2 }), putBack(gone(3))]).toEqual([0, 1, 2, 1]);
});

test("of two people who apply one order at once, the second takes what the first has left", () => {
  const { preview, apply } = channel();
  const [whole, split] = [preview([send(5)]), preview([send(2), send(4)])];
  expect([apply(whole), apply(split)]).toEqual([5, 1]);
});

/** An order over time: items with units to send, sent and cancelled. */
interface Item {
  line: string;
  open: number;
  sent: number;
  cancelled: number;
}
type Step = { kind: "order"; units: number } | { kind: "raise" | "send" | "cancel"; item: number; units: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("order" as const), units: fc.integer({ min: 1, max: 5 }) }),
  fc.record({
    kind: fc.constantFrom("raise" as const, "send" as const, "cancel" as const),
    item: fc.nat({ max: 3 }),
    units: fc.integer({ min: 1, max: 3 }),
  }),
);

const after = (items: readonly Item[], change: Step): Item[] => {
  if (change.kind === "order")
    return [...items, { line: String(items.length + 1), open: change.units, sent: 0, cancelled: 0 }];
  return items.map((item, at) => {
    if (at !== change.item % items.length) return item;
    if (change.kind === "raise") return { ...item, open: item.open + change.units };
    const units = Math.min(item.open, change.units);
    const moved = change.kind === "send" ? { sent: item.sent + units } : { cancelled: item.cancelled + units };
    return { ...item, open: item.open - units, ...moved };
  });
};

/** How a report tells an order: with numbers of lines, in rows split at random, all rows or only those to send, shuffled. */
interface Report {
  isNumbered: boolean;
  isOnlyOpen: boolean;
  isMerged: boolean;
  splits: number[];
  isReversed: boolean;
  /** What was taken is told as sent. */
  isSent: boolean;
}
const report: fc.Arbitrary<Report> = fc.record({
  isNumbered: fc.boolean(),
  isOnlyOpen: fc.boolean(),
  isMerged: fc.boolean(),
  splits: fc.array(fc.nat({ max: 3 }), { maxLength: 6 }),
  isReversed: fc.boolean(),
  isSent: fc.boolean(),
});

const split = (row: Told, at = 0): Told[] => {
  const first = Math.min(at, row.units - 1);
  return first > 0
    ? [
        { ...row, units: first },
        { ...row, units: row.units - first },
      ]
    : [row];
};
const tell = (items: readonly Item[], { isNumbered, isOnlyOpen, isMerged, splits, isReversed }: Report): Told[] => {
  const sum = (field: "open" | "sent" | "cancelled") => items.reduce((units, item) => units + item[field], 0);
  const whole = { line: "", open: sum("open"), sent: sum("sent"), cancelled: sum("cancelled") };
  const rows = (isMerged && !isNumbered ? [whole] : items).flatMap(({ line, ...units }) => {
    const number = isNumbered ? line : undefined;
    const all = [send(units.open, number), sent(units.sent, number), gone(units.cancelled, number)];
    return isOnlyOpen ? all.slice(0, 1) : all;
  });
  const told = rows.filter(({ units }) => units > 0).flatMap((row, at) => split(row, splits[at]));
  return isReversed ? told.toReversed() : told;
};

const files = fc.array(fc.record({ at: fc.nat({ max: 6 }), report, isTogether: fc.boolean() }), {
  minLength: 1,
  maxLength: 8,
});
const steps = fc.array(step, { minLength: 1, maxLength: 6 });
const statesOf = (changes: readonly Step[]): Item[][] => {
  const states: Item[][] = [[{ line: "1", open: 2, sent: 0, cancelled: 0 }]];
  for (const change of changes) states.push(after(states.at(-1) ?? [], change));
  return states;
};

const wantedOf = (items: readonly Item[]): number => items.reduce((sum, { open, sent: away }) => sum + open + away, 0);
const runs = { numRuns: 5_000, seed: 1 };

test("of 5,000 random orders, told in any rows and order and by two people at once, never more is taken than was wanted", () => {
  const property = fc.property(steps, files, (changes, told) => {
    const states = statesOf(changes);
    const { preview, apply, take } = channel();
    let [taken, wanted] = [0, 0];
    for (const { at, report: how, isTogether } of told) {
      const items = states[at % states.length] ?? [];
      wanted = Math.max(wanted, wantedOf(items));
      const file = tell(items, how);
      const other = isTogether ? preview(tell(items, { ...how, isReversed: !how.isReversed })) : undefined;
      taken += take(...file) + (other ? apply(other) : 0);
      expect(taken).toBeLessThanOrEqual(wanted);
      expect(take(...file)).toBe(0);
    }
  });
  fc.assert(property, runs);
});

test("of 5,000 random orders of which others send nothing, all that whole files want is taken", () => {
  const unsent = steps.map((all) => all.filter(({ kind }) => kind !== "send"));
  const property = fc.property(unsent, files, (changes, told) => {
    const states = statesOf(changes);
    const { take } = channel();
    let [taken, wanted] = [0, 0];
    const inTime = told.map(({ at, report: how }) => ({ at: at % states.length, how })).sort((a, b) => a.at - b.at);
    for (const { at, how } of inTime) {
      const items = states[at] ?? [];
      wanted = Math.max(wanted, wantedOf(items));
      // What was taken may be sent. Without numbers of lines nobody knows of which.
      let away = how.isSent && !how.isNumbered ? taken : 0;
      const now = items.map((item) => {
        const units = Math.min(item.open, away);
        away -= units;
        return { ...item, open: item.open - units, sent: units };
      });
      taken += take(...tell(now, { ...how, isOnlyOpen: false }));
      expect(taken).toBe(wanted);
    }
  });
  fc.assert(property, runs);
});
