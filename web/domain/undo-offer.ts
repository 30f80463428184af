// The latest posting, offered to be undone: one at a time, of this session.
import { useCallback, useSyncExternalStore } from "react";
import type { Transaction } from "#shared/movement.ts";
import { onLeave, session, useSession } from "../lib/api/session.ts";
import { newWatchers } from "../lib/emitter.ts";

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
const { watch, tell } = newWatchers();
const become = (offer: Offer | undefined): void => {
  current = offer;
  tell();
};

/** Takes the place of an earlier offer. What was posted in a session is offered in that one only. */
export function useOfferUndo(): (offer: Offer) => void {
  const { token } = useSession();
  return useCallback((offer) => session().token === token && become(offer), [token]);
}

/** It is over, or the movement has been reversed otherwise. */
export const withdrawUndo = (movement: string): void => {
  if (current?.movement === movement) become(undefined);
};

onLeave(() => become(undefined));

export const useOffer = (): Offer | undefined => useSyncExternalStore(watch, () => current);
