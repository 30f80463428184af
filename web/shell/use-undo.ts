// Undoing what was posted, for half a minute: by a reversal of it, once.
import { useState } from "react";
import { useReverse } from "../domain/apply-movement.ts";
import { describeMovement } from "../domain/describe-movement.ts";
import type { UndoOffer } from "../domain/undo-offer.ts";

/** Milliseconds the offer stands, and its outcome. */
const patience = { offered: 30_000, undone: 8_000, refused: 12_000 };

type Stage = keyof typeof patience;

export function useUndo({ movement, text, onUndone }: UndoOffer) {
  const [state, setState] = useState<{ stage: Stage; text: string }>({ stage: "offered", text });
  const act = useReverse(movement, "Undone");
  const undo = async (): Promise<void> => {
    const result = await act.run({ path: { id: movement }, body: {} });
    if (result.ok) {
      setState({
        stage: "undone",
        text: `Undone: ${result.answer.data.length > 0 ? describeMovement(result.answer.data) : text}`,
      });
      onUndone?.();
    } else {
      const why = result.failure.details.map(({ message }) => message).join(", ");
      setState({ stage: "refused", text: `Not undone: ${why || result.failure.message}` });
    }
  };
  const unsure = act.unsure !== undefined && !act.busy;
  return {
    ...state,
    ...(unsure && { text: "No answer came. Try again: it cannot be undone twice." }),
    time: patience[state.stage],
    done: state.stage === "undone",
    /** It can be pressed: not done yet, or without an answer. */
    open: state.stage === "offered" || unsure,
    unsure,
    busy: act.busy,
    undo: () => void undo(),
  };
}
