// Pending items of the signed-in user: entries, count lines and ticks of this device that the server does not have yet
// or has refused. Also sends them.
import { useEffect, useSyncExternalStore } from "react";
import { countText } from "#shared/format.ts";
import { session, useSession } from "../lib/api/session.ts";
import { type Entry, type EntryState, isWaiting, stateOf } from "../lib/outbox/entry.ts";
import { postings } from "../lib/outbox/outbox.ts";
import { isEntry } from "../lib/outbox/postings.ts";
import { queue, store } from "../lib/queue/device.ts";
import type { Item } from "../lib/queue/item.ts";
import { isRefused } from "../lib/queue/newest.ts";
import type { Kind } from "../lib/queue/queue.ts";
import { countLineKind, isArrived, isLine, type StoredLine } from "./count/count-lines.ts";
import { isTick, type Tick, tickKind } from "./picks/picks.ts";

export type Pending = Entry | StoredLine | Tick;

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

/** A count line stays on the device after it has arrived. */
const isPending = (item: Item): item is Pending => isEntry(item) || isTick(item) || (isLine(item) && !isArrived(item));

const pendingOf = (items: readonly Item[], user: string | undefined): Pending[] =>
  items.filter(isPending).filter((item) => item.user._id === user);

export const ownPending = (): Pending[] => pendingOf(store.items(), session().user?._id);

export const usePending = (): Pending[] => {
  const { user } = useSession();
  return pendingOf(useSyncExternalStore(store.subscribe, store.items), user?._id);
};

/** Rows of the queue that this app cannot read, but for those of other people. */
export const useDamaged = (): readonly unknown[] => {
  const { user } = useSession();
  return useSyncExternalStore(store.subscribe, store.damaged).filter((row) => {
    const of: unknown = (row as Partial<Item> | null)?.user?._id;
    return typeof of !== "string" || of === user?._id;
  });
};

const kinds = [postings.kind, countLineKind, tickKind] as unknown as Kind[];

/** Sends pending items while the signed-in app or the developer console is open. */
export const useSending = (isWhole: (item: Item) => boolean): void =>
  useEffect(() => queue.start(kinds, isWhole), [isWhole]);
