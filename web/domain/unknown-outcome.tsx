// A form whose request has no answer: locked to what was asked, which is repeated, or given up.
import { useEffect, useRef } from "react";
import type { Try } from "../lib/api/pending.ts";
import { useAnswered } from "../lib/api/use-pending.ts";
import { Button } from "../ui/button.tsx";
import { useConfirm } from "../ui/dialog/confirm.tsx";
import { Banner } from "../ui/page/banner.tsx";

interface Setup<A> {
  /** What was asked, while its outcome is unknown. */
  asked: A | undefined;
  /** What was sent before the form was opened is on its way. */
  waiting: Try | undefined;
  /** It is on its way: what is being tried cannot be given up. */
  busy: boolean;
  /** Shows it in the form, or an empty form. */
  show: (asked: A | undefined) => void;
  giveUp: () => void;
  /** What to look at before it is entered again. */
  look: string;
}

const onWay = (
  <Banner>What was sent before is still on its way: nothing can be entered here until its answer has come.</Banner>
);

/** While an outcome is unknown the form shows what was asked and only repeats it, or is given up. */
export function useUnknownOutcome<A>({ asked, waiting, busy, show, giveUp, look }: Setup<A>) {
  const confirm = useConfirm();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another posting is shown anew.
  useEffect(() => {
    if (asked) show(asked);
  }, [asked]);
  // A draft may have brought back what has just been posted.
  useAnswered(waiting, () => show(undefined));
  const loose = useRef(asked);
  loose.current = busy ? undefined : asked;
  const ask = async () => {
    const yes = await confirm({
      title: "Give up",
      text: `It may have taken effect all the same. Look at ${look} before you enter it again. Continue?`,
      action: "Give up",
    });
    // It may have been tried again, and answered, behind the question.
    if (!yes || loose.current !== asked) return;
    giveUp();
    show(undefined);
  };
  if (waiting) return { locked: true, again: false, banner: onWay, button: undefined };
  if (!asked) return { locked: false, again: false, banner: undefined, button: undefined };
  return {
    locked: true,
    again: true,
    banner: (
      <Banner tone="warn">
        No answer came, so nobody knows yet whether this was saved. Try again: it cannot be saved twice.
      </Banner>
    ),
    button: (
      <Button kind="plain" disabled={busy} onClick={ask}>
        Give up
      </Button>
    ),
  };
}

export type UnknownOutcome = ReturnType<typeof useUnknownOutcome>;
