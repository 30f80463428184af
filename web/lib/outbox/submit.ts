// What a form hands to the outbox, and what it is told. Its input becomes an entry, which is stored before it is sent; the
// form then awaits one promise: how its entry first comes to rest. That is an answer or a refusal, or that it goes on
// waiting, and then the answer comes later.
import type { Answer } from "#shared/api.ts";
import { secretCalls } from "#shared/call-facts.ts";
import type { Failure } from "#shared/failure.ts";
import type { User } from "#shared/user.ts";
import type { Input } from "../api/client.ts";
import type { Result } from "../api/result.ts";
import type { NewItem } from "../queue/item.ts";
import type { Clock } from "../queue/queue.ts";
import type { Store } from "../queue/store.ts";
import { asideOf, type Entry, type EntryInput, type OnceRoute, type SentInput, type SentRequest } from "./entry.ts";
import { changeEntry, isEntry, type Lacking, type Postings } from "./postings.ts";

/** Milliseconds that a form waits for an answer; `long` as an upload may take, or several requests one after the other. */
const formTimeout = { plain: 15_000, long: 60_000 };

/** How an entry first comes to rest. `later`: its answer or refusal, which never comes if the tab is closed before. */
export type Resting<R extends OnceRoute> =
  | { is: "settled"; result: Result<Answer<R>> }
  /** No answer has come: it is kept on the device until it has what it lacks, such as a network. No `entry`: it is not waiting any more. */
  | { is: "kept"; entry: Entry | undefined; lacking: Lacking; later: Promise<Result<Answer<R>>> }
  /** The server is in trouble. It is sent again, and its form may submit it again or replace it. */
  | { is: "troubled"; failure: Failure; later: Promise<Result<Answer<R>>> };

export interface Submission<R extends OnceRoute> {
  resting: Promise<Resting<R>>;
  /** Requests sent before under its key. */
  earlier: readonly SentRequest[];
}

export interface SubmitOptions {
  /** The key of the form's first Submit, or of the entry that it corrects. */
  key: string;
  about?: string | undefined;
  /** Requests of this form under its key; the outbox no longer has their entry. */
  earlier?: readonly SentRequest[];
  /** The key is that of an existing entry: if it is missing, the entry was settled or discarded meanwhile. */
  corrects?: boolean | undefined;
  /** Called once it is stored: it is no draft any more. */
  onStored?: ((key: string) => void) | undefined;
  /** It is one of several requests of a press. */
  apart?: boolean | undefined;
  progress?: Input<OnceRoute>["progress"];
}

export interface SubmitParts {
  store: Store;
  postings: Postings;
  clock: Clock;
  sendNow: () => void;
  isOnline: () => boolean;
  /** The build of the server that this app was deployed with, if that is known. */
  ownServer: () => string | undefined;
}

export const newSubmit = ({ store, postings, clock, sendNow, isOnline, ownServer }: SubmitParts) => {
  /** Stores an entry and sends it in its turn. Undefined if the entry it corrects no longer exists. */
  const submit = async <R extends OnceRoute>(
    user: Pick<User, "_id" | "name">,
    route: R,
    given: EntryInput<R>,
    { key, about, earlier, corrects, onStored, apart, progress }: SubmitOptions,
  ): Promise<Submission<R> | undefined> => {
    const request: SentRequest = { route, input: given as SentInput };
    const server = ownServer();
    const nothingWaits = !store.items().some((item) => isEntry(item) && item.user._id === user._id && !asideOf(item));
    const fresh: NewItem<Entry> = {
      kind: "posting",
      key,
      user: { _id: user._id, name: user.name },
      ...request,
      ...(about && { about }),
      made_at: clock.now(),
      ...(server !== undefined && { server }),
      // Stored as sent already, which saves the write before it leaves.
      sent: nothingWaits && isOnline(),
      ...(earlier?.length && { earlier }),
      ...(secretCalls.includes(route) && { secret: true }),
    };
    // `otherwise`: a first submission is added; a correction whose entry is gone (settled, discarded or corrected elsewhere) adds
    // nothing. `strict`: only once it is on the disk, since the request that a correction replaces must not be sent again.
    const submitted = await changeEntry(
      store,
      { kind: "posting", key },
      { is: "submitted", request, now: clock.now() },
      { otherwise: !corrects && fresh, strict: corrects },
    );
    if (!submitted?.after) return undefined;
    onStored?.(key);
    return watch<R>(submitted.after, { apart, progress });
  };

  const watch = <R extends OnceRoute>(
    entry: Entry,
    { apart, progress }: Pick<SubmitOptions, "apart" | "progress">,
  ): Submission<R> => {
    const { promise: resting, resolve: tell } = Promise.withResolvers<Resting<R>>();
    const { promise: later, resolve: settle } = Promise.withResolvers<Result<Answer<R>>>();
    let formWaits = true;
    const stopWaiting = () => {
      formWaits = false;
      cancel();
    };
    const keep = async (lacking: Lacking) => {
      if (!formWaits) return;
      stopWaiting();
      // On the disk before the form says so.
      const kept = await changeEntry(store, entry, { is: "kept" }, { strict: true });
      tell({ is: "kept", entry: kept?.after, lacking, later });
    };
    const timeout = entry.input.file || apart ? formTimeout.long : formTimeout.plain;
    const cancel = clock.later(() => void keep("network"), timeout);
    postings.watch(entry, {
      formWaits: () => formWaits,
      unanswered: (lacking) => void keep(lacking),
      troubled: (failure) => {
        stopWaiting();
        tell({ is: "troubled", failure, later });
      },
      settled: (result) => {
        stopWaiting();
        settle(result as Result<Answer<R>>);
        tell({ is: "settled", result: result as Result<Answer<R>> });
      },
      ...(progress && { progress }),
    });
    sendNow();
    return { resting, earlier: entry.earlier ?? [] };
  };

  return submit;
};
