// Corrections: what is to be left of the lines of a posted movement, and what goes back, moves to another warehouse or is
// added for that. The reversal of a movement is the correction that leaves nothing.
import * as v from "valibot";
import { Failure } from "./failure.ts";
import { Id, optionalText, unitCount } from "./field.ts";
import { factsOf } from "./kinds.ts";
import { countedAnswer, type Line, type Movement, type ReturnCause } from "./movement.ts";
import { inOutLine, inverse, sumLines, transferPair } from "./posting-effect.ts";
import { ProductTag } from "./product.ts";
import { WarehouseTag } from "./warehouse.ts";

/** Units of a product that are to be left in a warehouse, of a transfer from it `to` another one. */
const LeftUnits = v.object({ product: Id, warehouse: Id, to: v.optional(Id), quantity: unitCount(0) });
type LeftUnits = v.InferOutput<typeof LeftUnits>;

export const CorrectForm = v.object({
  /** All that is to be left of each product that is named; other products stay as they are. */
  list: v.pipe(v.array(LeftUnits, "List expected"), v.minLength(1, "Change a line first")),
  /** How often it had been corrected when the person saw its lines. */
  corrections: unitCount(0),
  /** Confirms that more was received than is outstanding. */
  over: v.optional(v.boolean()),
  ...countedAnswer,
  remarks: optionalText(),
});
export type CorrectForm = v.InferOutput<typeof CorrectForm>;

/** Why an entry is mostly corrected: what is picked lies in the wrong place, any other was typed wrongly. */
export const usualCause = (kind: string): ReturnCause => (factsOf(kind).picked ? "moved_now" : "entered_wrongly");

/** The lines of a movement as corrections have left them: those of a transfer in pairs. */
export const MovementLines = v.object({
  _id: v.string(),
  corrections: v.number(),
  /** Of a picklist from an order file. */
  orders: v.optional(v.object({ first: v.array(v.string()), more: v.number() })),
  lines: v.array(
    v.object({
      product: ProductTag,
      warehouse: WarehouseTag,
      to: v.optional(WarehouseTag),
      quantity: v.number(),
    }),
  ),
});
export type MovementLines = v.InferOutput<typeof MovementLines>;

/** The lines that the form leaves of the products it names: out or in as the movement's own lines are. */
export const statedLines = ({ lines }: Pick<Movement, "lines">, list: readonly LeftUnits[]): Line[] => {
  const isOut = lines.some(([, , delta]) => delta < 0);
  const isTransfer = isOut && lines.some(([, , delta]) => delta > 0);
  return sumLines(
    list.flatMap(({ product, warehouse, to, quantity }) => {
      const fault = (message: string) => new Failure("BAD_REQUEST", { field: "list", product, message });
      if (!isTransfer && to !== undefined) throw fault("Only a transfer goes to another warehouse");
      if (!isTransfer) return [inOutLine(isOut ? "out" : "in", { product, warehouse, quantity })];
      if (list.filter((one) => one.product === product).length > 1) throw fault("Each product once");
      if (to === undefined) throw fault("To which warehouse?");
      if (to === warehouse) throw fault("Choose another warehouse than From");
      return transferPair({ from: warehouse, to }, product, quantity);
    }),
  );
};

export interface Correction {
  /** What is posted against the movement, on its own day: its sum is what is returned of each product. */
  returned: Line[];
  /** What is posted beside it, as of now. */
  added: Line[];
  /** What is left of the movement itself. */
  now: Line[];
}

/**
 * The postings that leave `after` of a movement's lines. Less of a product goes back. The same units from another
 * warehouse, or into one, move without a sale. What is more in all is added.
 */
export const correctionOf = (before: readonly Line[], after: readonly Line[]): Correction => {
  const added: Line[] = [];
  const now: Line[] = [];
  // A transfer takes a product out of warehouses and into others, and each side is corrected by itself.
  const sideOf = ([product, , delta]: Line) => `${product} ${Math.sign(delta)}`;
  const sides = [before, after].map((lines) => Map.groupBy(lines, sideOf));
  for (const side of new Set(sides.flatMap((lines) => [...lines.keys()]))) {
    const [was, will] = sides.map((lines) => sumLines(lines.get(side) ?? [])) as [Line[], Line[]];
    const unitsIn = (lines: Line[], warehouse: string) => lines.find((line) => line[1] === warehouse)?.[2] ?? 0;
    let excess = total(will) - total(was);
    const parts: { added: Line; now: Line }[] = [];
    // The last lines are those that somebody has added.
    for (const [product, warehouse, delta] of will.reverse()) {
      const more = Math.max(0, Math.abs(delta) - Math.abs(unitsIn(was, warehouse)));
      const extra = Math.sign(delta) * Math.max(0, Math.min(more, excess));
      excess -= Math.abs(extra);
      parts.unshift({ added: [product, warehouse, extra], now: [product, warehouse, delta - extra] });
    }
    added.push(...sumLines(parts.map((part) => part.added)));
    now.push(...sumLines(parts.map((part) => part.now)));
  }
  return { returned: sumLines([...now, ...inverse(before)]), added, now };
};

const total = (lines: readonly Line[]): number => Math.abs(lines.reduce((sum, [, , delta]) => sum + delta, 0));
