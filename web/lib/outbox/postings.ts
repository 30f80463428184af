// How entries are sent: one at a time, in their order, under their keys, until each is answered, refused or steps aside.
import { clientCalls } from "#shared/call-facts.ts";
import { Failure, failureCatalogue } from "#shared/failure.ts";
import type { Input } from "../api/client.ts";
import { isRetryable, NoAnswer, type Result, waitOf } from "../api/result.ts";
import { type ItemId, isOf, type NewItem } from "../queue/item.ts";
import type { Kind, Try } from "../queue/queue.ts";
import type { Channel, Store, Table } from "../queue/store.ts";
import {
  type Entry,
  isKeyTaken,
  isRefused,
  isSameRequest,
  isWaiting,
  type OnceRoute,
  type SentRequest,
} from "./entry.ts";

/** What an entry still lacks before it can be settled. */
export type Lacking = "network" | "server" | "sign-in";

/** The form or hook of this tab that submitted an entry. */
export interface Submitter {
  /** Called with the result: the answer, or the server's refusal. */
  settled: (result: Result<unknown>) => void;
  /** Called when a try of this entry, or of one before it, was not settled. */
  unanswered: (lacking: Lacking) => void;
  /** Called when the server is in trouble: the entry waits on, and its form is usable again. */
  troubled: (failure: Failure) => void;
  /** Its form no longer waits, so that a refusal stays with the entry. */
  kept: boolean;
  progress?: Input<OnceRoute>["progress"];
}

type Refused = NonNullable<Entry["refusal"]>;

/** The message to other tabs about a settled entry. */
export type Settlement = { key: string } & ({ answer: unknown } | { refusal: Refused });

export interface PostingParts {
  store: Store;
  otherTabs: Channel<Settlement>;
  attempt: (route: OnceRoute, input: Input<OnceRoute>) => Promise<Result<unknown>>;
  now: () => number;
  isOnline: () => boolean;
  /** Whether the server answers at all: one on this device does while the browser says that it is offline. */
  isReachable: () => Promise<boolean>;
  /** The id of the signed-in user. */
  owner: () => string | undefined;
  /** Called for entries of earlier visits and other tabs that this tab has settled. */
  onOrphanSettled: (entry: Entry, result: Result<unknown>) => void;
}

export interface Postings {
  kind: Kind<Entry>;
  /** Registers the submitter of an entry by its key. */
  watch: (key: string, submitter: Submitter) => void;
  /** Removes all submitters: outcomes from now on are for the next session. */
  forgetSubmitters: () => void;
}

/** Consecutive answers of a server in trouble after which an entry may step aside. */
const maxTroubles = 5;

/** Seconds from which the age of an entry is sent with it. */
const noticeableAge = 60;

/** Whether an answer is the API's own: a captive portal may answer 200 too. */
const isAnswer = (answer: unknown): boolean =>
  typeof answer === "object" && answer !== null && ["movement", "_id", "left_out"].some((field) => field in answer);

export const isEntry = isOf<Entry>("posting");

/** Changes the entry if it still exists; undefined if it does not. */
export const changeEntry = <T>(
  store: Store,
  id: ItemId,
  work: (entry: Entry, table: Table) => Promise<T>,
  options?: { strict?: boolean },
): Promise<T | undefined> =>
  store.change(async (table) => {
    const entry = await table.find(id);
    return entry && isEntry(entry) ? work(entry, table) : undefined;
  }, options);

/** Whether a refusal proves that the entry had no effect: an error of the server itself does not. */
const isWithoutEffect = (refusal: Refused): boolean =>
  failureCatalogue[refusal.code].status < 500 && !isKeyTaken(refusal);

const deleteRefused = async (entry: Entry, table: Table) => isRefused(entry) && table.delete(entry);

const settled: Try = { settled: true };

/** The API's refusal of a key that was used for another request. */
const keyTaken: Refused = {
  code: "CONFLICT",
  details: [{ field: "idempotency-key", message: "What was sent before took effect instead" }],
};

const resultOf = (settlement: Settlement): Result<unknown> =>
  "answer" in settlement
    ? { ok: true, answer: settlement.answer }
    : { ok: false, failure: new Failure(settlement.refusal.code, ...settlement.refusal.details) };

export const newPostings = (parts: PostingParts): Postings => {
  const { store, otherTabs, attempt, now, isOnline, isReachable, owner, onOrphanSettled } = parts;
  const submitters = new Map<string, Submitter>();
  const change = <T>(entry: Entry, work: (latest: Entry, table: Table) => Promise<T>) =>
    changeEntry(store, entry, work);

  /** Calls the submitter in this tab. An entry whose form shows the refusal is deleted. */
  const tellSubmitter = (settlement: Settlement): Submitter | undefined => {
    const submitter = submitters.get(settlement.key);
    submitters.delete(settlement.key);
    submitter?.settled(resultOf(settlement));
    const isShown = submitter && !submitter.kept && "refusal" in settlement && isWithoutEffect(settlement.refusal);
    if (isShown) void changeEntry(store, { kind: "posting", key: settlement.key }, deleteRefused);
    return submitter;
  };
  /** Passes the settlement on to the submitter, in this tab or another one. */
  const tell = (entry: Entry, settlement: Settlement) => {
    const submitter = tellSubmitter(settlement);
    otherTabs.post(settlement);
    if (!submitter) onOrphanSettled(entry, resultOf(settlement));
  };
  otherTabs.subscribe(tellSubmitter);

  const waitingOf = (user: string): Entry[] =>
    store
      .items()
      .filter(isEntry)
      .filter((entry) => entry.user._id === user && isWaiting(entry, now()));

  const attemptOf = (entry: Entry, { route, input }: SentRequest): Promise<Result<unknown>> => {
    const age = Math.round((now() - entry.made_at) / 1_000);
    const progress = submitters.get(entry.key)?.progress;
    const request = { ...input, key: entry.key, ...(age >= noticeableAge && { age }), ...(progress && { progress }) };
    return attempt(route, request as unknown as Input<OnceRoute>);
  };

  /** Its user may have signed out meanwhile: it is never sent in another user's name. */
  const isForeign = ({ user }: Entry) => owner() !== user._id;

  const send = async (found: Entry): Promise<Try & { trouble?: Failure }> => {
    if (!found.sent && !isOnline() && !(await isReachable())) {
      tellUnanswered("network");
      return { settled: false };
    }
    const entry = found.sent ? found : await change(found, markSent);
    // It was discarded meanwhile.
    if (!entry) return settled;
    if (isForeign(entry)) return { settled: false };
    const result = await attemptOf(entry, entry);
    if (result.ok && isAnswer(result.answer)) return finish(entry, entry, result.answer);
    if (result.ok || result.failure instanceof NoAnswer) {
      tellUnanswered("network");
      return { settled: false };
    }
    const { failure } = result;
    if (isRetryable(failure)) return wait(entry, failure);
    return isKeyTaken(failure) && entry.earlier ? repeatEarlier(entry, entry.earlier, failure) : refuse(entry, failure);
  };

  const tellUnanswered = (lacking: Lacking) => {
    for (const submitter of submitters.values()) submitter.unanswered(lacking);
  };

  const markSent = async (entry: Entry, table: Table): Promise<Entry> => {
    const sent: Entry = { ...entry, sent: true };
    await table.put(sent);
    return sent;
  };

  /** Keeps the entry in its place. Its form is usable, and may submit it again or replace it. */
  const wait = async (entry: Entry, failure: Failure): Promise<Try & { trouble?: Failure }> => {
    const isTrouble = failure.status >= 500;
    await change(entry, (latest, table) =>
      table.put<Entry>({ ...latest, trouble: failure.code, troubles: isTrouble ? (latest.troubles ?? 0) + 1 : 0 }),
    );
    const isExpired = failure.code === "UNAUTHORIZED";
    if (!isExpired) submitters.get(entry.key)?.troubled(failure);
    tellUnanswered(isExpired ? "sign-in" : "server");
    return { settled: false, after: waitOf(failure), ...(isTrouble && { trouble: failure }) };
  };

  /**
   * Removes an answered entry; a reversal that was asked for meanwhile takes its place. If an earlier request under its
   * key took effect instead of a correction, the entry stays and shows that.
   */
  const finish = async (entry: Entry, effective: SentRequest, answer: unknown): Promise<Try> => {
    const taken = await change(entry, async (latest, table) => {
      if (!latest.undo && !isSameRequest(latest, effective)) {
        await table.put<Entry>({
          ...latest,
          refusal: keyTaken,
          effective: { route: effective.route, input: effective.input },
        });
        return true;
      }
      await table.delete(entry);
      if (latest.undo)
        await table.add(reversalOf(latest, latest.undo, (answer as { movement: string }).movement, now()));
      return false;
    });
    tell(entry, taken ? { key: entry.key, refusal: keyTaken } : { key: entry.key, answer });
    return settled;
  };

  /**
   * A refused entry steps aside until it is corrected or discarded, unless its form shows why. A pending undo is
   * dropped, since there is nothing to undo.
   */
  const refuse = async (entry: Entry, failure: Failure): Promise<Try> => {
    const refusal = { code: failure.code, details: failure.details };
    const isSuperseded = await change(entry, async (latest, table) => {
      // The request that replaced it is still to be answered.
      if (!isSameRequest(latest, entry)) return true;
      await (latest.undo && isWithoutEffect(refusal) ? table.delete(entry) : table.put<Entry>({ ...latest, refusal }));
      return false;
    });
    if (!isSuperseded) tell(entry, { key: entry.key, refusal });
    return settled;
  };

  /** Its key has taken effect for an earlier request: repeats these until one is answered, which is it. */
  const repeatEarlier = async (entry: Entry, earlier: readonly SentRequest[], taken: Failure) => {
    for (const request of earlier.toReversed()) {
      if (isForeign(entry)) return { settled: false };
      const result = await attemptOf(entry, request);
      if (result.ok && isAnswer(result.answer)) return finish(entry, request, result.answer);
      if (result.ok || result.failure instanceof NoAnswer) return { settled: false };
      if (isRetryable(result.failure)) return wait(entry, result.failure);
    }
    return refuse(entry, taken);
  };

  /** Sends the first entry. One that the server keeps failing on steps aside if a later entry gets another answer. */
  const sendFirst = async ([first]: readonly Entry[]): Promise<Try> => {
    if (!first) return settled;
    const { trouble, ...result } = await send(first);
    if (!trouble || (first.troubles ?? 0) + 1 < maxTroubles) return result;
    const behind = waitingOf(first.user._id).filter(({ key }) => key !== first.key);
    const [other] = behind.toSorted((a, b) => (a.troubles ?? 0) - (b.troubles ?? 0));
    if (!other || !(await send(other)).settled) return result;
    return refuse(first, trouble);
  };

  return {
    kind: {
      name: "posting",
      gathering: 0,
      next: (_, user) => waitingOf(user).slice(0, 1),
      send: sendFirst,
    },
    watch: (key, submitter) => void submitters.set(key, submitter),
    forgetSubmitters: () => {
      tellUnanswered("sign-in");
      submitters.clear();
    },
  };
};

const reversalOf = ({ user }: Entry, key: string, movement: string, made_at: number): NewItem<Entry> => ({
  kind: "posting",
  key,
  user,
  route: clientCalls.reverse,
  input: { path: { id: movement }, body: {} },
  made_at,
  sent: false,
  kept: true,
});
