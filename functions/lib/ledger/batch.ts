// Batches: more products than one movement holds, posted chunk by chunk, each chunk once.

import { maxProducts } from "#shared/allocation.ts";
import { Failure } from "#shared/failure.ts";
import type { Movement } from "#shared/movement.ts";
import { movements } from "../db/tables.ts";
import { chunkId, type Draft, idFromKey, type PostingRequest, post, sameRequest } from "./post.ts";

export interface Batch {
  /** Judges the whole before anything is posted, or refuses; gives the number of chunks. */
  judge: () => Promise<number>;
  /** One chunk, even of nothing, after those before it; it is posted with the number of all. */
  chunk: (index: number, again: boolean, before: readonly Movement[]) => Promise<Omit<Draft, "chunks">>;
}

/**
 * A chunk whose movement exists is done; when the last one is, the batch is answered from its movements, unjudged.
 * So a retry goes on where a crash or a lost answer left off.
 */
export const postBatch = async (order: PostingRequest, { judge, chunk }: Batch): Promise<Movement[]> => {
  const whole = idFromKey(order.user._id, order.key);
  const judged =
    (await countStartedChunks(whole, order.hash)) ?? (await validateUnlessStarted(whole, order.hash, judge));
  const done = await movements.findAll(Array.from({ length: judged }, (_, index) => chunkId(whole, index)));
  const posted: Movement[] = [];
  // The first chunk's word counts: a twin may have posted it since, and what was judged then is only what it left.
  for (let index = 0, chunks = judged; index < chunks; index++) {
    const plan = async (again: boolean) => ({ ...(await chunk(index, again, posted)), chunks });
    const movement = done.get(chunkId(whole, index)) ?? (await post({ ...order, chunk: index }, plan));
    posted.push(movement);
    chunks = movement.chunks ?? chunks;
  }
  return posted;
};

/** The number of chunks of a batch whose first one exists. */
const countStartedChunks = async (whole: string, hash: string): Promise<number | undefined> => {
  const first = await movements.find(chunkId(whole, 0));
  return first && sameRequest(first, hash).chunks;
};

/** A failure leaves only when no twin has begun meanwhile. */
const validateUnlessStarted = async (whole: string, hash: string, judge: Batch["judge"]): Promise<number> => {
  try {
    return await judge();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const chunks = await countStartedChunks(whole, hash);
    if (chunks === undefined) throw error;
    return chunks;
  }
};

/** Items in chunks, cut by position, that a movement can hold unless said otherwise; nothing is one empty chunk. */
export const splitIntoChunks = <T>(items: readonly T[], most = maxProducts): T[][] =>
  Array.from({ length: Math.max(1, Math.ceil(items.length / most)) }, (_, index) =>
    items.slice(index * most, (index + 1) * most),
  );

/** All movements of a batch, or the one movement, that an id stands for; empty when there is none. */
export const findBatch = async (id: string): Promise<Movement[]> => {
  const one = await movements.find(id);
  if (one) return [one];
  const first = await movements.find(chunkId(id, 0));
  if (!first) return [];
  const rest = Array.from({ length: (first.chunks ?? 1) - 1 }, (_, index) => chunkId(id, index + 1));
  return [first, ...[...(await movements.findAll(rest)).values()].sort((a, b) => (a.chunk ?? 0) - (b.chunk ?? 0))];
};
