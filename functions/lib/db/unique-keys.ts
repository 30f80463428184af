// The Keys table: unique names held by lock items, counters of short ids, the set of roots. Others keep theirs in it by
// keys of their own: login#… (attempts.ts), ticket#… (ticket.ts), adjustments (back-dated.ts), closed (history.ts).
import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { Failure } from "#shared/failure.ts";
import { normalised } from "#shared/name.ts";
import { dynamo } from "./dynamo.ts";
import { overtaken, type Write } from "./tables.ts";

export const TableName = process.env.KEYS_TABLE;

const named = { ExpressionAttributeNames: { "#owner": "owner" } };

type UniqueName = "username" | "p_id" | "w_id" | "category";

/** A key measures at most 2,048 bytes; the rest is left to those that are made from a lock's. */
const longestLock = 2_000;

/** Key of the lock that holds a unique name; NFKC can lengthen a name past what a key may measure. */
export const lockOf = (kind: UniqueName, name: string): string => {
  const key = `${kind}#${normalised(name)}`;
  if (Buffer.byteLength(key) > longestLock)
    throw new Failure("BAD_REQUEST", { field: fieldOf(kind), message: "Too long" });
  return key;
};

const fieldOf = (kind: UniqueName): string => (kind === "category" ? "name" : kind);

/** Who has a unique name, by its lock. */
export const ownerOf = async (lock: string): Promise<string | undefined> =>
  (await dynamo.send(new GetCommand({ TableName, Key: { key: lock }, ConsistentRead: true }))).Item?.owner;

/** Takes a unique name for its owner; 409 when somebody has it. */
export const claim = (kind: UniqueName, name: string, owner: string): Write => ({
  action: {
    Put: {
      TableName,
      Item: { key: lockOf(kind, name), owner },
      ConditionExpression: "attribute_not_exists(#owner)",
      ...named,
    },
  },
  refusal: new Failure("CONFLICT", { field: fieldOf(kind), message: "Taken already" }),
});

/** Frees a unique name if it is still its owner's. */
export const release = (kind: UniqueName, name: string, owner: string): Write => ({
  action: {
    Delete: {
      TableName,
      Key: { key: lockOf(kind, name) },
      ConditionExpression: "#owner = :owner",
      ExpressionAttributeValues: { ":owner": owner },
      ...named,
    },
  },
  refusal: overtaken(),
});

/** Moves a lock with a renaming; nothing to write when the normalised name stays. */
export const rename = (kind: UniqueName, from: string, to: string | undefined, owner: string): Write[] =>
  to === undefined || lockOf(kind, from) === lockOf(kind, to)
    ? []
    : [release(kind, from, owner), claim(kind, to, owner)];

/** The next id of a kind, like p1042: short, since ledger lines and lists repeat it. Gaps are fine. */
export const nextId = async (kind: "p" | "w"): Promise<string> => {
  const { Attributes } = await dynamo.send(
    new UpdateCommand({
      TableName,
      Key: { key: `counter#${kind}` },
      UpdateExpression: "ADD #n :one",
      ExpressionAttributeNames: { "#n": "n" },
      ExpressionAttributeValues: { ":one": 1 },
      ReturnValues: "UPDATED_NEW",
    }),
  );
  return `${kind}${Attributes?.n}`;
};

const roots = { TableName, Key: { key: "roots" } };
const one = (id: string) => new Set([id]);

/** Counts a user among the roots. */
export const joinRoots = (id: string): Write => ({
  action: { Update: { ...roots, UpdateExpression: "ADD ids :id", ExpressionAttributeValues: { ":id": one(id) } } },
  refusal: new Failure("CONFLICT"),
});

/** Counts a user no longer among the roots; the last one stays. */
export const leaveRoots = (id: string): Write => ({
  action: {
    Update: {
      ...roots,
      UpdateExpression: "DELETE ids :id",
      ConditionExpression: "size(ids) > :one AND contains(ids, :root)",
      ExpressionAttributeValues: { ":id": one(id), ":root": id, ":one": 1 },
    },
  },
  refusal: new Failure("UNPROCESSABLE_CONTENT", { field: "role", message: "The last root stays" }),
});

/** Makes a user the first of the roots; fails when there has been one. */
export const firstRoot = (id: string): Write => ({
  action: {
    Put: { TableName, Item: { key: "roots", ids: one(id) }, ConditionExpression: "attribute_not_exists(ids)" },
  },
  refusal: new Failure("CONFLICT", { field: "role", message: "There is a root" }),
});
