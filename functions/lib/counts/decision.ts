// The corrections that a manager decided to apply: the first step stores them, and later steps apply the same, whoever
// sends them.
import type { CountApplyForm } from "#shared/count.ts";
import { Failure } from "#shared/failure.ts";
import { maxProducts } from "#shared/limits.ts";
import type { UserTag } from "#shared/user.ts";
import { slices } from "../db/batch-reads.ts";
import { type Action, getItem } from "../db/dynamo.ts";
import { gunzipJson, gzipJson } from "../db/gzip-json.ts";
import type { CountRow } from "../db/tables.ts";
import { idFromKey } from "../ledger/idempotency.ts";

const TableName = process.env.COUNTLINES_TABLE ?? "";

/** A product whose stock is changed. */
export interface StockCorrection {
  product: string;
  /** Units found, and units held when they were counted, as the review showed them. */
  counted?: number;
  /** For a product that was not counted, units held at the review: all are taken off. */
  held: number;
  /** The review showed that the difference is not certain. */
  flagged: boolean;
}

export interface Decision {
  by: UserTag;
  /** By chunk of the batch. */
  groups: StockCorrection[][];
}

/** 400 if a product is named twice. */
export const newDecision = (by: UserTag, { differences, zeroed, flagged }: CountApplyForm): Decision => {
  const seen = new Set<string>();
  const isFlagged = new Set(flagged);
  const all = [
    ...differences.map(([product, counted, held]) => ({ product, counted, held })),
    ...zeroed.map(([product, held]) => ({ product, held })),
  ].map((change): StockCorrection => ({ ...change, flagged: isFlagged.has(change.product) }));
  for (const { product } of all) {
    if (seen.has(product)) throw new Failure("BAD_REQUEST", { field: "differences", product, message: "Named twice" });
    seen.add(product);
  }
  const corrections = all.filter(({ counted = 0, held }) => counted !== held);
  return { by, groups: slices(corrections, maxProducts) };
};

/** An item beside the count's lines, since the decision on 10,000 products would weigh on every read of the count. */
const keyOf = (count: string) => ({ count: `${count}#plan`, line: "plan" });

/** The key of the batch that a count posts. */
export const postingKey = ({ _id }: Pick<CountRow, "_id">): string => `count#${_id}`;
/** Derived from the author of the decision, so that whoever continues posts the same batch. */
export const batchOf = (row: Pick<CountRow, "_id">, { by }: Decision): string => idFromKey(by._id, postingKey(row));

export const putDecision = async (count: string, decision: Decision): Promise<Action> => ({
  Put: { TableName, Item: { ...keyOf(count), plan: await gzipJson(decision) } },
});

export const readDecision = async (count: string): Promise<Decision> => {
  const item = await getItem<{ plan: Uint8Array }>(TableName, keyOf(count));
  if (!item) throw new Failure("RESOURCE_NOT_FOUND");
  return gunzipJson<Decision>(item.plan);
};
