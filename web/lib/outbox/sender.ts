// Sends the entries of the signed-in user, one at a time and in their order, from one tab at a time.
import { Failure } from "#shared/failure.ts";
import { attempt, type Input, NoAnswer, type Refusal, type Result } from "../api/client.ts";
import { onSessionEnd, session } from "../api/session.ts";
import { type Entry, entries, isRefused, needsConfirmation, type OnceRoute } from "./entry.ts";
import { moveFormerPostings } from "./former-release.ts";
import { changeEntry, readEntries } from "./store.ts";

/** Milliseconds until another try after the first failure; doubled after each further one, up to the second figure. */
export const retryDelays = [2_000, 60_000] as const;
/** Milliseconds after which the lock is taken from a tab that is frozen. */
const lockPatience = 30_000;

/** The form or hook of this tab that submitted an entry. */
interface Submitter {
  /** What came of the entry: the answer, or why the server refused it. */
  settled: (result: Result<unknown>) => void;
  /** A try went unanswered. */
  unanswered: () => void;
  /** Its form no longer waits: a refusal stays with the entry. */
  kept: boolean;
  progress?: Input<OnceRoute>["progress"];
}

const submitters = new Map<string, Submitter>();
/** Tells the submitter of an entry, by its key, what comes of it. */
export const watchEntry = (key: string, submitter: Submitter): void => void submitters.set(key, submitter);

// The screens of the session that submitted them are gone: what comes of them is for the next session.
onSessionEnd(() => {
  for (const { unanswered } of submitters.values()) unanswered();
  submitters.clear();
});

type Settled = [entry: Entry, result: Result<unknown>];
let listener: ((...settled: Settled) => void) | undefined;
const untold: Settled[] = [];
const tellOrphan = (...settled: Settled): void => {
  untold.push(settled);
  tellAll();
};
const tellAll = (): void => {
  if (listener) for (const settled of untold.splice(0)) listener(...settled);
};
/**
 * The listener is called for entries of earlier visits and other tabs that this tab has sent, and for those that were
 * settled before there was a listener: it comes with the screen, which may load longer than an answer takes.
 */
export const onOrphanSettled = (onSettled: (...settled: Settled) => void): (() => void) => {
  listener = onSettled;
  tellAll();
  return () => {
    listener = undefined;
  };
};

const otherTabs = new BroadcastChannel("outbox outcomes");
type Told = { entry: Pick<Entry, "seq" | "key"> } & ({ answer: unknown } | { refusal: NonNullable<Entry["refusal"]> });

const resultOf = (told: Told): Result<unknown> =>
  "answer" in told
    ? { ok: true, answer: told.answer }
    : { ok: false, failure: new Failure(told.refusal.code, ...told.refusal.details) };

/** Tells the submitter in this tab; returns whether its form shows a refusal itself. */
const tellSubmitter = (told: Told): "form" | "hook" | undefined => {
  const submitter = submitters.get(told.entry.key);
  submitters.delete(told.entry.key);
  submitter?.settled(resultOf(told));
  return submitter && (submitter.kept ? "hook" : "form");
};

otherTabs.onmessage = ({ data }: MessageEvent<Told>) => {
  if (tellSubmitter(data) === "form" && "refusal" in data)
    void changeEntry(data.entry.seq, ({ seq }, table) => table.delete(seq));
};

/** Whether the server may answer the same request otherwise later: it goes on waiting. */
export const isOpen = (failure: Refusal): boolean =>
  failure instanceof NoAnswer ||
  failure.code === "UNAUTHORIZED" ||
  failure.code === "TOO_MANY_REQUESTS" ||
  failure.status >= 500;

/** Whether an answer is the API's own: a captive portal may answer 200 too. */
const isAnswer = (answer: unknown): boolean =>
  typeof answer === "object" && answer !== null && ("movement" in answer || "_id" in answer);

export const isOwn = ({ user }: Entry): boolean => user._id === session().user?._id;

const next = (): Entry | undefined =>
  session().token === null
    ? undefined
    : entries().find((entry) => isOwn(entry) && !isRefused(entry) && !needsConfirmation(entry));

type Try = "settled" | "unanswered" | "nothing";

const sendNext = async (): Promise<Try> => {
  const found = next();
  if (!found) return "nothing";
  const wasOnline = navigator.onLine;
  const entry = found.sent ? found : await markSent(found);
  // Another tab has settled or discarded it.
  if (!entry) {
    await readEntries();
    return "settled";
  }
  // Its user may have signed out meanwhile, and it is never sent as somebody else.
  if (session().token === null || !isOwn(entry)) return "nothing";
  const result = await attempt(entry.route, inputOf(entry));
  if (result.ok && isAnswer(result.answer)) await finish(entry, result.answer);
  else if (!result.ok && !isOpen(result.failure)) await refuse(entry, result.failure as Failure);
  else {
    // Without a network it has not left this device.
    const stayed = !found.sent && !wasOnline && !navigator.onLine;
    if (stayed) await changeEntry(entry.seq, (one, table) => table.put({ ...one, sent: false }));
    return "unanswered";
  }
  return "settled";
};

const markSent = ({ seq }: Entry): Promise<Entry | undefined> =>
  changeEntry(seq, async (entry, table) => {
    const sent = { ...entry, sent: true };
    await table.put(sent);
    return sent;
  });

/** Seconds from which the server is told how old an entry is. */
const noticeableAge = 60;

const inputOf = ({ input, key, made_at }: Entry): Input<OnceRoute> => {
  const age = Math.round((Date.now() - made_at) / 1_000);
  const progress = submitters.get(key)?.progress;
  return {
    ...input,
    key,
    ...(age >= noticeableAge && { age }),
    ...(progress && { progress }),
  } as unknown as Input<OnceRoute>;
};

/** An answered entry is removed. The reversal that was asked for meanwhile takes its place. */
const finish = async (entry: Entry, answer: unknown): Promise<void> => {
  const told = { entry: { seq: entry.seq, key: entry.key }, answer };
  const submitter = tellSubmitter(told);
  await changeEntry(entry.seq, async (latest, table) => {
    await table.delete(entry.seq);
    if (latest.undo) await table.add(reversalOf(latest, (answer as { movement: string }).movement));
  });
  otherTabs.postMessage(told);
  if (!submitter) tellOrphan(entry, resultOf(told));
};

/**
 * A refused entry steps aside until it is corrected or discarded, unless its form is still open and shows why. What was to
 * be undone has not happened.
 */
const refuse = async (entry: Entry, { code, details }: Failure): Promise<void> => {
  const refusal = { code, details };
  const told = { entry: { seq: entry.seq, key: entry.key }, refusal };
  const submitter = tellSubmitter(told);
  await changeEntry(entry.seq, (latest, table) =>
    submitter === "form" || latest.undo ? table.delete(entry.seq) : table.put({ ...latest, refusal }),
  );
  otherTabs.postMessage(told);
  if (!submitter) tellOrphan(entry, resultOf(told));
};

const reversalOf = ({ user }: Entry, movement: string): Omit<Entry, "seq"> => ({
  key: crypto.randomUUID(),
  user,
  route: "POST /v1/transactions/{id}/reverse",
  input: { path: { id: movement }, body: {} },
  made_at: Date.now(),
  sent: false,
  kept: true,
});

/** Runs `work` while no other tab runs its own of this name. The lock only saves work: the keys prevent doubles. */
export const exclusively = async (name: string, work: () => Promise<Try>): Promise<Try> => {
  // Missing where the page is not served by HTTPS.
  if (!navigator.locks) return work();
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), lockPatience);
  const begin = () => {
    clearTimeout(timer);
    return work();
  };
  try {
    return await navigator.locks.request(name, { signal: patience.signal }, begin);
  } catch (error) {
    if (!patience.signal.aborted) throw error;
    return navigator.locks.request(name, { steal: true }, work);
  }
};

let running = false;
let again = false;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends what waits, until nothing is left or a try goes unanswered; then tries again by and by. */
export const sendEntries = async (): Promise<void> => {
  if (running) {
    again = true;
    return;
  }
  running = true;
  clearTimeout(timer);
  try {
    let last: Try;
    do {
      again = false;
      last = await exclusively("outbox", sendNext);
      if (last === "settled") failures = 0;
    } while (last === "settled" || (again && last === "nothing"));
    if (last === "unanswered") retryLater();
  } catch (error) {
    // The lock was taken by another tab, or the storage refused: nothing is lost, and the next try goes on.
    console.error("Sending what waits was interrupted", error);
    retryLater();
  } finally {
    running = false;
  }
};

const retryLater = (): void => {
  const [first, longest] = retryDelays;
  timer = setTimeout(() => void sendEntries(), Math.min(first * 2 ** failures, longest));
  failures += 1;
  for (const { unanswered } of submitters.values()) unanswered();
};

/** Forgets how often it has failed: there is a reason to expect success. */
export const sendEntriesNow = (): void => {
  failures = 0;
  void sendEntries();
};

// What an earlier visit left is sent at once, and what could not be sent whenever the network or the user returns.
const readAndSend = () => void readEntries().then(sendEntriesNow);
addEventListener("online", sendEntriesNow);
addEventListener("pageshow", readAndSend);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && readAndSend());
void moveFormerPostings().then(readAndSend);
