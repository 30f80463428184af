// What is applied of a count: fixed by the first step, so that every later one goes on with the same, whoever sends it.
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { CountApplyForm } from "#shared/count.ts";
import { Failure } from "#shared/failure.ts";
import { maxProducts } from "#shared/movement-limits.ts";
import type { UserTag } from "#shared/user.ts";
import { gunzipJson, gzipJson } from "../days/gzip-json.ts";
import { slices } from "../db/batch-reads.ts";
import { type Action, dynamo } from "../db/dynamo.ts";

const TableName = process.env.COUNTLINES_TABLE ?? "";

/** A product whose stock is changed. */
export interface Change {
  product: string;
  /** Units found, and units held then, as the review showed them. */
  counted?: number;
  /** Of a product that was not counted: units held at the review, all of which are taken off. */
  held: number;
  /** The review showed that it is not certain. */
  flagged: boolean;
}

export interface Plan {
  /** Who decided. */
  by: UserTag;
  /** By chunk of the batch. */
  groups: Change[][];
}

/** 400 if a product is named twice. */
export const newPlan = (by: UserTag, { differences, others, flagged }: CountApplyForm): Plan => {
  const seen = new Set<string>();
  const isFlagged = new Set(flagged);
  const all = [
    ...differences.map(([product, counted, held]) => ({ product, counted, held })),
    ...others.map(([product, held]) => ({ product, held })),
  ].map((change): Change => ({ ...change, flagged: isFlagged.has(change.product) }));
  for (const { product } of all) {
    if (seen.has(product)) throw new Failure("BAD_REQUEST", { field: "differences", product, message: "Named twice" });
    seen.add(product);
  }
  const changes = all.filter(({ counted = 0, held }) => counted !== held);
  return { by, groups: slices(changes, maxProducts) };
};

/** An item beside the count's lines, since the plan of 10,000 products would weigh on every read of the count. */
const keyOf = (count: string) => ({ count: `${count}#plan`, line: "plan" });

export const putPlan = async (count: string, plan: Plan): Promise<Action> => ({
  Put: { TableName, Item: { ...keyOf(count), plan: await gzipJson(plan) } },
});

export const readPlan = async (count: string): Promise<Plan> => {
  const { Item } = await dynamo.send(new GetCommand({ TableName, Key: keyOf(count), ConsistentRead: true }));
  if (!Item) throw new Failure("RESOURCE_NOT_FOUND");
  return gunzipJson<Plan>(Item.plan);
};
