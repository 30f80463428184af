// The Keys table: locks that make names unique, counters for short ids, and the set of root users. Other files keep
// items of their own in it: login attempts `login#…` and `device#…`, export tickets `ticket#…`, open counts `count#…`,
// `adjustments` (back-dated.ts), `closed` (product-history.ts) and `rebuilt` (rebuild.ts).
import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { type Detail, Failure } from "#shared/failure.ts";
import { earlierForm, normalised } from "#shared/name.ts";
import { dynamo } from "./dynamo.ts";
import { staleWrite, type Write } from "./tables.ts";

export const keysTable = process.env.KEYS_TABLE;

const ownerName = { ExpressionAttributeNames: { "#owner": "owner" } };

/** Kinds of unique names. Each is the first part of the keys of its locks. */
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

/** The key that release 0.1.0 gave the lock, if it was another. The nightly job moves such locks (lock-moves.ts). */
const earlierLockKey = (kind: UniqueName, name: string): string | undefined => {
  const key = `${kind}#${earlierForm(name)}`;
  return key === lockKey(kind, name) || isTooLong(key) ? undefined : key;
};

const fieldOf = (kind: UniqueName): string => (kind === "category" ? "name" : kind);

/** The id of the row that has a lock. */
export const readOwner = async (lock: string): Promise<string | undefined> =>
  (await dynamo.send(new GetCommand({ TableName: keysTable, Key: { key: lock }, ConsistentRead: true }))).Item?.owner;

/**
 * The id of the row that has a unique name. The lock of 0.1.0 comes first, because two rows may have names that differ
 * only in invisible characters since then. It is also read first, because the lock may be moved meanwhile.
 */
export const findOwner = async (kind: UniqueName, name: string): Promise<string | undefined> => {
  const earlier = earlierLockKey(kind, name);
  const earlierOwner = earlier && (await readOwner(earlier));
  // Read in any case, so that the time does not reveal whether a name exists.
  const owner = await readOwner(lockKey(kind, name));
  return earlierOwner ?? owner;
};

/** A unique name, and what is said when another row has it. */
export interface Name {
  kind: UniqueName;
  text: string;
  taken: Detail;
}

export const nameOf = (kind: UniqueName, text: string): Name => ({
  kind,
  text,
  taken: { field: fieldOf(kind), message: "Taken already" },
});

/** The key of the lock that a row has on its name: that of 0.1.0 until it is moved. One read if the two differ. */
const findLock = async ({ kind, text }: Name, owner: string): Promise<string> => {
  const earlier = earlierLockKey(kind, text);
  return earlier && (await readOwner(earlier)) === owner ? earlier : lockKey(kind, text);
};

export const putLock = (key: string, owner: string, taken?: Detail): Write => ({
  action: {
    Put: {
      TableName: keysTable,
      Item: { key, owner },
      ConditionExpression: "attribute_not_exists(#owner)",
      ...ownerName,
    },
  },
  failure: new Failure("CONFLICT", ...(taken ? [taken] : [])),
});

/** Frees a lock, if the row still has it. */
export const deleteLock = (key: string, owner: string): Write => ({
  action: {
    Delete: {
      TableName: keysTable,
      Key: { key },
      ConditionExpression: "#owner = :owner",
      ExpressionAttributeValues: { ":owner": owner },
      ...ownerName,
    },
  },
  failure: staleWrite(),
});

/** The row still has the lock; `failure` otherwise. */
export const checkLock = (key: string, owner: string, failure = staleWrite()): Write => ({
  action: {
    ConditionCheck: {
      TableName: keysTable,
      Key: { key },
      ConditionExpression: "#owner = :owner",
      ExpressionAttributeValues: { ":owner": owner },
      ...ownerName,
    },
  },
  failure,
});

export const checkNoLock = (key: string, taken: Detail): Write => ({
  action: {
    ConditionCheck: {
      TableName: keysTable,
      Key: { key },
      ConditionExpression: "attribute_not_exists(#owner)",
      ...ownerName,
    },
  },
  failure: new Failure("CONFLICT", taken),
});

/**
 * Takes the names in `to` and frees those in `from`, where they differ; 409 if another row has one, in the form of today
 * or of 0.1.0. A transaction may touch a lock only once, so a lock that both have stays as it is.
 */
export const changeNames = async (from: Name[], to: Name[], owner: string): Promise<Write[]> => {
  const keys = new Set(to.map(({ kind, text, taken }) => lockKey(kind, text, taken.field)));
  const isIn = (names: Name[]) => (name: Name) => names.some((other) => haveSameLocks(name, other));
  const given = from.filter((name) => !isIn(to)(name));
  const claimed = to.filter((name) => !isIn(from)(name));
  const held = await Promise.all(given.map((name) => findLock(name, owner)));
  return [
    ...held.filter((key) => !keys.has(key)).map((key) => deleteLock(key, owner)),
    ...claimed.flatMap((name) => claimUnlessHeld(name, owner, held)),
  ];
};

const haveSameLocks = (one: Name, other: Name): boolean =>
  lockKey(one.kind, one.text) === lockKey(other.kind, other.text) &&
  earlierLockKey(one.kind, one.text) === earlierLockKey(other.kind, other.text);

const claimUnlessHeld = ({ kind, text, taken }: Name, owner: string, held: readonly string[]): Write[] => {
  const [key, earlier] = [lockKey(kind, text, taken.field), earlierLockKey(kind, text)];
  return [
    ...(held.includes(key) ? [] : [putLock(key, owner, taken)]),
    ...(earlier && !held.includes(earlier) ? [checkNoLock(earlier, taken)] : []),
  ];
};

/** Takes names for a row that has none. */
export const claimNames = (names: Name[], owner: string): Write[] =>
  names.flatMap((name) => claimUnlessHeld(name, owner, []));

/** Takes a unique name for a row. */
export const claim = (kind: UniqueName, text: string, owner: string): Write[] =>
  claimNames([nameOf(kind, text)], owner);

/** Frees a unique name, if the row still has it. */
export const release = async (kind: UniqueName, text: string, owner: string): Promise<Write> =>
  deleteLock(await findLock(nameOf(kind, text), owner), owner);

/** Frees the old name and takes the new one. */
export const rename = async (
  kind: UniqueName,
  from: string,
  to: string | undefined,
  owner: string,
): Promise<Write[]> => (to === undefined ? [] : changeNames([nameOf(kind, from)], [nameOf(kind, to)], owner));

/** What is numbered: products, warehouses and counts. */
type Numbered = "p" | "w" | "C-";

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
