// The progress of a count: its lines by product, from the server and from this device. Pure.
import type { Count, CountDetail } from "#shared/count.ts";
import type { UserTag } from "#shared/user.ts";
import { isWaitingLine, type StoredLine } from "../../domain/count/count-lines.ts";
import { isRefused } from "../../lib/queue/newest.ts";

export interface TallyLine {
  _id: string;
  round: number;
  product?: string | undefined;
  code?: string | undefined;
  quantity: number;
  user: Pick<UserTag, "_id" | "name">;
  /** Milliseconds since 1970. */
  at: number;
  /** The server does not have its latest version. */
  waits: boolean;
  /** It was entered on this device, and can be changed here. */
  isLocal: boolean;
}

const newestFirst = (a: TallyLine, b: TallyLine): number => b.at - a.at;

/** The lines that the server has, the newest first. */
export const arrivedLines = ({ lines }: CountDetail): TallyLine[] =>
  lines
    .filter(({ withdrawn }) => !withdrawn)
    .map((line) => ({ ...line, at: Date.parse(line.at), waits: false, isLocal: false }))
    .sort(newestFirst);

/** Adds the lines of this device, in place of their earlier versions from the server. The newest first. */
export const withStored = (
  arrived: readonly TallyLine[],
  count: string,
  stored: readonly StoredLine[],
): TallyLine[] => {
  const ofCount = stored.filter((line) => line.count === count && !isRefused(line));
  const ids = new Set(ofCount.map(({ id }) => id));
  const own = ofCount
    .filter(({ withdrawn }) => !withdrawn)
    .map((line): TallyLine => ({ ...line, _id: line.id, at: line.made_at, waits: isWaitingLine(line), isLocal: true }));
  return [...own, ...arrived.filter(({ _id }) => !ids.has(_id))].sort(newestFirst);
};

export const roundOf = ({ rounds }: Count, product: string): number => rounds[product]?.round ?? 1;

/** The counted units of a product in its last round. */
export interface Tally {
  units: number;
  /** The newest first. */
  lines: TallyLine[];
}

export const tally = (count: Count, lines: readonly TallyLine[]): Map<string, Tally> => {
  const tallies = new Map<string, Tally>();
  for (const line of lines) {
    if (!line.product || line.round < roundOf(count, line.product)) continue;
    const sum = tallies.get(line.product) ?? { units: 0, lines: [] };
    tallies.set(line.product, sum);
    sum.units += line.quantity;
    sum.lines.push(line);
  }
  return tallies;
};

export interface Progress {
  products: number;
  units: number;
  /** Products with a line of the user; `colleagues` have the rest, each under the last person who counted it. */
  own: number;
  colleagues: (readonly [name: string, products: number])[];
}

export const progressOf = (tallies: ReadonlyMap<string, Tally>, user: string | undefined): Progress => {
  let units = 0;
  let own = 0;
  const colleagues = new Map<string, number>();
  for (const { units: counted, lines } of tallies.values()) {
    units += counted;
    const [newest] = lines;
    if (lines.some((line) => line.user._id === user)) own += 1;
    else if (newest) colleagues.set(newest.user.name, (colleagues.get(newest.user.name) ?? 0) + 1);
  }
  return { products: tallies.size, units, own, colleagues: [...colleagues].sort((a, b) => b[1] - a[1]) };
};
