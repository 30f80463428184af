// The outbox of this device: a submission is stored before it is sent, and takes effect once, now or when there is a
// network again.
import { attempt, type Input, isReachable, onServerChange, serverBuild } from "../api/client.ts";
import type { Result } from "../api/result.ts";
import { onSessionEnd } from "../api/session.ts";
import { channelOf, clock, itemsOf, ownerOfSession, queue, store, useItems } from "../queue/device.ts";
import type { Entry, EntryEvent, OnceRoute } from "./entry.ts";
import { changeEntry, newPostings, type Settlement } from "./postings.ts";

/** All entries of this device in order, of all users. */
export const entries = (): readonly Entry[] => itemsOf<Entry>("posting");
export const useEntries = (): readonly Entry[] => useItems<Entry>("posting");

type Settled = [entry: Entry, result: Result<unknown>];
/** Entries that were settled before there was a listener: the screen may take longer to load than the answer. */
const early: Settled[] = [];
let hear: ((...settled: Settled) => void) | undefined;
export const onOrphanSettled = (listener: (...settled: Settled) => void): (() => void) => {
  hear = listener;
  for (const one of early.splice(0)) listener(...one);
  return () => {
    if (hear === listener) hear = undefined;
  };
};

export const isOnline = () => navigator.onLine;

export const postings = newPostings({
  store,
  otherTabs: channelOf<Settlement>("outcomes"),
  attempt: attempt as (route: OnceRoute, input: Input<OnceRoute>) => Promise<Result<unknown>>,
  now: clock.now,
  isOnline,
  isReachable,
  server: serverBuild,
  owner: ownerOfSession,
  onOrphanSettled: (...one) => {
    if (hear) hear(...one);
    else early.push(one);
  },
});

/** Subscribes to the outcomes of entries, settled by this tab or another one: a channel of its own hears both. */
export const onSettled = channelOf<Settlement>("outcomes").subscribe;

// What waits for it may be sent now; anything else keeps its delay, also while two builds answer in turn.
onServerChange(() => {
  if (entries().some(({ older }) => older !== undefined && older !== serverBuild())) queue.sendNow();
});

// The screens of the session that submitted them are gone.
onSessionEnd(postings.forgetSubmitters);

const changeAndSend = async (changed: readonly Entry[], event: EntryEvent): Promise<void> => {
  for (const entry of changed) await changeEntry(store, entry, event);
  queue.sendNow();
};

/** Removes entries for good. One that was sent may have taken effect. */
export const discardEntries = (entries: readonly Entry[]) => changeAndSend(entries, { is: "discarded" });

/** Sends outdated entries. */
export const confirmEntries = (outdated: readonly Entry[]) => changeAndSend(outdated, { is: "confirmed" });

/** Sends a refused entry again, as one that is meant although it looks like another. */
export const addEntryAgain = (refused: Entry) => changeAndSend([refused], { is: "added again", now: clock.now() });

/** Whether the browser promises to keep stored data. */
export const isStorageLasting = async (): Promise<boolean> => (await navigator.storage?.persisted?.()) ?? false;
