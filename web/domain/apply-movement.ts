// Puts what a posting answered into the lists that show stock and transactions, before they are read again.
import { useCallback } from "react";
import { useSWRConfig } from "swr";
import { dayOf } from "#shared/day.ts";
import type { Transaction } from "#shared/movement.ts";
import type { Picklist } from "#shared/picklist.ts";
import type { StockRecord } from "#shared/stock.ts";
import { withRows } from "../lib/api/client.ts";
import { session, useSession } from "../lib/api/session.ts";
import { useMutation } from "../lib/api/use-mutation.ts";
import { affectedQueries } from "./affected-queries.ts";
import { signedQuantity } from "./describe-movement.ts";

/** The records after the moves; a product's first units in a warehouse stand behind its others. */
export const applyToStock = (records: readonly StockRecord[], rows: readonly Transaction[]): StockRecord[] => {
  const after = new Map(records.map((record) => [record._id, record]));
  for (const row of rows) {
    const { product, warehouse } = row;
    const _id = `${product._id}-${warehouse._id}`;
    const record = after.get(_id) ?? { _id, product, warehouse, quantity: 0 };
    after.set(_id, { ...record, quantity: record.quantity + signedQuantity(row) });
  }
  const moved = [...after.values()];
  for (const record of moved.splice(records.length)) {
    const last = moved.findLastIndex(({ product }) => product._id === record.product._id);
    moved.splice(last < 0 ? moved.length : last + 1, 0, record);
  }
  return moved;
};

/** Whether a list of transactions is of days that have this instant among them. */
const covers = (key: string, instant: string): boolean => {
  const asked = new URLSearchParams(key.split("?")[1]);
  const day = dayOf(instant);
  return (asked.get("start") ?? "") <= day && day <= (asked.get("end") ?? "");
};

/** What a reversal undoes says so. */
const linked = (list: readonly Transaction[], { reverses, movement }: Transaction): Transaction[] =>
  list.map((row) => (reverses && row.movement === reverses ? { ...row, reversed_by: movement } : row));

export function useApplyMovement(): (rows: readonly Transaction[]) => void {
  const { cache, mutate } = useSWRConfig();
  const { token } = useSession();
  return useCallback(
    (rows) => {
      const [first] = rows;
      // The lists of a session end with it.
      if (session().token !== token) return;
      for (const key of [...cache.keys()]) {
        // A list still on its way is left alone: changing it would throw its answer away.
        if (!first || cache.get(key)?.data === undefined) continue;
        if (key === "/v1/stocks")
          void mutate<StockRecord[]>(key, (records = []) => applyToStock(records, rows), { revalidate: false });
        if (key.startsWith("/v1/transactions?"))
          void mutate<Transaction[]>(
            key,
            (list = []) => {
              const before = linked(list, first);
              return withRows(list, covers(key, first.created_at) ? [...rows, ...before] : before);
            },
            { revalidate: false },
          );
        if (key.startsWith("/v1/picklists?"))
          void mutate<Picklist[]>(
            key,
            (list = []) =>
              withRows(
                list,
                list.map((one) => (one._id === first.reverses ? { ...one, reversed_by: first.movement } : one)),
              ),
            { revalidate: false },
          );
      }
    },
    [cache, mutate, token],
  );
}

/** `done`: the toast when it is. */
export const useReverse = (movement: string, done: string) => {
  const merge = useApplyMovement();
  return useMutation("POST /v1/transactions/{id}/reverse", {
    saying: ["Processing", done],
    reload: affectedQueries.reversals,
    once: `reverse ${movement}`,
    merge: ({ data }) => merge(data),
  });
};
