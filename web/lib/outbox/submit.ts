// Makes an entry of a form's submission: stored before it is sent, and kept if no answer comes in time.
import type { Answer } from "#shared/api.ts";
import { secretCalls } from "#shared/call-facts.ts";
import type { Failure } from "#shared/failure.ts";
import type { User } from "#shared/user.ts";
import type { Input } from "../api/client.ts";
import type { Result } from "../api/result.ts";
import type { NewItem } from "../queue/item.ts";
import type { Clock } from "../queue/queue.ts";
import type { Store } from "../queue/store.ts";
import {
  type Entry,
  type EntryInput,
  isSameRequest,
  type OnceRoute,
  type SentInput,
  type SentRequest,
} from "./entry.ts";
import { changeEntry, isEntry, type Lacking, type Postings, type Submitter } from "./postings.ts";

/** Milliseconds that a form waits for an answer; with a file, as long as an upload may take. */
const formTimeout = { plain: 15_000, upload: 60_000 };

export interface Submission<R extends OnceRoute> {
  /** The answer or refusal. It may take days, and never comes if the tab is closed before. */
  settled: Promise<Result<Answer<R>>>;
  /** Requests sent before under its key. */
  earlier: readonly SentRequest[];
  /** Resolves once the entry is kept because no answer has come, with what it lacks. */
  kept: Promise<{ entry: Entry; lacking: Lacking }>;
  /** Resolves with the failure of a server that is in trouble; the entry waits on. */
  troubled: Promise<Failure>;
}

export interface SubmitOptions {
  /** The key of the form's first Submit, or of the entry that it corrects. */
  key: string;
  about?: string | undefined;
  /** Requests of this form under the key that the outbox no longer has. */
  earlier?: readonly SentRequest[];
  /** The key is that of an existing entry: if it is missing, the entry was settled meanwhile. */
  corrects?: boolean | undefined;
  /** Called once it is stored: it is no draft any more. */
  onStored?: ((key: string) => void) | undefined;
  progress?: Input<OnceRoute>["progress"];
}

export interface SubmitParts {
  store: Store;
  postings: Postings;
  clock: Clock;
  sendNow: () => void;
  isOnline: () => boolean;
}

export const newSubmit = ({ store, postings, clock, sendNow, isOnline }: SubmitParts) => {
  /** Stores an entry and sends it in its turn. Undefined if the entry it corrects no longer exists. */
  const submit = async <R extends OnceRoute>(
    user: Pick<User, "_id" | "name">,
    route: R,
    given: EntryInput<R>,
    { key, about, earlier, corrects, onStored, progress }: SubmitOptions,
  ): Promise<Submission<R> | undefined> => {
    const request: SentRequest = { route, input: given as SentInput };
    const isNext = !store.items().some((item) => isEntry(item) && item.user._id === user._id && !item.refusal);
    const fresh: NewItem<Entry> = {
      kind: "posting",
      key,
      user: { _id: user._id, name: user.name },
      ...request,
      ...(about && { about }),
      made_at: clock.now(),
      // It is sent at once, so one write is enough.
      sent: isNext && isOnline(),
      ...(earlier?.length && { earlier }),
      ...(secretCalls.includes(route) && { secret: true }),
    };
    // In one transaction, so that only one of two tabs corrects it.
    const entry = await store.change(
      async (table) => {
        const found = await table.find(fresh);
        if (!found || !isEntry(found)) return corrects ? undefined : table.add(fresh);
        const next = corrected(found, request, clock.now());
        await table.put(next);
        return next;
      },
      { strict: corrects ?? false },
    );
    if (!entry) return undefined;
    onStored?.(key);
    return watch<R>(entry, progress);
  };

  const watch = <R extends OnceRoute>(entry: Entry, progress: SubmitOptions["progress"]): Submission<R> => {
    const { promise: settled, resolve: settle } = Promise.withResolvers<Result<Answer<R>>>();
    const { promise: kept, resolve: tellKept } = Promise.withResolvers<{ entry: Entry; lacking: Lacking }>();
    const { promise: troubled, resolve: tellTrouble } = Promise.withResolvers<Failure>();
    const keep = async (lacking: Lacking) => {
      stopWaiting();
      if (submitter.kept) return;
      submitter.kept = true;
      tellKept({ entry: (await keepEntry(entry)) ?? entry, lacking });
    };
    const timeout = entry.input.file ? formTimeout.upload : formTimeout.plain;
    const stopWaiting = clock.later(() => void keep("network"), timeout);
    const submitter: Submitter = {
      kept: false,
      unanswered: (lacking) => void keep(lacking),
      troubled: (failure) => {
        stopWaiting();
        submitter.kept = true;
        tellTrouble(failure);
      },
      settled: (result) => {
        stopWaiting();
        settle(result as Result<Answer<R>>);
      },
      ...(progress && { progress }),
    };
    postings.watch(entry.key, submitter);
    sendNow();
    return { settled, kept, troubled, earlier: entry.earlier ?? [] };
  };

  /** Writes the entry to disk only now, since only now the person is told that it waits. */
  const keepEntry = (entry: Entry): Promise<Entry | undefined> =>
    changeEntry(
      store,
      entry,
      async (latest, table) => {
        await table.put<Entry>({ ...latest, kept: true });
        return latest;
      },
      { strict: true },
    );

  return submit;
};

/** The same entry with other contents. Remembers the earlier request, which may still take effect. */
export const corrected = (entry: Entry, request: SentRequest, now: number): Entry => {
  const { refusal, trouble: _, troubles: __, tries: ___, next_at: ____, ...rest } = entry;
  if (isSameRequest(entry, request)) return rest;
  const earlier = entry.sent ? [...(entry.earlier ?? []), { route: entry.route, input: entry.input }] : entry.earlier;
  return { ...rest, ...request, ...(refusal && { made_at: now }), ...(earlier && { earlier }) };
};
