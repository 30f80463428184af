// The mark in the top bar of what waits on this device: being sent, waiting for a network, or refused. It leads to the list.
// With it the outbox is loaded, after the first screen, and begins to send.
import { CircleAlert, Cloud, CloudOff } from "lucide-react";
import { type ComponentProps, useEffect, useState } from "react";
import { countText } from "#shared/format.ts";
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
  const isUnstored = useEntries().some(({ unstored }) => unstored);
  useEffect(() => {
    if (!isUnstored) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isUnstored]);
}

const waitingText = (waiting: number): string =>
  waiting === 0
    ? ""
    : `${countText(waiting, "entry", "entries")} of yours ${waiting === 1 ? "waits" : "wait"} on this device, sent only after you sign in here again. `;

/** Asks about what waits and about a picklist that is not processed, which nobody may read here afterwards. */
function useLogoutQuestion(): void {
  const confirm = useConfirm();
  useEffect(
    () =>
      askBeforeLogout(async () => {
        const { lines, processed, posting } = draftStore.get();
        const isLost = lines.length > 0 && !processed && !posting;
        const waiting = entries().filter(isOwn).length;
        const question = {
          title: "Logout",
          text: `${waitingText(waiting)}${isLost ? `Your picklist of ${countText(lines.length, "line")} is not processed, and is cleared. ` : ""}Logout?`,
          action: "Logout",
        };
        if ((waiting > 0 || isLost) && !(await confirm(question))) return false;
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
  const refused = waiting.filter(isRefused).length;
  const old = waiting.filter((entry) => needsConfirmation(entry)).length;
  if (waiting.length === 0) return null;
  if (refused + old > 0)
    return (
      <Mark tone="danger" icon={CircleAlert}>
        {refused > 0 ? `${refused} refused` : `${old} to confirm`}
      </Mark>
    );
  return online ? (
    <Mark icon={Cloud}>{`Sending ${waiting.length}`}</Mark>
  ) : (
    <Mark tone="warn" icon={CloudOff}>{`${waiting.length} waiting`}</Mark>
  );
}
