// The Keys table: locks that make names unique, counters for short ids, and the set of root users. Other files keep
// items of their own in it: login attempts `login#…` and `device#…`, export tickets `ticket#…`, `adjustments`
// (back-dated.ts) and `closed` (product-history.ts).
import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { Failure } from "#shared/failure.ts";
import { normalised } from "#shared/name.ts";
import { dynamo } from "./dynamo.ts";
import { staleWrite, type Write } from "./tables.ts";

export const keysTable = process.env.KEYS_TABLE;

const ownerName = { ExpressionAttributeNames: { "#owner": "owner" } };

type UniqueName = "username" | "p_id" | "w_id" | "category";

/** DynamoDB limits a key to 2,048 bytes; the rest is for prefixes such as `login#`. */
const maxLockBytes = 2_000;

/** The key of the lock on a unique name. NFKC can make a name longer than a key may be. */
export const lockKey = (kind: UniqueName, name: string): string => {
  const key = `${kind}#${normalised(name)}`;
  if (Buffer.byteLength(key) > maxLockBytes)
    throw new Failure("BAD_REQUEST", { field: fieldOf(kind), message: "Too long" });
  return key;
};

const fieldOf = (kind: UniqueName): string => (kind === "category" ? "name" : kind);

/** The id of the row that has a unique name. */
export const findOwner = async (lock: string): Promise<string | undefined> =>
  (await dynamo.send(new GetCommand({ TableName: keysTable, Key: { key: lock }, ConsistentRead: true }))).Item?.owner;

/** Takes a unique name for a row; 409 if another row has it. */
export const claim = (kind: UniqueName, name: string, owner: string): Write => ({
  action: {
    Put: {
      TableName: keysTable,
      Item: { key: lockKey(kind, name), owner },
      ConditionExpression: "attribute_not_exists(#owner)",
      ...ownerName,
    },
  },
  failure: new Failure("CONFLICT", { field: fieldOf(kind), message: "Taken already" }),
});

/** Frees a unique name, if the row still has it. */
export const release = (kind: UniqueName, name: string, owner: string): Write => ({
  action: {
    Delete: {
      TableName: keysTable,
      Key: { key: lockKey(kind, name) },
      ConditionExpression: "#owner = :owner",
      ExpressionAttributeValues: { ":owner": owner },
      ...ownerName,
    },
  },
  failure: staleWrite(),
});

/** Releases the old name and claims the new one; no writes if both are the same when normalised. */
export const rename = (kind: UniqueName, from: string, to: string | undefined, owner: string): Write[] =>
  to === undefined || lockKey(kind, from) === lockKey(kind, to)
    ? []
    : [release(kind, from, owner), claim(kind, to, owner)];

/** The next id of a kind, such as p1042: short, because ledger lines and lists repeat it. Gaps are allowed. */
export const nextId = async (kind: "p" | "w"): Promise<string> => {
  const { Attributes } = await dynamo.send(
    new UpdateCommand({
      TableName: keysTable,
      Key: { key: `counter#${kind}` },
      UpdateExpression: "ADD #n :one",
      ExpressionAttributeNames: { "#n": "n" },
      ExpressionAttributeValues: { ":one": 1 },
      ReturnValues: "UPDATED_NEW",
    }),
  );
  return `${kind}${Attributes?.n}`;
};

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
