// Units of waiting entries, that will arrive or leave. They are shown beside the stock and never added to it.
import { useMemo } from "react";
import { useSession } from "../lib/api/session.ts";
import { numberText } from "../lib/format.ts";
import { type Entry, isWaiting, stateOf } from "../lib/outbox/entry.ts";
import { useEntries } from "../lib/outbox/outbox.ts";
import { unitsOf } from "./entry-kinds.ts";

export const leavingText = (units: number): string => `${numberText(units)} waiting to leave`;

/** Why units cannot leave: others wait to leave already. Any other shortage is for the server to judge. */
export const shortageText = (inStock: number | undefined, leaving: number, units: number): string | undefined =>
  inStock !== undefined && leaving > 0 && units > inStock - leaving
    ? `Only ${numberText(inStock)} in stock, ${leavingText(leaving)}`
    : undefined;

interface WaitingUnits {
  /** "12 waiting to leave" of a product, from one warehouse, or "" if nothing waits. */
  textOf: (product: string, warehouse: string) => string;
  /** Units that wait to leave: from one warehouse, or from all. */
  leaving: (product: string, warehouse?: string) => number;
}

/** Whether it waits; one that is just being posted is not shown yet. After a reload no form waits for it. */
const isShown = (entry: Entry): boolean => {
  const state = stateOf(entry, Date.now());
  if (!isWaiting(state)) return state.is === "outdated";
  return state.kept || (state.is === "sent" && state.trouble !== undefined) || entry.made_at < performance.timeOrigin;
};

/** `own`: the key of an entry that is not counted, since the form that asks is about it. */
export function useWaitingUnits(own?: string): WaitingUnits {
  const { user } = useSession();
  const entries = useEntries();
  return useMemo(() => {
    const changes = Map.groupBy(
      entries.filter((entry) => entry.user._id === user?._id && entry.key !== own && isShown(entry)).flatMap(unitsOf),
      ([product]) => product,
    );
    const sum = (product: string, warehouse: string | undefined, sign: 1 | -1): number =>
      (changes.get(product) ?? []).reduce((total, [, of, units]) => {
        const counts = units * sign > 0 && (warehouse === undefined || of === warehouse);
        return counts ? total + Math.abs(units) : total;
      }, 0);
    const leaving = (product: string, warehouse?: string) => sum(product, warehouse, -1);
    const textOf = (product: string, warehouse: string) => {
      const [coming, out] = [sum(product, warehouse, 1), leaving(product, warehouse)];
      const parts = [coming > 0 && `${numberText(coming)} waiting to come`, out > 0 && leavingText(out)];
      return parts.filter(Boolean).join(", ");
    };
    return { textOf, leaving };
  }, [entries, user?._id, own]);
}
