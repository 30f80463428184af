// What a rule is worth: the share of the wanted units that it sells, against the stock that it takes.

export interface Outcome {
  /** Units. */
  wanted: number;
  sold: number;
  /** Days on which products were offered, and those that closed without a unit. */
  days: number;
  out: number;
  /** Units at the close of all days. */
  stock: number;
  orders: number;
}

export const none: Outcome = { wanted: 0, sold: 0, days: 0, out: 0, stock: 0, orders: 0 };

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
    orders: sum.orders + one.orders,
  }));

export const worthOf = ({ wanted, sold, stock }: Outcome): Worth => ({ share: sold / wanted, stock: stock / sold });

/** The mean, and two standard errors of it. */
export const meanOf = (numbers: readonly number[]): { mean: number; error: number } => {
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const variance = numbers.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, numbers.length - 1);
  return { mean, error: 2 * Math.sqrt(variance / numbers.length) };
};
