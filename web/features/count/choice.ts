// Which differences of a count are applied: the manager's choices over those made at first. Lost with the tab.
import { createContext, useContext, useState } from "react";
import { isApplicable, isChosenAtFirst, type ReviewRow } from "./differences.ts";

export interface Choice {
  isChosen: (row: ReviewRow) => boolean;
  choose: (rows: readonly ReviewRow[], chosen: boolean) => void;
}

const decided = new Map<string, ReadonlyMap<string, boolean>>();

/** A choice holds for the difference that was seen: a recount makes it anew. */
const keyOf = ({ _id, round, difference }: ReviewRow): string => `${_id} ${round} ${difference}`;

export function useChoice(count: string): Choice {
  const [, drawAgain] = useState<unknown>();
  const chosen = decided.get(count);
  return {
    isChosen: (row) => isApplicable(row) && (chosen?.get(keyOf(row)) ?? isChosenAtFirst(row)),
    choose: (rows, yes) => {
      const next = new Map([...(chosen ?? []), ...rows.map((row) => [keyOf(row), yes] as const)]);
      decided.set(count, next);
      drawAgain(next);
    },
  };
}

interface ReviewActions extends Choice {
  recount: (rows: readonly ReviewRow[]) => void;
  /** Nothing can be chosen in a closed count. */
  isOpen: boolean;
  /** The largest difference, to which bars are drawn. */
  largest: number;
}

export const ReviewContext = createContext<ReviewActions>({
  isChosen: () => false,
  choose: () => undefined,
  recount: () => undefined,
  isOpen: false,
  largest: 1,
});
export const useReview = (): ReviewActions => useContext(ReviewContext);
