// Reversing a movement or a batch: once, from whichever screen.

import { useMutation } from "../lib/api/use-mutation.ts";
import { affectedQueries } from "./affected-queries.ts";
import { useApplyMovement } from "./apply-movement.ts";

/** `done`: the toast when it is. */
export const useReverse = (movement: string, done: string) => {
  const merge = useApplyMovement();
  return useMutation("POST /v1/transactions/{id}/reverse", {
    messages: ["Processing", done],
    reload: affectedQueries.reversals,
    once: `reverse ${movement}`,
    merge: ({ data }) => merge(data),
  });
};
