// The nightly job: checks that what is held equals what the ledger says.
import { setTimeout as wait } from "node:timers/promises";
import { movements, stocks } from "./lib/tables.ts";

interface Night {
  /** Seconds between two looks at a difference. */
  pause?: number;
}

/** A difference counts when the same one stands in three looks: what is posted in between two reads is none. */
const looks = 3;

/** The number of product and warehouse pairs whose stock is not the sum of their ledger lines, or is below zero. */
export const handler = async ({ pause = 60 }: Night): Promise<{ mismatches: number }> => {
  let standing = await differences();
  for (let look = 1; look < looks && standing.size > 0; look++) {
    await wait(pause * 1_000);
    const seen = await differences();
    standing = new Map([...standing].filter(([pair, units]) => seen.get(pair) === units));
  }
  const mismatches = standing.size;
  const level = mismatches > 0 ? "ERROR" : "INFO";
  console.log(JSON.stringify({ level, message: "invariants", mismatches, pairs: [...standing].slice(0, 20) }));
  return { mismatches };
};

/** Units held beyond the ledger, by `product#warehouse`; a holding below zero counts too. */
const differences = async (): Promise<Map<string, number>> => {
  const beyond = new Map<string, number>();
  const add = (pair: string, units: number) => beyond.set(pair, (beyond.get(pair) ?? 0) + units);
  const [ledger, held] = await Promise.all([movements.everything(), stocks.everything()]);
  for (const { lines } of ledger) for (const [product, warehouse, delta] of lines) add(`${product}#${warehouse}`, -delta);
  const negative = new Set<string>();
  for (const row of held)
    for (const [warehouse, units] of Object.entries(row.held)) {
      add(`${row._id}#${warehouse}`, units);
      if (units < 0) negative.add(`${row._id}#${warehouse}`);
    }
  return new Map([...beyond].filter(([pair, units]) => units !== 0 || negative.has(pair)));
};
