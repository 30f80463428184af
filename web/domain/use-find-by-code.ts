// The product that a scanned code means, among lists that may lack the newest.

import { useReload } from "../lib/api/refresh.ts";
import { useLists } from "./application-context.tsx";
import { productOf } from "./find-by-code.ts";

/** Finds the product of a code; when there is none the lists are read again: it may have been added since. */
export function useScanned<P extends { p_id: string }>(products: readonly P[]): (code: string) => P | undefined {
  const { refreshing } = useLists();
  const reload = useReload();
  return (code) => {
    const found = productOf(products, code.trim());
    if (!found && !refreshing) reload(["/v1/app/context"]);
    return found;
  };
}
