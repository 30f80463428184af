// The address of a movement among all transactions, together with those that reverse or correct it, or are added to it.
import { addDays, dayOf, maxRangeDays } from "#shared/day.ts";
import { today } from "../lib/format.ts";

/** A reversal does not carry the date of the movement it reverses, so this many days before it are searched. */
const daysBefore = 30;

/** `since` a row's day if it is the earliest of these movements, else until that day. */
export const movementPath = (movement: string, created_at: string, since: boolean): string => {
  const day = dayOf(created_at);
  const last = addDays(day, maxRangeDays - 1);
  const range = since
    ? { start: day, end: last < today() ? last : today() }
    : { start: addDays(day, -daysBefore), end: day };
  return `/transactions?${new URLSearchParams({ ...range, movement })}`;
};
