// What a correction of one line asks for, and its effect by a plain account of that line: units are returned, moved, or added.
import type { Step } from "./history.ts";
import type { Moves, Posted, StockModel } from "./model.ts";

interface Correction {
  /** The body's list. */
  list: { product: string; warehouse: string; to?: string; quantity: number }[];
  returned: Moves;
  added: Moves;
  /** Places that would have more units of the product than before. */
  more: string[];
  /** From a warehouse into the same one. */
  isSame: boolean;
}

const places = (pair: string): [product: string, warehouse: string] => pair.split("-") as [string, string];
const withoutNothing = (moves: Moves): Moves => moves.filter(([, units]) => units !== 0);

/**
 * The lines that are left of a movement; of one that cannot be corrected those that it had. A receipt of which nothing is
 * left, but units that it closed short, has none.
 */
const linesOf = ({ left, moves, step, reversed }: Posted): Moves => {
  const found = withoutNothing(Object.entries(left));
  return found.length > 0 || (step.kind === "receive" && !reversed) ? found : moves;
};

export const hasLines = (original: Posted | undefined): boolean =>
  original !== undefined && linesOf(original).length > 0;

export const correctionOf = (
  step: Step & { kind: "correct" },
  original: Posted,
  { warehouses }: StockModel,
): Correction => {
  const isTransfer = original.step.kind === "transfer";
  const all = linesOf(original);
  const lines = isTransfer ? all.filter(([, units]) => units < 0) : all;
  const [pair, before] = lines[step.line % lines.length] as Moves[number];
  const [product, from] = places(pair);
  const chosen = step.warehouse === undefined ? undefined : warehouses[step.warehouse]?._id;
  const { quantity } = step;
  const was = Math.abs(before);
  if (isTransfer) {
    const [intoPair = ""] = all.find(([other, units]) => units > 0 && places(other)[0] === product) ?? [];
    const into = places(intoPair)[1];
    const to = chosen ?? into;
    const toPair = `${product}-${to}`;
    const kept = Math.min(was, quantity);
    const returned: Moves =
      to === into
        ? [
            [pair, was - kept],
            [intoPair, kept - was],
          ]
        : [
            [pair, was - kept],
            [intoPair, -was],
            [toPair, kept],
          ];
    const extra = quantity - kept;
    return {
      list: [{ product, warehouse: from, to, quantity }],
      returned: withoutNothing(returned),
      added: withoutNothing([
        [pair, -extra],
        [toPair, extra],
      ]),
      more: quantity === 0 ? [] : [...(quantity > was ? [from] : []), ...(to !== into || quantity > was ? [to] : [])],
      isSame: from === to,
    };
  }
  const sign = Math.sign(before);
  const to = chosen ?? from;
  const toPair = `${product}-${to}`;
  const kept = Math.min(was, quantity);
  const others = lines.filter((line) => line[0] !== pair && places(line[0])[0] === product);
  const list = [...others, [toPair, quantity] as const].map(([one, units]) => {
    const [, warehouse] = places(one);
    return { product, warehouse, quantity: Math.abs(units) };
  });
  const returned: Moves =
    to === from
      ? [[pair, sign * (kept - was)]]
      : [
          [pair, -before],
          [toPair, sign * kept],
        ];
  const isMore = to === from ? quantity > was : quantity > 0;
  const added = withoutNothing([[toPair, sign * (quantity - kept)]]);
  return { list, returned: withoutNothing(returned), added, more: isMore ? [to] : [], isSame: false };
};
