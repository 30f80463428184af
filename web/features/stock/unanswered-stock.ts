// Stock updates without an answer. A separate file, because the screen loads posting only with its dialog.
import { useSyncExternalStore } from "react";
import { isUnanswered, watchPending } from "../../lib/api/pending.ts";

export const names = { in: "stock in", out: "stock out", transfer: "transfer" };

/** Whether one of them ended without an answer. */
export const useHasUnsure = (): boolean =>
  useSyncExternalStore(watchPending, () => Object.values(names).some(isUnanswered));
