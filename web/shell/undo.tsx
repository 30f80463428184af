// Undo, wherever in the product one is: the latest offer in its bar, and the printed note of a transfer.
import { useEffect, useState } from "react";
import { transferNote } from "../domain/transfer-note.tsx";
import { type UndoOffer, withdrawUndoOffer } from "../domain/undo-offer.ts";
import { usePrint } from "../ui/print/print-sheet.tsx";
import { UndoBar } from "./undo-bar.tsx";
import { useUndo } from "./use-undo.ts";

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

/** There only while it prints: the screen's own sheet is what Ctrl + P means. */
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
