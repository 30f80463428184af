// What somebody in the demo seller's stores means to move, and the morning on which they decide it.
import type { reasonsIn, reasonsOut } from "#shared/movement.ts";
import type { Article } from "./catalogue.ts";
import type { Chance } from "./chance.ts";

export type Staff = "root" | "manager" | "executive";

/** A movement somebody means to make; what leaves is capped by what lies there. */
export interface Wish {
  /** Minutes after midnight in the business time zone. */
  minute: number;
  kind: "in" | "out";
  reason: (typeof reasonsIn)[number] | (typeof reasonsOut)[number];
  article: number;
  warehouse: number;
  quantity: number;
  user: Staff;
  remarks?: string;
  /** Where a truck takes it: it is booked in there the day after. */
  to?: number;
}

/** A day as it begins. */
export interface Morning {
  /** Days since the first one. */
  index: number;
  /** 0 is Sunday. */
  weekday: number;
  articles: readonly Article[];
  /** Units of an article in each warehouse. */
  held: readonly (readonly number[])[];
  /** Units of an article that customers wait for. */
  owed: readonly number[];
  chance: Chance;
}

/** Something that is done on some days, again and again or once. */
export type Habit = (morning: Morning) => Iterable<Wish>;

/** The warehouses of the catalogue, in its order. */
export const [bengaluru, delhi, bhiwandi, kolkata] = [0, 1, 2, 3] as const;
/** How sales spread over them. */
export const shares = [0.4, 0.3, 0.22, 0.08] as const;

export const clock = (hour: number, minute = 0) => hour * 60 + minute;
