// Records that applying leaves in the Imports table: `<import>#<group>` with the group's outcome, so that it takes
// effect once, and `file#<kind>#<hash>` with who applied a spreadsheet last, which warns of applying it twice.
import type { Failure } from "#shared/failure.ts";
import type { ImportSummary } from "#shared/import.ts";
import { toUserTag } from "#shared/user.ts";
import { getAll } from "../db/batch-reads.ts";
import { type Action, Cancelled, expiresIn, getItem, recordGroup, transact } from "../db/dynamo.ts";
import type { Write } from "../db/tables.ts";
import type { ApplyRequest, GroupOutcome, StoredImport } from "./import-kind.ts";

export const importsTable = process.env.IMPORTS_TABLE;

/** Days for which a group's record is stored: an import can be applied for one. */
const groupDays = 2;
/** Days during which applying the same spreadsheet again gives a warning. */
const fileDays = 30;

const groupKey = ({ _id }: StoredImport, group: number): string => `${_id}#${group}`;
const fileKey = ({ kind, hash }: Pick<StoredImport, "kind" | "hash">): string => `file#${kind}#${hash}`;

export const readOutcome = async (stored: StoredImport, group: number): Promise<GroupOutcome | undefined> =>
  (await getItem<{ outcome: GroupOutcome }>(importsTable, { key: groupKey(stored, group) }))?.outcome;

export const countRecords = async (stored: StoredImport, groups = stored.groups.length): Promise<number> => {
  const keys = Array.from({ length: groups }, (_, group) => ({ key: groupKey(stored, group) }));
  const found = await getAll({ table: importsTable ?? "", keys, fields: ["key"] });
  return found.get(importsTable ?? "")?.length ?? 0;
};

/** Records who applied a spreadsheet: written with the first group. */
export const recordFile = ({ user, now }: ApplyRequest, stored: StoredImport): Action => ({
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

interface FileRecord extends NonNullable<ImportSummary["applied_before"]> {
  import: string;
  expires: number;
}

/** Who applied the same spreadsheet by another import, and when. */
export const findApplied = async (stored: StoredImport, now: Date): Promise<ImportSummary["applied_before"]> => {
  const record = await getItem<FileRecord>(importsTable, { key: fileKey(stored) });
  // DynamoDB deletes expired items only in the course of days.
  if (!record || record.import === stored._id || record.expires <= now.getTime() / 1_000) return undefined;
  return { user: record.user, at: record.at };
};

export interface RowWrites {
  row: number;
  writes: Write[];
  /** Rows that it counts as, usually one. */
  rows?: number;
}

/** The most actions of a transaction, and the actions for a group's records. */
const maxActions = 100;
const recordActions = 2;
/** Actions that the rows of a group may take. */
export const maxRowActions = maxActions - recordActions;

/** Writes a group and its record. A row with a failed condition is left out alone, and the others are written. */
export const writeGroup = async (
  request: ApplyRequest,
  stored: StoredImport,
  group: number,
  rows: RowWrites[],
  left_out: GroupOutcome["left_out"] = [],
): Promise<GroupOutcome> => {
  const outcome: GroupOutcome = { written: rows.reduce((sum, { rows = 1 }) => sum + rows, 0), left_out };
  const record = { key: groupKey(stored, group), outcome, expires: expiresIn(request.now, groupDays) };
  const records = [recordGroup(importsTable, record), ...(group === 0 ? [recordFile(request, stored)] : [])];
  try {
    await transact([...records, ...rows.flatMap(({ writes }) => writes.map(({ action }) => action))]);
    return outcome;
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    const before = await readOutcome(stored, group);
    if (before) return before;
    const failures = failuresOf(rows, error.failed.slice(records.length));
    const writable = rows.filter((row) => !failures.has(row));
    if (writable.length === rows.length) throw error;
    const dropped = [...failures].map(([{ row }, { details, message }]) => ({
      row,
      message: details[0]?.message ?? message,
    }));
    return writeGroup(request, stored, group, writable, [...left_out, ...dropped]);
  }
};

/** The failure of each row with a failed condition. */
const failuresOf = (rows: RowWrites[], failed: boolean[]): Map<RowWrites, Failure> => {
  const ofWrites = rows.flatMap((row) => row.writes.map(({ failure }) => ({ row, failure })));
  const found = ofWrites.filter((_, index) => failed[index]);
  // Reversed, since a map keeps the last value, and the answer is the first failure of a row.
  return new Map(found.reverse().map(({ row, failure }) => [row, failure]));
};
