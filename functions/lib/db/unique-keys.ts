// The Keys table: locks that make names unique, counters for short ids, and the set of root users. Other files keep
// items of their own in it: login attempts `login#…` and `device#…`, export tickets `ticket#…`, open counts `count#…`,
// groups of bulk changes `bulk#…`, edits of a channel's warehouses `channel#…`, its buffer `buffer#…`, the warehouse of its
// shelf `shelf#…`, calls of programs `rate#…` and the set of `programs`, `adjustments` (ledger/back-dated.ts), `closed`,
// `sealed`, `rebuilt` and `night` (files in days/), `returns` (returns/settings.ts), errors of apps `errors#…` (app-errors.ts), and
// `generation` (catalogue/both-logs.ts), which operators set.
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { type Detail, Failure } from "#shared/failure.ts";
import { normalised } from "#shared/name.ts";
import { gtinOf } from "#shared/product-code.ts";
import { getAll } from "./batch-reads.ts";
import { dynamo, getItem } from "./dynamo.ts";
import { staleWrite, type Write } from "./tables.ts";

export const keysTable = process.env.KEYS_TABLE;

const ownerName = { ExpressionAttributeNames: { "#owner": "owner" } };
const unowned = { ConditionExpression: "attribute_not_exists(#owner)", ...ownerName };
/** A product of an earlier release has no lock `gtin#…` to free. */
const ownedBy = (key: string, owner: string) => ({
  ConditionExpression: `${key.startsWith("gtin#") ? "attribute_not_exists(#owner) OR " : ""}#owner = :owner`,
  ExpressionAttributeValues: { ":owner": owner },
  ...ownerName,
});

/** Kinds of unique names. Each is the first part of the keys of its locks; `gtin#…` are the second ones of P.IDs. */
export const uniqueNames = ["username", "p_id", "w_id", "category"] as const;
export type UniqueName = (typeof uniqueNames)[number];

/** DynamoDB limits a key to 2,048 bytes; the rest is for prefixes such as `login#`. */
const maxLockBytes = 2_000;
const isTooLong = (key: string): boolean => Buffer.byteLength(key) > maxLockBytes;

/** The key of the lock on a unique name. NFKC can make a name longer than a key may be. */
export const lockKey = (kind: UniqueName, name: string, field = fieldOf(kind)): string => {
  const key = `${kind}#${normalised(name)}`;
  if (isTooLong(key)) throw new Failure("BAD_REQUEST", { field, message: "Too long" });
  return key;
};

const fieldOf = (kind: UniqueName): string => (kind === "category" ? "name" : kind);

export const readOwner = async (lock: string): Promise<string | undefined> =>
  (await getItem<{ owner: string }>(keysTable, { key: lock }))?.owner;

/** A unique name, and the refusal if another row has it. */
export interface Name {
  kind: UniqueName;
  text: string;
  refusal: Detail;
}

export const nameOf = (kind: UniqueName, text: string, field = fieldOf(kind)): Name => ({
  kind,
  text,
  refusal: { field, message: "Taken already" },
});

/** Takes a lock that nobody has, or that this row leaves. */
export const putLock = (key: string, owner: string, taken?: Detail, from?: string): Write => ({
  action: { Put: { TableName: keysTable, Item: { key, owner }, ...(from ? ownedBy(key, from) : unowned) } },
  failure: new Failure("CONFLICT", ...(taken ? [taken] : [])),
});

/** Frees a lock, if the row still has it. */
export const deleteLock = (key: string, owner: string): Write => ({
  action: { Delete: { TableName: keysTable, Key: { key }, ...ownedBy(key, owner) } },
  failure: staleWrite(),
});

/** The row still has the lock. */
export const checkLock = (key: string, owner: string): Write => ({
  action: { ConditionCheck: { TableName: keysTable, Key: { key }, ...ownedBy(key, owner) } },
  failure: staleWrite(),
});

export const checkNoLock = (key: string, taken: Detail): Write => ({
  action: { ConditionCheck: { TableName: keysTable, Key: { key }, ...unowned } },
  failure: new Failure("CONFLICT", taken),
});

/** The owners of these locks, without free ones. */
export const readOwners = async (keys: Iterable<string>): Promise<Map<string, string>> => {
  const table = keysTable ?? "";
  const found = await getAll({ table, keys: [...new Set(keys)].map((key) => ({ key })) });
  return new Map((found.get(table) ?? []).map(({ key, owner }) => [String(key), String(owner)]));
};

/** The locks of names, with the name of each. The number of a barcode has two: as it is written, and with 14 digits. */
export const locksOf = (names: Name[]): Map<string, Name> =>
  new Map(
    names.flatMap((name): [string, Name][] => {
      const { kind, text, refusal } = name;
      const gtin = kind === "p_id" && gtinOf(normalised(text));
      const alike = { ...refusal, message: `${text} is taken already, with other leading zeros` };
      return [
        [lockKey(kind, text, refusal.field), name],
        ...(gtin ? [[`gtin#${gtin}`, { ...name, refusal: alike }] as [string, Name]] : []),
      ];
    }),
  );

/** The names of a row before and after a change. */
export interface NameChange {
  owner: string;
  from: Name[];
  to: Name[];
}

/** The locks that only one of two lists of names has. */
const difference = (names: Name[], others: Name[]): Map<string, Name> => {
  const locks = locksOf(names);
  for (const key of locksOf(others).keys()) locks.delete(key);
  return locks;
};

/** The locks that a change takes. */
export const newLocks = ({ from, to }: NameChange): Map<string, Name> => difference(to, from);

/**
 * Takes the names in `to` and frees those in `from`, where they differ; 409 if another row has one. A transaction may
 * touch a lock only once, so a lock that both have stays as it is, and one that goes from row to row is moved.
 */
export const moveNames = (...changes: NameChange[]): Write[] => {
  const freed = new Map(
    changes.flatMap(({ owner, from, to }) => [...difference(from, to).keys()].map((key) => [key, owner])),
  );
  const taken = changes.flatMap((change) =>
    [...newLocks(change)].map(([key, name]) => ({
      key,
      write: putLock(key, change.owner, name.refusal, freed.get(key)),
    })),
  );
  for (const { key } of taken) freed.delete(key);
  return [...[...freed].map(([key, owner]) => deleteLock(key, owner)), ...taken.map(({ write }) => write)];
};

export const changeNames = (from: Name[], to: Name[], owner: string): Write[] => moveNames({ owner, from, to });

/** Takes names for a row that has none. */
export const claimNames = (names: Name[], owner: string): Write[] =>
  [...locksOf(names)].map(([key, { refusal }]) => putLock(key, owner, refusal));

/** Takes a unique name for a row. */
export const claim = (kind: UniqueName, text: string, owner: string): Write[] =>
  claimNames([nameOf(kind, text)], owner);

/** Frees a unique name, if the row still has it. */
export const release = (kind: UniqueName, text: string, owner: string): Write => deleteLock(lockKey(kind, text), owner);

export const rename = (kind: UniqueName, from: string, to: string | undefined, owner: string): Write[] =>
  to === undefined ? [] : changeNames([nameOf(kind, from)], [nameOf(kind, to)], owner);

/** Kinds of rows with short ids: products, warehouses, counts and orders. */
type Numbered = "p" | "w" | "C-" | "PO";

/** The next ids of a kind, such as p1042: short, because ledger lines and lists repeat them. Gaps are allowed. */
export const nextIds = async (kind: Numbered, count: number): Promise<string[]> => {
  if (count === 0) return [];
  const { Attributes } = await dynamo.send(
    new UpdateCommand({
      TableName: keysTable,
      Key: { key: `counter#${kind}` },
      UpdateExpression: "ADD #n :count",
      ExpressionAttributeNames: { "#n": "n" },
      ExpressionAttributeValues: { ":count": count },
      ReturnValues: "UPDATED_NEW",
    }),
  );
  return Array.from({ length: count }, (_, index) => `${kind}${Number(Attributes?.n) - count + 1 + index}`);
};

export const nextId = async (kind: Numbered): Promise<string> => (await nextIds(kind, 1))[0] ?? "";

const roots = { TableName: keysTable, Key: { key: "roots" } };
const setOf = (id: string) => new Set([id]);

export const addRoot = (id: string): Write => ({
  action: { Update: { ...roots, UpdateExpression: "ADD ids :id", ExpressionAttributeValues: { ":id": setOf(id) } } },
  failure: new Failure("CONFLICT"),
});

/** Removes a user from the root users, unless it is the last one. */
export const removeRoot = (id: string): Write => ({
  action: {
    Update: {
      ...roots,
      UpdateExpression: "DELETE ids :id",
      ConditionExpression: "size(ids) > :one AND contains(ids, :root)",
      ExpressionAttributeValues: { ":id": setOf(id), ":root": id, ":one": 1 },
    },
  },
  failure: new Failure("UNPROCESSABLE_CONTENT", { field: "role", message: "There must be at least one root user" }),
});

/** Makes a user the first root; 409 if there is or was one. */
export const createFirstRoot = (id: string): Write => ({
  action: {
    Put: {
      TableName: keysTable,
      Item: { key: "roots", ids: setOf(id) },
      ConditionExpression: "attribute_not_exists(ids)",
    },
  },
  failure: new Failure("CONFLICT", { field: "role", message: "There is a root already" }),
});
