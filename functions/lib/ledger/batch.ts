// Batches: movements of more products than one transaction holds, posted in chunks, each chunk once.

import { Failure } from "#shared/failure.ts";
import { factsOf } from "#shared/kinds.ts";
import { maxProducts } from "#shared/limits.ts";
import type { Movement, Posted } from "#shared/movement.ts";
import { slices } from "../db/batch-reads.ts";
import { movements } from "../db/tables.ts";
import type { Done } from "../http/serve.ts";
import { idFromKey, type RequestHashes, sameRequest } from "./idempotency.ts";
import {
  checkNotReversed,
  chunkId,
  type Draft,
  type PostingRequest,
  post,
  postingAnswer,
  withCompanions,
} from "./post.ts";

export interface Batch {
  /** Checks the whole batch before anything is posted; returns the number of chunks or throws a refusal. */
  validate: () => Promise<number>;
  /** Drafts one chunk, which may be empty, after those before it. */
  draftChunk: (index: number, isRetry: boolean, before: readonly Movement[]) => Promise<Omit<Draft, "chunks">>;
}

/**
 * Posts a batch. A retry continues after the last chunk that was posted, so a crash or a lost answer repeats nothing; if
 * all chunks are there, it returns them. A batch whose first chunk exists is not validated again.
 */
export const postBatch = async (request: PostingRequest, { validate, draftChunk }: Batch): Promise<Movement[]> => {
  const id = idFromKey(request.user._id, request.key);
  const expected = (await readChunkCount(id, request)) ?? (await validateUnlessStarted(id, request, validate));
  const done = await movements.findAll(Array.from({ length: expected }, (_, index) => chunkId(id, index)));
  const posted: Movement[] = [];
  // The number of chunks that the first one stored is authoritative: a parallel request may have posted it since, and
  // then the validation above saw only the rest.
  for (let index = 0, chunks = expected; index < chunks; index++) {
    const makeDraft = async (isRetry: boolean) => {
      const { extraActions = [], ...draft } = await draftChunk(index, isRetry, posted);
      // A reversal is final.
      const unreversed = factsOf(draft.kind).moves === "back" ? [] : await checkNotReversed(id, index);
      return { ...draft, extraActions: [...unreversed, ...extraActions], chunks };
    };
    const movement = done.get(chunkId(id, index)) ?? (await post({ ...request, chunk: index }, makeDraft));
    posted.push(movement);
    chunks = movement.chunks ?? chunks;
  }
  return posted;
};

/** The number of chunks of a batch, if its first chunk exists. */
const readChunkCount = async (id: string, request: RequestHashes): Promise<number | undefined> => {
  const first = await movements.find(chunkId(id, 0));
  return first && sameRequest(first, request).chunks;
};

/** Validates the batch; a refusal does not count if a parallel request has started the batch meanwhile. */
const validateUnlessStarted = async (
  id: string,
  request: RequestHashes,
  validate: Batch["validate"],
): Promise<number> => {
  try {
    return await validate();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const chunks = await readChunkCount(id, request);
    if (chunks === undefined) throw error;
    return chunks;
  }
};

/** Splits items into chunks by position; no items make one empty chunk. */
export const splitIntoChunks = <T>(items: readonly T[]): T[][] =>
  items.length > 0 ? slices(items, maxProducts) : [[]];

/** The movements with this id: all chunks of a batch, one movement, or none. */
export const findBatch = async (id: string): Promise<Movement[]> => {
  const single = await movements.find(id);
  if (single) return [single];
  const first = await movements.find(chunkId(id, 0));
  if (!first) return [];
  const rest = Array.from({ length: (first.chunks ?? 1) - 1 }, (_, index) => chunkId(id, index + 1));
  return [first, ...[...(await movements.findAll(rest)).values()].sort((a, b) => (a.chunk ?? 0) - (b.chunk ?? 0))];
};

/** A movement or a whole batch that a request posted, with what was added and taken back beside it. */
export const findPosted = async (id: string): Promise<Done<Posted> | undefined> => {
  const posted = await findWhole(id);
  return posted && { request: posted[0], answer: await postingAnswer(await withCompanions(posted)) };
};

/** The movements with this id, unless a chunk of them is missing. */
export const findWhole = async (id: string): Promise<[Movement, ...Movement[]] | undefined> => {
  const [first, ...rest] = await findBatch(id);
  return first && rest.length + 1 === (first.chunks ?? 1) ? [first, ...rest] : undefined;
};
