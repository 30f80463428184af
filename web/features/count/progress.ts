// How far a count is: its lines from the server with those of this device, by product. Pure.
import type { Count, CountDetail } from "#shared/count.ts";
import type { UserTag } from "#shared/user.ts";
import { isRefusedLine, isWaitingLine, type KeptLine } from "../../domain/count/count-lines.ts";

export interface Line {
  _id: string;
  round: number;
  product?: string | undefined;
  code?: string | undefined;
  quantity: number;
  user: Pick<UserTag, "_id" | "name">;
  /** Milliseconds since 1970. */
  at: number;
  /** It has not arrived as it is. */
  waits: boolean;
  /** It was entered on this device, so it goes on here. */
  isHere: boolean;
}

const newestFirst = (a: Line, b: Line): number => b.at - a.at;

/** What the server has. The newest first. */
export const arrivedLines = ({ lines }: CountDetail): Line[] =>
  lines
    .filter(({ withdrawn }) => !withdrawn)
    .map((line) => ({ ...line, at: Date.parse(line.at), waits: false, isHere: false }))
    .sort(newestFirst);

/** With those of this device, which replace what the server has of them. The newest first. */
export const withKept = (arrived: readonly Line[], count: string, kept: readonly KeptLine[]): Line[] => {
  const here = kept.filter((line) => line.count === count && !isRefusedLine(line));
  const ids = new Set(here.map(({ id }) => id));
  const own = here
    .filter(({ withdrawn }) => !withdrawn)
    .map((line): Line => ({ ...line, _id: line.id, waits: isWaitingLine(line), isHere: true }));
  return [...own, ...arrived.filter(({ _id }) => !ids.has(_id))].sort(newestFirst);
};

export const roundOf = ({ rounds }: Count, product: string): number => rounds[product]?.round ?? 1;

/** What was counted of a product in its last round. */
export interface Tally {
  units: number;
  /** The newest first. */
  lines: Line[];
}

export const tally = (count: Count, lines: readonly Line[]): Map<string, Tally> => {
  const tallies = new Map<string, Tally>();
  for (const line of lines) {
    if (!line.product || line.round < roundOf(count, line.product)) continue;
    const of = tallies.get(line.product) ?? { units: 0, lines: [] };
    tallies.set(line.product, of);
    of.units += line.quantity;
    of.lines.push(line);
  }
  return tallies;
};

export interface Progress {
  products: number;
  units: number;
  /** Products that the user counted, and of the others those that each person counted last. */
  own: number;
  others: (readonly [name: string, products: number])[];
}

export const progressOf = (tallies: ReadonlyMap<string, Tally>, user: string | undefined): Progress => {
  let units = 0;
  let own = 0;
  const others = new Map<string, number>();
  for (const { units: counted, lines } of tallies.values()) {
    units += counted;
    const [last] = lines;
    if (lines.some((line) => line.user._id === user)) own += 1;
    else if (last) others.set(last.user.name, (others.get(last.user.name) ?? 0) + 1);
  }
  return { products: tallies.size, units, own, others: [...others].sort((a, b) => b[1] - a[1]) };
};
