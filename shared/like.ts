// A new product sells like another one, until it has been in stock for a month itself: "SND-BIB-201 x 0.8".
import { codeForm, codesIn } from "./product-code.ts";
import type { Rate, RateWindow } from "./rate.ts";

export interface Like {
  /** The other product's P.ID. */
  p_id: string;
  factor: number;
}

const text = /^(.*\S)\s+[x×*]\s*(\d{1,2}(?:\.\d{1,2})?)$/i;
export const factors = { least: 0.1, most: 10 } as const;

export const likeOf = (written: string): Like => {
  const [, p_id = written, factor = "1"] = text.exec(written.trim()) ?? [];
  return { p_id: p_id.trim(), factor: Number(factor) };
};

/** Finds products by a present or former P.ID. */
export const findByPid = <P extends { p_id: string; former?: string | undefined }>(products: readonly P[]) => {
  const former = products.flatMap((product) =>
    codesIn(product.former).map((code) => [codeForm(code), product] as const),
  );
  const found = new Map([...former, ...products.map((product) => [codeForm(product.p_id), product] as const)]);
  return (p_id: string): P | undefined => found.get(codeForm(p_id));
};

/** In-stock days after which a product's own rate is its rate. */
const ownDays = 30;

/** The rate of a product that sells like another one. `inStockDays`: its own, of the longest window. */
export const rateLike = (
  own: Rate | undefined,
  inStockDays: number,
  { p_id, units, factor }: Like & { units: number },
  window: RateWindow,
): Rate & { like?: Like & { units: number; share: number } } => {
  const share = 1 - Math.min(ownDays, inStockDays) / ownDays;
  if (share === 0 && own) return own;
  return {
    ...(own ?? { sold: 0, inStockDays: 0, window, fewDays: false }),
    units: (1 - share) * (own?.units ?? 0) + share * factor * units,
    like: { p_id, units, factor, share },
  };
};
