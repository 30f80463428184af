// The queue of this browser: IndexedDB, the locks and channels that its tabs share, its clock and its network.
import type { DBSchema } from "idb";
import { useMemo, useSyncExternalStore } from "react";
import { session } from "../api/session.ts";
import { lazyDatabase } from "../database.ts";
import { type Item, type ItemId, isOf } from "./item.ts";
import { type Clock, newQueue, type QueueParts } from "./queue.ts";
import { type Channel, newStore, type Storage } from "./store.ts";

interface Schema extends DBSchema {
  items: { key: [kind: string, key: string]; value: Item; indexes: { seq: number } };
}

export const databaseName = "queue";

const database = lazyDatabase<Schema>(databaseName, (db) =>
  db.createObjectStore("items", { keyPath: ["kind", "key"] }).createIndex("seq", "seq"),
);

const storage: Storage = {
  read: async () => (await database()).getAll("items"),
  transact: async (work, { strict, signal }) => {
    const db = await database();
    signal.throwIfAborted();
    const transaction = db.transaction("items", "readwrite", { durability: strict ? "strict" : "relaxed" });
    signal.addEventListener("abort", () => {
      try {
        transaction.abort();
      } catch {
        // The transaction is being completed.
      }
    });
    const { store } = transaction;
    const done = work({
      find: ({ kind, key }) => store.get([kind, key]),
      put: (item) => store.put(item),
      delete: ({ kind, key }) => store.delete([kind, key]),
      // A damaged row may have a text or a date for its place, which an index puts behind all numbers.
      lastPlace: async () =>
        Number((await store.index("seq").openKeyCursor(IDBKeyRange.upperBound(2 ** 52), "prev"))?.key ?? 0),
    });
    // A refusal of the storage is reported by `transaction.done`; without a handler `work` would report it too, unhandled.
    const [result] = await Promise.all([done, transaction.done]);
    return result;
  },
};

/** Messages to the other tabs of this browser. */
export const channelOf = <T>(name: string): Channel<T> => {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    subscribe: (listener) => {
      const listen = ({ data }: MessageEvent<T>) => listener(data);
      channel.addEventListener("message", listen);
      return () => channel.removeEventListener("message", listen);
    },
  };
};

export const clock: Clock = {
  now: () => Date.now(),
  later: (run, milliseconds) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Milliseconds after which a storage that does not answer counts as none. */
const storageTimeout = 3_000;

export const store = newStore({
  storage,
  otherTabs: channelOf("queue"),
  timeout: () => new Promise((resolve) => setTimeout(resolve, storageTimeout)),
});

/** Milliseconds after which the lock is taken from a tab that is frozen. */
const lockTimeout = 30_000;

const lock: QueueParts["lock"] = async (name, work) => {
  // Missing where the page is not served by HTTPS.
  if (!navigator.locks) return work();
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), lockTimeout);
  const begin = () => {
    clearTimeout(timer);
    return work();
  };
  try {
    return await navigator.locks.request(name, { signal: deadline.signal }, begin);
  } catch (error) {
    if (!deadline.signal.aborted) throw error;
    return navigator.locks.request(name, { steal: true }, work);
  }
};

const onReturn: QueueParts["onReturn"] = (listener) => {
  const look = () => document.visibilityState === "visible" && listener();
  addEventListener("online", listener);
  addEventListener("pageshow", listener);
  document.addEventListener("visibilitychange", look);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("pageshow", listener);
    document.removeEventListener("visibilitychange", look);
  };
};

export const ownerOfSession = (): string | undefined => {
  const { token, user } = session();
  return token === null ? undefined : user?._id;
};

export const queue = newQueue({ store, clock, lock, onReturn, owner: ownerOfSession });

/** The items of one kind, of all users of this device. */
export const useItems = <I extends Item>(kind: I["kind"]): readonly I[] => {
  const items = useSyncExternalStore(store.subscribe, store.items);
  return useMemo(() => items.filter(isOf<I>(kind)), [items, kind]);
};

export const itemsOf = <I extends Item>(kind: I["kind"]): readonly I[] => store.items().filter(isOf<I>(kind));

export const isOwn = ({ user }: Item): boolean => user._id === session().user?._id;

/** Removes items for good. */
export const dropItems = async (dropped: readonly ItemId[]): Promise<void> => {
  if (dropped.length === 0) return;
  await store.change(async (table) => {
    for (const item of dropped) await table.delete(item);
  });
};
