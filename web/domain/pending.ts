// Pending items of the signed-in user: entries, count lines and ticks of this device that the server does not have yet
// or has refused. Also sends them.
import { useEffect, useSyncExternalStore } from "react";
import { session, useSession } from "../lib/api/session.ts";
import type { Entry } from "../lib/outbox/entry.ts";
import { postings } from "../lib/outbox/outbox.ts";
import { isEntry } from "../lib/outbox/postings.ts";
import { queue, store } from "../lib/queue/device.ts";
import type { Item } from "../lib/queue/item.ts";
import type { Kind } from "../lib/queue/queue.ts";
import { countLineKind, isArrived, isLine, type StoredLine } from "./count/count-lines.ts";
import { isTick, type Tick, tickKind } from "./picks/picks.ts";

export type Pending = Entry | StoredLine | Tick;

/** A count line stays on the device after it has arrived. */
const isPending = (item: Item): item is Pending => isEntry(item) || isTick(item) || (isLine(item) && !isArrived(item));

const pendingOf = (items: readonly Item[], user: string | undefined): Pending[] =>
  items.filter(isPending).filter((item) => item.user._id === user);

export const ownPending = (): Pending[] => pendingOf(store.items(), session().user?._id);

export const usePending = (): Pending[] => {
  const { user } = useSession();
  return pendingOf(useSyncExternalStore(store.subscribe, store.items), user?._id);
};

const kinds = [...postings.kinds, countLineKind, tickKind] as unknown as Kind[];

/** Sends pending items while the signed-in app or the developer console is open. */
export const useSending = (isWhole: (item: Item) => boolean): void =>
  useEffect(() => queue.start(kinds, isWhole), [isWhole]);
