// The latest posting, offered to be undone: one at a time, of this session.
import { useCallback, useSyncExternalStore } from "react";
import type { Transaction } from "#shared/movement.ts";
import { onSessionEnd, session, useSession } from "../lib/api/session.ts";
import { newEmitter } from "../lib/emitter.ts";

export interface UndoOffer {
  movement: string;
  /** What was done. */
  text: string;
  /** Of a transfer, for its printed note. */
  rows?: readonly Transaction[];
  /** For what shows the movement as done. */
  onUndone?: () => void;
}

let current: UndoOffer | undefined;
const { subscribe, emit } = newEmitter();
const become = (offer: UndoOffer | undefined): void => {
  current = offer;
  emit();
};

/** Takes the place of an earlier offer. What was posted in a session is offered in that one only. */
export function useOfferUndo(): (offer: UndoOffer) => void {
  const { token } = useSession();
  return useCallback((offer) => session().token === token && become(offer), [token]);
}

/** It is over, or the movement has been reversed otherwise. */
export const withdrawUndoOffer = (movement: string): void => {
  if (current?.movement === movement) become(undefined);
};

onSessionEnd(() => become(undefined));

export const useUndoOffer = (): UndoOffer | undefined => useSyncExternalStore(subscribe, () => current);
