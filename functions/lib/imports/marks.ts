// Marks that applying leaves in the Imports table: `<import>#<group>` with what the group did, so that it takes effect
// once, and `file#<kind>#<hash>` with who applied a sheet last, which warns of doing it again.
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Failure } from "#shared/failure.ts";
import type { UserTag } from "#shared/user.ts";
import { toUserTag } from "../catalogue/tags.ts";
import { getAll } from "../db/batch-reads.ts";
import { type Action, Cancelled, dynamo, transact } from "../db/dynamo.ts";
import type { Write } from "../db/tables.ts";
import type { ApplyRequest, Outcome, StoredImport } from "./import-kind.ts";

export const importsTable = process.env.IMPORTS_TABLE;

/** Days for which a group's mark is kept: an import can be applied for one. */
const groupDays = 2;
/** Days for which applying the same sheet again is warned of. */
const fileDays = 30;

const expiresIn = (now: Date, days: number): number => Math.ceil(now.getTime() / 1_000) + days * 86_400;

const groupKey = ({ _id }: StoredImport, group: number): string => `${_id}#${group}`;
const fileKey = ({ kind, hash }: Pick<StoredImport, "kind" | "hash">): string => `file#${kind}#${hash}`;

const read = async (key: string) =>
  (await dynamo.send(new GetCommand({ TableName: importsTable, Key: { key }, ConsistentRead: true }))).Item;

/** What a group did, if it was applied. */
export const readOutcome = async (stored: StoredImport, group: number): Promise<Outcome | undefined> =>
  (await read(groupKey(stored, group)))?.outcome;

/** The number of groups with a mark. */
export const countMarks = async (stored: StoredImport, groups = stored.groups.length): Promise<number> => {
  const keys = Array.from({ length: groups }, (_, group) => ({ key: groupKey(stored, group) }));
  const found = await getAll({ table: importsTable ?? "", keys, fields: ["key"] });
  return found.get(importsTable ?? "")?.length ?? 0;
};

/** Says that a group took effect. It fails if the group did so before. */
const markGroup = ({ now }: ApplyRequest, stored: StoredImport, group: number, outcome: Outcome): Action => ({
  Put: {
    TableName: importsTable,
    Item: { key: groupKey(stored, group), outcome, expires: expiresIn(now, groupDays) },
    ConditionExpression: "attribute_not_exists(#key)",
    ExpressionAttributeNames: { "#key": "key" },
  },
});

/** Says who applied a sheet: written with the first group. */
export const markFile = ({ user, now }: ApplyRequest, stored: StoredImport): Action => ({
  Put: {
    TableName: importsTable,
    Item: {
      key: fileKey(stored),
      import: stored._id,
      user: toUserTag(user),
      at: now.toISOString(),
      expires: expiresIn(now, fileDays),
    },
  },
});

/** Who applied the same sheet by another import, and when. */
export const findApplied = async (
  stored: StoredImport,
  now: Date,
): Promise<{ user: UserTag; at: string } | undefined> => {
  const mark = await read(fileKey(stored));
  // DynamoDB deletes expired items only in the course of days.
  if (!mark || mark.import === stored._id || mark.expires <= now.getTime() / 1_000) return undefined;
  return { user: mark.user, at: mark.at };
};

/** A row of a group with its writes. */
export interface RowWrites {
  row: number;
  writes: Write[];
}

/** Actions of a transaction at most, and those that a group needs for its marks. */
const maxActions = 100;
const markActions = 2;
/** Actions that the rows of a group may take. */
export const maxRowActions = maxActions - markActions;

/** Writes a group and its mark. A row with a failed condition is left out alone, and the others are written. */
export const writeGroup = async (
  request: ApplyRequest,
  stored: StoredImport,
  group: number,
  rows: RowWrites[],
  left_out: Outcome["left_out"] = [],
): Promise<Outcome> => {
  const outcome = { written: rows.length, left_out };
  const marks = [markGroup(request, stored, group, outcome), ...(group === 0 ? [markFile(request, stored)] : [])];
  try {
    await transact([...marks, ...rows.flatMap(({ writes }) => writes.map(({ action }) => action))]);
    return outcome;
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    const before = await readOutcome(stored, group);
    if (before) return before;
    const failures = failuresOf(rows, error.failed.slice(marks.length));
    const kept = rows.filter((row) => !failures.has(row));
    if (kept.length === rows.length) throw error;
    const dropped = [...failures].map(([{ row }, { details, message }]) => ({
      row,
      message: details[0]?.message ?? message,
    }));
    return writeGroup(request, stored, group, kept, [...left_out, ...dropped]);
  }
};

/** The failure of each row with a failed condition. */
const failuresOf = (rows: RowWrites[], failed: boolean[]): Map<RowWrites, Failure> => {
  const ofWrites = rows.flatMap((row) => row.writes.map(({ failure }) => ({ row, failure })));
  const found = ofWrites.filter((_, index) => failed[index]);
  // The first of a row is told: a map keeps the last.
  return new Map(found.reverse().map(({ row, failure }) => [row, failure]));
};
