// The product that a scanned code means, among lists that may lack the newest. Apart from find-by-code.ts, which is pure.
import { useRefresh } from "../lib/api/refresh.ts";
import { useApplicationContext } from "./application-context.tsx";
import { findByCode } from "./find-by-code.ts";

/** Finds the product of a code; when there is none the lists are read again: it may have been added since. */
export function useFindByCode<P extends { p_id: string }>(products: readonly P[]): (code: string) => P | undefined {
  const { refreshing } = useApplicationContext();
  const reload = useRefresh();
  return (code) => {
    const found = findByCode(products, code.trim());
    if (!found && !refreshing) reload(["/v1/app/context"]);
    return found;
  };
}
