// The business day on which units were sold, by which all figures of sales count them. Whoever sold them may tell it days after.
import { factsOf } from "./kinds.ts";
import type { Movement } from "./movement.ts";

/** Of a sale: the day that it names, or else that of its posting. */
export const saleDay = ({ day, sold_on = day }: Pick<Movement, "day"> & { sold_on?: string | undefined }): string =>
  sold_on;

/** Of what is posted on `day` although it was sold on `sold`: the day that it names. */
export const soldOn = (sold: string, day: string): Pick<Movement, "sold_on"> => (sold === day ? {} : { sold_on: sold });

/** Somebody else has sent its units and tells it later: nobody picks them, and what is added to it was sold with it. */
export const isTold = (kind: string): boolean => {
  const { sale, picked } = factsOf(kind);
  return sale === true && picked === false;
};
