// What is still wanted of order lines after earlier picklists. A file may tell an order in other rows than the one before, so
// the lines of one key (order, code, sender) are compared by their sum; a line that is known by its number or place has what
// was taken of it first.
import { type ProductSet, partsOf } from "../../catalogue/product-sets.ts";
import type { CancelledLine } from "./cancelled-store.ts";
import { amountsOf } from "./line-code.ts";
import type { PickedLine } from "./order-group.ts";
import { alsoSaying, type OrderLine } from "./order-lines.ts";
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
  told?: PickedRecord["told"];
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
 * The lines with their outcomes by earlier picklists, and with the units that are still missing; and the keys of which no more
 * was taken than is wanted.
 */
export const comparePicked = <L extends ComparedLine>(
  lines: readonly L[],
  comparing: Comparing,
): { lines: L[]; settled: ReadonlySet<string> } => {
  const compared = [...Map.groupBy(lines, ({ key, row }) => key ?? row).values()].map((same) =>
    compare(same, comparing),
  );
  const byRow = new Map(compared.flatMap((one) => one.lines.map((line) => [line.row, line])));
  return {
    lines: lines.map((line) => byRow.get(line.row) ?? line),
    settled: new Set(compared.flatMap((one) => (one.isSettled ? (one.lines[0]?.key ?? []) : []))),
  };
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

/** The lines of one key, and whether no more was taken than is wanted. */
const compare = <L extends ComparedLine>(lines: readonly L[], { picked, isAgain }: Comparing) => {
  const { rows: all, records } = matched(lines, picked);
  const balance = balanceOf(records);
  const { taken } = balance;
  const goesBack = unitsToPutBack(all, records, balance, wantedIn(lines));
  const isAnother = ({ line, records: own }: Row) =>
    taken > 0 && line.state === "takeable" && line.isNumbered && own.length === 0 && records.some(isElsewhere);
  const rows = all.filter((row) => !isAnother(row));
  const missing = missingUnits(rows, records, balance);
  const shares = shareOut(rows, missing);
  const isTaken = ({ line }: Row, units: number) => units > 0 && !(isAgain && units < line.quantity);
  const before = sumOf([...shares].map(([row, units]) => (isTaken(row, units) ? 0 : row.line.quantity)));
  const covered = coveredRows(rows, taken - before);
  const alike = ({ line, records: own }: Matched<L>): L =>
    own.length === 0 && picked.isAlike(line) ? alsoSaying(line, "unsure") : line;
  const afterPicked = (row: Matched<L>): L => {
    const { line } = row;
    const units = shares.get(row);
    if (units === undefined) return covered.has(row) ? alsoSaying(line, "picked") : alike(row);
    // Release 1.0.0 adds up what was ordered, not what was taken.
    if (!isTaken(row, units)) return alsoSaying({ ...line, ordered: 0 }, "picked");
    return taken > 0 ? alsoSaying({ ...line, ...amountsOf(line.listed, units), ordered: units }, "added") : alike(row);
  };
  const compared = all.map((row): L => {
    const after = isAnother(row) ? alsoSaying(row.line, "another") : afterPicked(row);
    const back = goesBack.get(row);
    return {
      ...(back && !back.told && after.state === "cancelled" ? alsoSaying(after, "cancelled_since") : after),
      ...(after.state === "takeable" && { gone: missing.gone }),
      ...(back?.units && { toPutBack: back }),
    };
  });
  const isSettled = taken <= wantedIn(compared.filter(({ says }) => !says.has("another")));
  return { lines: compared, isSettled };
};

/** Units of the order, sent ones too. */
const wantedOf = ({ ordered, state, quantity }: ComparedLine): number =>
  Math.max(ordered, state === "takeable" ? quantity : 0);
const wantedIn = (lines: readonly ComparedLine[]): number =>
  sumOf(lines.filter((line) => isOfOrder(line) || line.state === "waiting").map(wantedOf));

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
  const wantedBy = (some: readonly Row[]) => sumOf(some.map(({ line }) => wantedOf(line)));
  const wanted = wantedBy(told);
  const takeable = (some: readonly Row[]) =>
    sumOf(some.map(({ line }) => (line.state === "takeable" ? line.quantity : 0)));
  const sent = wanted - takeable(told);
  const gone = Math.max(0, ...records.map((record) => record.gone));
  const free = new Map<Row, number>();
  for (const same of Map.groupBy(told, (row) => (row.line.isNumbered ? row.line.line : row)).values()) {
    const own = same[0] ? ofNumber(same[0].line, records) : [];
    let left = wantedBy(same) - sumOf(own.map(unitsOf)) + (own.length > 0 ? returned : 0);
    for (const row of same.toReversed()) {
      const units = Math.max(0, Math.min(takeable([row]), left));
      free.set(row, units);
      left -= units;
    }
  }
  const units = Math.max(0, Math.min(sumOf(free.values()), wanted - taken - Math.min(gone, sent)));
  return { units, gone: Math.max(gone, wanted - taken - units), ofRow: (row: Row) => free.get(row) ?? 0 };
};

/** The missing units of each row to be taken: rows that nothing was taken of come first, and of these the last. */
const shareOut = (
  rows: readonly Row[],
  { units, ofRow }: ReturnType<typeof missingUnits>,
): ReadonlyMap<Row, number> => {
  // Rows that are told anew stand last.
  const takeable = rows.filter(({ line }) => line.state === "takeable").toReversed();
  const inTurn = takeable.toSorted((a, b) => Math.min(1, a.records.length) - Math.min(1, b.records.length));
  let left = units;
  return new Map(
    inTurn.map((row) => {
      const own = Math.min(left, ofRow(row));
      left -= own;
      return [row, own];
    }),
  );
};

/** The rows, of those that are not to be taken, that were picked: by their own number or place, or since so many units were. */
const coveredRows = (rows: readonly Row[], units: number): ReadonlySet<Row> => {
  let left = units;
  return new Set(
    rows.filter(({ line: { state, ordered }, records }) => {
      if (state === "takeable") return false;
      const isCovered = records.length > 0 || (state === "sent" && left > 0);
      left -= state === "sent" ? ordered : 0;
      return isCovered;
    }),
  );
};

/**
 * Rows that say that units go back, the first of them with all these units. Units go back only if a line says that they are
 * cancelled: a report of what is to be sent loses lines as they are sent.
 */
const unitsToPutBack = (
  rows: readonly Row[],
  records: readonly PickedRecord[],
  { taken, back, returned }: Balance,
  wanted: number,
): ReadonlyMap<Row, ToPutBack> => {
  const takenRecords = records.filter((record) => unitsOf(record) > 0);
  const cancelled = rows.map((row) => ({ row, units: cancelledOf(row, takenRecords) }));
  const units = Math.min(sumOf(cancelled.map((one) => one.units)) - back, taken - wanted);
  const { movement = "", told } = takenRecords.findLast(isOut) ?? {};
  let left = units;
  return new Map(
    cancelled.flatMap(({ row, units: ofRow }): [Row, ToPutBack][] => {
      if (ofRow === 0 || left <= 0) return [];
      const isFirst = left === units;
      left -= ofRow;
      return [[row, { movement, told, units: isFirst ? units : 0, returned }]];
    }),
  );
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

/** Lines of a preview, less what others have taken or cancelled of them since. */
export const withoutPicked = (
  lines: readonly PickedLine[],
  picked: Pick<PickedLines, "ofKey" | "ofLine" | "isAlike" | "cancelledOf">,
): PickedLine[] =>
  [...Map.groupBy(lines, ({ key, row }) => key ?? row).values()].flatMap((same) => {
    const { rows, records } = matched(same, picked);
    let left = balanceOf(records).taken + (same[0] ? picked.cancelledOf(same[0]) : 0);
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

/** By id, the units of each product that go back on the shelf, or off a sale. */
export const cancelledSince = (lines: readonly ComparedLine[], today: string): Record<string, CancelledLine> =>
  Object.fromEntries(
    lines.flatMap(({ toPutBack, listed, knownBy, key, order }) => {
      if (!toPutBack || !listed) return [];
      const { movement, told, units: ofLine, returned } = toPutBack;
      return partsOf(listed).map(({ product, units }, at): [string, CancelledLine] => [
        [`${knownBy[0]}${returned ? `~${returned}` : ""}`, ...(at > 0 ? [at] : [])].join("."),
        { movement, product, units: units * ofLine, order, day: today, key, ofLine, returned, ...(told && { told }) },
      ]);
    }),
  );
