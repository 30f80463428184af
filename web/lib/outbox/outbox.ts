// The outbox: what a person submits is stored before it is sent, and is sent once, now or when there is a network again.
import type { Answer } from "#shared/api.ts";
import { Failure } from "#shared/failure.ts";
import type { Input, Result } from "../api/client.ts";
import { session } from "../api/session.ts";
import { type Entry, type EntryInput, entries, isRefused, type OnceRoute } from "./entry.ts";
import { isOwn, sendEntries, sendEntriesNow, watchEntry } from "./sender.ts";
import { addEntry, changeEntry } from "./store.ts";

/** Milliseconds that a form waits for an answer; with a file, those that its upload may take. */
const formPatience = { plain: 15_000, upload: 60_000 };

export interface Submission<R extends OnceRoute> {
  key: string;
  /** The answer or refusal. It may take days, and never comes if the tab is closed before. */
  settled: Promise<Result<Answer<R>>>;
  /** Resolves once the entry is kept because no answer has come, with what to tell the person. */
  kept: Promise<string>;
}

export interface SubmitOptions {
  /** Names the refused entry that this one corrects, and is told once this one is stored. */
  handover?: { corrects?: number | undefined; onStored: () => void } | undefined;
  progress?: Input<OnceRoute>["progress"];
}

/** Stores an entry and sends it in its turn. Undefined if the entry it corrects no longer exists. */
export const submit = async <R extends OnceRoute>(
  route: R,
  input: EntryInput<R>,
  { handover, progress }: SubmitOptions = {},
): Promise<Submission<R> | undefined> => {
  const { user } = session();
  if (!user) throw new Failure("UNAUTHORIZED");
  const isNext = !entries().some((entry) => isOwn(entry) && !isRefused(entry));
  const draft: Omit<Entry, "seq"> = {
    key: crypto.randomUUID(),
    user: { _id: user._id, name: user.name },
    route,
    input: input as Entry["input"],
    made_at: Date.now(),
    // It leaves at once, so one write is enough.
    sent: isNext && navigator.onLine,
  };
  const corrected = handover?.corrects;
  const entry = await (corrected === undefined ? addEntry(draft) : replaceEntry(corrected, draft));
  if (!entry) return undefined;
  handover?.onStored();
  const { promise: settled, resolve: settle } = Promise.withResolvers<Result<Answer<R>>>();
  const { promise: kept, resolve: tellKept } = Promise.withResolvers<string>();
  const keep = async () => {
    clearTimeout(timer);
    if (submitter.kept) return;
    submitter.kept = true;
    await keepEntry(entry);
    tellKept(await keptText(entry));
  };
  const timer = setTimeout(keep, input && "file" in input ? formPatience.upload : formPatience.plain);
  const submitter = {
    kept: false,
    unanswered: () => void keep(),
    settled: (result: Result<unknown>) => {
      clearTimeout(timer);
      settle(result as Result<Answer<R>>);
    },
    ...(progress && { progress }),
  };
  watchEntry(entry.key, submitter);
  void sendEntries();
  return { key: entry.key, settled, kept };
};

/** In one transaction, so that of two tabs only one corrects it. */
const replaceEntry = (seq: number, by: Omit<Entry, "seq">): Promise<Entry | undefined> =>
  changeEntry(
    seq,
    async (_, table) => {
      await table.delete(seq);
      return table.add(by);
    },
    { strict: true },
  );

/** Only now is the person told that it waits, so only now must the disk have it. */
const keepEntry = async ({ seq }: Entry): Promise<void> => {
  await changeEntry(seq, (entry, table) => table.put({ ...entry, kept: true }), { strict: true }).catch((error) =>
    console.error("The entry could not be stored", error),
  );
};

/**
 * Takes an entry back: one that has not left this device is deleted, and one that has is reversed once it is answered.
 * "gone" if it is answered already.
 */
export const undoEntry = async (key: string): Promise<"deleted" | "waits" | "gone"> => {
  const entry = entries().find((one) => one.key === key);
  const done = entry && (await changeEntry(entry.seq, undo));
  return done ?? "gone";
};

const undo: Parameters<typeof changeEntry<"deleted" | "waits">>[1] = async (entry, table) => {
  if (entry.sent) {
    await table.put({ ...entry, undo: true });
    return "waits";
  }
  await table.delete(entry.seq);
  return "deleted";
};

/** Removes an entry for good. One that was sent may have taken effect. */
export const discardEntry = async (seq: number): Promise<void> => {
  await changeEntry(seq, (entry, table) => table.delete(entry.seq));
  sendEntriesNow();
};

/** Sends entries that are more than a day old and never left this device. */
export const confirmEntries = async (seqs: readonly number[]): Promise<void> => {
  for (const seq of seqs) await changeEntry(seq, (entry, table) => table.put({ ...entry, confirmed: true }));
  sendEntriesNow();
};

/** Whether the browser promises to keep what is stored. It is asked when the first entry waits. */
export const isStorageLasting = async (): Promise<boolean> =>
  (await navigator.storage?.persisted?.()) || (await navigator.storage?.persist?.()) || false;

const keptText = async ({ unstored }: Entry): Promise<string> => {
  const stored = (await isStorageLasting())
    ? "Kept on this device"
    : "Kept in this browser until it is closed or cleared";
  return `${unstored ? "Kept in this tab only: do not close it" : stored}. It is sent as soon as there is a network`;
};
