// Postings of stock without an answer so far, by the names their forms keep them under.
import { pendingOf } from "./pending.ts";

export const names = { in: "stock in", out: "stock out", transfer: "transfer" };

/** Whether a posting of this user has no answer so far. */
export const hasUnsure = (): boolean => Object.values(names).some((name) => pendingOf(name) !== undefined);
