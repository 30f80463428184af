// The hooks around find-by-code.ts, which stays pure: a code that no product has may be that of a channel's listing, or of a
// new product.
import { useEffect, useRef } from "react";
import { useRefresh } from "../lib/api/refresh.ts";
import { useApplicationContext } from "./application-context.tsx";
import { type Coded, findByCode, searchTextOf } from "./find-by-code.ts";

/** What a code stands for: more than one unit if it is that of a pack. */
export interface Found<P> {
  product: P;
  units: number;
}

const findListing = async <P extends { _id: string }>(products: readonly P[], code: string) => {
  const alias = await import("./find-alias.ts").then(({ findAlias }) => findAlias(code));
  const product = alias && products.find(({ _id }) => _id === alias.product._id);
  return product && { product, units: alias.units };
};

/**
 * Passes on what a scanned code stands for, at once if it is that of a product, else once the products that are being loaded
 * are known. An unknown code reloads them.
 */
export function useFindByCode<P extends Coded & { _id: string }>(
  products: readonly P[],
): <T>(code: string, use: (found: Found<P> | undefined) => T) => T | Promise<T> {
  const { refreshing } = useApplicationContext();
  const refresh = useRefresh();
  const latest = useRef(products);
  latest.current = products;
  const early = useRef<(() => void)[]>([]);
  useEffect(() => {
    if (!refreshing) for (const go of early.current.splice(0)) go();
  }, [refreshing]);
  const search = async (code: string): Promise<Found<P> | undefined> => {
    if (refreshing) await new Promise<void>((go) => early.current.push(go));
    else refresh(["/v1/app/context"]);
    const product = findByCode(latest.current, code);
    return product ? { product, units: 1 } : findListing(latest.current, code);
  };
  return (code, use) => {
    const product = findByCode(products, code);
    return product ? use({ product, units: 1 }) : search(code).then(use);
  };
}

/** The latest version of a callback, for what happens after a wait. */
export const useLatest = <F extends (...args: never[]) => unknown>(callback: F): F => {
  const latest = useRef(callback);
  latest.current = callback;
  return ((...args) => latest.current(...args)) as F;
};

/** Searches for the product of a scanned code by its P.ID; for the code itself if nothing has it. */
export function useCodeSearch(search: (text: string) => void): (code: string) => void {
  const { product: products } = useApplicationContext();
  return (code) => {
    search(searchTextOf(products, code));
    if (!findByCode(products, code))
      void findListing(products, code).then((found) => found && search(found.product.p_id));
  };
}
