// The order lines that picklists of a channel took within 30 days, so that overlapping downloads pick nothing twice. They
// are stored as hashes in the Imports table: an item `picked#<channel>#<number>` for each picklist, and an item
// `picked#<channel>` with the last number, by which one of two parallel picklists fails.
import type { Channel } from "#shared/channel.ts";
import { addDays } from "#shared/day.ts";
import { getAll } from "../../db/batch-reads.ts";
import { type Action, getItem } from "../../db/dynamo.ts";
import { movements } from "../../db/tables.ts";
import { importsTable } from "../records.ts";
import { bytesOf, hashBytes, type LineIdentity } from "./line-identity.ts";

/** Days before today. */
const storedDays = 30;

/** Items of a day in which rows of release 1.0.0 have the picklists of that day together. */
const formerParts = [1, 2, 3];

interface PicklistHashes {
  movement: string;
  lines: Uint8Array;
  /** Two bytes for each hash: the units of its line. Picklists of earlier releases have none. */
  units?: Uint8Array;
}

/** Units of an order line: ordered less cancelled, or those left to send (`isLeft`). */
export interface LineUnits {
  ordered: number;
  isLeft: boolean;
}

/** What picklists took of a line. */
export interface TakenLine {
  /** The last picklist. */
  movement: string;
  /** Of all picklists; undefined if one lacks them. */
  units: LineUnits | undefined;
}

/** How far the picklists of a channel have come. */
interface Progress {
  /** Number of the last picklist. */
  version: number;
  /** Number of the last picklist before each of the last days. */
  days: Record<string, number>;
}

export interface PickedLines extends Progress {
  /** Whether one of the given lines was picked; a line of a picklist that was reversed was not. */
  isPicked: (line: LineIdentity) => boolean;
  /** Whether a picked line is so similar that it may be this one. */
  isAlike: (line: LineIdentity) => boolean;
  /** What was taken of the line. */
  takenOf: (line: LineIdentity) => TakenLine | undefined;
}

const keyOf = (channel: Channel, ...of: (string | number)[]): string => ["picked", channel, ...of].join("#");

/** Which of these lines were picked within 30 days, or by picklists with a higher number than `since`. */
export const readPicked = async (
  channel: Channel,
  lines: LineIdentity[],
  today: string,
  since?: number,
): Promise<PickedLines> => {
  const { version = 0, days: allDays = {} } =
    (await getItem<Partial<Progress>>(importsTable, { key: keyOf(channel) })) ?? {};
  const oldest = addDays(today, -storedDays);
  const days = Object.fromEntries(Object.entries(allDays).filter(([day]) => day >= oldest));
  const picks = lines.length > 0 ? await readPicks(channel, today, { version, days }, since) : [];
  const wanted = new Map(
    lines
      .flatMap(({ knownBy, alikeBy }) => [...knownBy, ...alikeBy])
      .map((hash) => [bytesOf(hash).readBigUInt64BE(), hash]),
  );
  const found = picks.map((pick) => ({ movement: pick.movement, hashes: among(wanted, pick) }));
  const matching = found.filter((pick) => pick.hashes.size > 0);
  const reversed = await readReversed(matching.map(({ movement }) => movement));
  const standing = matching.filter(({ movement }) => !reversed.has(movement)).map((pick, at) => ({ ...pick, at }));
  const picked = Map.groupBy(
    standing.flatMap((pick) => [...pick.hashes.keys()].map((hash) => ({ hash, pick }))),
    ({ hash }) => hash,
  );
  return {
    isPicked: ({ knownBy }) => knownBy.some((hash) => picked.has(hash)),
    isAlike: ({ alikeBy }) => alikeBy.some((hash) => picked.has(hash)),
    takenOf: ({ knownBy }) => {
      const own = new Set(knownBy.flatMap((hash) => (picked.get(hash) ?? []).map(({ pick }) => pick)));
      if (own.size === 0) return undefined;
      const inOrder = [...own].sort((a, b) => a.at - b.at);
      const taken = inOrder.flatMap(({ movement, hashes }) => {
        const hash = knownBy.find((one) => hashes.has(one));
        return hash ? [{ movement, units: hashes.get(hash) }] : [];
      });
      const [{ movement, units } = { movement: "", units: undefined }] = taken.slice(-1);
      const ordered = taken.reduce(
        (sum, one) => sum + (one.units?.isLeft === units?.isLeft ? (one.units?.ordered ?? NaN) : NaN),
        0,
      );
      return { movement, units: units && !Number.isNaN(ordered) ? { ...units, ordered } : undefined };
    },
    version,
    days,
  };
};

const readPicks = async (
  channel: Channel,
  today: string,
  { version, days }: Progress,
  since?: number,
): Promise<PicklistHashes[]> => {
  const before = since ?? Math.min(version, ...Object.values(days));
  const keys = Array.from({ length: version - before }, (_, index) => keyOf(channel, before + 1 + index));
  const former = Array.from({ length: since === undefined ? storedDays + 1 : 0 }, (_, back) =>
    formerParts.map((part) => keyOf(channel, addDays(today, -back), part)),
  );
  const table = importsTable ?? "";
  const items = await getAll({ table, keys: [...keys, ...former.flat()].map((key) => ({ key })) });
  return (items.get(table) ?? []).flatMap((item) => item.picks as PicklistHashes[]);
};

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The wanted hashes that a picklist has, with the units of their lines. */
const among = (
  wanted: ReadonlyMap<bigint, string>,
  { lines, units }: PicklistHashes,
): Map<string, LineUnits | undefined> => {
  const bytes = bufferOf(lines);
  const counts = units && bufferOf(units);
  const found = new Map<string, LineUnits | undefined>();
  for (let at = 0; at + hashBytes <= bytes.length; at += hashBytes) {
    const hash = wanted.get(bytes.readBigUInt64BE(at));
    if (hash) found.set(hash, counts && unitsIn(counts.readUInt16BE((at / hashBytes) * 2)));
  }
  return found;
};

/** Which of these movements were reversed. */
export const readReversed = async (ids: string[]): Promise<ReadonlySet<string>> => {
  const rows = movements.rowsIn(await getAll(movements.batchGet(ids, ["_id", "reversed_by"])));
  return new Set([...rows.values()].filter(({ reversed_by }) => reversed_by).map(({ _id }) => _id));
};

/** Highest bit: units are left to send. All other bits set: units are unknown. */
const leftBit = 0x8000;
const notKnown = 0x7fff;
const unitsIn = (stored: number): LineUnits | undefined => {
  const ordered = stored & notKnown;
  return ordered === notKnown ? undefined : { ordered, isLeft: (stored & leftBit) !== 0 };
};
/** An import that was previewed by the release before does not say. */
const unitBytes = ({ ordered = notKnown, isLeft = false }: Partial<LineUnits>): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(Math.min(ordered, notKnown) | (isLeft ? leftBit : 0));
  return bytes;
};

/** Stores the lines of a picklist, unless somebody has picked for the channel since they were read. */
export const addPicked = (
  channel: Channel,
  day: string,
  { version, days }: PickedLines,
  movement: string,
  lines: readonly ({ marks: string[] } & Partial<LineUnits>)[],
): Action[] => {
  const next = version + 1;
  return [
    {
      Update: {
        TableName: importsTable,
        Key: { key: keyOf(channel) },
        UpdateExpression: "SET version = :next, days = :days",
        ConditionExpression: version === 0 ? "attribute_not_exists(version)" : "version = :version",
        ExpressionAttributeValues: {
          ":next": next,
          ":days": { [day]: version, ...days },
          ...(version > 0 && { ":version": version }),
        },
      },
    },
    {
      Put: {
        TableName: importsTable,
        Item: {
          key: keyOf(channel, next),
          picks: [
            {
              movement,
              lines: Buffer.concat(lines.flatMap(({ marks }) => marks.map(bytesOf))),
              units: Buffer.concat(lines.flatMap((line) => line.marks.map(() => unitBytes(line)))),
            },
          ],
          expires: Date.parse(addDays(day, storedDays + 2)) / 1_000,
        },
      },
    },
  ];
};
