// The business day on which units were sold, by which all figures of sales count them. Whoever sold them may tell it days after.
import { dayEnd } from "./day.ts";
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

type Told = Pick<Movement, "day" | "sold_on" | "told_at" | "created_at">;

/** When it was told: what a correction adds to a sale was told with it. */
export const toldAt = ({ told_at, created_at }: Pick<Movement, "told_at" | "created_at">): string =>
  told_at ?? created_at;

/**
 * By when the units of a sale, those that are added to it and those that are returned of it were sold: by the end of their day, and
 * by the time it was told. Stock that is net of all that was sold until then knows of them.
 */
export const soldBy = (sale: Told): string => {
  const [end, told] = [dayEnd(saleDay(sale)), toldAt(sale)];
  return end < told ? end : told;
};
