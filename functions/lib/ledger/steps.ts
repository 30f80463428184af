// Work in groups, each of which takes effect once, done in steps: as many groups as fit into a few seconds.
import { Failure } from "#shared/failure.ts";
import type { Movement } from "#shared/movement.ts";
import { movements } from "../db/tables.ts";
import { idFromKey } from "./idempotency.ts";
import { checkNotReversed, chunkId, type Draft, type PostingRequest, post } from "./post.ts";

/** Milliseconds after which no further group is begun. */
const stepTime = 5_000;

type Outcome<L> = { written: number; left_out: readonly L[] };

/** Applies groups from this one on, at least one. `step` is what they come to; its `next` is the group that comes then. */
export const applyGroups = async <L, O>(
  groups: number,
  from: number,
  apply: (group: number) => Promise<O & Outcome<L>>,
) => {
  const outcomes: (O & Outcome<L>)[] = [];
  const started = performance.now();
  let next = from;
  for (; next < groups && (next === from || performance.now() - started < stepTime); next++)
    outcomes.push(await apply(next));
  const written = outcomes.reduce((sum, outcome) => sum + outcome.written, 0);
  const left_out = outcomes.flatMap((outcome) => outcome.left_out);
  return { outcomes, step: { ...(next < groups && { next }), groups, written, left_out } };
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
