// What is still wanted of order lines after earlier picklists. A file may tell an order in other rows than the one before, so
// the lines of one key (order, code, sender) are compared by their sum; a line that is known by its number or place has what
// was taken of it first.
import type { ProductSet } from "../../catalogue/aliases.ts";
import { partsOf } from "../../catalogue/aliases.ts";
import type { CancelledLine } from "./cancelled-since.ts";
import type { PickedLine } from "./order-group.ts";
import type { OrderLine } from "./order-lines.ts";
import type { PickedLines, PickedRecord } from "./picked-lines.ts";

export interface ComparedLine extends OrderLine {
  /** What its code stands for, if that is known. */
  listed?: ProductSet | undefined;
  units: number;
  more?: ProductSet["more"];
  /** Units to store as taken, if not all, and units of its key that others have sent. */
  noted?: number;
  gone?: number;
  /** Units that were picked, and are cancelled. */
  toPutBack?: PutBackUnits | undefined;
}

interface PutBackUnits {
  movement: string;
  /** Units of the order, and those that are wanted of its key. */
  ordered: number;
  wanted: number;
  /** Units of the key that were put back before. */
  before: number;
}

/** What a line's own cells make of it: `waiting` ones may be sent later, and `ignored` ones are none of the order. */
export type LineState = "takeable" | "sent" | "waiting" | "cancelled" | "ignored";

export interface Comparing<L extends ComparedLine = ComparedLine> {
  picked: Pick<PickedLines, "ofKey" | "ofLine" | "isAlike">;
  stateOf: (line: L) => LineState;
  /** Lines that were picked before are taken again. */
  isAgain: boolean;
}

/**
 * Adds to each line its outcome by earlier picklists, and sets its units to the missing ones. Answers the keys of which no more
 * was taken than is wanted.
 */
export const comparePicked = <L extends ComparedLine>(lines: readonly L[], comparing: Comparing<L>): Set<string> => {
  const settled = new Set<string>();
  for (const same of Map.groupBy(lines, ({ key, row }) => key ?? row).values()) {
    const isSettled = compare(same, comparing);
    if (isSettled && same[0]?.key) settled.add(same[0].key);
  }
  return settled;
};

const sumOf = (numbers: Iterable<number>): number => [...numbers].reduce((sum, number) => sum + number, 0);
const unitsOf = ({ units }: PickedRecord): number => units;

interface KeyRow<L extends ComparedLine = ComparedLine> {
  line: L;
  state: LineState;
  records: readonly PickedRecord[];
}

/** Whether no more was taken than is wanted. */
const compare = <L extends ComparedLine>(lines: readonly L[], comparing: Comparing<L>): boolean => {
  const { picked, stateOf, isAgain } = comparing;
  const all = lines.map((line): KeyRow => ({ line, state: stateOf(line), records: picked.ofLine(line) }));
  const ofKey = lines[0]?.key === undefined ? [] : picked.ofKey(lines[0].key);
  const records = [...new Set([...ofKey, ...all.flatMap((row) => row.records)])];
  const taken = Math.max(0, sumOf(records.map(unitsOf)));
  const wanted = sumOf(all.filter(({ state }) => isOfOrder(state) || state === "waiting").map(wantedOf));
  listCancelled(all, records, { taken, wanted });

  const isAnother = ({ line, state, records: own }: KeyRow) =>
    state === "takeable" && line.isNumbered && own.length === 0 && records.some(isElsewhere);
  const rows = all.filter((row) => !isAnother(row));
  const missing = missingUnits(rows, records, taken);
  for (const { line } of all.filter(isAnother)) {
    line.says.add("another");
    line.gone = missing.gone;
  }
  // Rows that are told anew stand last.
  const inTurn = rows.filter(({ state }) => state === "takeable").toReversed();
  let left = missing.units;
  for (const row of inTurn.toSorted((a, b) => Math.min(1, a.records.length) - Math.min(1, b.records.length))) {
    const { line } = row;
    const units = Math.min(left, missing.ofRow(row));
    left -= units;
    if (units === 0 || (isAgain && units < line.quantity)) {
      line.says.add("picked");
      [line.ordered, line.noted] = [0, 0];
      continue;
    }
    if (taken > 0) {
      line.says.add("added");
      line.ordered = units;
      take(line, units);
    } else if (picked.isAlike(line) && row.records.length === 0) line.says.add("unsure");
    line.gone = missing.gone;
  }
  let covered = taken - sumOf(inTurn.map(({ line }) => (line.says.has("picked") ? line.quantity : 0)));
  for (const { line, state, records: own } of rows.filter((row) => row.state !== "takeable")) {
    if (own.length > 0 || (state === "sent" && covered > 0)) line.says.add("picked");
    else if (picked.isAlike(line)) line.says.add("unsure");
    covered -= state === "sent" ? line.ordered : 0;
  }
  return taken <= wanted;
};

/** Units of the order, sent ones too. */
const wantedOf = ({ line, state }: KeyRow): number => Math.max(line.ordered, state === "takeable" ? line.quantity : 0);

const isOfOrder = (state: LineState): boolean => state === "takeable" || state === "sent";

/** What was taken of a line whose number the file does not have. */
const isElsewhere = ({ isNumbered, own, units }: PickedRecord): boolean => isNumbered && own === undefined && units > 0;

/**
 * Units that are still to be taken of a key, and of each of its lines at most: what is to be sent or was sent, less what was
 * taken, less what others had sent by then as far as the file still tells it. A line with a number has what was taken of it.
 */
const missingUnits = (rows: readonly KeyRow[], records: readonly PickedRecord[], taken: number) => {
  const told = rows.filter(({ state }) => isOfOrder(state));
  const wanted = sumOf(told.map(wantedOf));
  const takeable = (some: readonly KeyRow[]) =>
    sumOf(some.map(({ line, state }) => (state === "takeable" ? line.quantity : 0)));
  const sent = wanted - takeable(told);
  const gone = Math.max(0, ...records.map((record) => record.gone));
  const free = new Map<KeyRow, number>();
  for (const same of Map.groupBy(told, ({ line, ...row }) => (line.isNumbered ? line.line : row)).values()) {
    const own = same.flatMap(({ line, records: known }) =>
      known.filter((one) => line.isNumbered && one.own === line.marks[0]),
    );
    let left = sumOf(same.map(wantedOf)) - sumOf([...new Set(own)].map(unitsOf));
    for (const row of same.toReversed()) {
      const units = Math.max(0, Math.min(takeable([row]), left));
      free.set(row, units);
      left -= units;
    }
  }
  const units = Math.max(0, Math.min(sumOf(free.values()), wanted - taken - Math.min(gone, sent)));
  return { units, gone: Math.max(gone, wanted - taken - units), ofRow: (row: KeyRow) => free.get(row) ?? 0 };
};

/** Units are put back only if a line says that they are cancelled: a report of what is to be sent loses lines as they are sent. */
const listCancelled = (
  rows: readonly KeyRow[],
  records: readonly PickedRecord[],
  { taken, wanted }: { taken: number; wanted: number },
): void => {
  const cancelled = rows.map(({ line, state, records: own }) => ({
    line,
    state,
    // Some reports set the quantity of a cancelled line to 0.
    units: line.cancelled + (state === "cancelled" ? line.ordered || Math.max(0, sumOf(own.map(unitsOf))) : 0),
  }));
  let back = Math.min(sumOf(cancelled.map(({ units }) => units)), Math.max(0, taken - wanted));
  const whole = { ordered: back, wanted, before: -sumOf(records.map(({ units }) => Math.min(0, units))) };
  const movement = records.findLast(({ units }) => units > 0)?.movement ?? "";
  for (const { line, state, units } of cancelled) {
    if (units === 0 || back === 0) continue;
    if (back === whole.ordered) line.toPutBack = { movement, ...whole };
    back -= Math.min(units, back);
    if (state === "cancelled") line.says.add("cancelled_since");
  }
};

/** Sets the units of a line. */
const take = (line: ComparedLine, quantity: number): void => {
  line.quantity = quantity;
  line.units = quantity * (line.listed?.units ?? 1);
  line.more = line.listed?.more?.map(({ product, units }) => ({ product, units: quantity * units }));
};

/** Lines of a preview, less what others have taken of them since. */
export const withoutPicked = (lines: readonly PickedLine[], picked: Comparing["picked"]): PickedLine[] =>
  [...Map.groupBy(lines, ({ key, row }) => key ?? row).values()].flatMap((same) => {
    const rows = same.map((line) => ({ line, records: picked.ofLine(line) }));
    const ofKey = same[0]?.key === undefined ? [] : picked.ofKey(same[0].key);
    let left = Math.max(0, sumOf([...new Set([...ofKey, ...rows.flatMap(({ records }) => records)])].map(unitsOf)));
    const matched = rows.map(({ line, records }) => {
      const own = Math.max(0, Math.min(line.quantity ?? 0, sumOf(records.map(unitsOf)), left));
      left -= own;
      return { line, own, isKnown: records.length > 0 };
    });
    return matched.flatMap(({ line, own, isKnown }) => {
      // A preview of release 1.0.0 does not say how many units of the line it takes.
      if (line.quantity === undefined || !line.key) return isKnown ? [] : line;
      const more = Math.min(line.quantity - own, left);
      left -= more;
      return less(line, line.quantity, own + more);
    });
  });

/** A line with fewer of its units; none if nothing is left. */
const less = (line: PickedLine, quantity: number, units: number): PickedLine[] => {
  if (units === 0) return [line];
  const left = quantity - units;
  if (left === 0) return [];
  const scaled = (of: number) => (of / quantity) * left;
  const more = line.more?.map((part) => ({ ...part, units: scaled(part.units) }));
  return [
    { ...line, quantity: left, units: scaled(line.units), ...(more && { more }), ordered: (line.ordered ?? 0) - units },
  ];
};

/** By id, the units of each product that go back on the shelf. */
export const toPutBack = (lines: readonly ComparedLine[], today: string): Record<string, CancelledLine> =>
  Object.fromEntries(
    lines.flatMap(({ toPutBack: back, listed, knownBy, key, order }) =>
      (back && listed ? partsOf(listed) : []).map(({ product, units }, at): [string, CancelledLine] => [
        [`${knownBy[0]}${back?.before ? `~${back.before}` : ""}`, ...(at > 0 ? [at] : [])].join("."),
        {
          movement: back?.movement ?? "",
          product,
          units: units * (back?.ordered ?? 0),
          order,
          day: today,
          ...(key && { key }),
          ...(key && at === 0 && { ordered: back?.ordered ?? 0, wanted: back?.wanted ?? 0 }),
        },
      ]),
    ),
  );
