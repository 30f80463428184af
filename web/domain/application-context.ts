// The application context: the product and warehouse lists for pickers, filters and search.
import type { Context } from "#shared/app.ts";
import { contextOf } from "#shared/catalogue.ts";
import { useLists } from "./catalogue.tsx";

const none: Lists = { product: [], warehouse: [] };

type Lists = Omit<Context, "now">;

interface ApplicationContext extends Lists {
  /** The lists are being loaded; until then these are from an earlier visit. */
  refreshing: boolean;
}

export function useApplicationContext(): ApplicationContext {
  const { derive, refreshing } = useLists();
  return { ...(derive(contextOf) ?? none), refreshing };
}
