// What a rule is worth: the share of the wanted units that it sells, against the stock that it takes.
import type { Outcome } from "./year.ts";

export interface Worth {
  /** Units sold of those wanted. */
  share: number;
  /** Average stock, in days of sales. */
  stock: number;
}

export const added = (outcomes: Iterable<Outcome>): Outcome =>
  [...outcomes].reduce((sum, one) => ({
    wanted: sum.wanted + one.wanted,
    sold: sum.sold + one.sold,
    days: sum.days + one.days,
    out: sum.out + one.out,
    stock: sum.stock + one.stock,
  }));

export const worthOf = ({ wanted, sold, stock }: Outcome): Worth => ({ share: sold / wanted, stock: stock / sold });

/** The share at so many days of stock, on the line through worths by rising stock. */
export const shareAt = (worths: readonly Worth[], stock: number): number => {
  const after = worths.findIndex((one) => one.stock >= stock);
  const at = after < 0 ? worths.length - 1 : Math.max(1, after);
  const [a, b] = [worths[at - 1], worths[at]] as [Worth, Worth];
  return a.share + ((b.share - a.share) * (stock - a.stock)) / (b.stock - a.stock);
};

/** The mean, and two standard errors of it. */
export const meanOf = (numbers: readonly number[]): { mean: number; error: number } => {
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const variance = numbers.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, numbers.length - 1);
  return { mean, error: 2 * Math.sqrt(variance / numbers.length) };
};
