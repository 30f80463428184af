// The offer to undo what was done last: one at a time, and only within the session that did it.
import { useCallback, useSyncExternalStore } from "react";
import type { Transaction } from "#shared/movement.ts";
import { onSessionEnd, session, useSession } from "../lib/api/session.ts";
import { newEmitter } from "../lib/emitter.ts";

/** Of a movement; of an entry that waits in the outbox, by its key; or of anything else, which undoes itself. */
export type UndoOffer = MovementOffer | { entry: string } | ActionOffer;

export interface MovementOffer {
  movement: string;
  /** What was posted. */
  text: string;
  /** The rows of a transfer, for its printed note. */
  rows?: readonly Transaction[];
  /** Called after the reversal, so that a screen no longer shows the movement as posted. */
  onUndone?: () => void;
}

export interface ActionOffer {
  /** An id. */
  action: string;
  /** What was done. */
  text: string;
  /** Answers what came of it; `ok`: nothing of it is left. */
  undo: () => Promise<{ ok: boolean; text: string }>;
}

/** The movement, the entry or the action. */
export const offeredOf = (offer: UndoOffer): string => {
  if ("entry" in offer) return offer.entry;
  return "action" in offer ? offer.action : offer.movement;
};

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
