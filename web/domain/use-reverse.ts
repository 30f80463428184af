// Reverses movements. Apart from the offer to undo, which each screen loads at once.
import type { Transaction } from "#shared/movement.ts";
import { type Posting, usePosting } from "../lib/outbox/use-posting.ts";
import { toast } from "../lib/toast.ts";
import { deletedText, useFindDeleted, useRestoreWarehouses } from "./deleted-warehouses.tsx";
import { useOfferUndo } from "./undo-offer.ts";

/**
 * Reverses a movement or batch, which can be done once. `answered` returns true if it shows the outcome itself. If units
 * went into a deleted warehouse, the outcome names it and offers to restore it.
 */
export const useReverse = (
  successText: string,
  answered?: (data: readonly Transaction[]) => unknown,
): Posting<"POST /v1/transactions/{id}/reverse"> => {
  const findDeleted = useFindDeleted();
  const restore = useRestoreWarehouses();
  const offer = useOfferUndo();
  return usePosting("POST /v1/transactions/{id}/reverse", {
    messages: ["Processing", successText],
    answered: ({ movement, data }) => {
      const isShown = answered?.(data);
      const into = data.filter(({ action }) => action === "STOCK_IN").map(({ warehouse }) => warehouse);
      const deleted = findDeleted(into);
      if (deleted.length === 0) return isShown;
      const text = `${successText}. ${deletedText(deleted)}`;
      if (restore) return offer({ action: movement, text, undo: () => restore(deleted), restores: true });
      toast.info(text);
      return true;
    },
  });
};
