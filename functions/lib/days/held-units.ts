// Units of products by warehouse, as lines of the ledger change them.
import type { Line } from "#shared/movement.ts";

/** Units of a product by warehouse. */
export type HeldUnits = Record<string, number>;

/** Units by warehouse, by product. */
export type Balances = Map<string, HeldUnits>;

export const applyLines = (balances: Balances, lines: readonly Line[]): void => {
  for (const [product, warehouse, delta] of lines) {
    const held = balances.get(product) ?? {};
    held[warehouse] = (held[warehouse] ?? 0) + delta;
    balances.set(product, held);
  }
};
