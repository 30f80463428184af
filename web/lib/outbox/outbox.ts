// The outbox of this device: a submission is stored before it is sent, and takes effect once, now or when there is a
// network again.
import { Failure } from "#shared/failure.ts";
import { attempt, type Input, isReachable } from "../api/client.ts";
import type { Result } from "../api/result.ts";
import { onSessionEnd, session } from "../api/session.ts";
import { channelOf, clock, itemsOf, ownerOfSession, queue, store, useItems } from "../queue/device.ts";
import type { Entry, EntryInput, OnceRoute } from "./entry.ts";
import { changeEntry, type Lacking, newPostings, type Settlement } from "./postings.ts";
import { corrected, newSubmit, type Submission, type SubmitOptions } from "./submit.ts";

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

const isOnline = () => navigator.onLine;

export const postings = newPostings({
  store,
  otherTabs: channelOf<Settlement>("outcomes"),
  attempt: attempt as (route: OnceRoute, input: Input<OnceRoute>) => Promise<Result<unknown>>,
  now: clock.now,
  isOnline,
  isReachable,
  owner: ownerOfSession,
  onOrphanSettled: (...one) => {
    if (hear) hear(...one);
    else early.push(one);
  },
});

/** Subscribes to the outcomes of entries, settled by this tab or another one: a channel of its own hears both. */
export const onSettled = channelOf<Settlement>("outcomes").subscribe;

// The screens of the session that submitted them are gone.
onSessionEnd(postings.forgetSubmitters);

const submitAs = newSubmit({ store, postings, clock, sendNow: queue.sendNow, isOnline });

export const submit = <R extends OnceRoute>(
  route: R,
  input: EntryInput<R>,
  options: SubmitOptions,
): Promise<Submission<R> | undefined> => {
  const { user } = session();
  if (!user) throw new Failure("UNAUTHORIZED");
  return submitAs(user, route, input, options);
};

/** Removes an entry for good. One that was sent may have taken effect. */
export const discardEntry = async (entry: Entry): Promise<void> => {
  await store.change((table) => table.delete(entry));
  queue.sendNow();
};

/** Sends entries that are more than a day old and never left this device. */
export const confirmEntries = async (old: readonly Entry[]): Promise<void> => {
  for (const one of old)
    await changeEntry(store, one, (entry, table) => table.put<Entry>({ ...entry, confirmed: true }));
  queue.sendNow();
};

/** Sends a refused entry again, as one that is meant although it looks like another. */
export const addEntryAgain = async (refused: Entry): Promise<void> => {
  await changeEntry(store, refused, (entry, table) => {
    const { route, input } = entry;
    return table.put(
      corrected(entry, { route, input: { ...input, body: { ...(input.body as object), again: true } } }, clock.now()),
    );
  });
  queue.sendNow();
};

/** Whether the browser promises to keep stored data. */
export const isStorageLasting = async (): Promise<boolean> => (await navigator.storage?.persisted?.()) ?? false;

let isAsked = false;

/** Asks the browser to keep stored data, once a visit. Nothing waits for it, as some browsers ask the person. */
export const askForLastingStorage = async (): Promise<void> => {
  if (isAsked) return;
  isAsked = true;
  if (!(await isStorageLasting())) await navigator.storage?.persist?.();
};

const untilText: Record<Lacking, string> = {
  network: "as soon as there is a network",
  server: "as soon as the server answers",
  "sign-in": "once you have signed in",
};

export const keptText = async ({ unstored, secret }: Entry, lacking: Lacking): Promise<string> => {
  const place = (await isStorageLasting()) ? "Kept on this device" : "Kept in this browser";
  return `${unstored || secret ? "Kept in this tab only: do not close it" : place}. It is sent ${untilText[lacking]}`;
};
