// Units in stock by product, as far as they are known here: by warehouse once the stock records are loaded.
import { useMemo, useRef } from "react";
import type { Holding } from "#shared/allocation.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import { useWaitingUnits } from "../../domain/waiting-units.ts";
import { useRefresh } from "../../lib/api/refresh.ts";
import { useData } from "../../lib/api/use-data.ts";

/** Milliseconds in which further refusals do not read the stock again. */
const calm = 2_000;

export function useAvailableStock() {
  const records = useData("GET /v1/stocks");
  const { product: products } = useApplicationContext();
  const reload = useRefresh();
  const { leaving } = useWaitingUnits();
  const readAt = useRef(Number.NEGATIVE_INFINITY);
  const holdings = useMemo(
    () => records.data && Map.groupBy(records.data, ({ product }) => product._id),
    [records.data],
  );
  /** What each warehouse holds of a product; undefined before the records are loaded. */
  const holdingsOf = (product: string): readonly Holding[] | undefined => holdings && (holdings.get(product) ?? []);
  /** Less what waits on this device to leave. */
  const available = (product: string): number | undefined => {
    const stock =
      holdingsOf(product)?.reduce((sum, { quantity }) => sum + quantity, 0) ??
      products.find(({ _id }) => _id === product)?.stock;
    return stock && Math.max(0, stock - leaving(product));
  };
  /** After a refusal: what is known here may be stale. */
  const readAgain = () => {
    if (performance.now() - readAt.current < calm) return;
    readAt.current = performance.now();
    reload(["/v1/stocks"]);
  };
  return { records, holdingsOf, available, readAgain };
}
