// The question before a form is closed: what was typed is discarded, what was submitted waits or is taken back.
import { useEffect, useEffectEvent } from "react";
import type { Held, Leaving } from "../../lib/forms/held.ts";
import type { Question } from "./confirm-dialog.tsx";

const keepEditing = "Keep editing";

/** `rest`: what is lost if it is left to wait. */
export const waitQuestion = ({ mayTakeBack, takeBack, letWait }: Held, rest = ""): Question => ({
  title: "It waits to be sent",
  text: `${rest}What you submitted is on this device, and is sent again and again until the server answers.`,
  action: "Let it wait",
  run: letWait,
  ...(mayTakeBack() && { other: { action: "Take it back", run: takeBack } }),
  cancel: keepEditing,
  harmless: true,
});

const discardQuestion = (isCorrection = false): Question => ({
  title: "Discard changes?",
  text: isCorrection
    ? "What you changed here is not saved yet. The refused entry stays on this device."
    : "What you typed here is not saved yet.",
  action: "Discard",
  cancel: keepEditing,
});

/** Undefined if nothing is lost and nothing waits. */
export const leaveQuestion = ({ isTyped, held, isCorrection }: Leaving): Question | undefined => {
  if (held) return waitQuestion(held, isTyped ? "What you changed since is not submitted. " : "");
  return isTyped ? discardQuestion(isCorrection) : undefined;
};

/** Closes a form at once that is opened again although it is over. */
export function useClosed(isOver: boolean, close: () => void): void {
  const onOver = useEffectEvent(close);
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver]);
}
