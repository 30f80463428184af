// Reads the data of a product's page and panel: its plan and its last 90 days.
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import type * as v from "valibot";
import { addDays } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import type { History, HistoryRow } from "#shared/history.ts";
import type { PlanProduct, PlanQuery } from "#shared/plan.ts";
import { useData } from "../../lib/api/use-data.ts";
import { useToday } from "../../lib/format.ts";
import type { QueryState } from "../../lib/query-state.ts";

/** Days that the chart and the list of movements show, with today. */
export const shownDays = 90;

/** The settings of Plan Orders in its address, so that the panel and pages opened from it show the same figures. */
export const planNames = ["basis", "target", "spikes", "service"] as const;

export function useProduct(id: string) {
  const day = useToday();
  const [params] = useSearchParams();
  const asked = Object.fromEntries(
    planNames.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  ) as v.InferInput<typeof PlanQuery>;
  const plan = useData("GET /v1/plan/{product}", { path: { product: id }, query: asked });
  const history = useData("GET /v1/products/{id}/movements", {
    path: { id },
    query: { start: addDays(day, 1 - shownDays), end: day },
  });
  const rows = history.data?.rows;
  const newest = useMemo(() => rows?.toReversed(), [rows]);
  const movements: QueryState<readonly HistoryRow[]> = { ...history, data: newest };
  const isMissing = [plan, history].some(
    ({ failure }) => failure instanceof Failure && failure.code === "RESOURCE_NOT_FOUND",
  );
  // While another product is read, the last one must not pass for it.
  const data = plan.data?.row._id === id ? plan.data : undefined;
  const product: ProductPlan | undefined = data && { day, data, history, target: Number(asked.target ?? 30) };
  return { plan, product, movements, isMissing };
}

/** The data of a product's figures and charts. */
export interface ProductPlan {
  /** Today. */
  day: string;
  data: PlanProduct;
  history: QueryState<History>;
  /** Days that an order should last. */
  target: number;
}
