// The latest posting, offered to be undone for half a minute: by a reversal of it, once.
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Transaction } from "#shared/movement.ts";
import { movedText } from "./moved.ts";
import { usePosted } from "./posted.ts";
import { onLeave } from "./session.ts";
import { shows } from "./shows.ts";
import { useAct } from "./use-act.ts";

export interface Offer {
  movement: string;
  /** What was done. */
  text: string;
  /** Of a transfer, for its printed note. */
  rows?: readonly Transaction[];
  /** For what shows the movement as done. */
  onUndone?: () => void;
}

let current: Offer | undefined;
const watchers = new Set<() => void>();
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};
const become = (offer: Offer | undefined): void => {
  current = offer;
  for (const watcher of watchers) watcher();
};

/** Takes the place of an earlier offer. */
export const offerUndo = (offer: Offer): void => become(offer);

/** It is over, or the movement has been reversed otherwise. */
export const withdrawUndo = (movement: string): void => {
  if (current?.movement === movement) become(undefined);
};

onLeave(() => become(undefined));

export const useOffer = (): Offer | undefined => useSyncExternalStore(watch, () => current);

/** Milliseconds the offer stands, and its outcome. */
const patience = { offered: 30_000, undone: 8_000, refused: 12_000 };

type Stage = keyof typeof patience;

export function useUndo({ movement, text, onUndone }: Offer) {
  const merge = usePosted();
  const [state, setState] = useState<{ stage: Stage; text: string }>({ stage: "offered", text });
  const act = useAct("POST /v1/transactions/{id}/reverse", {
    saying: ["Processing", "Undone"],
    reload: shows.stock,
    once: `undo ${movement}`,
    merge: ({ data }) => merge(data),
  });
  const undo = async (): Promise<void> => {
    const result = await act.run({ path: { id: movement }, body: {} });
    if (result.ok) {
      setState({ stage: "undone", text: `Undone: ${movedText(result.answer.data)}` });
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
    /** It can be pressed: not done yet, or without an answer. */
    open: state.stage === "offered" || unsure,
    unsure,
    busy: act.busy,
    undo: () => void undo(),
  };
}

/** Calls once so many milliseconds have passed in which it was not held; another time starts anew. */
export function useCountdown(time: number, held: boolean, over: () => void): void {
  const left = useRef({ of: time, ms: time });
  const latest = useRef(over);
  latest.current = over;
  useEffect(() => {
    if (left.current.of !== time) left.current = { of: time, ms: time };
    if (held) return;
    const from = performance.now();
    const timer = setTimeout(() => latest.current(), left.current.ms);
    return () => {
      clearTimeout(timer);
      left.current.ms -= performance.now() - from;
    };
  }, [time, held]);
}
