// A form whose request was never answered: it is locked to what was sent, which can be sent again or given up.
import { useEffect, useRef } from "react";
import type { Try } from "../lib/api/pending.ts";
import { useAnswered } from "../lib/api/use-pending.ts";
import { Button } from "../ui/button.tsx";
import { useConfirm } from "../ui/dialog/confirm.tsx";
import { Banner } from "../ui/page/banner.tsx";

interface UnknownOutcomeProps<A> {
  /** What was sent, while its outcome is unknown. */
  asked: A | undefined;
  /** A request sent before the form was opened, still without an answer. */
  waiting: Try | undefined;
  /** A request is running and cannot be given up meanwhile. */
  busy: boolean;
  /** Fills the form with what was sent, or empties it. */
  show: (asked: A | undefined) => void;
  giveUp: () => void;
  /** The screen to check before entering it again. */
  look: string;
}

const waitingBanner = (
  <Banner>What was sent before is still on its way: nothing can be entered here until it is answered.</Banner>
);

export function useUnknownOutcome<A>({ asked, waiting, busy, show, giveUp, look }: UnknownOutcomeProps<A>) {
  const confirm = useConfirm();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another request fills the form again.
  useEffect(() => {
    if (asked) show(asked);
  }, [asked]);
  // A draft may have restored what has just been posted.
  useAnswered(waiting, () => show(undefined));
  const droppable = useRef(asked);
  droppable.current = busy ? undefined : asked;
  const confirmGiveUp = async () => {
    const yes = await confirm({
      title: "Give up",
      text: `It may have taken effect all the same. Look at ${look} before you enter it again. Continue?`,
      action: "Give up",
    });
    // Behind the confirmation it may have been sent again, and answered.
    if (!yes || droppable.current !== asked) return;
    giveUp();
    show(undefined);
  };
  if (waiting) return { locked: true, again: false, banner: waitingBanner, button: undefined };
  if (!asked) return { locked: false, again: false, banner: undefined, button: undefined };
  return {
    locked: true,
    again: true,
    banner: (
      <Banner tone="warn">
        No answer came, so it is unknown whether this was saved. Try again: it cannot be saved twice.
      </Banner>
    ),
    button: (
      <Button kind="plain" disabled={busy} onClick={confirmGiveUp}>
        Give up
      </Button>
    ),
  };
}

export type UnknownOutcome = ReturnType<typeof useUnknownOutcome>;
