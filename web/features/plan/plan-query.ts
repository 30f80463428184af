// The plan's settings and the filter of its rows, in the address.
import { useCallback, useMemo } from "react";
import { normalised } from "#shared/name.ts";
import type { PlanRow } from "#shared/plan.ts";
import { type PlanStatus, planStatuses } from "#shared/plan-status.ts";
import { serviceLevels } from "#shared/product-fields.ts";
import { useQueryParam, useQuerySet, useUpdateQuery } from "../../lib/navigation/url-state.ts";

export const bases = ["3", "7", "30", "90"] as const;
export type Basis = (typeof bases)[number];
/** The place of a window in a row's rates: a longer one stands in for 30 days. */
export const rateAt: Record<Basis, 0 | 1 | 2> = { 3: 0, 7: 1, 30: 2, 90: 2 };
const usualBasis = "30";
export const targets = ["15", "30", "45", "60", "75", "90"] as const;
const usualTarget = "30";
const usualService = "95";
const services = serviceLevels.map((level) => `${level}` as const);

/** One of these, or the usual one: an address can hold anything. */
const oneOf = <V extends string>(choices: readonly V[], value: string, usual: V): V =>
  choices.find((choice) => choice === value) ?? usual;

/** The days of the rate, the days that an order lasts, whether spikes are cut, and the service level. */
export function usePlanBasis() {
  const [basisText, setBasis] = useQueryParam("basis", usualBasis);
  const [targetText, setTarget] = useQueryParam("target", usualTarget);
  const [spikesText, setSpikes] = useQueryParam("spikes", "out");
  const [serviceText, setService] = useQueryParam("service", usualService);
  const basis = oneOf<Basis>(bases, basisText, usualBasis);
  const target = oneOf<string>(targets, targetText, usualTarget);
  const spikes = oneOf(["in", "out"], spikesText, "out");
  const service = oneOf(services, serviceText, usualService);
  /** Without defaults, so that it equals the address that other screens read. */
  const query = useMemo(
    () => ({
      ...(basis !== usualBasis && { basis }),
      ...(target !== usualTarget && { target }),
      ...(spikes !== "out" && { spikes }),
      ...(service !== usualService && { service }),
    }),
    [basis, target, spikes, service],
  );
  return { basis, setBasis, target, setTarget, spikes, setSpikes, service, setService, query };
}

/** Statuses that are shown only on request. */
const apart: readonly PlanStatus[] = ["not-selling", "never-stocked"];

/** The filter by status or snooze, and the search. */
export function usePlanFilter(search: { query: string; matches: (row: PlanRow) => boolean }) {
  const { values, toggle, set } = useQuerySet("status");
  const [view, setView] = useQueryParam("view");
  const [supplier, setSupplier] = useQueryParam("supplier");
  const change = useUpdateQuery();
  const isSnoozed = view === "snoozed";
  const bySupplier = view === "suppliers";
  const statuses = useMemo(() => planStatuses.filter((status) => values.has(status)), [values]);
  const { query, matches } = search;
  const isShown = useCallback(
    (row: PlanRow) => {
      if (Boolean(row.snooze) !== isSnoozed || !matches(row)) return false;
      if (supplier && normalised(row.supplier ?? "") !== normalised(supplier)) return false;
      if (statuses.length > 0) return statuses.includes(row.status);
      // A search finds products of every status.
      return isSnoozed || query !== "" || !apart.includes(row.status);
    },
    [isSnoozed, matches, statuses, query, supplier],
  );
  return {
    statuses,
    setStatuses: set,
    /** Suppliers have no status: it shows products. */
    toggle: (status: PlanStatus) =>
      bySupplier
        ? change((now) => {
            now.delete("view");
            now.set("status", status);
          })
        : toggle(status),
    isSnoozed,
    setSnoozed: (on: boolean) => setView(on ? "snoozed" : ""),
    supplier,
    setSupplier,
    bySupplier,
    setBySupplier: (on: boolean) => setView(on ? "suppliers" : ""),
    showSupplier: (name: string) =>
      change((now) => {
        now.delete("view");
        now.set("supplier", name);
      }),
    isShown,
    clear: () =>
      change((now) => {
        now.delete("status");
        now.delete("q");
        now.delete("supplier");
      }),
  };
}

export type PlanBasis = ReturnType<typeof usePlanBasis>;
export type PlanFilter = ReturnType<typeof usePlanFilter>;
