// Low products and those that ran out, each with its row of the plan and how urgent it is.
import { useMemo } from "react";
import type { PlanRow } from "#shared/plan.ts";
import { isUrgent } from "#shared/plan-status.ts";
import type { Product } from "#shared/product.ts";
import type { Alerts, OutOfStock } from "#shared/sales.ts";
import { type Severity, severityOf } from "#shared/severity.ts";
import { useQuietQuery } from "../../lib/api/use-data.ts";
import { today } from "../../lib/format.ts";

interface Planned {
  /** Undefined until the plan is read, and null without one. */
  plan: PlanRow | null | undefined;
}

export type LowProduct = Product & Planned & { severity: Severity };
export type OutProduct = OutOfStock & Planned;

/** Undefined until the alerts are read. Only the plan's parts wait for the plan, and do without it if it cannot be read. */
export function useOutlook({ lowStockProducts, outOfStockProducts }: Partial<Alerts>) {
  const plan = useQuietQuery("GET /v1/plan", { query: {} });
  const day = today();
  return useMemo(() => {
    const rows = new Map(plan.data?.rows.map((row) => [row._id, row]));
    const withPlan = <P extends Product>(product: P) => ({
      ...product,
      plan: rows.get(product._id) ?? (plan.pending ? undefined : null),
    });
    const outOfStock = outOfStockProducts?.map(withPlan);
    return {
      low: lowStockProducts?.map((product): LowProduct => {
        const planned = withPlan(product);
        return { ...planned, severity: severityOf(product, planned.plan ?? undefined, day) };
      }),
      // The most units not sold first; without the plan they stay as they came, by run rate.
      out: outOfStock?.filter((product) => !product.never_stocked).sort((a, b) => unsold(b) - unsold(a)),
      never: outOfStock?.filter((product) => product.never_stocked),
      /** Products to order now; undefined without the plan, and before its first night. */
      toOrder: plan.data?.as_of
        ? plan.data.rows.filter(({ status, snooze }) => !snooze && isUrgent(status)).length
        : undefined,
    };
  }, [lowStockProducts, outOfStockProducts, plan.data, plan.pending, day]);
}

/** About how many units of it were not sold since it ran out. */
export const unsold = ({ plan }: Planned): number => plan?.unsold ?? 0;
