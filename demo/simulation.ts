// Types and constants of the demo's simulation: every morning each routine decides which movements it intends, and the
// history carries them out as far as stock allows.
import type { Channel } from "#shared/channel.ts";
import type { reasonsIn, reasonsOut } from "#shared/movement-reason.ts";
import type { Article } from "./catalogue.ts";
import type { Random } from "./random.ts";

export type Staff = "root" | "manager" | "executive";

interface IntentBase {
  /** Minutes after midnight in the business time zone. */
  minute: number;
  user: Staff;
  remarks?: string;
}

/** Units of one article into a warehouse or out of it; an outgoing quantity is capped by the stock there. */
export interface Move extends IntentBase {
  kind: "in" | "out";
  reason: (typeof reasonsIn)[number] | (typeof reasonsOut)[number];
  article: number;
  warehouse: number;
  quantity: number;
  /** Destination of a transfer, which receives the units the next day. */
  to?: number;
}

/** Units of several articles to pick for a channel; each is capped by the stock of all warehouses. */
export interface Picking extends IntentBase {
  kind: "picklist";
  reason: "Outbound";
  channel: Channel;
  list: [article: number, quantity: number][];
}

export type Intent = Move | Picking;

/** The state at the start of a day. */
export interface DayStart {
  /** Days since the first day of the history. */
  index: number;
  /** 0 is Sunday. */
  weekday: number;
  articles: readonly Article[];
  /** Units of each article by warehouse. */
  held: readonly (readonly number[])[];
  /** Units of each article sold a day, over the last 30 days at most. */
  rates: readonly number[];
  /** Units of each article on open orders, by channel. */
  openOrders: readonly (readonly number[])[];
  random: Random;
}

/** Decides a day's movements of one kind; yields none on days without any. */
export type Routine = (day: DayStart) => Iterable<Intent>;

/** Days of sales, up to today. The opening count is on the day before the first. */
export const days = 45;

/** Indexes of the warehouses in the catalogue. */
export const [bengaluru, delhi, bhiwandi, kolkata] = [0, 1, 2, 3] as const;
/** Each warehouse's share of the stock. */
export const shares = [0.4, 0.3, 0.22, 0.08] as const;

export const minuteOfDay = (hour: number, minute = 0) => hour * 60 + minute;
