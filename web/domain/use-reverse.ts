// Reversing a movement or a batch: once, from whichever screen.

import { useAct } from "../lib/api/use-mutation.ts";
import { shows } from "./affected-queries.ts";
import { usePosted } from "./apply-movement.ts";

/** `done`: the toast when it is. */
export const useReverse = (movement: string, done: string) => {
  const merge = usePosted();
  return useAct("POST /v1/transactions/{id}/reverse", {
    saying: ["Processing", done],
    reload: shows.reversals,
    once: `reverse ${movement}`,
    merge: ({ data }) => merge(data),
  });
};
