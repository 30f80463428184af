// Where the lines that picklists took are stored: in the Imports table, an item `picked#<channel>` with the number of the last
// picklist, by which one of two parallel ones fails, and parts of some 50 KB, each with the lines of picklists in a row under
// the number of its first one. A picklist that release 1.0.0 stored has an item of its own.
import type { Channel } from "#shared/channel.ts";
import { addDays } from "#shared/day.ts";
import { getAll } from "../../db/batch-reads.ts";
import { type Action, getItem } from "../../db/dynamo.ts";
import { importsTable } from "../records.ts";

/** Days before today. */
const storedDays = 30;

/** Bytes from which a part is not added to. Each addition is paid for by the size of the part. */
const partBytes = 50_000;

/** What a picklist took, in hashes and numbers of `picked-lines.ts`. */
export interface StoredPick {
  /** The picklist; of units that were put back, the last one of their order. */
  movement: string;
  /** Counted for each channel; in items of release 1.0.0 only their keys have it. */
  number?: number;
  lines: Uint8Array;
  units?: Uint8Array;
  taken?: Uint8Array;
  /** Of a picklist of one order: product and units in a unit of each line. */
  single?: [product: string, each: number][];
}

/** How far the picklists of a channel have come. */
export interface Progress {
  /** Number of the last picklist. */
  version: number;
  /** Number of the last picklist before each of the last days. */
  days: Record<string, number>;
  /** Numbers under which parts are stored, and of the last picklist that one of them holds. */
  parts?: number[];
  upto?: number;
  /** Bytes in the last part. */
  filled?: number;
}

const keyOf = (channel: Channel, number?: number): string =>
  ["picked", channel, ...(number === undefined ? [] : [number])].join("#");

export const readProgress = async (channel: Channel, today: string): Promise<Progress> => {
  const {
    version = 0,
    days = {},
    parts,
    upto,
    filled,
  } = (await getItem<Partial<Progress>>(importsTable, { key: keyOf(channel) })) ?? {};
  const oldest = addDays(today, -storedDays);
  const recent = Object.fromEntries(Object.entries(days).filter(([day]) => day >= oldest));
  return { version, days: recent, ...(parts && { parts, upto, filled }) };
};

/** Number of the last picklist that is too old to count. */
const lastBefore = ({ version, days }: Progress): number => Math.min(version, ...Object.values(days));

/** The picklists of 30 days, or those with a higher number than `since`, in their order. */
export const readPicks = async (channel: Channel, progress: Progress, since?: number): Promise<StoredPick[]> => {
  const after = Math.max(since ?? 0, lastBefore(progress));
  const table = importsTable ?? "";
  const keys = itemsAfter(progress, after).map((number) => ({ key: keyOf(channel, number) }));
  const items = (await getAll({ table, keys })).get(table) ?? [];
  return items
    .flatMap(({ key, picks }) => {
      const own = Number(String(key).split("#")[2]);
      return (picks as StoredPick[]).map((pick) => ({ ...pick, number: pick.number ?? own }));
    })
    .filter(({ number }) => number > after && number <= progress.version)
    .sort((a, b) => a.number - b.number);
};

/** Numbers of the items with picklists after this number. */
const itemsAfter = ({ version, parts = [], upto = 0 }: Progress, after: number): number[] => {
  const [first = version + 1] = parts;
  const inParts = parts.filter((_, at) => (parts[at + 1] ?? upto + 1) > after + 1);
  return [
    ...new Set([...numbersBetween(after, first - 1), ...inParts, ...numbersBetween(Math.max(after, upto), version)]),
  ];
};

/** Numbers after the first and up to the second. */
const numbersBetween = (after: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - after) }, (_, index) => after + 1 + index);

/** Stores what a picklist took, unless somebody has picked for the channel since the progress was read. */
export const appendPick = (
  channel: Channel,
  day: string,
  progress: Progress,
  pick: Omit<StoredPick, "number">,
): Action[] => {
  const { version, days, parts = [], upto = 0, filled = partBytes } = progress;
  const number = version + 1;
  const size = sizeOf(pick);
  const part = parts.at(-1);
  // A day begins a part of its own, so that what is too old to count is not read.
  const isAdded = part !== undefined && upto === version && days[day] !== undefined && filled + size <= partBytes;
  const kept = itemsAfter(progress, lastBefore(progress));
  return [
    {
      Update: {
        TableName: importsTable,
        Key: { key: keyOf(channel) },
        UpdateExpression: "SET version = :next, upto = :next, days = :days, parts = :parts, filled = :filled",
        ConditionExpression: version === 0 ? "attribute_not_exists(version)" : "version = :version",
        ExpressionAttributeValues: {
          ":next": number,
          ":days": { [day]: version, ...days },
          ":parts": isAdded ? kept : [...kept, number],
          ":filled": isAdded ? filled + size : size,
          ...(version > 0 && { ":version": version }),
        },
      },
    },
    {
      Update: {
        TableName: importsTable,
        Key: { key: keyOf(channel, isAdded ? part : number) },
        UpdateExpression: "SET picks = list_append(if_not_exists(picks, :none), :pick), expires = :expires",
        ExpressionAttributeValues: {
          ":none": [],
          ":pick": [{ ...pick, number }],
          ":expires": Date.parse(addDays(day, storedDays + 2)) / 1_000,
        },
      },
    },
  ];
};

/** About as many as the item takes. */
const sizeOf = ({ movement, lines, units, taken, single = [] }: Omit<StoredPick, "number">): number =>
  100 + movement.length + lines.length + (units?.length ?? 0) + (taken?.length ?? 0) + single.length * 40;
