// Sends the count lines of the signed-in user. They do not overtake postings that were entered before them on this device,
// since a count is compared with the stock at its arrival; and no posting ever waits for them.

import { maxCountLines } from "#shared/count.ts";
import type { Failure } from "#shared/failure.ts";
import { attempt } from "../../lib/api/client.ts";
import { session } from "../../lib/api/session.ts";
import { entries, isRefused, needsConfirmation, onEntriesChange } from "../../lib/outbox/entry.ts";
import { exclusively, isOpen, isOwn, retryDelays } from "../../lib/outbox/sender.ts";
import { readEntries } from "../../lib/outbox/store.ts";
import { failureText } from "../../lib/toast.ts";
import {
  changeLines,
  countLines,
  isOwnLine,
  isWaitingLine,
  type KeptLine,
  onCountLinesChange,
  readCountLines,
} from "./count-lines.ts";

/** Milliseconds in which scans become one call. */
const gathering = 1_000;

const isBehindPosting = ({ at }: KeptLine): boolean =>
  entries().some((entry) => isOwn(entry) && !isRefused(entry) && !needsConfirmation(entry) && entry.made_at <= at);

const waiting = (): KeptLine[] => countLines().filter((line) => isOwnLine(line) && isWaitingLine(line));

/** The next call: lines of one count. */
const next = (): KeptLine[] => {
  if (session().token === null) return [];
  const ready = waiting().filter((line) => !isBehindPosting(line));
  return ready.filter(({ count }) => count === ready[0]?.count).slice(0, maxCountLines);
};

const formOf = ({ id, round, product, code, quantity, rev, withdrawn, at, began_at }: KeptLine) => {
  const secondsSince = (time: number) => Math.max(0, Math.round((Date.now() - time) / 1_000));
  return {
    id,
    round,
    quantity,
    rev,
    ...(product && { product }),
    ...(code && { code }),
    ...(withdrawn && { withdrawn }),
    age: secondsSince(at),
    began: secondsSince(began_at),
  };
};

type Try = "settled" | "unanswered" | "nothing";

const send = async (lines: readonly KeptLine[]): Promise<Try> => {
  const [first] = lines;
  if (!first) return "nothing";
  const result = await attempt("PUT /v1/counts/{id}/lines", {
    path: { id: first.count },
    body: { lines: lines.map(formOf) },
    // As for a posting, only a refusal of the API itself is believed.
    key: crypto.randomUUID(),
  });
  // A captive portal may answer 200 too.
  if (result.ok && !Array.isArray(result.answer?.refused)) return "unanswered";
  if (!result.ok && isOpen(result.failure)) return "unanswered";
  if (!result.ok && lines.length > 1) {
    // One of them is at fault, and the others are kept.
    for (const line of lines) if ((await send([line])) === "unanswered") return "unanswered";
    return "settled";
  }
  const why = result.ok
    ? new Map(result.answer.refused.map(({ id, message }) => [id, message]))
    : new Map([[first.id, failureText(result.failure.message, (result.failure as Failure).details)]]);
  const revs = new Map(lines.map(({ id, rev }) => [id, rev]));
  await changeLines(
    lines.map(({ key }) => key),
    (line) => {
      // Dropped meanwhile.
      if (!line) return undefined;
      const refusal = why.get(line.id);
      return refusal === undefined
        ? { ...line, sent: Math.max(line.sent, revs.get(line.id) ?? 0) }
        : { ...line, refusal };
    },
  );
  return "settled";
};

let timer: ReturnType<typeof setTimeout> | undefined;
let running = false;
let failures = 0;

const sendLater = (wait: number): void => {
  timer ??= setTimeout(() => {
    timer = undefined;
    void sendCountLines();
  }, wait);
};

const sendCountLines = async (): Promise<void> => {
  if (running) return;
  running = true;
  let last: Try = "nothing";
  try {
    do {
      last = await exclusively("count lines", async () => {
        // Another tab may have sent them, and entered postings.
        await Promise.all([readCountLines(), readEntries()]);
        return send(next());
      });
      if (last === "settled") failures = 0;
    } while (last === "settled");
  } catch (error) {
    console.error("Sending count lines was interrupted", error);
    last = "unanswered";
  } finally {
    running = false;
  }
  if (last === "unanswered") {
    const [first, longest] = retryDelays;
    sendLater(Math.min(first * 2 ** failures, longest));
    failures += 1;
  } else if (next().length > 0) sendLater(gathering);
};

const sendNow = (): void => {
  failures = 0;
  clearTimeout(timer);
  timer = undefined;
  void sendCountLines();
};

onCountLinesChange(() => next().length > 0 && !running && sendLater(gathering));
onEntriesChange(() => waiting().length > 0 && !running && sendLater(gathering));
const readAndSend = () => void readCountLines().then(sendNow);
addEventListener("online", sendNow);
addEventListener("pageshow", readAndSend);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && readAndSend());
readAndSend();
