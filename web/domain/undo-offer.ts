// The offer to undo the last action: one offer at a time, and only within the session of the action.
import { type ReactNode, useCallback, useSyncExternalStore } from "react";
import type { Transaction } from "#shared/movement.ts";
import { onSessionEnd, session, useSession } from "../lib/api/session.ts";
import { newEmitter } from "../lib/emitter.ts";
import type { Entry } from "../lib/outbox/entry.ts";

/** The offer to undo a movement, an entry that waits in the outbox (by its key), or any action that can undo itself. */
export type UndoOffer = MovementOffer | EntryOffer | ActionOffer;

/** When it was first offered, in milliseconds since 1970, if that was before a reload. */
interface Since {
  at?: number;
}

export interface EntryOffer extends Since {
  entry: string;
  title: string;
}

export interface MovementOffer extends Since {
  movement: string;
  /** Says that it was posted, since the offer replaces the toast. */
  title?: string;
  /** Describes the posting; that of an entry is told by itself. */
  text?: string;
  of?: Entry;
  /** The rows of a transfer, for its printed note. */
  rows?: readonly Transaction[];
  /** Called after the reversal, so that a screen no longer shows the movement as posted. */
  onUndone?: () => void;
}

export interface ActionOffer {
  /** An id. */
  action: string;
  /** Describes the action. */
  text: ReactNode;
  /** Resolves with the outcome; `ok` if the action is wholly undone. */
  undo: () => Promise<{ ok: boolean; text: string }>;
  /** It restores what is deleted, and its button says so. */
  restores?: true;
}

/** The id of the movement or action, or the key of the entry. */
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

/** Replaces an earlier offer. Returns false and does nothing once the session that posted has ended. */
export function useOfferUndo(): (offer: UndoOffer) => boolean {
  const { token } = useSession();
  return useCallback(
    (offer) => {
      const isSame = session().token === token;
      if (isSame) setOffer(offer);
      return isSame;
    },
    [token],
  );
}

/** Withdraws an offer that has expired, or whose movement was reversed elsewhere. */
export const withdrawUndoOffer = (of: string): void => {
  if (current && offeredOf(current) === of) setOffer(undefined);
};

onSessionEnd(() => setOffer(undefined));

export const useUndoOffer = (): UndoOffer | undefined => useSyncExternalStore(subscribe, () => current);
