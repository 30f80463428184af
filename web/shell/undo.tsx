// Undo, on every screen: the latest offer in its bar, its reversal, and the printed note of a transfer.
import { type ComponentProps, useEffect, useState } from "react";
import type { Transaction } from "#shared/movement.ts";
import { describeMovement } from "../domain/describe-movement.ts";
import { useEntryText } from "../domain/entry-kinds.ts";
import { transferNote } from "../domain/transfer-note.tsx";
import {
  type ActionOffer,
  type EntryOffer,
  type MovementOffer,
  type UndoOffer,
  withdrawUndoOffer,
} from "../domain/undo-offer.ts";
import { useReverse } from "../domain/use-reverse.ts";
import { refusalText } from "../lib/api/result.ts";
import { asideOf } from "../lib/outbox/entry.ts";
import { entries, useEntries } from "../lib/outbox/outbox.ts";
import { undoEntry } from "../lib/outbox/post.ts";
import { usePrint } from "../ui/print/printout.tsx";
import { UndoBar } from "./undo-bar.tsx";

type State = Pick<ComponentProps<typeof UndoBar>, "stage" | "text">;

export function Undo({ offer }: { offer: UndoOffer }) {
  if ("entry" in offer) return <UndoEntry {...offer} />;
  return "action" in offer ? <UndoAction {...offer} /> : <UndoMovement {...offer} />;
}

function UndoAction({ action, text, undo, restores }: ActionOffer) {
  const [state, setState] = useState<State>({ stage: "offered", text });
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    const { ok, text } = await undo();
    setBusy(false);
    setState({ stage: ok ? "undone" : "refused", text });
  };
  return (
    <UndoBar
      {...state}
      restores={restores}
      busy={busy}
      onUndo={() => void run()}
      onClose={() => withdrawUndoOffer(action)}
    />
  );
}

/** The offer to take back an entry that has not been answered yet. */
function UndoEntry({ entry: key, title: offered, at }: EntryOffer) {
  const text = useEntryText();
  const [entry] = useState(() => entries().find((one) => one.key === key));
  const [state, setState] = useState<State>();
  const [pressed, setPressed] = useState(false);
  const isOpen = useEntries().some((one) => one.key === key && !asideOf(one));
  // Once it is answered or refused, it can no longer be taken back.
  useEffect(() => {
    if (!isOpen && !pressed) withdrawUndoOffer(key);
  }, [isOpen, pressed, key]);
  if (!entry) return null;
  const title = text(entry).title;
  const undo = async (): Promise<void> => {
    setPressed(true);
    const done = await undoEntry(key);
    if (done === "gone") withdrawUndoOffer(key);
    if (done === "deleted") setState({ stage: "undone", text: `Undone: ${title}` });
    if (done === "waits") setState({ stage: "undone", text: `${title}: sent already, reversed once it is answered` });
  };
  return (
    <UndoBar
      stage="offered"
      title={state ? undefined : offered}
      text={`Waiting: ${title}`}
      {...state}
      at={at}
      busy={false}
      onUndo={() => void undo()}
      onClose={() => withdrawUndoOffer(key)}
    />
  );
}

function UndoMovement({ movement, title, of, text: told, rows, at, onUndone }: MovementOffer) {
  const textOf = useEntryText();
  const text = told ?? (of ? textOf(of).title : "");
  const [state, setState] = useState<State>({ stage: "offered", text });
  const [printing, setPrinting] = useState(false);
  const reverse = useReverse("Undone", (data) => {
    setState({ stage: "undone", text: `Undone: ${data.length > 0 ? describeMovement(data) : text}` });
    onUndone?.();
    return true;
  });
  const undo = async (): Promise<void> => {
    const result = await reverse.run({ path: { id: movement }, body: {} });
    if ("kept" in result || "later" in result)
      setState({
        stage: "undone",
        text: `${text}: undone as soon as ${"kept" in result ? "there is a network" : "the server answers"}`,
      });
    else if (!result.ok) setState({ stage: "refused", text: `Not undone: ${refusalText(result.failure)}` });
  };
  return (
    <>
      <UndoBar
        {...state}
        at={at}
        title={state.stage === "offered" ? title : undefined}
        busy={reverse.busy}
        onUndo={() => void undo()}
        onPrint={rows && (() => setPrinting(true))}
        onClose={() => withdrawUndoOffer(movement)}
      />
      {printing && rows && <Note rows={rows} onDone={() => setPrinting(false)} />}
    </>
  );
}

/** Mounted only while it prints, so that Ctrl + P otherwise prints the screen's printout. */
function Note({ rows, onDone }: { rows: readonly Transaction[]; onDone: () => void }) {
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
