// The badge in the top bar for pending items of this device: being sent, waiting for a network, or refused. It links to
// the list. The queue is loaded with it, as soon as the layout is there, and begins to send.
import { CircleAlert, Cloud, CloudOff } from "lucide-react";
import { type ComponentProps, useEffect, useState } from "react";
import { countText } from "#shared/format.ts";
import { ownPending, type Pending, usePending, useSending } from "../domain/pending.ts";
import { countTexts, pendingState, standingOf, useDamaged } from "../domain/pending-standing.ts";
import { useOfferUndo } from "../domain/undo-offer.ts";
import { isWhole } from "../domain/whole-items.ts";
import { draftStore, isAsTried, settleDraft } from "../features/picklist/picklist-store.ts";
import { useRefresh } from "../lib/api/refresh.ts";
import { askBeforeLogout, session } from "../lib/api/session.ts";
import { useOnline } from "../lib/media.ts";
import { type Entry, isReversible, isWaiting, stateOf } from "../lib/outbox/entry.ts";
import { onOrphanSettled, onSettled } from "../lib/outbox/outbox.ts";
import { isLostWithTab } from "../lib/queue/item.ts";
import { failureText, toast } from "../lib/toast.ts";
import { whenIdle } from "../lib/when-idle.ts";
import { ButtonLink } from "../ui/button.tsx";
import { useConfirm } from "../ui/dialog/confirm.tsx";
import { Tag } from "../ui/tag.tsx";
import { useKeptUndoOffer } from "./kept-undo-offer.ts";

// From the start: a code that is scanned before the search is there waits for it.
import "../lib/scan/keys.ts";

// Needed without a network as well.
whenIdle(() => {
  for (const load of [() => import("../lib/outbox/post.ts"), () => import("../features/outbox/outbox.tsx")])
    load().catch(() => undefined);
});

// On every screen, also after a reload.
onSettled(settleDraft);

/** Milliseconds after which a pending item is shown; until then its form shows it. */
const attended: Record<Pending["kind"], number> = { posting: 20_000, "count line": 5_000, tick: 5_000 };

const isAttended = (item: Pending): boolean => {
  const state = pendingState(item);
  return isWaiting(state) && !state.kept && Date.now() - item.made_at < attended[item.kind];
};

/** Pending items whose form does not show them any more. */
const useUnattended = (): Pending[] => {
  const pending = usePending();
  const [, drawAgain] = useState(0);
  const fresh = pending.filter(isAttended);
  const next = Math.min(...fresh.map(({ kind, made_at }) => made_at + attended[kind]));
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => drawAgain(Date.now()), Math.max(0, next - Date.now()) + 1);
    return () => clearTimeout(timer);
  }, [next]);
  return pending.filter((item) => !fresh.includes(item));
};

/** Reads the screens again when an entry of an earlier visit or another tab is answered. */
function useOrphans(): void {
  const refresh = useRefresh();
  const offerUndo = useOfferUndo();
  useEffect(
    () =>
      onOrphanSettled((entry, result) => {
        if (entry.user._id !== session().user?._id) return;
        refresh(["/v1/"]);
        if (result.ok) succeed(entry, result.answer, offerUndo);
        else toast.error(failureText(result.failure.message, result.failure.details), entry.key);
      }),
    [refresh, offerUndo],
  );
}

const sentText = "Sent what was waiting";

/** With its Undo if it moved stock, unless it is to be undone already. */
const succeed = (entry: Entry, answer: unknown, offerUndo: ReturnType<typeof useOfferUndo>) => {
  const { movement } = answer as { movement?: string };
  const state = stateOf(entry, Date.now());
  const isOffered = movement && isReversible(entry) && !(state.is === "sent" && state.undo);
  if (!isOffered || !offerUndo({ movement, title: sentText, of: entry })) toast.success(sentText, "outbox");
};

/** Warns before the tab is closed, if items could not be stored. */
function useUnstoredWarning(): void {
  const isLost = usePending().some(isLostWithTab);
  useEffect(() => {
    if (!isLost) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isLost]);
}

const waitingText = (pending: readonly Pending[]): string =>
  pending.length > 0
    ? `${countTexts(pending).join(" and ")} of yours ${pending.length === 1 ? "waits" : "wait"} on this device, sent only after you sign in here again. `
    : "";

/** Asks before a logout about pending items, and about an unprocessed picklist, which the logout clears. */
function useLogoutQuestion(): void {
  const confirm = useConfirm();
  useEffect(
    () =>
      askBeforeLogout(async () => {
        const draft = draftStore.get();
        const { lines, processed, posting } = draft;
        const pending = ownPending();
        const isHeld = pending.some((item) => item.key === draft.tried?.id && standingOf(item) === "waiting");
        const isLost = lines.length > 0 && !processed && !posting && !(isHeld && isAsTried(draft));
        const question = {
          title: "Logout",
          text: `${waitingText(pending)}${isLost ? `Your picklist of ${countText(lines.length, "line")} is not processed, and is cleared. ` : ""}Logout?`,
          action: "Logout",
        };
        if ((pending.length > 0 || isLost) && !(await confirm(question))) return false;
        draftStore.clear();
        return true;
      }),
    [confirm],
  );
}

const Badge = (tag: ComponentProps<typeof Tag>) => (
  <ButtonLink to="/outbox" kind="plain">
    <Tag {...tag} />
  </ButtonLink>
);

export function OutboxBadge() {
  useSending(isWhole);
  useOrphans();
  useKeptUndoOffer();
  useUnstoredWarning();
  useLogoutQuestion();
  const online = useOnline();
  const pending = useUnattended();
  const damaged = useDamaged().length;
  if (pending.length + damaged === 0) return null;
  const of = Map.groupBy(pending, standingOf);
  const [aside, outdated] = [of.get("aside"), of.get("outdated")];
  if (aside || outdated || damaged > 0)
    return (
      <Badge tone="danger" icon={CircleAlert}>
        {aside ? `${aside.length} refused` : outdated ? `${outdated.length} to confirm` : `${damaged} damaged`}
      </Badge>
    );
  const isTrouble = pending.map(pendingState).some((state) => state.is === "sent" && state.trouble);
  return online && !isTrouble ? (
    <Badge icon={Cloud}>{`Sending ${pending.length}`}</Badge>
  ) : (
    <Badge tone="warn" icon={CloudOff}>{`${pending.length} waiting`}</Badge>
  );
}
