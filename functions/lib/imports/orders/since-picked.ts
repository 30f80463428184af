// What has changed of order lines since they were picked: they may be cancelled, or more or fewer of them ordered.
import type { ProductSet } from "../../catalogue/aliases.ts";
import { partsOf } from "../../catalogue/aliases.ts";
import type { CancelledLine } from "./cancelled-since.ts";
import type { OrderLine } from "./order-lines.ts";
import type { PickedLines } from "./picked-lines.ts";

export interface ComparedLine extends OrderLine {
  /** What its code stands for, if that is known. */
  listed?: ProductSet | undefined;
  units: number;
  more?: ProductSet["more"];
  /** Units of the order that were picked and are not wanted any more, and the picklist that took them. */
  toPutBack?: { movement: string; ordered: number } | undefined;
}

type Picked = Pick<PickedLines, "takenOf" | "isAlike">;

/**
 * Adds to each line its outcome by earlier picklists, and sets its units to the missing ones. Lines without numbers,
 * which may come in another order, are compared together by order and code.
 */
export const comparePicked = (lines: readonly ComparedLine[], picked: Picked, isAgain: boolean): void => {
  const keyOf = ({ order, line, seller, listing, row }: ComparedLine) =>
    order && !line ? [order, seller, listing].join("\n") : row;
  for (const same of Map.groupBy(lines, keyOf).values()) compare(same, picked, isAgain);
};

const compare = (lines: readonly ComparedLine[], { takenOf, isAlike }: Picked, isAgain: boolean): void => {
  const compared = lines.map((line) => {
    const taken = takenOf(line);
    const before = taken?.units?.isLeft === line.isLeft ? taken.units.ordered : line.ordered;
    return { line, taken, change: taken ? line.ordered - before : 0 };
  });
  const sum = compared.reduce((units, { change }) => units + change, 0);
  for (const { line, taken, change } of compared) {
    const { says, cancellation } = line;
    if (!taken) {
      if (isAlike(line)) says.add("unsure");
    } else if (cancellation === "cancelled") {
      says.add("cancelled_since");
      line.toPutBack = { movement: taken.movement, ordered: taken.units?.ordered ?? line.ordered };
    } else if (change > 0 && sum > 0 && change <= line.quantity && !cancellation && !isAgain) {
      says.add("added");
      take(line, change);
      line.ordered = change;
    } else {
      says.add("picked");
      // What is left to send falls as it is sent.
      if (change < 0 && sum < 0 && !line.isLeft && !cancellation)
        line.toPutBack = { movement: taken.movement, ordered: -change };
      // Its units are stored already.
      line.ordered = 0;
    }
  }
};

/** Sets the units of a line. */
const take = (line: ComparedLine, quantity: number): void => {
  line.quantity = quantity;
  line.units = quantity * (line.listed?.units ?? 1);
  line.more = line.listed?.more?.map(({ product, units }) => ({ product, units: quantity * units }));
};

/** By hash, the units of each product that go back on the shelf. */
export const toPutBack = (lines: readonly ComparedLine[], today: string): Record<string, CancelledLine> =>
  Object.fromEntries(
    lines.flatMap(({ toPutBack: back, listed, knownBy, order }) =>
      (back && listed ? partsOf(listed) : []).map(({ product, units }, at): [string, CancelledLine] => [
        [knownBy[0], ...(at > 0 ? [at] : [])].join("."),
        { movement: back?.movement ?? "", product, units: units * (back?.ordered ?? 0), order, day: today },
      ]),
    ),
  );
