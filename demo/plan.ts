// The demo seller's last 45 days as movements: the same for the same seed and moment, never below zero, never in the future.
import type { Channel } from "#shared/channel.ts";
import { addDays, dayOf, listDays } from "#shared/day.ts";
import { articles, warehouses } from "./catalogue.ts";
import { type Chance, chance } from "./chance.ts";
import { habits, openingCount } from "./habits.ts";
import { customers } from "./orders.ts";
import { openStores, type PlannedLine } from "./stores.ts";
import { surprises } from "./surprises.ts";
import { clock, days, type Morning, type Move, type Staff, type Wish } from "./wish.ts";

export interface Planned {
  key: string;
  kind: Wish["kind"];
  reason: Wish["reason"];
  lines: PlannedLine[];
  channel?: Channel;
  user: Staff;
  created_at: string;
  remarks?: string;
}

export interface PlannedDay {
  day: string;
  movements: Planned[];
}

/** The business time zone has no summer time. */
const midnight = (day: string) => Date.parse(`${day}T00:00:00+05:30`);
/** Days of orders that the first round finds, since nothing was picked while the stores were counted. */
const backlog = 2;
const usual = [...habits, ...surprises];
/** Before the pickups begin, a few movements of the last minutes stand for today. */
const early = { most: 7, minutes: 55, until: clock(10, 30) };
const minutesOf = (now: string, day: string) => Math.floor((Date.parse(now) - midnight(day)) / 60_000);

/** What is wished for today, where a truck that leaves would never arrive. */
const ofToday = (wishes: Wish[], minute: number): Wish[] => {
  const here = wishes.filter((wish) => wish.kind === "picklist" || wish.to === undefined);
  if (minute >= early.until) return here;
  const from = Math.max(clock(0, 5), minute - early.minutes);
  return here
    .filter((_, i) => i % Math.ceil(here.length / early.most) === 0)
    .map((wish, i) => ({ ...wish, minute: from + Math.floor((i * early.minutes) / early.most) }));
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

const movementOf = (key: string, { wish, created_at }: Timed, lines: PlannedLine[]): Planned => {
  const { kind, reason, user, remarks } = wish;
  const channel = wish.kind === "picklist" ? wish.channel : undefined;
  return { key, kind, reason, lines, ...(channel && { channel }), user, created_at, ...(remarks && { remarks }) };
};

/** What a truck brings the next morning. */
const arrival = (wish: Wish, lines: PlannedLine[], dice: Chance): Move[] => {
  if (wish.kind === "picklist" || wish.to === undefined) return [];
  const minute = dice.between(clock(9, 30), clock(12));
  const remarks = `From ${warehouses[wish.warehouse]?.w_id}`;
  return lines.map(([, , delta]) => ({
    ...wish,
    ...({ kind: "in", minute, quantity: -delta, warehouse: wish.to as number, to: undefined, remarks } as const),
  }));
};

/** The plan up to `now`, an instant. */
export const plan = (now: string, seed = 26): PlannedDay[] => {
  const dice = chance(seed);
  const { held, owed, order, settle } = openStores();
  const orders = customers(dice);
  const last = dayOf(now);
  let arrivals: Wish[] = [];
  return listDays(addDays(last, -days), last).map((day, index) => {
    const weekday = new Date(day).getUTCDay();
    for (let waited = index === 1 ? backlog : Math.sign(index); waited > 0; waited--) order(orders(index, weekday));
    const morning: Morning = { index, weekday, articles, held, owed, chance: dice };
    const wishes = [...arrivals, ...(index === 0 ? [openingCount] : usual).flatMap((habit) => [...habit(morning)])];
    const made = inOrder(day === last ? ofToday(wishes, minutesOf(now, day)) : wishes, day, dice)
      .filter(({ created_at }) => created_at <= now)
      .map((timed) => ({ timed, lines: settle(timed.wish) }))
      .filter(({ lines }) => lines.length > 0);
    arrivals = made.flatMap(({ timed, lines }) => arrival(timed.wish, lines, dice));
    return { day, movements: made.map(({ timed, lines }, i) => movementOf(`${index}-${i}`, timed, lines)) };
  });
};
