// What is still wanted of order lines after earlier picklists. A file may tell an order in other rows than the one before, so
// the lines of one key (order, code, sender) are compared by their sum; a line that is known by its number or place has what
// was taken of it first.
import { type ProductSet, partsOf } from "../../catalogue/product-sets.ts";
import type { CancelledLine } from "./cancelled-store.ts";
import type { PickedLine } from "./order-group.ts";
import type { OrderLine } from "./order-lines.ts";
import { type Balance, balanceOf } from "./picked-balance.ts";
import type { PickedLines, PickedRecord } from "./picked-lines.ts";

/** What a line's own cells make of it: `waiting` ones may be sent later, and `ignored` ones are none of the order. */
export type LineState = "takeable" | "sent" | "waiting" | "cancelled" | "ignored";

export interface ComparedLine extends OrderLine {
  state: LineState;
  /** What its code stands for, if that is known. */
  listed?: ProductSet | undefined;
  units: number;
  more?: ProductSet["more"];
  /** Units of its key that others have sent. */
  gone?: number;
  /** Units that were picked, and are cancelled. */
  toPutBack?: ToPutBack;
}

interface ToPutBack {
  movement: string;
  /** Of all lines of the key. */
  units: number;
  /** Units of the key that went back before. */
  returned: number;
}

interface Comparing {
  picked: Pick<PickedLines, "ofKey" | "ofLine" | "isAlike">;
  /** Lines that were picked before are taken again. */
  isAgain: boolean;
}

/**
 * Adds to each line its outcome by earlier picklists, and sets its units to the missing ones. Answers the keys of which no more
 * was taken than is wanted.
 */
export const comparePicked = (lines: readonly ComparedLine[], comparing: Comparing): Set<string> => {
  const settled = new Set<string>();
  for (const same of Map.groupBy(lines, ({ key, row }) => key ?? row).values()) {
    const isSettled = compare(same, comparing);
    if (isSettled && same[0]?.key) settled.add(same[0].key);
  }
  return settled;
};

const sumOf = (numbers: Iterable<number>): number => [...numbers].reduce((sum, number) => sum + number, 0);
const unitsOf = ({ units }: PickedRecord): number => units;

/** A line with what was taken of it. */
interface Matched<L> {
  line: L;
  records: readonly PickedRecord[];
}
type Row = Matched<ComparedLine>;

/** The lines of one key with what was taken of each, and all that was taken and put back, in order. */
const matched = <L extends PickedLine | ComparedLine>(lines: readonly L[], picked: Comparing["picked"]) => {
  const rows = lines.map((line): Matched<L> => ({ line, records: picked.ofLine(line) }));
  const ofKey = lines[0]?.key === undefined ? [] : picked.ofKey(lines[0].key);
  const records = [...new Set([...ofKey, ...rows.flatMap((row) => row.records)])].sort((a, b) => a.at - b.at);
  return { rows, records };
};

/** Whether no more was taken than is wanted. */
const compare = (lines: readonly ComparedLine[], { picked, isAgain }: Comparing): boolean => {
  const { rows: all, records } = matched(lines, picked);
  const balance = balanceOf(records);
  const { taken } = balance;
  const wantedIn = (some: readonly Row[]) =>
    sumOf(some.filter(({ line }) => isOfOrder(line) || line.state === "waiting").map(wantedOf));
  addToPutBack(all, records, balance, wantedIn(all));

  const isAnother = ({ line, records: own }: Row) =>
    taken > 0 && line.state === "takeable" && line.isNumbered && own.length === 0 && records.some(isElsewhere);
  const rows = all.filter((row) => !isAnother(row));
  const missing = missingUnits(rows, records, balance);
  for (const { line } of all.filter(isAnother)) {
    line.says.add("another");
    line.gone = missing.gone;
  }
  // Rows that are told anew stand last.
  const inTurn = rows.filter(({ line }) => line.state === "takeable").toReversed();
  let left = missing.units;
  for (const row of inTurn.toSorted((a, b) => Math.min(1, a.records.length) - Math.min(1, b.records.length))) {
    const { line } = row;
    const units = Math.min(left, missing.ofRow(row));
    left -= units;
    line.gone = missing.gone;
    if (units === 0 || (isAgain && units < line.quantity)) {
      line.says.add("picked");
      // Release 1.0.0 adds up what was ordered, not what was taken.
      line.ordered = 0;
      continue;
    }
    if (taken > 0) {
      line.says.add("added");
      line.ordered = units;
      take(line, units);
    } else if (picked.isAlike(line) && row.records.length === 0) line.says.add("unsure");
  }
  let covered = taken - sumOf(inTurn.map(({ line }) => (line.says.has("picked") ? line.quantity : 0)));
  for (const { line, records: own } of rows.filter((row) => row.line.state !== "takeable")) {
    if (own.length > 0 || (line.state === "sent" && covered > 0)) line.says.add("picked");
    else if (picked.isAlike(line)) line.says.add("unsure");
    covered -= line.state === "sent" ? line.ordered : 0;
  }
  return taken <= wantedIn(rows);
};

/** Units of the order, sent ones too. */
const wantedOf = ({ line }: Row): number => Math.max(line.ordered, line.state === "takeable" ? line.quantity : 0);

const isOfOrder = ({ state }: ComparedLine): boolean => state === "takeable" || state === "sent";

/** What was taken of a line whose number the file does not have. */
const isElsewhere = (record: PickedRecord): boolean => record.isNumbered && record.own === undefined && isOut(record);

const isOut = ({ units, corrected }: PickedRecord): boolean => units > corrected;

/** What was taken of the number that a line has. */
const ofNumber = ({ isNumbered, marks }: ComparedLine, records: readonly PickedRecord[]): PickedRecord[] =>
  isNumbered ? records.filter(({ own }) => own === marks[0]) : [];

/**
 * Units that are still to be taken of a key, and of each of its lines at most: what is to be sent or was sent, less what was
 * taken, less what others had sent by then as far as the file still tells it. A line with a number has what was taken of it;
 * what went back may be of any number.
 */
const missingUnits = (rows: readonly Row[], records: readonly PickedRecord[], { taken, returned }: Balance) => {
  const told = rows.filter(({ line }) => isOfOrder(line));
  const wanted = sumOf(told.map(wantedOf));
  const takeable = (some: readonly Row[]) =>
    sumOf(some.map(({ line }) => (line.state === "takeable" ? line.quantity : 0)));
  const sent = wanted - takeable(told);
  const gone = Math.max(0, ...records.map((record) => record.gone));
  const free = new Map<Row, number>();
  for (const same of Map.groupBy(told, (row) => (row.line.isNumbered ? row.line.line : row)).values()) {
    const own = same[0] ? ofNumber(same[0].line, records) : [];
    let left = sumOf(same.map(wantedOf)) - sumOf(own.map(unitsOf)) + (own.length > 0 ? returned : 0);
    for (const row of same.toReversed()) {
      const units = Math.max(0, Math.min(takeable([row]), left));
      free.set(row, units);
      left -= units;
    }
  }
  const units = Math.max(0, Math.min(sumOf(free.values()), wanted - taken - Math.min(gone, sent)));
  return { units, gone: Math.max(gone, wanted - taken - units), ofRow: (row: Row) => free.get(row) ?? 0 };
};

/** Units go back only if a line says that they are cancelled: a report of what is to be sent loses lines as they are sent. */
const addToPutBack = (
  rows: readonly Row[],
  records: readonly PickedRecord[],
  { taken, back, returned }: Balance,
  wanted: number,
): void => {
  const takenRecords = records.filter((record) => unitsOf(record) > 0);
  const cancelled = rows.map((row) => ({ row, units: cancelledOf(row, takenRecords) }));
  const units = Math.min(sumOf(cancelled.map((one) => one.units)) - back, taken - wanted);
  const movement = takenRecords.findLast(isOut)?.movement ?? "";
  let left = units;
  for (const { row, units: ofRow } of cancelled) {
    if (ofRow === 0 || left <= 0) continue;
    if (left === units) row.line.toPutBack = { movement, units, returned };
    left -= ofRow;
    if (row.line.state === "cancelled") row.line.says.add("cancelled_since");
  }
};

/** Units that a line says are cancelled; not more than were taken of its number, where each record has one. */
const cancelledOf = ({ line, records }: Row, taken: readonly PickedRecord[]): number => {
  const isWhole = line.state === "cancelled";
  // What is left to send does not tell how many were ordered, and so not which of them were sent.
  const told = (isWhole ? line.ordered : 0) + (line.isLeft ? 0 : line.cancelled);
  // Some reports set the quantity of a cancelled line to 0.
  const units = told === 0 && isWhole ? sumOf(records.map(unitsOf)) : told;
  const isByNumber = line.isNumbered && taken.every((record) => record.isNumbered);
  return isByNumber ? Math.min(units, sumOf(ofNumber(line, taken).map(unitsOf))) : units;
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
    const { rows, records } = matched(same, picked);
    let left = balanceOf(records).taken;
    const known = rows.map(({ line, records: ofLine }) => {
      const own = Math.max(0, Math.min(line.quantity ?? 0, sumOf(ofLine.map(unitsOf)), left));
      left -= own;
      return { line, own, isKnown: ofLine.length > 0 };
    });
    return known.flatMap(({ line, own, isKnown }) => {
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
export const cancelledSince = (lines: readonly ComparedLine[], today: string): Record<string, CancelledLine> =>
  Object.fromEntries(
    lines.flatMap(({ toPutBack, listed, knownBy, key, order }) => {
      if (!toPutBack || !listed) return [];
      const { movement, units: ofLine, returned } = toPutBack;
      return partsOf(listed).map(({ product, units }, at): [string, CancelledLine] => [
        [`${knownBy[0]}${returned ? `~${returned}` : ""}`, ...(at > 0 ? [at] : [])].join("."),
        { movement, product, units: units * ofLine, order, day: today, key, ofLine, returned },
      ]);
    }),
  );
