// The result of a count's lines for each product: the units found in its last round, and the units in stock then.
import type { UserTag } from "./user.ts";

export interface CountedLine {
  product?: string;
  round: number;
  quantity: number;
  user: UserTag;
  began_at: string;
  at: string;
  arrived_at: string;
  /** Units in stock when it arrived. */
  held?: number;
}

export interface Counted {
  round: number;
  /** Units found. Lines of several counters and shelves add up. */
  counted: number;
  /** Units in stock when the last line arrived. */
  held: number;
  users: UserTag[];
  /** When the first unit was counted, and the last. */
  began_at: string;
  at: string;
  arrived_at: string;
}

/** By product, from the lines of its last round. A product that nobody has counted in it is missing. */
export const countedProducts = (
  lines: readonly CountedLine[],
  roundOf: (product: string) => number,
): Map<string, Counted> => {
  const found = new Map<string, Counted>();
  for (const { product, round, quantity, user, held = 0, began_at, at, arrived_at } of lines) {
    if (product === undefined || round !== roundOf(product)) continue;
    const before = found.get(product);
    if (!before) {
      found.set(product, { round, counted: quantity, held, users: [user], began_at, at, arrived_at });
      continue;
    }
    before.counted += quantity;
    if (before.users.every(({ _id }) => _id !== user._id)) before.users.push(user);
    if (began_at < before.began_at) before.began_at = began_at;
    if (at > before.at) before.at = at;
    if (arrived_at >= before.arrived_at) Object.assign(before, { arrived_at, held });
  }
  return found;
};
