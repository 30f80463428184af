// The stored session of this device, and data that ends with it: the signed-in user, ended sessions of which the server
// does not know, lists to be cleared, and drafts.
import type { DBSchema, IDBPTransaction } from "idb";
import { lazyDatabase } from "../database.ts";

/** The key of a draft: the user, the tab and the name of the form. */
export type DraftKey = [user: string, tab: string, name: string];

interface Schema extends DBSchema {
  /** The session, and under "signed out" the user whose lists are still to be cleared. */
  session: { key: "current" | "signed out"; value: unknown };
  /** When each end ticket was stored, by the ticket. */
  ends: { key: string; value: number };
  drafts: { key: DraftKey; value: unknown };
}

export const databaseName = "session";
export const stores = ["session", "ends", "drafts"] as const;

export const database = lazyDatabase<Schema>(databaseName, (db) => {
  for (const name of stores) db.createObjectStore(name);
});

/** Milliseconds after which a storage that does not answer counts as none. */
const storageTimeout = 1_000;

export const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error("No answer")), storageTimeout);
    }),
  ]);

type Writing = IDBPTransaction<Schema, (typeof stores)[number][], "readwrite">;

/** One transaction over all tabs. False if the storage refuses, or has not answered in time. */
export const changeStored = async (work: (change: Writing) => Promise<unknown>, strict = false): Promise<boolean> => {
  const run = async () => {
    const change = (await database()).transaction([...stores], "readwrite", {
      durability: strict ? "strict" : "relaxed",
    });
    await Promise.all([work(change), change.done]);
  };
  try {
    await inTime(run());
    return true;
  } catch (error) {
    console.warn("The session could not be stored on this device", error);
    return false;
  }
};

export interface Stored {
  current: unknown;
  signedOut: unknown;
  drafts: [DraftKey, unknown][];
}

/** Reads session and drafts in one transaction; undefined without a storage that answers in time. */
export const readStoredSession = async (): Promise<Stored | undefined> => {
  const run = async (): Promise<Stored> => {
    const read = (await database()).transaction(["session", "drafts"]);
    const [session, drafts] = [read.objectStore("session"), read.objectStore("drafts")];
    const [current, signedOut, keys, values] = await Promise.all([
      session.get("current"),
      session.get("signed out"),
      drafts.getAllKeys(),
      drafts.getAll(),
    ]);
    return { current, signedOut, drafts: keys.map((key, at) => [key, values[at]]) };
  };
  return inTime(run()).catch(() => undefined);
};

/** The session as it is stored now; undefined if the storage does not answer. */
export const readStoredCurrent = (): Promise<{ current: unknown } | undefined> =>
  inTime(database().then((db) => db.get("session", "current"))).then(
    (current) => ({ current }),
    () => undefined,
  );

/** End tickets that the storage has refused. */
export const unstoredEnds = new Set<string>();
