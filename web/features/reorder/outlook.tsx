// Low products with their rows of the plan: how urgent they are, and when their next units arrive.
import { useMemo } from "react";
import type { PlanRow } from "#shared/plan.ts";
import { isUrgent } from "#shared/plan-status.ts";
import type { Product } from "#shared/product.ts";
import type { AlertedProduct, Alerts, OutOfStock } from "#shared/sales.ts";
import { type Severity, severityOf } from "#shared/severity.ts";
import { lateText } from "../../domain/plan-text.ts";
import { useQuietQuery } from "../../lib/api/use-data.ts";
import { dayText, numberText, today } from "../../lib/format.ts";
import style from "./inventory-dashboard.module.css";

interface Planned {
  /** Undefined until the plan is read, and null without one. */
  plan: PlanRow | null | undefined;
}

export type LowProduct = AlertedProduct & Planned & { severity: Severity };
export type OutProduct = OutOfStock & Planned;

/** Undefined until the alerts are read. Only the plan's figures wait for the plan, or are missing without it. */
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
      // The most units not sold first; without the plan, by run rate as the server sorts them.
      out: outOfStock?.filter((product) => !product.never_stocked).sort((a, b) => unsold(b) - unsold(a)),
      never: outOfStock?.filter((product) => product.never_stocked),
      /** Products to order now; undefined without the plan, and before its first nightly job. */
      toOrder: plan.data?.as_of
        ? plan.data.rows.filter(({ status, snooze }) => !snooze && isUrgent(status)).length
        : undefined,
    };
  }, [lowStockProducts, outOfStockProducts, plan.data, plan.pending, day]);
}

/** An estimate of the units that could not be sold since the product ran out. */
export const unsold = ({ plan }: Planned): number => plan?.unsold ?? 0;

/** The next container, or else the next order. */
export function NextArrival({ in_transit, plan }: Pick<OutProduct, "in_transit" | "plan">) {
  const isOrdered = in_transit === 0 && plan?.on_order;
  if (in_transit === 0 && !isOrdered) return <small>{plan === undefined ? <Waiting /> : "none ordered"}</small>;
  const [next] =
    plan?.arrivals
      .filter(({ on_order = false }) => on_order === Boolean(isOrdered))
      .sort((a, b) => (a.expected_delivery < b.expected_delivery ? -1 : 1)) ?? [];
  if (!next) return <small>{plan === undefined && <Waiting />}</small>;
  const late = lateText(next.expected_delivery);
  return (
    <small title={next.container} data-late={late !== "" || undefined}>
      {isOrdered && `${numberText(isOrdered)} on order, `}
      {late || dayText(next.expected_delivery)}
    </small>
  );
}

/** Placeholder for a figure of the plan, until it is read. */
export const Waiting = () => <span className={style.waiting} />;
