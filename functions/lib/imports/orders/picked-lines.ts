// The order lines that picklists of a channel took within 30 days, so that overlapping downloads pick nothing twice. A line is
// stored as hashes, with the units that were taken of it.
import type { Channel } from "#shared/channel.ts";
import type { Line, Movement } from "#shared/movement.ts";
import { isTold } from "#shared/sale-day.ts";
import { type ProductSet, partsOf } from "../../catalogue/product-sets.ts";
import { getAll } from "../../db/batch-reads.ts";
import { movements } from "../../db/tables.ts";
import { bytesOf, hashBytes, type LineIdentity } from "./line-identity.ts";
import { type Progress, readPicks, readProgress, type StoredPick } from "./picked-store.ts";

/** Units of an order line: ordered less cancelled, or those left to send (`isLeft`). */
export interface LineUnits {
  ordered: number;
  isLeft: boolean;
}

/** What a picklist took of an order line. */
export interface PickedRecord {
  movement: string;
  key?: string | undefined;
  /** Below 0 if they were put back. */
  units: number;
  /** Units that corrections of the picklist took back; of units that were put back, those of all picklists by then. */
  corrected: number;
  /** Units of the key that others had sent by then. */
  gone: number;
  /** The line has a number of its own, and its mark if one of the lines in question has it. */
  isNumbered: boolean;
  own?: string | undefined;
  /** It was sold without being picked. */
  told?: boolean;
  /** Its place among all records. */
  at: number;
}

export interface PickedLines {
  /** What was taken under a key, and put back. */
  ofKey: (key: string) => readonly PickedRecord[];
  /** What was taken of a line. */
  ofLine: (line: LineIdentity & Partial<LineUnits>) => readonly PickedRecord[];
  /** Whether a picked line is so similar that it may be this one. */
  isAlike: (line: LineIdentity) => boolean;
  /** Units of its key that programs have cancelled; without a bound if they have cancelled its order. */
  cancelledOf: (line: Pick<LineIdentity, "key" | "ofOrder">) => number;
  /** The same, of what had been taken by then, and so has to go back. */
  dueOf: (line: Pick<LineIdentity, "key" | "ofOrder">) => number;
}

/** What a picklist takes of an order line. */
export interface TakenLine extends LineIdentity, Partial<LineUnits> {
  order?: string;
  product: string;
  /** Of the product. */
  units: number;
  /** Of the line. */
  quantity?: number;
  gone?: number;
  more?: ProductSet["more"];
}

interface Reading {
  /** Only picklists with a higher number. */
  since?: number | undefined;
  /** Picklists that do not count. */
  except?: ReadonlySet<string>;
  /** What was read before in the same call, and is not read again. */
  known?: KnownPicks;
}

/** All picks up to a number: of none at first. */
export interface KnownPicks {
  upto: number;
  picks: readonly StoredPick[];
}

/** What was taken of these lines within 30 days. */
export const readPicked = async (
  channel: Channel,
  lines: readonly LineIdentity[],
  today: string,
  { since, except, known }: Reading = {},
): Promise<PickedLines & { progress: Progress }> => {
  const progress = await readProgress(channel, today);
  const read = lines.length > 0 ? await readPicks(channel, progress, known?.upto ?? since) : [];
  const picks = [...(known?.picks ?? []), ...read];
  if (known) Object.assign(known, { upto: progress.version, picks });
  const found = findRecords(
    picks.filter(({ movement }) => !except?.has(movement)),
    lines,
  );
  return { progress, ...pickedLines(found, await readMovements([...found.keys()].map(({ movement }) => movement))) };
};

/** The records of these lines in each of the picks that has some. */
export const findRecords = (
  picks: readonly StoredPick[],
  lines: readonly LineIdentity[],
): Map<StoredPick, FoundRecord[]> => {
  const wanted = new Map(
    lines
      .flatMap(({ key = [], ofOrder = [], knownBy, alikeBy }) => [...knownBy, ...alikeBy].concat(key, ofOrder))
      .map((hash) => [bytesOf(hash).readBigUInt64BE(), hash]),
  );
  const found = picks.map((pick): [StoredPick, FoundRecord[]] => [
    pick,
    pick.taken ? recordsIn(pick, wanted) : formerIn(pick, wanted),
  ]);
  return new Map(found.filter(([, records]) => records.length > 0));
};

/**
 * A picklist that was reversed is one that was corrected down to nothing: what was put back of it may have been of another
 * one of the order.
 */
export const pickedLines = (
  found: ReadonlyMap<StoredPick, FoundRecord[]>,
  rows: ReadonlyMap<string, Pick<Movement, "reversed_by" | "lines" | "now"> & Partial<Pick<Movement, "kind">>>,
): PickedLines => {
  const all = [...found]
    .flatMap(([pick, own]) => {
      const row = rows.get(pick.movement);
      const told = isTold(row?.kind ?? "");
      return withCorrections(pick, own, row).map((record) => ({ ...record, told }));
    })
    .map((record, at) => ({ ...record, at }));
  const isCancellation = ({ movement }: PickedRecord) => movement === noPicklist;
  const [records, cancellations] = [all.filter((one) => !isCancellation(one)), all.filter(isCancellation)];
  const cancelled =
    (unitsIn: (record: FoundRecord) => number): PickedLines["cancelledOf"] =>
    ({ key, ofOrder = "" }) =>
      cancellations.some(({ marks }) => marks.includes(ofOrder))
        ? Number.POSITIVE_INFINITY
        : cancellations.reduce((sum, one) => sum + (key && one.key === key ? unitsIn(one) : 0), 0);
  const byKey = Map.groupBy(records, ({ key }) => key);
  const byMark = Map.groupBy(
    records.flatMap((record) => record.marks.map((mark) => ({ mark, record }))),
    ({ mark }) => mark,
  );
  return {
    ofKey: (key) => byKey.get(key) ?? [],
    ofLine: (line) => {
      const own = [...new Set(line.knownBy.flatMap((mark) => (byMark.get(mark) ?? []).map(({ record }) => record)))];
      const former = new Map(own.filter((record) => record.former).map((record) => [record.movement, record]));
      return [
        ...own.filter((record) => !record.former),
        ...[...former.values()].map((record) => ({ ...record, units: unitsOfFormer(record, line) })),
      ];
    },
    isAlike: ({ alikeBy }) => alikeBy.some((mark) => byMark.has(mark)),
    cancelledOf: cancelled(({ units }) => units),
    dueOf: cancelled(({ gone }) => gone),
  };
};

/** Units of a product that corrections have taken off a movement. */
export const takenOff = ({ lines, now = lines }: Pick<Movement, "lines" | "now">, product: string): number => {
  const unitsOf = (some: readonly Line[]) =>
    some.reduce((sum, [one, , delta]) => (one === product ? sum - delta : sum), 0);
  return unitsOf(lines) - unitsOf(now);
};

interface FoundRecord extends Omit<PickedRecord, "at"> {
  /** Its marks that are wanted. */
  marks: string[];
  /** Units that the release before stored, if it knew them. */
  former?: { units: LineUnits | undefined };
  /** Product and units in a unit of the line, of a picklist of one order. */
  single?: [product: string, each: number] | undefined;
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Bytes of a record: key, units, units that others had sent (or that corrections had taken back, if it is below 0), and how
 * many marks it has, with a bit for a number of its own.
 */
const recordBytes = hashBytes + 4 + 2 + 1;
const numberedBit = 0x80;
const noKey = Buffer.alloc(hashBytes);

type RecordParts = Pick<LineIdentity, "key" | "marks" | "isNumbered"> & { units: number; gone?: number };

const toRecord = ({ key, units, gone = 0, marks, isNumbered }: RecordParts): Buffer => {
  const record = Buffer.alloc(recordBytes);
  (key ? bytesOf(key) : noKey).copy(record);
  record.writeInt32BE(units, hashBytes);
  record.writeUInt16BE(Math.min(gone, 0xffff), hashBytes + 4);
  record.writeUInt8(marks.length | (isNumbered ? numberedBit : 0), hashBytes + 6);
  return record;
};

/** The records of a picklist that are of wanted keys or marks. */
const recordsIn = (pick: StoredPick, wanted: ReadonlyMap<bigint, string>): FoundRecord[] => {
  const { movement, lines, taken = new Uint8Array(), single = [] } = pick;
  const [marks, bytes] = [bufferOf(lines), bufferOf(taken)];
  const found: FoundRecord[] = [];
  let mark = 0;
  for (let at = 0; at < bytes.length; at += recordBytes) {
    const key = wanted.get(bytes.readBigUInt64BE(at));
    const flags = bytes.readUInt8(at + hashBytes + 6);
    const own = Array.from({ length: flags & ~numberedBit }, () =>
      wanted.get(marks.readBigUInt64BE(hashBytes * mark++)),
    );
    if (!key && !own.some(Boolean)) continue;
    const units = bytes.readInt32BE(at + hashBytes);
    const besides = bytes.readUInt16BE(at + hashBytes + 4);
    found.push({
      movement,
      key,
      units,
      ...(units < 0 ? { gone: 0, corrected: besides } : { gone: besides, corrected: 0 }),
      isNumbered: (flags & numberedBit) !== 0,
      own: own[0],
      marks: own.flatMap((hash) => hash ?? []),
      single: single[at / recordBytes],
    });
  }
  return found;
};

/** The marks of a picklist that release 1.0.0 stored, each as a record. */
const formerIn = ({ movement, lines, units }: StoredPick, wanted: ReadonlyMap<bigint, string>): FoundRecord[] => {
  const bytes = bufferOf(lines);
  const counts = units && bufferOf(units);
  const found: FoundRecord[] = [];
  for (let at = 0; at + hashBytes <= bytes.length; at += hashBytes) {
    const mark = wanted.get(bytes.readBigUInt64BE(at));
    const former = { units: counts && unitsIn(counts.readUInt16BE((at / hashBytes) * 2)) };
    if (mark) found.push({ movement, units: 0, gone: 0, corrected: 0, isNumbered: false, marks: [mark], former });
  }
  return found;
};

/** All that was ordered, where release 1.0.0 did not store that of the same kind of report. */
const unitsOfFormer = ({ former }: FoundRecord, { ordered = 0, isLeft = false }: Partial<LineUnits>): number =>
  former?.units?.isLeft === isLeft ? former.units.ordered : ordered;

/** In a picklist of one order, what a correction puts back is of that order. */
const withCorrections = (
  { single = [] }: StoredPick,
  found: readonly FoundRecord[],
  { lines = [], now, reversed_by }: Partial<Movement> = {},
): readonly FoundRecord[] => {
  if (reversed_by)
    return found.map((record) =>
      record.units < 0 ? record : { ...record, corrected: record.units, gone: 0, marks: [] },
    );
  if (!now) return found;
  const back = new Map(
    [...Map.groupBy(found, (record) => record.single?.[0])].flatMap(([product, same]): [string, number][] => {
      const [{ key, single: [, each = 1] = [] } = {}] = same;
      // Of a product with several codes nobody knows which one goes back.
      const isOneCode =
        same.every((record) => record.key === key) && same.length === single.filter(([one]) => one === product).length;
      return product && isOneCode ? [[product, Math.max(0, Math.floor(takenOff({ lines, now }, product) / each))]] : [];
    }),
  );
  return found.map((record) => {
    const [product = ""] = record.single ?? [];
    const left = back.get(product);
    if (left === undefined) return record;
    const corrected = Math.min(left, record.units);
    back.set(product, left - corrected);
    return { ...record, corrected };
  });
};

export const readMovements = async (ids: readonly string[]): Promise<ReadonlyMap<string, Movement>> =>
  movements.rowsIn(
    await getAll(movements.batchGet(ids, ["_id", "kind", "day", "sold_on", "reversed_by", "lines", "now"])),
  );

/** As release 1.0.0 reads them. Highest bit: units are left to send. All other bits set: units are unknown. */
const leftBit = 0x8000;
const notKnown = 0x7fff;
const unitsIn = (stored: number): LineUnits | undefined => {
  const ordered = stored & notKnown;
  return ordered === notKnown ? undefined : { ordered, isLeft: (stored & leftBit) !== 0 };
};
const unitBytes = ({ ordered = notKnown, isLeft = false }: Partial<LineUnits>): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(Math.min(ordered, notKnown) | (isLeft ? leftBit : 0));
  return bytes;
};

/** What is stored of a picklist's lines; `ofOrder` also marks the order that a program has brought. */
export const toPick = (movement: string, taken: readonly TakenLine[], ofOrder?: string): StoredPick => {
  const lines = taken.map((line, at) => (ofOrder && at === 0 ? { ...line, marks: [...line.marks, ofOrder] } : line));
  const [first] = lines;
  const isSingle = first?.order && lines.every(({ order }) => order === first.order);
  // Part of a combo that goes back is no whole one.
  const inCombos = new Set(lines.flatMap((line) => (line.more ? partsOf(line).map(({ product }) => product) : [])));
  return {
    movement,
    lines: Buffer.concat(lines.flatMap(({ marks }) => marks.map(bytesOf))),
    units: Buffer.concat(lines.flatMap((line) => line.marks.map(() => unitBytes(line)))),
    taken: Buffer.concat(
      lines.map(({ ordered = 0, quantity = ordered, ...line }) => toRecord({ ...line, units: quantity })),
    ),
    ...(isSingle && {
      single: lines.map(({ product, units, quantity = units }): [string, number] => [
        inCombos.has(product) ? "" : product,
        units / quantity,
      ]),
    }),
  };
};

/** In place of the picklist, where a program has cancelled an order or units of it. */
const noPicklist = "";

/** Units of a key that are cancelled besides those before, and how many of them were taken by then. */
export interface CancelledUnits {
  key: string;
  units: number;
  gone: number;
}

/** What is stored of a cancelled order, or of units of it. */
export const toCancelledPick = (ofOrder: string, units?: readonly CancelledUnits[]): StoredPick => ({
  movement: noPicklist,
  lines: units ? new Uint8Array() : bytesOf(ofOrder),
  units: units ? new Uint8Array() : unitBytes({}),
  taken: Buffer.concat((units ?? [{ units: 0 }]).map((one) => toRecord({ ...one, marks: units ? [] : [ofOrder] }))),
});

/** Units that a picklist took under a key and that are back on the shelf, as they are stored. */
export interface PutBackUnits {
  movement: string;
  key: string;
  units: number;
  /** Units of the key that corrections have taken back by now. */
  corrected: number;
}

export const toPutBackPick = (...all: [PutBackUnits, ...PutBackUnits[]]): StoredPick => ({
  movement: all[0].movement,
  lines: new Uint8Array(),
  units: new Uint8Array(),
  taken: Buffer.concat(
    all.map(({ key, units, corrected }) => toRecord({ key, units: -units, gone: corrected, marks: [] })),
  ),
});
