// Units that wait on this device to come or to leave. They stand beside what is in stock and are never added to it.
import { useMemo } from "react";
import type { StockIn, StockOut } from "#shared/movement.ts";
import type { PicklistForm } from "#shared/picklist.ts";
import type { ReceiveForm } from "#shared/receipt.ts";
import type { TransferForm } from "#shared/transfer.ts";
import { useSession } from "../lib/api/session.ts";
import { numberText } from "../lib/format.ts";
import { type Entry, isRefused, useEntries } from "../lib/outbox/entry.ts";

/** Units of a product into a warehouse, or out of it if negative; a picklist names no warehouse. */
type Change = readonly [product: string, warehouse: string | undefined, units: number];

const changesOf = ({ route, input: { body } }: Entry): readonly Change[] => {
  switch (route) {
    case "POST /v1/transactions/in": {
      const { product, warehouse, quantity } = body as StockIn;
      return [[product, warehouse, quantity]];
    }
    case "POST /v1/transactions/out": {
      const out = body as StockOut | PicklistForm;
      if ("list" in out) return out.list.map(({ product, quantity }) => [product, undefined, -quantity]);
      return [[out.product, out.warehouse, -out.quantity]];
    }
    case "POST /v1/transactions/transfer": {
      const { from, to, list } = body as TransferForm;
      return list.flatMap(({ product, quantity }): Change[] => [
        [product, from, -quantity],
        [product, to, quantity],
      ]);
    }
    case "POST /v1/shipments/{id}/receive": {
      const { warehouse, list = [] } = body as ReceiveForm;
      return list.map(({ product, quantity }) => [product, warehouse, quantity]);
    }
    default:
      return [];
  }
};

export const leavingText = (units: number): string => `${numberText(units)} waiting to leave`;

interface WaitingUnits {
  /** "12 waiting to leave" of a product, from one warehouse, or "" if nothing waits. */
  textOf: (product: string, warehouse: string) => string;
  /** Units that wait to leave: from one warehouse, or from all. */
  leaving: (product: string, warehouse?: string) => number;
}

export function useWaitingUnits(): WaitingUnits {
  const { user } = useSession();
  const entries = useEntries();
  return useMemo(() => {
    const changes = Map.groupBy(
      entries.filter((entry) => entry.kept && entry.user._id === user?._id && !isRefused(entry)).flatMap(changesOf),
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
  }, [entries, user?._id]);
}
