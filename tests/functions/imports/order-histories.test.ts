// What is taken of an order that several files tell, each in its own rows.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Movement } from "#shared/movement.ts";
import { orderOutcomeIds } from "#shared/order-outcome.ts";
import { lineIdentifier } from "../../../functions/lib/imports/orders/line-identity.ts";
import { allCorrected, balanceOf } from "../../../functions/lib/imports/orders/picked-balance.ts";
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
  /** Units are those left to send, and nobody knows how many were ordered. */
  isLeft?: boolean;
}

const listed = { product: "p", units: 2 };

/** The lines of a file with one order of one code. */
const fileOf = (name: string, told: readonly Told[]): ComparedLine[] => {
  const identify = lineIdentifier(name);
  return told.map(({ state, units, line = "", left = units, cancelled = 0, isLeft = false }, at) => {
    const [row, order] = [at + 2, "410-1"];
    return {
      ...identify({ row, order, line, isRounded: false, code: "A", isMarketplaces: false }),
      ...{
        row,
        order,
        line,
        seller: "A",
        listing: "",
        isRounded: false,
        size: "",
        title: "",
        problems: [],
        strange: [],
      },
      ...{ ordered: units, isLeft, cancelled, quantity: state === "takeable" ? left : units, units: left * 2 },
      ...{ listed, says: new Set(), isByPresence: false, isCodeUnusable: false, state },
      withoutCode: { column: "", value: "", message: "" },
    };
  });
};

/** A channel that takes of the order what files leave to be taken. */
const channel = () => {
  const picks: StoredPick[] = [];
  const movements = new Map<string, Pick<Movement, "lines" | "now" | "reversed_by">>();
  let files = 0;
  const pickedFor = (lines: Parameters<typeof findRecords>[1], since = 0) =>
    pickedLines(findRecords(picks.slice(since), lines), movements);
  const preview = (told: readonly Told[], ...takenIn: ("another" | "picked")[]) => {
    const read = fileOf(`file ${++files}`, told);
    const isAgain = takenIn.includes("picked");
    const { lines } = comparePicked(read, { picked: pickedFor(read), isAgain });
    const leftOut = (["picked", "unsure", "another"] as const).filter((said) => !takenIn.includes(said as never));
    const taken = lines.filter(({ state, says }) => state === "takeable" && !leftOut.some((said) => says.has(said)));
    return { lines, taken, since: isAgain ? Number.POSITIVE_INFINITY : picks.length };
  };
  const apply = ({ taken, since }: ReturnType<typeof preview>) => {
    const picked = taken.map((line) => ({ ...line, product: "p" }));
    const fresh = withoutPicked(picked, pickedFor(taken, since));
    const movement = `m${picks.length}`;
    const units = fresh.reduce((sum, line) => sum + line.units, 0);
    if (fresh.length > 0) picks.push(toPick(movement, fresh));
    movements.set(movement, { lines: [["p", "w", -units]] });
    return units / 2;
  };
  const toPutBack = (told: readonly Told[]) => {
    const [line] = preview(told).lines.filter(({ toPutBack: back }) => back);
    return line?.key && line.toPutBack ? { ...line.toPutBack, key: line.key } : undefined;
  };
  type ToPutBack = ReturnType<typeof toPutBack>;
  const finish = (back: ToPutBack) => {
    if (!back) return 0;
    const records = pickedFor([{ key: back.key, marks: [], knownBy: [], alikeBy: [] }]).ofKey(back.key);
    const { taken, returned } = balanceOf(records);
    const units = Math.min(back.units - Math.max(0, returned - back.returned), taken);
    if (units > 0) picks.push(toPutBackPick({ ...back, units, corrected: allCorrected(records) }));
    return back.units;
  };
  return {
    preview,
    apply,
    toPutBack,
    /** Takes what a file leaves to be taken; answers its units. */
    take: (...told: Told[]) => apply(preview(told)),
    says: (...told: Told[]) =>
      preview(told).lines.map(({ says }) => orderOutcomeIds.find((id) => says.has(id)) ?? "ready"),
    finish,
    /** Puts back what a file says is cancelled; answers its units. */
    putBack: (...told: Told[]) => finish(toPutBack(told)),
    /** Corrects picklists down by so many units in all, the newest first. */
    correct: (units: number) => {
      let left = units * 2;
      for (const [id, { lines, now = lines, ...rest }] of [...movements].reverse()) {
        const out = -(now[0]?.[2] ?? 0);
        const less = Math.min(out, left);
        left -= less;
        const isWhole = less === out && { reversed_by: "r" };
        if (less > 0) movements.set(id, { ...rest, lines, now: [["p", "w", less - out]], ...isWhole });
      }
    },
    reverse: (picklist: number) => {
      const id = `m${picklist}`;
      movements.set(id, { lines: [], ...movements.get(id), reversed_by: "r" });
    },
    /** The oldest ones are more than 30 days old. */
    forget: (picklists: number) => picks.splice(0, picklists),
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
  expect(apply(preview([send(2, "8")], "another"))).toBe(2);
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

test("a cancelled row is put back once, in files that lack the order's other rows too", () => {
  const { take, putBack } = channel();
  take(send(3));
  expect([putBack(gone(1)), putBack(gone(1)), take(send(2)), putBack(gone(1))]).toEqual([1, 0, 0, 0]);
});

test("a line with a number is picked again once it was put back, and raised as any other", () => {
  const { take, putBack, says } = channel();
  take(send(3, "7"));
  expect([putBack(gone(3, "7")), says(send(2, "8")), take(send(3, "7")), take(send(5, "7"))]).toEqual([
    3,
    ["ready"],
    3,
    2,
  ]);
});

test("a number that was cancelled before the pick puts nothing of another one back", () => {
  const { take, putBack } = channel();
  take(gone(1, "7"), send(2, "8"));
  expect([putBack(gone(1, "7")), putBack(gone(2, "8"))]).toEqual([0, 2]);
});

test("units that are left to send do not tell which of the cancelled ones were taken", () => {
  const { take, putBack } = channel();
  take(send(3));
  expect(putBack({ ...send(1), isLeft: true, cancelled: 1 })).toBe(0);
});

test("what was put back is forgotten with the picklist that had taken it, not later ones", () => {
  const { take, putBack, forget } = channel();
  expect([take(send(3)), putBack(gone(3)), take(send(3))]).toEqual([3, 3, 3]);
  forget(1);
  expect([take(send(3)), take(send(4))]).toEqual([0, 1]);
});

test("what was taken again counts, once it is ordered besides and once the first picklist is reversed", () => {
  const { take, preview, apply, reverse } = channel();
  expect([take(send(3)), apply(preview([send(3)], "picked")), take(send(5)), take(send(7))]).toEqual([3, 3, 0, 1]);
  reverse(0);
  expect(take(send(7))).toBe(3);
});

test("Done and a correction of any picklist of the order tell the same units, in either order", () => {
  const { take, toPutBack, finish, correct, putBack } = channel();
  const file = [gone(2), send(3)];
  take(send(3));
  take(send(5));
  const listed = toPutBack(file);
  expect(listed?.units).toBe(2);
  correct(1);
  expect(finish(listed)).toBe(2);
  correct(1);
  expect([take(send(3)), putBack(...file), take(send(4))]).toEqual([0, 0, 1]);
  // A later correction is one of its own.
  correct(1);
  expect(take(send(4))).toBe(1);
});

test("what was put back stays so when another picklist of the order is corrected to nothing, or reversed", () => {
  const { take, putBack, correct, reverse } = channel();
  const file = [gone(2), send(2)];
  expect([take(send(3)), take(send(4)), putBack(...file)]).toEqual([3, 1, 2]);
  // The newest one, in the wake of Done.
  correct(1);
  expect([putBack(...file), take(send(3)), take(send(3))]).toEqual([0, 1, 0]);
  // Three of the four that were out at first, two of which were back already.
  reverse(0);
  expect([take(send(2)), take(send(3))]).toEqual([1, 1]);
});

test("a correction before Done is counted once, also if the file lacked the order's other rows", () => {
  const { take, toPutBack, finish, correct, putBack } = channel();
  take(send(5));
  const listed = toPutBack([gone(2)]);
  correct(2);
  expect([finish(listed), take(gone(2), send(3)), putBack(gone(3), send(2))]).toEqual([2, 0, 1]);
});

test("a row that is cancelled and tells cancelled units as well counts once", () => {
  const { take, putBack } = channel();
  take(send(3));
  expect(putBack({ ...gone(0), cancelled: 1 })).toBe(1);
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

const putBackAnyhow = (numRuns: number) => {
  const changes = fc.array(
    fc.oneof(
      step.filter(({ kind }) => kind !== "send"),
      fc.record({
        kind: fc.constant("restore" as const),
        item: fc.nat({ max: 3 }),
        units: fc.integer({ min: 1, max: 3 }),
      }),
    ),
    { minLength: 1, maxLength: 8 },
  );
  const ways = fc.constantFrom("done", "corrected, then done", "done, then corrected");
  const shortPick = fc.nat({ max: 2 });
  const told = fc.array(fc.record({ report, way: ways, shortPick, isAgain: fc.boolean() }), {
    minLength: 9,
    maxLength: 9,
  });
  const property = fc.property(changes, told, (all, hows) => {
    const { preview, apply, take, toPutBack, finish, correct } = channel();
    let [items, out] = [[{ line: "1", open: 2, sent: 0, cancelled: 0 }], 0];
    for (const [at, { report: how, way, shortPick: short, isAgain }] of hows.slice(0, all.length + 1).entries()) {
      const change = all[at - 1];
      if (change?.kind === "restore") items = restored(items, change);
      else if (change) items = after(items, change);
      const file = tell(items, { ...how, isOnlyOpen: false });
      const taken = take(...file);
      out += taken;
      const back = toPutBack(file);
      if (way === "corrected, then done" && back) correct(back.units);
      out -= finish(back);
      if (way === "done, then corrected" && back) correct(back.units);
      expect(out).toBe(wantedOf(items));
      // Fewer lay on the shelf than the sheet said: they are wanted still.
      const missing = Math.min(short, taken);
      correct(missing);
      out += take(...file) - missing;
      expect(out).toBe(wantedOf(items));
      if (isAgain && at === all.length) {
        out += apply(preview(file, "picked"));
        expect(take(...file)).toBe(0);
      }
    }
  });
  fc.assert(property, { ...runs, numRuns });
};
const whole =
  "random orders, units are out that whole files want, however cancelled ones are put back and whoever picks again";
test(`of 500 ${whole}`, () => putBackAnyhow(500));
test(`of 5,000 ${whole}`, { tags: "exhaustive" }, () => putBackAnyhow(5_000));

/** Units of an item that were cancelled are wanted after all. */
const restored = (items: readonly Item[], { item, units }: { item: number; units: number }): Item[] =>
  items.map((one, at) => {
    const again = at === item % items.length ? Math.min(one.cancelled, units) : 0;
    return { ...one, open: one.open + again, cancelled: one.cancelled - again };
  });
