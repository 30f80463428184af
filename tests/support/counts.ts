// Counts as phones make them: lines are sent with the ages of their first and last units.
import { randomUUID } from "node:crypto";
import type { CountApplyStep, CountReview, ReviewedProduct } from "#shared/count.ts";
import type { Answer, Client } from "./world.ts";

export const openCount = async (manager: Client, warehouse: string, form: object = {}): Promise<string> => {
  const { status, body } = await manager.post("/v1/counts", { warehouse, ...form });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body._id;
};

/** A line as it is sent: counted just now, unless it says otherwise. */
export const countLine = (product: string | undefined, quantity: number, fields: object = {}) => ({
  id: randomUUID() as string,
  round: 1,
  ...(product && { product }),
  quantity,
  rev: 1,
  age: 0,
  began: 0,
  ...fields,
});

export const sendLines = (client: Client, count: string, ...lines: object[]): Promise<Answer> =>
  client.send("PUT", `/v1/counts/${count}/lines`, { lines });

export const reviewOf = async (manager: Client, count: string): Promise<CountReview> => {
  const { status, body } = await manager.get(`/v1/counts/${count}/review`);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};

/** The body that applies these rows of a review: counted ones by their difference, uncounted ones as 0. */
export const choiceOf = (rows: readonly ReviewedProduct[]) => ({
  differences: rows.flatMap(({ _id, counted, held }) => (counted === undefined ? [] : [[_id, counted, held]])),
  zeroed: rows.flatMap(({ _id, counted, held }) => (counted === undefined ? [[_id, held]] : [])),
  flagged: rows.flatMap(({ _id, flag }) => (flag ? [_id] : [])),
});

export const applyCount = (manager: Client, count: string, body: object = {}): Promise<Answer> =>
  manager.post(`/v1/counts/${count}/apply`, body);

/** Applies all steps, and returns their outcomes as one. */
export const applyWhole = async (manager: Client, count: string, body: object = {}): Promise<CountApplyStep> => {
  const all: CountApplyStep = { groups: 0, written: 0, left_out: [] };
  for (let from: number | undefined = 0; from !== undefined; ) {
    const { status, body: step } = await applyCount(manager, count, { ...body, from });
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(step)}`);
    all.groups = step.groups;
    all.written += step.written;
    all.left_out.push(...step.left_out);
    if (step.movement) all.movement = step.movement;
    from = step.next;
  }
  return all;
};
