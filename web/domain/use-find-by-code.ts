// The hook around find-by-code.ts, which stays pure: it reloads the lists when a scanned code is unknown.
import { useRefresh } from "../lib/api/refresh.ts";
import { useApplicationContext } from "./application-context.tsx";
import { type Coded, findByCode } from "./find-by-code.ts";

/** Finds the product of a code. An unknown code reloads the application context: the product may be new. */
export function useFindByCode<P extends Coded>(products: readonly P[]): (code: string) => P | undefined {
  const { refreshing } = useApplicationContext();
  const refresh = useRefresh();
  return (code) => {
    const found = findByCode(products, code.trim());
    if (!found && !refreshing) refresh(["/v1/app/context"]);
    return found;
  };
}
