// How entries are sent: one at a time, in their order, under their keys, until each is answered, refused or steps aside.
import { clientCalls } from "#shared/call-facts.ts";
import { Failure } from "#shared/failure.ts";
import type { Input } from "../api/client.ts";
import { isRetryable, NoAnswer, type Result, waitOf } from "../api/result.ts";
import { type ItemId, isOf, type NewItem } from "../queue/item.ts";
import type { Kind, Try } from "../queue/queue.ts";
import type { Channel, Store } from "../queue/store.ts";
import {
  asideOf,
  type Entry,
  type EntryEvent,
  isKeyTaken,
  isOlder,
  isWaiting,
  next,
  type OnceRoute,
  type Refusal,
  type SentRequest,
  stateOf,
} from "./entry.ts";

/** What an entry still lacks before it can be settled. */
export type Lacking = "network" | "server" | "sign-in" | "update";

/** The form or hook of this tab that submitted an entry. */
export interface Submitter {
  /** Called with the result: the answer, or the server's refusal. */
  settled: (result: Result<unknown>) => void;
  /** Called when a try of this entry, or of one before it, was not settled. */
  unanswered: (lacking: Lacking) => void;
  /** Called when the server is in trouble: the entry waits on, and its form is usable again. */
  troubled: (failure: Failure) => void;
  /** Whether its form waits. If not, a refusal stays with the entry. */
  formWaits: () => boolean;
  progress?: Input<OnceRoute>["progress"];
}

/** The message to other tabs about a settled entry. */
export type Settlement = { key: string } & ({ answer: unknown } | { refusal: Refusal });

export interface PostingParts {
  store: Store;
  otherTabs: Channel<Settlement>;
  attempt: (route: OnceRoute, input: Input<OnceRoute>) => Promise<Result<unknown>>;
  now: () => number;
  isOnline: () => boolean;
  /** Whether the server answers at all: one on this device does while the browser says that it is offline. */
  isReachable: () => Promise<boolean>;
  /** The build of the server that answered last; empty until one has named itself. */
  server: () => string;
  /** The id of the signed-in user. */
  owner: () => string | undefined;
  /** Called for entries of earlier visits and other tabs that this tab has settled. */
  onOrphanSettled: (entry: Entry, result: Result<unknown>) => void;
}

export interface Postings {
  /** One lane for entries of many products, which may take long, and one for all others, which never wait behind those. */
  kinds: readonly Kind<Entry>[];
  /** Registers the submitter of an entry. */
  watch: (entry: Entry, submitter: Submitter) => void;
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

const laneOf = ({ route }: SentRequest): string => (route === clientCalls.setMany ? "bulk posting" : "posting");

/**
 * Stores what follows from an event: the row before it, none if it is new, and after it, none if it was deleted. If there
 * is no such entry, `otherwise` is added, or nothing happens. `strict` returns only once the disk has it.
 */
export const changeEntry = (
  store: Store,
  id: ItemId,
  event: EntryEvent,
  { otherwise, strict = false }: { otherwise?: NewItem<Entry> | false; strict?: boolean } = {},
): Promise<{ before?: Entry; after: Entry | undefined } | undefined> =>
  store.change(
    async (table) => {
      const before = await table.find(id);
      if (!before || !isEntry(before)) return otherwise ? { after: await table.add(otherwise) } : undefined;
      const after = next(before, event);
      if (after && "seq" in after) {
        if (after !== before) await table.put(after);
        return { before, after };
      }
      await table.delete(before);
      return { before, after: after && (await table.add(after)) };
    },
    { strict },
  );

const settled: Try = { settled: true };

const resultOf = (settlement: Settlement): Result<unknown> =>
  "answer" in settlement
    ? { ok: true, answer: settlement.answer }
    : { ok: false, failure: new Failure(settlement.refusal.code, ...settlement.refusal.details) };

export const newPostings = (parts: PostingParts): Postings => {
  const { store, otherTabs, attempt, now, isOnline, isReachable, server, owner, onOrphanSettled } = parts;
  const submitters = new Map<string, Submitter & { lane: string }>();
  const change = (id: ItemId, event: EntryEvent) => changeEntry(store, id, event);

  /** Calls the submitter in this tab. An entry whose form shows the refusal is deleted. */
  const tellSubmitter = (settlement: Settlement): Submitter | undefined => {
    const submitter = submitters.get(settlement.key);
    submitters.delete(settlement.key);
    const isShown = submitter?.formWaits() && "refusal" in settlement;
    submitter?.settled(resultOf(settlement));
    if (isShown) void change({ kind: "posting", key: settlement.key }, { is: "shown" });
    return submitter;
  };
  /** Passes the settlement on to the submitter, in this tab or another one. */
  const tell = (entry: Entry, settlement: Settlement) => {
    const submitter = tellSubmitter(settlement);
    otherTabs.post(settlement);
    if (!submitter) onOrphanSettled(entry, resultOf(settlement));
  };
  otherTabs.subscribe(tellSubmitter);

  const waitingOf = (user: string, lane: string): Entry[] =>
    store
      .items()
      .filter((item): item is Entry => isEntry(item) && laneOf(item) === lane)
      .filter((entry) => entry.user._id === user && isWaiting(stateOf(entry, now())) && entry.older !== server());

  const attemptOf = (entry: Entry, { route, input }: SentRequest): Promise<Result<unknown>> => {
    const age = Math.round((now() - entry.made_at) / 1_000);
    const progress = submitters.get(entry.key)?.progress;
    const request = { ...input, key: entry.key, ...(age >= noticeableAge && { age }), ...(progress && { progress }) };
    return attempt(route, request as unknown as Input<OnceRoute>);
  };

  /** Its user may have signed out meanwhile: it is never sent in another user's name. */
  const isForeign = ({ user }: Entry) => owner() !== user._id;

  const send = async (found: Entry): Promise<Try & { trouble?: Failure }> => {
    const wasSent = stateOf(found, now()).is === "sent";
    // Stored as sent already, and its form has heard of no try.
    const isFirst = !found.sent || submitters.get(found.key)?.formWaits() === true;
    if (!wasSent && !isOnline() && !(await isReachable())) return goUnanswered(found);
    const entry = wasSent ? found : (await change(found, { is: "sent" }))?.after;
    // It was discarded meanwhile.
    if (!entry) return settled;
    let refusal: Failure | undefined;
    // A key that is taken has taken effect for an earlier request: these are repeated until one is answered, which is it.
    for (const request of [entry, ...(entry.earlier ?? []).toReversed()]) {
      if (isForeign(entry)) return { settled: false };
      const result = await attemptOf(entry, request);
      if (result.ok && isAnswer(result.answer)) return finish(entry, request, result.answer);
      if (result.ok || result.failure instanceof NoAnswer) return goUnanswered(entry);
      if (isRetryable(result.failure)) return wait(entry, result.failure);
      refusal ??= result.failure;
      if (!isKeyTaken(refusal)) break;
    }
    return refuse(entry, refusal as Failure, isFirst);
  };

  /** Those that wait behind this entry, or all. */
  const tellUnanswered = (lacking: Lacking, entry?: Entry) => {
    for (const submitter of submitters.values())
      if (!entry || submitter.lane === laneOf(entry)) submitter.unanswered(lacking);
  };

  const goUnanswered = (entry: Entry): Try => {
    tellUnanswered("network", entry);
    return { settled: false };
  };

  /** Keeps the entry in its place. Its form is usable, and may submit it again or replace it. */
  const wait = async (entry: Entry, failure: Failure): Promise<Try & { trouble?: Failure }> => {
    await change(entry, { is: "troubled", code: failure.code });
    const isExpired = failure.code === "UNAUTHORIZED";
    if (!isExpired) submitters.get(entry.key)?.troubled(failure);
    if (isExpired) tellUnanswered("sign-in");
    else tellUnanswered("server", entry);
    return { settled: false, after: waitOf(failure), ...(failure.status >= 500 && { trouble: failure }) };
  };

  /** If an earlier request under its key took effect instead of a correction, the entry stays and shows that. */
  const finish = async (entry: Entry, request: SentRequest, answer: unknown): Promise<Try> => {
    const { movement } = answer as { movement: string };
    const answered = await change(entry, { is: "answered", request, movement, now: now() });
    const refusal = answered?.after && asideOf(answered.after)?.refusal;
    tell(answered?.before ?? entry, refusal ? { key: entry.key, refusal } : { key: entry.key, answer });
    return settled;
  };

  /** A refused entry stands aside until it is corrected or discarded, unless its form shows why, or the server is older. */
  const refuse = async (entry: Entry, failure: Failure, isFirst: boolean): Promise<Try> => {
    const { code, details, server: by = "" } = failure;
    const refusal = { code, details };
    const isAhead = isOlder(entry, failure);
    const refused = await change(
      entry,
      isAhead ? { is: "ahead", request: entry, server: by, isFirst } : { is: "refused", request: entry, refusal },
    );
    const isReplaced = refused?.after !== undefined && refused.after === refused.before;
    if (isReplaced) return settled;
    if (isAhead) submitters.get(entry.key)?.unanswered("update");
    else tell(entry, { key: entry.key, refusal });
    return settled;
  };

  /** Sends the first entry. One that the server keeps failing on steps aside if a later entry gets another answer. */
  const sendFirst = async ([first]: readonly Entry[]): Promise<Try> => {
    if (!first) return settled;
    const { trouble, ...result } = await send(first);
    if (!trouble || (first.troubles ?? 0) + 1 < maxTroubles) return result;
    const others = waitingOf(first.user._id, laneOf(first)).filter(({ key }) => key !== first.key);
    const [other] = others.toSorted((a, b) => (a.troubles ?? 0) - (b.troubles ?? 0));
    if (!other || !(await send(other)).settled) return result;
    return refuse(first, trouble, false);
  };

  return {
    kinds: ["posting", "bulk posting"].map((lane) => ({
      name: lane,
      gathering: 0,
      next: (_, user) => waitingOf(user, lane).slice(0, 1),
      send: sendFirst,
    })),
    watch: (entry, submitter) => void submitters.set(entry.key, { ...submitter, lane: laneOf(entry) }),
    forgetSubmitters: () => {
      tellUnanswered("sign-in");
      submitters.clear();
    },
  };
};
