// Stock updates without an answer. Apart from posting, which the screen loads with its dialog only.
import { useSyncExternalStore } from "react";
import { isUnanswered, watchPending } from "../../lib/api/pending.ts";

export const names = { in: "stock in", out: "stock out", transfer: "transfer" };

/** Whether somebody has waited in vain for the answer to one of them. */
export const useHasUnsure = (): boolean =>
  useSyncExternalStore(watchPending, () => Object.values(names).some(isUnanswered));
