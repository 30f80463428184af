// The bar that offers to undo the last posting; its time stops while it is hovered or focused.
import { ArchiveRestore, CircleCheck, Info, Printer, Undo2 } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useShortcuts } from "../lib/shortcuts.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { forgetUndoOffer, offeredTime } from "./kept-undo-offer.ts";
import style from "./toaster.module.css";
import { toastRegion } from "./toaster.tsx";

/** Milliseconds for which the offer and its outcome are shown. */
const durations = { offered: offeredTime, undone: 8_000, refused: 12_000 };

interface Props {
  /** Once it is undone or refused, the text is the outcome. */
  stage: keyof typeof durations;
  title?: string | undefined;
  text: ReactNode;
  busy: boolean;
  /** When it was first offered, in milliseconds since 1970, if that was before a reload. */
  at?: number | undefined;
  /** The button restores what is deleted. */
  restores?: true | undefined;
  onUndo: () => void;
  onPrint?: (() => void) | undefined;
  onClose: () => void;
}

export function UndoBar({ stage, title, text, busy, at, restores, onUndo, onPrint, onClose }: Props) {
  const open = stage === "offered";
  const name = restores ? "Restore" : "Undo";
  const bar = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  useShortcuts({ u: () => button.current?.focus() });
  const undo = () => {
    forgetUndoOffer();
    onUndo();
  };
  const close = () => {
    if (hadFocus.current) document.querySelector<HTMLElement>("h1")?.focus();
    onClose();
  };
  usePausableTimeout(durations[stage], pointed || focused || busy, close, at);
  useEffect(() => {
    // The focused button has gone.
    if (!open && hadFocus.current) bar.current?.focus();
  }, [open]);
  return createPortal(
    <section
      ref={bar}
      aria-label={name}
      tabIndex={-1}
      className={`${style.toast} ${style.bar}`}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => {
        hadFocus.current = true;
        setFocused(true);
      }}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        // The blur of a removed button is not the user leaving.
        if (document.hasFocus() && event.relatedTarget) hadFocus.current = false;
        setFocused(false);
      }}
    >
      {stage === "refused" ? (
        <Info size={18} aria-hidden="true" />
      ) : (
        <CircleCheck size={18} className={style.good} aria-hidden="true" />
      )}
      <span className={style.message}>
        {title && <strong>{title}</strong>}
        {title && " "}
        <span>{text}</span>
      </span>
      {open && onPrint && <IconButton icon={Printer} label="Print transfer note" onClick={onPrint} />}
      {open && (
        <Button ref={button} icon={restores ? ArchiveRestore : Undo2} busy={busy} onClick={undo}>
          {name}
        </Button>
      )}
      <button type="button" className={style.close} aria-label="Close" onClick={close}>
        ×
      </button>
    </section>,
    toastRegion(),
  );
}

/**
 * Calls `over` after `time` milliseconds, of which the first may have begun before a reload, not counting those while it is
 * paused; another `time` starts again.
 */
function usePausableTimeout(time: number, paused: boolean, over: () => void, begun = Date.now()): void {
  const left = useRef({ of: time, ms: time - (Date.now() - begun) });
  const end = useEffectEvent(over);
  useEffect(() => {
    if (left.current.of !== time) left.current = { of: time, ms: time };
    if (paused) return;
    const from = performance.now();
    const timer = setTimeout(end, left.current.ms);
    return () => {
      clearTimeout(timer);
      left.current.ms -= performance.now() - from;
    };
  }, [time, paused]);
}
