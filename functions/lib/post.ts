// The only writer of stock: posts a movement, all or nothing, once under its key.
import { createHash } from "node:crypto";
import { dayOf } from "#shared/day.ts";
import { type Detail, Failure } from "#shared/failure.ts";
import type { Line, Movement } from "#shared/movement.ts";
import type { UserTag } from "#shared/user.ts";
import { type Action, Cancelled, transact } from "./dynamo.ts";
import { movements, type StockRow, stocks } from "./tables.ts";

/** Who asks for a movement, under which key, with which request, and when. */
export interface Order {
  user: UserTag;
  key: string;
  hash: string;
  now: Date;
}

export type Draft = Pick<Movement, "kind" | "reason" | "lines" | "remarks" | "channel">;

/** Decides what to move, or refuses; called again, to look afresh, after a condition of its last draft failed. */
export type Plan = (again: boolean) => Promise<Draft>;

/** Milliseconds of planning again: each round means that somebody else's movement was posted; a Lambda has 28 s. */
const patience = 20_000;

/** Entry, idempotency record and answer are one item, so its id comes from the user and the key. */
const movementId = (user: string, key: string): string =>
  BigInt(`0x${createHash("sha256").update(`${user}#${key}`).digest("hex").slice(0, 24)}`)
    .toString(36)
    .padStart(19, "0");

/**
 * Posts one movement. A retry under the same key gets the first answer and moves nothing; another request under it
 * is 409. A refusal leaves only after a read, made after its reason was found, saw that no twin was posted.
 */
export const post = async ({ user, key, hash, now }: Order, plan: Plan): Promise<Movement> => {
  const _id = movementId(user._id, key);
  const by = { _id: user._id, name: user.name, username: user.username };
  const at = { created_at: now.toISOString(), day: dayOf(now) };
  const deadline = Date.now() + patience;
  for (let again = false; ; again = true) {
    try {
      const movement: Movement = { _id, ...(await plan(again)), user: by, ...at, hash };
      await transact([put(movement), ...updates(movement)]);
      return movement;
    } catch (error) {
      if (!(error instanceof Failure || error instanceof Cancelled)) throw error;
      const twin = await movements.find(_id);
      if (twin) return sameRequest(twin, hash);
      if (error instanceof Failure) throw error;
      if (Date.now() > deadline) throw new Failure("SERVICE_UNAVAILABLE");
    }
  }
};

const sameRequest = (movement: Movement, hash: string): Movement => {
  if (movement.hash === hash) return movement;
  throw new Failure("CONFLICT", { field: "idempotency-key", message: "Used for another request" });
};

const put = (movement: Movement): Action => ({
  Put: {
    TableName: movements.name,
    Item: movement,
    ConditionExpression: "attribute_not_exists(#id)",
    ExpressionAttributeNames: { "#id": "_id" },
  },
});

/** One update per product, of all its warehouses at once; a sale counts in the same update. */
const updates = ({ lines, day, channel }: Movement): Action[] => {
  const sale = channel && `${day}#${channel}`;
  return [...Map.groupBy(lines, ([product]) => product)].map(([product, own]) => ({
    Update: update(product, own, sale),
  }));
};

const update = (product: string, lines: Line[], sale: string | undefined): NonNullable<Action["Update"]> => {
  const set: string[] = [];
  const conditions = ["attribute_exists(#id)", "attribute_not_exists(deleted_at)"];
  const names: Record<string, string> = { "#id": "_id" };
  const values: Record<string, number> = { ":zero": 0 };
  for (const [index, [, warehouse, delta]] of lines.entries()) {
    names[`#w${index}`] = warehouse;
    values[`:d${index}`] = delta;
    set.push(`held.#w${index} = if_not_exists(held.#w${index}, :zero) + :d${index}`);
    if (delta >= 0) continue;
    values[`:n${index}`] = -delta;
    conditions.push(`held.#w${index} >= :n${index}`);
  }
  if (sale) {
    names["#sale"] = sale;
    values[":sold"] = lines.reduce((units, [, , delta]) => units - delta, 0);
    set.push("sold.#sale = if_not_exists(sold.#sale, :zero) + :sold");
  }
  return {
    TableName: stocks.name,
    Key: { _id: product },
    UpdateExpression: `SET ${set}`,
    ConditionExpression: conditions.join(" AND "),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
};

/** Refuses lines that take more than is held: 422 names every short one with its available quantity, 404 a product that is gone. */
export const checkHeld = async (lines: Line[]): Promise<void> => {
  const held = await stocks.findAll(lines.map(([product]) => product));
  const gone = lines.filter(([product]) => !held.get(product) || held.get(product)?.deleted_at);
  if (gone.length > 0)
    throw new Failure("RESOURCE_NOT_FOUND", ...gone.map(([product]) => ({ product, message: "No such product" })));
  const short = lines.flatMap((line) => shortage(line, held.get(line[0]) as StockRow));
  if (short.length > 0) throw new Failure("UNPROCESSABLE_CONTENT", ...short);
};

const shortage = ([product, warehouse, delta]: Line, { held }: StockRow): Detail[] => {
  const available = held[warehouse] ?? 0;
  return available + delta >= 0
    ? []
    : [{ field: "quantity", product, message: `Out of stock (Avl. ${available})`, available }];
};
