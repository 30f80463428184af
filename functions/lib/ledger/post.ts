// The only writer of stock: posts a movement, all or nothing, once under its key.
import { createHash } from "node:crypto";
import { dayOf } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import { type Movement, type Posted, rowsOf } from "#shared/movement.ts";
import type { UserTag } from "#shared/user.ts";
import { readTags, type Tags } from "../catalogue/tags.ts";
import { type Action, backoff, Cancelled, transact } from "../db/dynamo.ts";
import { movements } from "../db/tables.ts";
import { type StockEffects, stockUpdates } from "./stock-updates.ts";

/** Who asks for a movement, under which key, with which request, and when. */
export interface PostingRequest {
  user: UserTag;
  key: string;
  hash: string;
  now: Date;
  /** Number of this chunk in a batch. */
  chunk?: number;
}

/** A movement to be, and how the stock items are written besides its lines. */
export interface Draft extends Omit<Movement, "_id" | "user" | "created_at" | "day" | "hash" | "chunk">, StockEffects {
  /** Written in the same transaction; a condition that fails here is planned again too. */
  also?: Action[];
}

/** Decides what to move, or refuses; called again, to look afresh, after a condition of its last draft failed. */
type Plan = (again: boolean) => Promise<Draft>;

/** Milliseconds of planning again: each round means that somebody else's movement was posted; a Lambda has 28 s. */
const retryTime = 20_000;

/** Entry, idempotency record and answer are one item, so its id comes from the user and the key. */
export const idFromKey = (user: string, key: string): string =>
  BigInt(`0x${createHash("sha256").update(`${user}#${key}`).digest("hex").slice(0, 24)}`)
    .toString(36)
    .padStart(19, "0");

/** The id of a batch and the number of a chunk make the chunk's. */
export const chunkId = (batch: string, chunk: number): string => `${batch}.${chunk}`;

/**
 * Posts one movement. A retry under the same key gets the first answer and moves nothing; another request under it
 * is 409. A failure leaves only after a read, made after its reason was found, saw that no twin was posted.
 */
export const post = async ({ user, key, hash, now, chunk }: PostingRequest, plan: Plan): Promise<Movement> => {
  const whole = idFromKey(user._id, key);
  const _id = chunk === undefined ? whole : chunkId(whole, chunk);
  const by = { _id: user._id, name: user.name, username: user.username };
  const at = { created_at: now.toISOString(), day: dayOf(now) };
  const deadline = Date.now() + retryTime;
  for (let attempt = 0; ; attempt++) {
    try {
      const { also = [], unsold, exactly, ...draft } = await plan(attempt > 0);
      const movement: Movement = { _id, ...draft, ...(chunk !== undefined && { chunk }), user: by, ...at, hash };
      if (movement.reverses) also.push(markReversed(movement.reverses, _id));
      await transact([putMovement(movement), ...stockUpdates(movement, { unsold, exactly }), ...also]);
      return movement;
    } catch (error) {
      if (!(error instanceof Failure || error instanceof Cancelled)) throw error;
      const twin = await movements.find(_id);
      if (twin) return sameRequest(twin, hash);
      if (error instanceof Failure) throw error;
      if (Date.now() > deadline) throw new Failure("SERVICE_UNAVAILABLE").withCause(error);
      await backoff(attempt);
    }
  }
};

/** The answer to a retry; another request under its key is 409. */
export const sameRequest = <R extends { hash: string }>(made: R, hash: string): R => {
  if (made.hash === hash) return made;
  throw new Failure("CONFLICT", { field: "idempotency-key", message: "Used for another request" });
};

const putMovement = (movement: Movement): Action => ({
  Put: {
    TableName: movements.name,
    Item: movement,
    ConditionExpression: "attribute_not_exists(#id)",
    ExpressionAttributeNames: { "#id": "_id" },
  },
});

/** Written with the reversal: the original says by what it was undone, so that it happens once. */
const markReversed = (original: string, by: string): Action => ({
  Update: {
    TableName: movements.name,
    Key: { _id: original },
    UpdateExpression: "SET reversed_by = :by",
    ConditionExpression: "attribute_exists(#id) AND attribute_not_exists(reversed_by)",
    ExpressionAttributeNames: { "#id": "_id" },
    ExpressionAttributeValues: { ":by": by },
  },
});

/** The answer to a posting: the id of the movement or of the whole batch, and its transactions. */
export const postingAnswer = async (
  { user, key }: PostingRequest,
  movements: readonly Movement[],
  tags?: Tags,
): Promise<Posted> => {
  const { product, warehouse } = tags ?? (await readTags(movements));
  return { movement: idFromKey(user._id, key), data: movements.flatMap((one) => rowsOf(one, product, warehouse)) };
};
