// Stores the entries in IndexedDB, so that they survive the tab; in memory if the browser has no room or no storage for them.
import type { DBSchema } from "idb";
import { lazyDatabase } from "../database.ts";
import { type Entry, entries, hasSecret, setEntries } from "./entry.ts";

interface Schema extends DBSchema {
  entries: { key: number; value: Entry };
}

export const databaseName = "outbox";

/** What a transaction may do. */
export interface Table {
  get: (seq: number) => Promise<Entry | undefined>;
  put: (entry: Entry) => Promise<unknown>;
  /** Appends it, and returns it with its place in the order. */
  add: (entry: Omit<Entry, "seq">) => Promise<Entry>;
  delete: (seq: number) => Promise<unknown>;
}

const database = lazyDatabase<Schema>(databaseName, (db) =>
  db.createObjectStore("entries", { keyPath: "seq", autoIncrement: true }),
);

/** Entries that could not be stored. Their places lie between those of the stored ones. */
const unstored = new Map<number, Entry>();
let lastSeq = 0;

const memory: Table = {
  get: async (seq) => unstored.get(seq),
  put: async (entry) => unstored.set(entry.seq, entry),
  add: async (entry) => {
    lastSeq = Math.max(lastSeq, ...entries().map(({ seq }) => seq)) + 1e-6;
    const added: Entry = { ...entry, seq: lastSeq, unstored: true };
    unstored.set(lastSeq, added);
    return added;
  },
  delete: async (seq) => unstored.delete(seq),
};

const others = new BroadcastChannel("outbox entries");
others.onmessage = () => void readEntries();
const announce = () => others.postMessage("changed");

/** Brings the entries in memory up to date with the stored ones. */
export const readEntries = async (): Promise<void> => {
  const stored = await database()
    .then((db) => db.getAll("entries"))
    // What cannot be read may be readable later; what is known stays known.
    .catch(() => entries().filter((entry) => !entry.unstored));
  setEntries([...stored, ...unstored.values()].sort((a, b) => a.seq - b.seq));
};

/** Puts what a transaction has changed into the entries in memory, without reading them all again. */
const track = (table: Table) => {
  const changed = new Map<number, Entry | undefined>();
  const tracked: Table = {
    get: table.get,
    put: (entry) => {
      changed.set(entry.seq, entry);
      return table.put(entry);
    },
    add: async (entry) => {
      const added = await table.add(entry);
      changed.set(added.seq, added);
      return added;
    },
    delete: (seq) => {
      changed.set(seq, undefined);
      return table.delete(seq);
    },
  };
  const apply = () => {
    if (changed.size === 0) return;
    const rest = entries().filter(({ seq }) => !changed.has(seq));
    const now = [...changed.values()].filter((entry) => entry !== undefined);
    setEntries([...rest, ...now].sort((a, b) => a.seq - b.seq));
    announce();
  };
  return { tracked, apply };
};

const inMemory = async <T>(work: (table: Table) => Promise<T>): Promise<T> => {
  const { tracked, apply } = track(memory);
  const result = await work(tracked);
  apply();
  return result;
};

/**
 * Runs `work` as one transaction over all tabs: all of it happens or nothing. `strict` returns only once the disk has it.
 * Throws if the storage refuses.
 */
const inDatabase = async <T>(work: (table: Table) => Promise<T>, strict: boolean): Promise<T> => {
  const db = await database();
  const transaction = db.transaction("entries", "readwrite", { durability: strict ? "strict" : "relaxed" });
  const { store } = transaction;
  const { tracked, apply } = track({
    get: (seq) => store.get(seq),
    put: (entry) => store.put(entry),
    add: async (entry) => ({ ...entry, seq: await store.add(entry as Entry) }),
    delete: (seq) => store.delete(seq),
  });
  // A refusal of the storage is reported by `done`; without a handler `work` would report it as well, unhandled.
  const [result] = await Promise.all([work(tracked), transaction.done]);
  apply();
  return result;
};

interface Options {
  /** Returns only once the disk has it. */
  strict?: boolean;
}

/** Changes the entry if it still exists; undefined if it does not. */
export const changeEntry = <T>(
  seq: number,
  work: (entry: Entry, table: Table) => Promise<T>,
  { strict = false }: Options = {},
): Promise<T | undefined> => {
  const run = async (table: Table) => {
    const entry = await table.get(seq);
    return entry && work(entry, table);
  };
  return unstored.has(seq) ? inMemory(run) : inDatabase(run, strict);
};

/** Milliseconds after which a storage that does not answer counts as none. What it stores later has the same key. */
const storageTimeout = 3_000;

const afterTimeout = (): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error("The storage does not answer")), storageTimeout);
  });

/** Adds an entry: stored, or in memory if that is impossible or it has a secret. */
export const addEntry = async (entry: Omit<Entry, "seq">): Promise<Entry> => {
  const run = (table: Table) => table.add(entry);
  if (hasSecret(entry)) return inMemory(run);
  try {
    return await Promise.race([inDatabase(run, false), afterTimeout()]);
  } catch (error) {
    console.error("The entry could not be stored", error);
    return inMemory(run);
  }
};
