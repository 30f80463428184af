// Rows of the queue that this app cannot read.
import { useSyncExternalStore } from "react";
import { useSession } from "../lib/api/session.ts";
import { store } from "../lib/queue/device.ts";
import type { Item } from "../lib/queue/item.ts";

/** Those of other people are left out. */
export const useDamaged = (): readonly unknown[] => {
  const { user } = useSession();
  const isOthers = (row: unknown): boolean => {
    const { _id } = ((row as Partial<Item> | null)?.user ?? {}) as Partial<Item["user"]>;
    return typeof _id === "string" && _id !== user?._id;
  };
  return useSyncExternalStore(store.subscribe, store.damaged).filter((row) => !isOthers(row));
};
