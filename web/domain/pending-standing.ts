// How pending items stand, for the badge and the outbox: what waits, what needs the person, and what cannot be read.
import { useSyncExternalStore } from "react";
import { countText } from "#shared/format.ts";
import { useSession } from "../lib/api/session.ts";
import { type EntryState, isWaiting, stateOf } from "../lib/outbox/entry.ts";
import { store } from "../lib/queue/device.ts";
import type { Item } from "../lib/queue/item.ts";
import { isRefused } from "../lib/queue/newest.ts";
import type { Pending } from "./pending.ts";

/** Lines and ticks may be sent again, so they never grow old. */
export const pendingState = (item: Pending): EntryState | { is: "refused" } => {
  if (item.kind === "posting") return stateOf(item, Date.now());
  return isRefused(item) ? { is: "refused" } : { is: "queued", kept: false };
};

/** Outdated ones and those that stand aside wait for the person. */
export const standingOf = (item: Pending): "waiting" | "outdated" | "aside" => {
  const state = pendingState(item);
  if (isWaiting(state)) return "waiting";
  return state.is === "outdated" ? "outdated" : "aside";
};

const nouns = { posting: ["entry", "entries"], "count line": ["count line"], tick: ["picked place"] } as const;

/** "2 entries", "1 count line": of each kind that there is. */
export const countTexts = (pending: readonly Pending[]): string[] =>
  Object.entries(nouns).flatMap(([kind, [one, many]]) => {
    const count = pending.filter((item) => item.kind === kind).length;
    return count > 0 ? [countText(count, one, many)] : [];
  });

/** Rows of the queue that this app cannot read, but for those of other people. */
export const useDamaged = (): readonly unknown[] => {
  const { user } = useSession();
  return useSyncExternalStore(store.subscribe, store.damaged).filter((row) => {
    const of: unknown = (row as Partial<Item> | null)?.user?._id;
    return typeof of !== "string" || of === user?._id;
  });
};
