// The mark in the top bar of what waits on this device: being sent, waiting for a network, or refused. It leads to the list.
// With it the outbox is loaded, after the first screen, and begins to send.
import { CircleAlert, Cloud, CloudOff } from "lucide-react";
import { type ComponentProps, useEffect, useState } from "react";
import { countText } from "#shared/format.ts";
import {
  countLines,
  isOwnLine,
  isRefusedLine,
  isUnstored,
  isWaitingLine,
  useCountLines,
} from "../domain/count/count-lines.ts";
// With it count lines of earlier visits are sent, whatever screen is open.
import "../domain/count/count-sender.ts";
// With it ticks of earlier visits are sent too.
import "../domain/picks/pick-sender.ts";
import { ticksOf, useWaitingTicks, waitingTicks } from "../domain/picks/picks.ts";
import { draftStore } from "../features/picklist/picklist-store.ts";
import { useRefresh } from "../lib/api/refresh.ts";
import { askBeforeLogout, session, useSession } from "../lib/api/session.ts";
import { useOnline } from "../lib/media.ts";
import { type Entry, entries, isRefused, needsConfirmation, useEntries } from "../lib/outbox/entry.ts";
// Needed without a network as well.
import "../lib/outbox/post.ts";
import "./undo.tsx";
import { isOwn, onOrphanSettled } from "../lib/outbox/sender.ts";
import { failureText, toast } from "../lib/toast.ts";
import { ButtonLink } from "../ui/button.tsx";
import { useConfirm } from "../ui/dialog/confirm.tsx";
import { Tag } from "../ui/tag.tsx";

/** Milliseconds after which an entry that its form did not tell about counts as waiting: its tab is gone. */
const attended = 20_000;

const useWaiting = (): Entry[] => {
  const { user } = useSession();
  const entries = useEntries();
  const [, drawAgain] = useState(0);
  const own = entries.filter((entry) => entry.user._id === user?._id);
  const fresh = own.filter((entry) => !entry.kept && !isRefused(entry) && Date.now() - entry.made_at < attended);
  useEffect(() => {
    if (fresh.length === 0) return;
    const timer = setTimeout(() => drawAgain(Date.now()), attended);
    return () => clearTimeout(timer);
  }, [fresh.length]);
  return own.filter((entry) => !fresh.includes(entry));
};

/** Milliseconds after which a count line that has not arrived counts as waiting. */
const arriving = 5_000;

/** How many count lines were refused, and how many wait. */
const useWaitingLines = (): { refused: number; waiting: number } => {
  const own = useCountLines().filter(isOwnLine);
  const [, drawAgain] = useState(0);
  const waits = own.filter(isWaitingLine);
  const oldest = Math.min(...waits.map(({ at }) => at));
  useEffect(() => {
    const left = oldest + arriving - Date.now();
    if (left <= 0 || left === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => drawAgain(Date.now()), left);
    return () => clearTimeout(timer);
  }, [oldest]);
  return {
    refused: own.filter(isRefusedLine).length,
    waiting: waits.filter(({ at }) => Date.now() - at >= arriving).length,
  };
};

/** The number, once there was one for some seconds. */
const useWaitingFor = (count: number): number => {
  const [late, setLate] = useState(false);
  const waits = count > 0;
  useEffect(() => {
    if (!waits) return setLate(false);
    const timer = setTimeout(() => setLate(true), arriving);
    return () => clearTimeout(timer);
  }, [waits]);
  return late ? count : 0;
};

/** What an earlier visit or another tab had entered is answered here: the screens are read again. */
function useOrphans(): void {
  const refresh = useRefresh();
  useEffect(
    () =>
      onOrphanSettled((entry, result) => {
        if (entry.user._id !== session().user?._id) return;
        refresh(["/v1/"]);
        if (result.ok) toast.success("Sent what was waiting", "outbox");
        else toast.error(failureText(result.failure.message, result.failure.details), entry.key);
      }),
    [refresh],
  );
}

/** Closing the tab would lose what could not be stored. */
function useUnstoredWarning(): void {
  const entries = useEntries();
  const lines = useCountLines();
  const isLost =
    entries.some(({ unstored }) => unstored) || lines.some((line) => isUnstored(line) && isWaitingLine(line));
  useEffect(() => {
    if (!isLost) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isLost]);
}

const waitingText = (entries: number, lines: number, ticks: number): string => {
  const parts = [
    entries && countText(entries, "entry", "entries"),
    lines && countText(lines, "count line"),
    ticks && countText(ticks, "picked place"),
  ];
  const what = parts.filter(Boolean).join(" and ");
  return (
    what &&
    `${what} of yours ${entries + lines + ticks === 1 ? "waits" : "wait"} on this device, sent only after you sign in here again. `
  );
};

/** Asks about what waits and about a picklist that is not processed, which nobody may read here afterwards. */
function useLogoutQuestion(): void {
  const confirm = useConfirm();
  useEffect(
    () =>
      askBeforeLogout(async () => {
        const { lines, processed, posting } = draftStore.get();
        const isLost = lines.length > 0 && !processed && !posting;
        const waiting = entries().filter(isOwn).length;
        const counted = countLines().filter(
          (line) => isOwnLine(line) && (isWaitingLine(line) || isRefusedLine(line)),
        ).length;
        const ticked = ticksOf(waitingTicks());
        const question = {
          title: "Logout",
          text: `${waitingText(waiting, counted, ticked)}${isLost ? `Your picklist of ${countText(lines.length, "line")} is not processed, and is cleared. ` : ""}Logout?`,
          action: "Logout",
        };
        if ((waiting + counted + ticked > 0 || isLost) && !(await confirm(question))) return false;
        draftStore.clear();
        return true;
      }),
    [confirm],
  );
}

const Mark = (tag: ComponentProps<typeof Tag>) => (
  <ButtonLink to="/outbox" kind="plain">
    <Tag {...tag} />
  </ButtonLink>
);

export function OutboxMark() {
  const online = useOnline();
  const waiting = useWaiting();
  useOrphans();
  useUnstoredWarning();
  useLogoutQuestion();
  const lines = useWaitingLines();
  const refused = waiting.filter(isRefused).length + lines.refused;
  const old = waiting.filter((entry) => needsConfirmation(entry)).length;
  const ticks = useWaitingFor(ticksOf(useWaitingTicks()));
  const all = waiting.length + lines.waiting + lines.refused + ticks;
  if (all === 0) return null;
  if (refused + old > 0)
    return (
      <Mark tone="danger" icon={CircleAlert}>
        {refused > 0 ? `${refused} refused` : `${old} to confirm`}
      </Mark>
    );
  return online ? (
    <Mark icon={Cloud}>{`Sending ${all}`}</Mark>
  ) : (
    <Mark tone="warn" icon={CloudOff}>{`${all} waiting`}</Mark>
  );
}
