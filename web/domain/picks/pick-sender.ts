// Sends the ticks of the signed-in user: several in one call, again until they are answered. Twice does no harm.
import type { Failure } from "#shared/failure.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { attempt } from "../../lib/api/client.ts";
import { session } from "../../lib/api/session.ts";
import { isOpen, retryDelays } from "../../lib/outbox/sender.ts";
import { failureText, toast } from "../../lib/toast.ts";
import { forgetTicks, onTicksChange, pickedAnswers, type Tick, waitingTicks } from "./picks.ts";

/** Milliseconds in which ticks become one call. */
const gathering = 500;
/** Milliseconds of ticks in one call, which carries one time. */
const together = 60_000;

/** The oldest ticks of one picklist. */
const next = (): [picklist: string, ticks: Tick[]] | undefined => {
  const [found] = Object.entries(waitingTicks());
  if (!found || session().token === null) return undefined;
  const sorted = found[1].toSorted((a, b) => a.at - b.at);
  const first = sorted[0]?.at ?? 0;
  return [found[0], sorted.filter(({ at }) => at - first < together).slice(0, 1_000)];
};

const placesOf = (ticks: readonly Tick[], wanted: boolean) =>
  ticks.filter(({ picked }) => picked === wanted).map(({ product, warehouse }) => ({ product, warehouse }));

/** False if it is to be tried again later. */
const send = async (picklist: string, ticks: readonly Tick[]): Promise<boolean> => {
  const age = Math.max(0, Math.round((Date.now() - (ticks.at(-1)?.at ?? 0)) / 1_000));
  const result = await attempt("PUT /v1/picklists/{id}/picked", {
    path: { id: picklist },
    body: { picked: placesOf(ticks, true), unpicked: placesOf(ticks, false) },
    // As for a posting, only a refusal of the API itself is believed.
    key: crypto.randomUUID(),
    age,
  });
  // A captive portal may answer 200 too.
  if (result.ok ? !Array.isArray(result.answer?.places) : isOpen(result.failure)) return false;
  if (result.ok) pickedAnswers.emit(result.answer);
  else {
    const { message, details } = result.failure as Failure;
    toast.error(
      failureText(`Ticks of picklist ${movementNumber(picklist)} were not taken: ${message}`, details),
      picklist,
    );
  }
  forgetTicks(picklist, ticks);
  return true;
};

let running = false;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

const sendLater = (wait: number): void => {
  timer ??= setTimeout(sendNow, wait);
};

const sendAll = async (): Promise<void> => {
  if (running) return;
  running = true;
  let answered = true;
  try {
    for (let found = next(); found && answered; found = answered ? next() : undefined) answered = await send(...found);
  } catch (error) {
    console.error("Sending ticks was interrupted", error);
    answered = false;
  } finally {
    running = false;
  }
  const [first, longest] = retryDelays;
  if (answered) failures = 0;
  else sendLater(Math.min(first * 2 ** failures++, longest));
};

const sendNow = (): void => {
  clearTimeout(timer);
  timer = undefined;
  void sendAll();
};

onTicksChange(() => !running && next() && sendLater(gathering));
addEventListener("online", sendNow);
addEventListener("pageshow", sendNow);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && sendNow());
sendNow();
