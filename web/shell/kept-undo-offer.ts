// The offer to undo a posting outlives a reload of its tab within its time.
import { useEffect, useRef } from "react";
import type { Transaction } from "#shared/movement.ts";
import {
  type EntryOffer,
  type MovementOffer,
  type UndoOffer,
  useOfferUndo,
  useUndoOffer,
} from "../domain/undo-offer.ts";
import { isWhole } from "../domain/whole-items.ts";
import { reopen } from "../features/picklist/picklist-draft.ts";
import { draftStore } from "../features/picklist/picklist-store.ts";
import { onSessionEnd, useSession } from "../lib/api/session.ts";
import type { Entry } from "../lib/outbox/entry.ts";
import { useEntries } from "../lib/outbox/outbox.ts";
import { isItem } from "../lib/queue/item.ts";
import { isListOf, isNumber, isOptional, isRecord, isShape, isText, readStored, writeText } from "../lib/stored.ts";

/** Milliseconds for which an offer stands. */
export const offeredTime = 30_000;

/** In sessionStorage: another tab offers nothing that it has not posted. */
const name = "undo";

/** An offer that was taken, or whose session has ended, is not made again. */
export const forgetUndoOffer = (): void => writeText("sessionStorage", name, undefined);
onSessionEnd(forgetUndoOffer);

/** Functions cannot be stored: an action is not offered again. */
type Kept = { user: string; at: number } & (Omit<MovementOffer, "onUndone" | "at"> | Omit<EntryOffer, "at">);

const isStoredEntry = (value: unknown): value is Entry => isItem(value) && isWhole(value);
const isRow = (value: unknown): value is Transaction =>
  isRecord(value) && isRecord(value.product) && isRecord(value.warehouse);
const isOfMovement = isShape<Omit<MovementOffer, "onUndone" | "at">>({
  movement: isText,
  title: isOptional(isText),
  text: isOptional(isText),
  of: isOptional(isStoredEntry),
  rows: isOptional(isListOf(isRow)),
});
const isOfEntry = isShape<Omit<EntryOffer, "at">>({ entry: isText, title: isText });
const isOffered = isShape<{ user: string; at: number }>({ user: isText, at: isNumber });
const isKept = (value: unknown): value is Kept => isOffered(value) && (isOfMovement(value) || isOfEntry(value));

export function useKeptUndoOffer(): void {
  const offer = useUndoOffer();
  const offerUndo = useOfferUndo();
  const user = useSession().user?._id;
  const entries = useEntries();
  const kept = useRef<Kept>(undefined);
  const isRead = useRef(false);
  if (!isRead.current) {
    isRead.current = true;
    kept.current = readStored("sessionStorage", name, isKept);
  }
  useEffect(() => {
    const found = kept.current;
    if (!found) return;
    const age = Date.now() - found.at;
    // A clock that was set back counts as too late.
    if (offer || found.user !== user || age < 0 || age >= offeredTime) {
      kept.current = undefined;
      return;
    }
    // The entries are read from the disk.
    if ("entry" in found && !entries.some(({ key }) => key === found.entry)) return;
    kept.current = undefined;
    const { user: _, ...again } = found;
    if ("entry" in again) offerUndo(again);
    else offerUndo({ ...again, onUndone: () => draftStore.set(reopen(draftStore.get(), again.movement)) });
  }, [offer, offerUndo, user, entries]);
  useEffect(() => {
    if (!kept.current) writeText("sessionStorage", name, textOf(offer, user));
  }, [offer, user]);
}

const textOf = (offer: UndoOffer | undefined, user: string | undefined): string | undefined => {
  if (!offer || !user || "action" in offer) return undefined;
  return JSON.stringify({ at: Date.now(), ...offer, user });
};
