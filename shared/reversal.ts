// Reversals: who may undo which movement, and why somebody may not.
import { mayAct, type Role } from "./role.ts";

export const notYourMovement = "Your own movements of today, or ask a manager";
export const reversalIsFinal = "A reversal stays";
export const alreadyReversed = "Reversed already";
export const partlyReversed = "Reversed in part, the rest stays";

interface By {
  _id: string;
  role: Role;
}

/** Managers any, executives their own of the same business day. */
export const mayReverse = (by: By, user: string, day: string, today: string): boolean =>
  (by._id === user && day === today) || mayAct(by.role, "manager");

interface Reversible {
  user: { _id: string };
  reverses?: string | undefined;
  reversed_by?: string | undefined;
}

/** Why it cannot be reversed, in the order the server judges; undefined when it can, as far as stock allows. */
export const reversalFault = (of: Reversible, day: string, by: By, today: string): string | undefined => {
  if (!mayReverse(by, of.user._id, day, today)) return notYourMovement;
  if (of.reverses) return reversalIsFinal;
  return of.reversed_by ? alreadyReversed : undefined;
};
