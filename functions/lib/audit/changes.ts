// The record of changes: who changed which field of which row, when, and from which value to which. A record is written
// in the transaction of its change. The record of a creation derives its id from the creator's key, so that a retry
// finds the created row.
import { ulid } from "ulid";
import type { ChangeAction, ChangeKind, FieldChange } from "#shared/change.ts";
import { dayOf } from "#shared/day.ts";
import { toUserTag, type UserTag } from "#shared/user.ts";
import { queryAll } from "../db/batch-reads.ts";
import { type ChangeRow, changes, type StoredFieldChange, type Write } from "../db/tables.ts";
import type { Done } from "../http/serve.ts";
import { idFromKey, type RequestHashes } from "../ledger/idempotency.ts";

/** Who changes something, and when. */
export interface Author {
  user: UserTag;
  now: Date;
}

/** Who creates something, when, and with which idempotency key. */
export interface Creator extends Author, RequestHashes {
  key: string;
}

/** A changed row: its kind, its id, and its name for users. */
export interface Subject {
  kind: ChangeKind;
  row: string;
  name: string;
}

export const record = (
  { user, now }: Author,
  subject: Subject,
  action: ChangeAction,
  fields: StoredFieldChange[],
  identity: { _id: string; sent?: string } = { _id: ulid() },
): Write =>
  changes.create({
    ...identity,
    ...subject,
    action,
    fields,
    user: toUserTag(user),
    created_at: now.toISOString(),
    day: dayOf(now),
  });

export const recordCreation = (creator: Creator, subject: Subject, fields: StoredFieldChange[]): Write => {
  const { user, key, sent } = creator;
  const identity = { _id: idFromKey(user._id, key), sent };
  return record(creator, subject, "created", fields, identity);
};

export const recordDeletion = (author: Author, subject: Subject): Write => record(author, subject, "deleted", []);

export const recordRestoration = (author: Author, subject: Subject, fields: StoredFieldChange[] = []): Write =>
  record(author, subject, "restored", fields);

/** All changes of a row, newest first, even if it was deleted. */
export const changesOf = async (kind: ChangeKind, row: string): Promise<ChangeRow[]> => {
  const found = await queryAll<ChangeRow>({
    TableName: changes.name,
    IndexName: "byRow",
    KeyConditionExpression: "#row = :row",
    ExpressionAttributeNames: { "#row": "row" },
    ExpressionAttributeValues: { ":row": row },
    ScanIndexForward: false,
  });
  return found.filter((change) => change.kind === kind);
};

/** The record of an edit, unless it changes nothing. */
export const recordEdit = (author: Author, subject: Subject, fields: StoredFieldChange[]): Write[] =>
  fields.length > 0 ? [record(author, subject, "changed", fields)] : [];

/** The fields of `after` that have other values than before; an empty string counts as no value. */
export const fieldChanges = (before: object, after: object): StoredFieldChange[] => {
  const old = before as Record<string, FieldChange["from"]>;
  const given = Object.entries(after).filter(([, value]) => value !== undefined);
  return given
    .map(([field, value]) => ({ field, from: old[field], to: value === "" ? undefined : value }))
    .filter(({ from, to }) => from !== to);
};

/** The same of the entries of a map, each as a field of its own. */
export const entryChanges = (
  map: string,
  before: Record<string, string | number> = {},
  after: Record<string, string | number> = {},
): StoredFieldChange[] => {
  const named = (entries: object) =>
    Object.fromEntries(Object.entries(entries).map(([name, value]) => [`${map}.${name}`, value]));
  const emptied = Object.fromEntries(Object.keys(before).map((name) => [name, ""]));
  return fieldChanges(named(before), named({ ...emptied, ...after }));
};

/** A created row with its fields and times as they were then. */
export type Created<F> = F & { _id: string; created_at: string; updated_at: string };

/** Finds the row that a request created, even if it was changed or deleted since. */
export const findCreated =
  <F, A>(toAnswer: (created: Created<F>) => A) =>
  async (id: string): Promise<Done<A> | undefined> => {
    const change = await changes.find(id);
    if (!change) return undefined;
    const { row, fields, created_at } = change;
    const values = Object.fromEntries(fields.map(({ field, to }) => [field, to])) as F;
    return { request: change, answer: toAnswer({ ...values, _id: row, created_at, updated_at: created_at }) };
  };
