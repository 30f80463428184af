// Which rows have changed since a cursor, by the ledger and the record of changes.
//
// The logs are read first and then the rows, strongly consistently: a row is at least as new as the entry that names it.
// Entries committed after the logs were read are found by a later read. So a row is read because it changed, not because
// time has passed, and reading one twice does no harm.
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { ChangeKind } from "#shared/change.ts";
import type { Line } from "#shared/movement.ts";
import { dynamo } from "../db/dynamo.ts";
import { changes, stocks } from "../db/tables.ts";
import { keysTable } from "../db/unique-keys.ts";
import { ledgerByDay } from "../ledger/entries.ts";
import type { LogsRead } from "./cursor.ts";
import { type Entry, positionAt, type ReadNewOptions, readNew } from "./log.ts";

const hour = 60 * 60_000;
/** Age in milliseconds from which a cursor is useless: the logs are read for a day back at most. */
const maxAge = 23 * hour;

interface MovedEntry extends Entry {
  lines: Line[];
  /** The container, if this is a receipt or its reversal. */
  shipment?: string;
}

interface ChangedEntry extends Entry {
  kind: ChangeKind;
  row: string;
}

const changesByDay = { TableName: changes.name, IndexName: "byDay" };

/** Differs after rows changed without the logs: restored tables have other names, and the runbook sets the item. */
export const readGeneration = async (): Promise<string> => {
  const { Item } = await dynamo.send(new GetCommand({ TableName: keysTable, Key: { key: "generation" } }));
  return `${stocks.name} ${Item?.generation ?? ""}`;
};

export const isUsable = ({ at, whole, ...before }: LogsRead, generation: string, now: number): boolean =>
  before.generation === generation && at > now - maxAge && whole <= now + hour;

/** The ids of rows that entries of both logs since `before` name. */
const readBothLogs = async (before: Pick<LogsRead, "movements" | "changes">, how: ReadNewOptions) => {
  const [moved, edited] = await Promise.all([
    readNew<MovedEntry>(ledgerByDay, ["lines", "shipment"], before.movements, how),
    readNew<ChangedEntry>(changesByDay, ["kind", "row"], before.changes, how),
  ]);
  const editedOf = (kind: ChangeKind) => edited.entries.filter((entry) => entry.kind === kind).map(({ row }) => row);
  return {
    moved: moved.entries.flatMap(({ lines }) => lines.map(([product]) => product)),
    containers: [...editedOf("container"), ...moved.entries.flatMap(({ shipment }) => shipment ?? [])],
    editedOf,
    found: { movements: moved.found, changes: edited.found },
  };
};

/** Before all rows are read: what the indexes may not show yet, and where to read on. */
export const readFirst = async (generation: string, at: number) => {
  const logs = { movements: positionAt(at), changes: positionAt(at) };
  const { found, ...named } = await readBothLogs(logs, { now: at, whole: at });
  return { ...named, read: { generation, whole: at, at, counted: at, ...found } };
};

/** What has changed since, and where to read on. */
export const readOn = async <C extends LogsRead>(before: C, at: number) => {
  const counting = at - before.counted >= hour;
  const { found, ...named } = await readBothLogs(before, { now: at, counting, whole: before.whole });
  return { ...named, read: { ...before, at, ...found, ...(counting && { counted: at }) } };
};
