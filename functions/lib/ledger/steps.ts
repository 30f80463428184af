// Work in groups, each of which takes effect once, done in steps: as many groups as fit into a few seconds.
import { Failure } from "#shared/failure.ts";
import type { Movement } from "#shared/movement.ts";
import { movements } from "../db/tables.ts";
import { idFromKey } from "./idempotency.ts";
import { checkNotReversed, chunkId, type Draft, type PostingRequest, post } from "./post.ts";

/** Milliseconds after which no further group is begun. */
const stepTime = 5_000;

/** Applies groups from the one with this number on, at least one; `next` is the group with which the next step begins. */
export const applyGroups = async <O>(
  groups: number,
  from: number,
  apply: (group: number) => Promise<O>,
): Promise<{ outcomes: O[]; next?: number }> => {
  const outcomes: O[] = [];
  const started = performance.now();
  let next = from;
  for (; next < groups && (next === from || performance.now() - started < stepTime); next++)
    outcomes.push(await apply(next));
  return { outcomes, ...(next < groups && { next }) };
};

/** Posts a group as a chunk of the batch of this request; one that was posted before is returned. */
export const postGroup = async (
  request: PostingRequest,
  group: number,
  groups: number,
  draft: () => Promise<Omit<Draft, "chunks">>,
): Promise<Movement> => {
  const batch = idFromKey(request.user._id, request.key);
  // Without its first chunk a batch could not be found, and so not be reversed.
  if (group > 0 && !(await movements.find(chunkId(batch, group - 1)))) {
    await checkNotReversed(batch, group);
    throw new Failure("BAD_REQUEST", { field: "from", message: "The groups before it come first" });
  }
  return post({ ...request, chunk: group }, async () => {
    const unreversed = await checkNotReversed(batch, group);
    const { extraActions = [], ...rest } = await draft();
    return { ...rest, extraActions: [...unreversed, ...extraActions], chunks: groups };
  });
};
