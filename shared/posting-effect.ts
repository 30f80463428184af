// The effect of a posting on stock.
import type { Line, Movement, Transaction } from "./movement.ts";

/** Units that a row adds to the stock; negative when stock goes out. */
export const signedQuantity = ({ action, quantity }: Pick<Transaction, "action" | "quantity">): number =>
  action === "STOCK_IN" ? quantity : -quantity;

interface OneProduct {
  product: string;
  warehouse: string;
  quantity: number;
}

export const inOutLine = (moves: "in" | "out", { product, warehouse, quantity }: OneProduct): Line => [
  product,
  warehouse,
  moves === "in" ? quantity : -quantity,
];

/** Out of one warehouse and into the other. */
export const transferPair = (places: { from: string; to: string }, product: string, quantity: number): Line[] => [
  [product, places.from, -quantity],
  [product, places.to, quantity],
];

/** What corrections and reversals have left of a movement. */
export const linesLeft = ({
  lines,
  now = lines,
  reversed_by,
}: Pick<Movement, "lines" | "now" | "reversed_by">): Line[] => (reversed_by ? [] : now);

export const inverse = (lines: readonly Line[]): Line[] =>
  lines.map(([product, warehouse, delta]) => [product, warehouse, -delta]);

/** One line for each place, without those that come to nothing. */
export const sumLines = (lines: readonly Line[]): Line[] =>
  [...Map.groupBy(lines, ([product, warehouse]) => `${product}#${warehouse}`).values()].flatMap((own) => {
    const [[product, warehouse] = ["", ""]] = own;
    const delta = own.reduce((sum, line) => sum + line[2], 0);
    return delta === 0 ? [] : [[product, warehouse, delta] satisfies Line];
  });
