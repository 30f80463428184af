// Applies a posted movement to the cached lists of stock, transactions and picklists before they are refetched. Also the hook that reverses one.
import { useCallback } from "react";
import { useSWRConfig } from "swr";
import { dayOf } from "#shared/day.ts";
import type { Transaction } from "#shared/movement.ts";
import type { Picklist } from "#shared/picklist.ts";
import type { StockRecord } from "#shared/stock.ts";
import { withRows } from "../lib/api/pages.ts";
import { session, useSession } from "../lib/api/session.ts";
import { type Posting, usePosting } from "../lib/outbox/use-posting.ts";
import { affectedQueries } from "./affected-queries.ts";
import { signedQuantity } from "./describe-movement.ts";

/** Stock records after these rows. A new product and warehouse pair is inserted after the product's other records. */
export const applyToStock = (records: readonly StockRecord[], rows: readonly Transaction[]): StockRecord[] => {
  const after = new Map(records.map((record) => [record._id, record]));
  for (const row of rows) {
    const { product, warehouse } = row;
    const _id = `${product._id}-${warehouse._id}`;
    const record = after.get(_id) ?? { _id, product, warehouse, quantity: 0 };
    after.set(_id, { ...record, quantity: record.quantity + signedQuantity(row) });
  }
  const updated = [...after.values()];
  for (const record of updated.splice(records.length)) {
    const last = updated.findLastIndex(({ product }) => product._id === record.product._id);
    updated.splice(last < 0 ? updated.length : last + 1, 0, record);
  }
  return updated;
};

/** Whether a cached list of transactions, by its key, covers the day of this instant. */
const covers = (key: string, instant: string): boolean => {
  const query = new URLSearchParams(key.split("?")[1]);
  const day = dayOf(instant);
  return (query.get("start") ?? "") <= day && day <= (query.get("end") ?? "");
};

/** Marks the rows that this reversal reverses. */
const markReversed = (list: readonly Transaction[], { reverses, movement }: Transaction): Transaction[] =>
  list.map((row) => (reverses && row.movement === reverses ? { ...row, reversed_by: movement } : row));

export function useApplyMovement(): (rows: readonly Transaction[]) => void {
  const { cache, mutate } = useSWRConfig();
  const { token } = useSession();
  return useCallback(
    (rows) => {
      const [first] = rows;
      // By now the cache may belong to another session.
      if (session().token !== token) return;
      for (const key of [...cache.keys()]) {
        // A list that is still loading is skipped: mutating it would discard its response.
        if (!first || cache.get(key)?.data === undefined) continue;
        if (key === "/v1/stocks")
          void mutate<StockRecord[]>(key, (records = []) => applyToStock(records, rows), { revalidate: false });
        if (key.startsWith("/v1/transactions?"))
          void mutate<Transaction[]>(
            key,
            (list = []) => {
              const before = markReversed(list, first);
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
                list.map((picklist) =>
                  picklist._id === first.reverses ? { ...picklist, reversed_by: first.movement } : picklist,
                ),
              ),
            { revalidate: false },
          );
      }
    },
    [cache, mutate, token],
  );
}

/** Reverses a movement or a batch; it can be reversed only once. */
export const useReverse = (
  successText: string,
  answered?: (data: readonly Transaction[]) => void,
): Posting<"POST /v1/transactions/{id}/reverse"> => {
  const applyMovement = useApplyMovement();
  return usePosting("POST /v1/transactions/{id}/reverse", {
    messages: ["Processing", successText],
    reload: affectedQueries.reversals,
    merge: ({ data }) => applyMovement(data),
    answered: ({ data }) => answered?.(data),
  });
};
