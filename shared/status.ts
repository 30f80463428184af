// The state of the installation: the last nightly run, and whether one is late.
import * as v from "valibot";

const figure = v.optional(v.number());

/** What was compared with the ledger: stock, the last snapshot, folded sales, or the seals of closed days. */
const Book = v.picklist(["stock", "snapshot", "folds", "seals"]);

/** A run of the nightly job. A step that failed has no figure. */
export const Night = v.object({
  /** When it ended. */
  at: v.string(),
  ms: v.number(),
  /** Days. */
  rebuilt: figure,
  closed: figure,
  folded: figure,
  /** Products in the plan's file of past days. */
  planned: figure,
  /** Products whose stock row lost sales that the run rate no longer needs. */
  pruned: figure,
  /** Days. */
  sealed: figure,
  /** Holdings, sales of recent days, and stored figures of closed days that differ from the ledger, and entries from their seals. */
  mismatches: figure,
  /** Holdings, and sales of recent days, that only the index of the ledger does not show yet. */
  late: figure,
  /** The steps that failed. */
  failed: v.array(v.string()),
  /** The first ones of each book; `units` is how many more than in the ledger. Of seals: 1 for an entry that was added, -1 for one that is gone, or 0. */
  differences: v.array(v.object({ book: Book, key: v.string(), units: v.number() })),
});
export type Night = v.InferOutput<typeof Night>;

export const Status = v.object({
  /** No run has succeeded for 26 hours; the alarm `snapshot-late` goes off after as many. */
  late: v.boolean(),
  /** When a run last succeeded. */
  succeeded: v.optional(v.string()),
  /** The last closed day. */
  closed_until: v.optional(v.string()),
  night: v.optional(Night),
  /** Errors that apps of a build told of in seven days; left out if there are none. */
  errors: v.optional(v.array(v.object({ app: v.string(), count: v.number() }))),
  /** Since when the ledger can be restored to any second, if AWS says so. */
  restorable_since: v.optional(v.string()),
  /** Of the Lambdas, as the header `api-build` of every answer. */
  build: v.string(),
});
export type Status = v.InferOutput<typeof Status>;
