// Reversals: which movements a user may reverse, and why not.
import { mayAct, type Role } from "./role.ts";

export const notYourMovement = "You can reverse your own movements of today only, ask a manager";
export const reversalIsFinal = "A reversal cannot be reversed";
export const alreadyReversed = "Reversed already";
export const takenBackAlready = "Taken back already";
export const countReversed = "The corrections of this count were reversed";
export const takeBacksFirst = "Entries that were posted later were taken back: reverse these corrections first";
export const reversedMeanwhile = "It was reversed meanwhile, the rest is not posted";
export const moreWasPosted = "More of it was posted meanwhile, try again";
export const partlyReversed = "Only part of it was reversed";
export const reversedElsewhere = "Another request has reversed the rest, or still does";

interface By {
  _id: string;
  role: Role;
}

/** Managers may reverse any movement, executives their own of the same business day. */
export const mayReverse = (by: By, user: string, day: string, today: string): boolean =>
  (by._id === user && day === today) || mayAct(by.role, "manager");

interface Reversible {
  user: { _id: string };
  reverses?: string | undefined;
  reversed_by?: string | undefined;
}

/** Why a movement cannot be reversed, in the order in which the server checks; undefined if only stock could prevent it. */
export const whyNotReversed = (movement: Reversible, day: string, by: By, today: string): string | undefined => {
  if (!mayReverse(by, movement.user._id, day, today)) return notYourMovement;
  if (movement.reverses) return reversalIsFinal;
  return movement.reversed_by ? alreadyReversed : undefined;
};
