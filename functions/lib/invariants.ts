// What must be true of the books: what is held equals what the ledger says, and is never below zero.
import { setTimeout as wait } from "node:timers/promises";
import { movements, stocks } from "./tables.ts";

/** A difference counts when the same one stands in three looks: what is posted in between two reads is none. */
const looks = 3;

/** Product and warehouse pairs, as `product#warehouse`, with the units held beyond their ledger; `pause` in seconds. */
export const mismatches = async (pause: number): Promise<Map<string, number>> => {
  let standing = await differences();
  for (let look = 1; look < looks && standing.size > 0; look++) {
    await wait(pause * 1_000);
    const seen = await differences();
    standing = new Map([...standing].filter(([pair, units]) => seen.get(pair) === units));
  }
  return standing;
};

/** A holding below zero counts, even when the ledger agrees. */
const differences = async (): Promise<Map<string, number>> => {
  const beyond = new Map<string, number>();
  const add = (pair: string, units: number) => beyond.set(pair, (beyond.get(pair) ?? 0) + units);
  const [ledger, rows] = await Promise.all([movements.everything(), stocks.everything()]);
  for (const { lines } of ledger)
    for (const [product, warehouse, delta] of lines) add(`${product}#${warehouse}`, -delta);
  const negative = new Set<string>();
  for (const { _id, held } of rows)
    for (const [warehouse, units] of Object.entries(held)) {
      add(`${_id}#${warehouse}`, units);
      if (units < 0) negative.add(`${_id}#${warehouse}`);
    }
  return new Map([...beyond].filter(([pair, units]) => units !== 0 || negative.has(pair)));
};
