// Reversals and corrections: which movements a user may reverse or correct, and why not.
import { factsOf } from "./kinds.ts";
import { mayAct, type Role } from "./role.ts";

export const notYourMovement = "You can reverse your own movements of today only, ask a manager";
export const notCorrectable = "It can only be reversed as a whole";
export const alreadyReversed = "Reversed already";
export const correctedMeanwhile = "It was corrected or reversed meanwhile, look at its lines again";
export const correctedInParts = "These lines were posted in parts: correct them one product after another";
export const nothingCorrected = "Nothing is changed";
export const takenBackAlready = "Taken back already";
export const countReversed = "The corrections of this count were reversed";
export const takeBacksFirst =
  "Entries that were posted or corrected later were taken back: reverse these corrections first";
export const goesWithSale = "It goes with its sale: reverse or correct that";
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
  kind: string;
  user: { _id: string };
  reversed_by?: string | undefined;
}

/** Why a movement cannot be reversed, in the order in which the server checks; undefined if only stock could prevent it. */
export const whyNotReversed = (movement: Reversible, day: string, by: By, today: string): string | undefined => {
  if (!mayReverse(by, movement.user._id, day, today)) return notYourMovement;
  const { reversible } = factsOf(movement.kind);
  if (typeof reversible === "string") return reversible;
  return movement.reversed_by ? alreadyReversed : undefined;
};

/** The same of a correction: who may reverse a movement may correct it. */
export const whyNotCorrected = (
  movement: Reversible,
  ...by: [day: string, by: By, today: string]
): string | undefined =>
  whyNotReversed(movement, ...by) ?? (factsOf(movement.kind).correctable ? undefined : notCorrectable);
