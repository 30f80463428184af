// The offer to undo the latest posting: one at a time, and only within the session that posted it.
import { useCallback, useSyncExternalStore } from "react";
import type { Transaction } from "#shared/movement.ts";
import { onSessionEnd, session, useSession } from "../lib/api/session.ts";
import { newEmitter } from "../lib/emitter.ts";

/** Of a movement, or of an entry that waits in the outbox, by its key. */
export type UndoOffer = MovementOffer | { entry: string };

export interface MovementOffer {
  movement: string;
  /** What was posted. */
  text: string;
  /** The rows of a transfer, for its printed note. */
  rows?: readonly Transaction[];
  /** Called after the reversal, so that a screen no longer shows the movement as posted. */
  onUndone?: () => void;
}

/** The movement or entry. */
export const offeredOf = (offer: UndoOffer): string => ("entry" in offer ? offer.entry : offer.movement);

let current: UndoOffer | undefined;
const { subscribe, emit } = newEmitter();
const setOffer = (offer: UndoOffer | undefined): void => {
  current = offer;
  emit();
};

/** Replaces an earlier offer. Does nothing once the session that posted has ended. */
export function useOfferUndo(): (offer: UndoOffer) => void {
  const { token } = useSession();
  return useCallback((offer) => session().token === token && setOffer(offer), [token]);
}

/** For an offer that has expired, or one whose movement was reversed elsewhere. */
export const withdrawUndoOffer = (of: string): void => {
  if (current && offeredOf(current) === of) setOffer(undefined);
};

onSessionEnd(() => setOffer(undefined));

export const useUndoOffer = (): UndoOffer | undefined => useSyncExternalStore(subscribe, () => current);
