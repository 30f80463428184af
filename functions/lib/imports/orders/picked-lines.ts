// The order lines that picklists of a channel took within 30 days, so that overlapping downloads pick nothing twice. They
// are kept as hashes in the Imports table: items `picked#<channel>#<day>#<part>` with the lines of each picklist, and an
// item `picked#<channel>` with a version, on which two picklists at once meet.
import { type Channel, channelLabel } from "#shared/channel.ts";
import { addDays } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import { getAll } from "../../db/batch-reads.ts";
import type { Action } from "../../db/dynamo.ts";
import { movements } from "../../db/tables.ts";
import { importsTable } from "../marks.ts";
import { bytesOf, type LineIdentity, markBytes } from "./line-identity.ts";

/** Days, today not counted. */
const keptDays = 30;

/** Items of a day, and bytes in each: DynamoDB allows 409,600, with the names of attributes. */
const parts = [1, 2];
const maxPartBytes = 408_000;
/** Of the movement's id and the names beside the lines of a picklist. */
const pickBytes = 60;

interface Pick {
  movement: string;
  lines: Uint8Array;
}

export interface PickedLines {
  /** Whether one of the given lines was picked; a line of a picklist that was reversed was not. */
  isPicked: (line: LineIdentity) => boolean;
  /** Whether others have picked since is checked with these. */
  version: number;
  /** Bytes in the items of today, by their keys. */
  today: ReadonlyMap<string, number>;
}

const versionKey = (channel: Channel): string => `picked#${channel}`;
const dayKeys = (channel: Channel, day: string): string[] =>
  parts.map((part) => `${versionKey(channel)}#${day}#${part}`);

/** Which of these lines were picked within 30 days. */
export const readPicked = async (channel: Channel, lines: LineIdentity[], today: string): Promise<PickedLines> => {
  const table = importsTable ?? "";
  const days = Array.from({ length: keptDays + 1 }, (_, back) => dayKeys(channel, addDays(today, -back))).flat();
  const keys = [versionKey(channel), ...days].map((key) => ({ key }));
  const items = (await getAll({ table, keys })).get(table) ?? [];
  const picksOf = (key: string) => (items.find((item) => item.key === key)?.picks ?? []) as Pick[];
  const wanted = new Map(
    lines.flatMap(({ knownBy }) => knownBy).map((mark) => [bytesOf(mark).readBigUInt64BE(), mark]),
  );
  const found = days.flatMap(picksOf).map((pick) => ({ ...pick, marks: among(wanted, pick.lines) }));
  const matching = found.filter((pick) => pick.marks.length > 0);
  const reversed = await readReversed(matching.map(({ movement }) => movement));
  const picked = new Set(matching.flatMap((pick) => (reversed.has(pick.movement) ? [] : pick.marks)));
  return {
    isPicked: ({ knownBy }) => knownBy.some((mark) => picked.has(mark)),
    version: Number(items.find(({ key }) => key === versionKey(channel))?.version ?? 0),
    today: new Map(dayKeys(channel, today).map((key) => [key, bytesOfPicks(picksOf(key))])),
  };
};

const bytesOfPicks = (picks: Pick[]): number => picks.reduce((bytes, { lines }) => bytes + lines.length + pickBytes, 0);

/** The wanted marks among those of a picklist. */
const among = (wanted: ReadonlyMap<bigint, string>, lines: Uint8Array): string[] => {
  const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength);
  const found: string[] = [];
  for (let at = 0; at + markBytes <= bytes.length; at += markBytes) {
    const mark = wanted.get(bytes.readBigUInt64BE(at));
    if (mark) found.push(mark);
  }
  return found;
};

const readReversed = async (ids: string[]): Promise<ReadonlySet<string>> => {
  const rows = movements.rowsIn(await getAll(movements.batchGet(ids, ["_id", "reversed_by"])));
  return new Set([...rows.values()].filter(({ reversed_by }) => reversed_by).map(({ _id }) => _id));
};

/** Adds the lines of a picklist to the day, unless somebody has picked for the channel since they were read. */
export const addPicked = (
  channel: Channel,
  day: string,
  { version, today }: PickedLines,
  movement: string,
  marks: string[],
): Action[] => {
  const lines = Buffer.concat(marks.map(bytesOf));
  const [key] = [...today].find(([, bytes]) => bytes + lines.length + pickBytes <= maxPartBytes) ?? [];
  if (!key)
    throw new Failure("UNPROCESSABLE_CONTENT", {
      message: `Too many order lines of ${channelLabel[channel]} for one day, pick the rest tomorrow`,
    });
  const expires = Date.parse(addDays(day, keptDays + 2)) / 1_000;
  return [
    {
      Update: {
        TableName: importsTable,
        Key: { key: versionKey(channel) },
        UpdateExpression: "SET version = :next",
        ConditionExpression: version === 0 ? "attribute_not_exists(version)" : "version = :version",
        ExpressionAttributeValues: { ":next": version + 1, ...(version > 0 && { ":version": version }) },
      },
    },
    {
      Update: {
        TableName: importsTable,
        Key: { key },
        UpdateExpression: "SET picks = list_append(if_not_exists(picks, :none), :pick), expires = :expires",
        ExpressionAttributeValues: { ":none": [], ":pick": [{ movement, lines }], ":expires": expires },
      },
    },
  ];
};
