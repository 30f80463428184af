// Undo, on every screen: the latest offer in its bar, its reversal, and the printed note of a transfer.
import { useEffect, useState } from "react";
import { useReverse } from "../domain/apply-movement.ts";
import { describeMovement } from "../domain/describe-movement.ts";
import { transferNote } from "../domain/transfer-note.tsx";
import { type UndoOffer, withdrawUndoOffer } from "../domain/undo-offer.ts";
import { usePrint } from "../ui/print/print-sheet.tsx";
import { UndoBar } from "./undo-bar.tsx";

/** Milliseconds for which the offer and its outcome are shown. */
const durations = { offered: 30_000, undone: 8_000, refused: 12_000 };

type Stage = keyof typeof durations;

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
    time: durations[state.stage],
    done: state.stage === "undone",
    /** Undo can be pressed: not tried yet, or unanswered. */
    open: state.stage === "offered" || unsure,
    unsure,
    busy: act.busy,
    undo: () => void undo(),
  };
}

export function Undo({ offer }: { offer: UndoOffer }) {
  const { text, time, done, open, unsure, busy, undo } = useUndo(offer);
  const [printing, setPrinting] = useState(false);
  const { movement, rows } = offer;
  return (
    <>
      <UndoBar
        {...{ text, time, done, open, busy }}
        stays={unsure}
        onUndo={undo}
        onPrint={rows && (() => setPrinting(true))}
        onClose={() => withdrawUndoOffer(movement)}
      />
      {printing && rows && <Note rows={rows} onDone={() => setPrinting(false)} />}
    </>
  );
}

/** Mounted only while it prints, so that Ctrl + P otherwise prints the screen's sheet. */
function Note({ rows, onDone }: { rows: NonNullable<UndoOffer["rows"]>; onDone: () => void }) {
  const { print, portal } = usePrint(transferNote(rows));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    const timer = setTimeout(print);
    addEventListener("afterprint", onDone);
    return () => {
      clearTimeout(timer);
      removeEventListener("afterprint", onDone);
    };
  }, []);
  return portal;
}
