// The demo seller's last six weeks as movements: the same for the same seed and moment, never below zero, never in the future.
import { addDays, dayOf, daysOf } from "#shared/day.ts";
import { articles, warehouses } from "./catalogue.ts";
import { type Chance, chance } from "./chance.ts";
import { habits, openingCount } from "./habits.ts";
import { surprises } from "./surprises.ts";
import { clock, type Morning, type Staff, type Wish } from "./wish.ts";

export interface Planned {
  key: string;
  kind: "in" | "out";
  reason: Wish["reason"];
  /** Index in the catalogue. */
  article: number;
  warehouse: number;
  quantity: number;
  user: Staff;
  created_at: string;
  remarks?: string;
}

export interface PlannedDay {
  day: string;
  movements: Planned[];
}

const weeks = 6;
/** The business time zone has no summer time. */
const midnight = (day: string) => Date.parse(`${day}T00:00:00+05:30`);
const usual = [...habits, ...surprises];
/** Today only a few movements, of the last minutes before the pickups begin or before now. */
const today = { most: 7, minutes: 55, until: clock(9, 5) };
const minutesOf = (now: string, day: string) => Math.floor((Date.parse(now) - midnight(day)) / 60_000);

const early = (wishes: Wish[], minute: number): Wish[] => {
  const from = Math.max(clock(0, 5), Math.min(minute, today.until) - today.minutes);
  return wishes
    .filter(({ to }, i) => to === undefined && i % Math.ceil(wishes.length / today.most) === 0)
    .map((wish, i) => ({ ...wish, minute: from + Math.floor((i * today.minutes) / today.most) }));
};

interface Timed {
  wish: Wish;
  created_at: string;
}

/** Wishes in the order of their moments. */
const inOrder = (wishes: Wish[], day: string, dice: Chance): Timed[] => {
  const moment = (minute: number) =>
    new Date(midnight(day) + (minute * 60 + dice.between(0, 59)) * 1_000).toISOString();
  return wishes
    .map((wish) => ({ wish, created_at: moment(wish.minute) }))
    .sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
};

const openStores = () => {
  const held = articles.map(() => warehouses.map(() => 0));
  const owed = articles.map(() => 0);
  return {
    held,
    owed,
    /** Customers order every day; what cannot be sent for long is ordered elsewhere. */
    order: (weekday: number, { next }: Chance) => {
      const pull = weekday === 0 || weekday === 6 ? 0.8 : 1.08;
      for (const [i, { pace }] of articles.entries())
        owed[i] = Math.min((owed[i] ?? 0) + pace * pull * (0.6 + 0.8 * next()), pace * 6 + 1);
    },
    /** Makes a wish come true as far as stock goes: the units that moved. */
    settle: ({ article, warehouse, kind, reason, quantity }: Wish): number => {
      const row = held[article] as number[];
      const here = row[warehouse] ?? 0;
      const moved = kind === "in" ? quantity : Math.min(quantity, here);
      row[warehouse] = here + (kind === "in" ? moved : -moved);
      if (reason === "Outbound") owed[article] = Math.max(0, (owed[article] ?? 0) - moved);
      return moved;
    },
  };
};

const movementOf = (key: string, { wish, created_at }: Timed, quantity: number): Planned => {
  const { kind, reason, article, warehouse, user, remarks } = wish;
  return { key, kind, reason, article, warehouse, quantity, user, created_at, ...(remarks && { remarks }) };
};

/** What a truck brings the next morning. */
const arrival = (wish: Wish, quantity: number, dice: Chance): Wish[] => {
  if (wish.to === undefined) return [];
  const minute = dice.between(clock(9, 30), clock(12));
  const remarks = `From ${warehouses[wish.warehouse]?.w_id}`;
  return [{ ...wish, kind: "in", minute, quantity, warehouse: wish.to, to: undefined, remarks }];
};

/** The plan up to `now`, an instant. */
export const plan = (now: string, seed = 26): PlannedDay[] => {
  const dice = chance(seed);
  const { held, owed, order, settle } = openStores();
  const last = dayOf(now);
  let arrivals: Wish[] = [];
  return daysOf(addDays(last, -7 * weeks), last).map((day, index) => {
    const weekday = new Date(day).getUTCDay();
    const morning: Morning = { index, weekday, articles, held, owed, chance: dice };
    const wishes = [...arrivals, ...(index === 0 ? [openingCount] : usual).flatMap((habit) => [...habit(morning)])];
    order(weekday, dice);
    const made = inOrder(day === last ? early(wishes, minutesOf(now, day)) : wishes, day, dice)
      .filter(({ created_at }) => created_at <= now)
      .map((timed) => ({ timed, quantity: settle(timed.wish) }))
      .filter(({ quantity }) => quantity > 0);
    arrivals = made.flatMap(({ timed, quantity }) => arrival(timed.wish, quantity, dice));
    return { day, movements: made.map(({ timed, quantity }, i) => movementOf(`${index}-${i}`, timed, quantity)) };
  });
};
