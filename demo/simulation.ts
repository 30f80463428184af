// What somebody in the demo seller's stores means to move, and the morning on which they decide it.
import type { Channel } from "#shared/channel.ts";
import type { reasonsIn, reasonsOut } from "#shared/movement.ts";
import type { Article } from "./catalogue.ts";
import type { Chance } from "./random.ts";

export type Staff = "root" | "manager" | "executive";

interface Deed {
  /** Minutes after midnight in the business time zone. */
  minute: number;
  user: Staff;
  remarks?: string;
}

/** Units of an article into a warehouse or out of it; what leaves is capped by what lies there. */
export interface Move extends Deed {
  kind: "in" | "out";
  reason: (typeof reasonsIn)[number] | (typeof reasonsOut)[number];
  article: number;
  warehouse: number;
  quantity: number;
  /** Where a truck takes it: it is booked in there the day after. */
  to?: number;
}

/** Articles and units picked for a channel; capped by what all warehouses hold. */
export interface Picking extends Deed {
  kind: "picklist";
  reason: "Outbound";
  channel: Channel;
  list: [article: number, quantity: number][];
}

export type Wish = Move | Picking;

/** A day as it begins. */
export interface Morning {
  /** Days since the first one. */
  index: number;
  /** 0 is Sunday. */
  weekday: number;
  articles: readonly Article[];
  /** Units of an article in each warehouse. */
  held: readonly (readonly number[])[];
  /** Units of an article that customers of each channel wait for. */
  owed: readonly (readonly number[])[];
  chance: Chance;
}

/** Something that is done on some days, again and again or once. */
export type Habit = (morning: Morning) => Iterable<Wish>;

/** Days of sales, today the last of them; on the day before them the stores are counted. */
export const days = 45;

/** The warehouses of the catalogue, in its order. */
export const [bengaluru, delhi, bhiwandi, kolkata] = [0, 1, 2, 3] as const;
/** How stock is spread over them. */
export const shares = [0.4, 0.3, 0.22, 0.08] as const;

export const clock = (hour: number, minute = 0) => hour * 60 + minute;
