// The demo's last 45 days as stock movements. The same seed and moment give the same history; stock never goes below
// zero, and nothing is in the future.
import type { Channel } from "#shared/channel.ts";
import { addDays, dayOf, listDays } from "#shared/day.ts";
import { sum } from "#shared/sum.ts";
import { articles, warehouses } from "./catalogue.ts";
import { newDemand } from "./demand.ts";
import { incidents } from "./incidents.ts";
import { type Random, seededRandom } from "./random.ts";
import { openingCount, routines } from "./routines.ts";
import { type DayStart, days, type Intent, type Move, minuteOfDay, type Staff } from "./simulation.ts";
import { type HistoryLine, newStockModel } from "./stock-model.ts";

export interface HistoryMovement {
  key: string;
  kind: Intent["kind"];
  reason: Intent["reason"];
  lines: HistoryLine[];
  channel?: Channel;
  user: Staff;
  created_at: string;
  remarks?: string;
}

export interface HistoryDay {
  day: string;
  movements: HistoryMovement[];
}

/** Midnight in the business time zone, which has no daylight saving time. */
const midnight = (day: string) => Date.parse(`${day}T00:00:00+05:30`);
/** Days of open orders at the first picking round, since nothing was picked during the opening count. */
const backlog = 2;
const dailyRoutines = [...routines, ...incidents];
/** Before the first picking round, a few movements in the last minutes stand for today. */
const earlyToday = { most: 7, minutes: 55, until: minuteOfDay(10, 30) };
const minutesOf = (now: string, day: string) => Math.floor((Date.parse(now) - midnight(day)) / 60_000);

/** Today's intents, without trucks, since those would arrive tomorrow. */
const intentsOfToday = (intents: Intent[], minute: number): Intent[] => {
  const started = intents.filter((intent) => intent.kind === "picklist" || intent.to === undefined);
  if (minute >= earlyToday.until) return started;
  const from = Math.max(minuteOfDay(0, 5), minute - earlyToday.minutes);
  return started
    .filter((_, i) => i % Math.ceil(started.length / earlyToday.most) === 0)
    .map((intent, i) => ({ ...intent, minute: from + Math.floor((i * earlyToday.minutes) / earlyToday.most) }));
};

interface TimedIntent {
  intent: Intent;
  created_at: string;
}

/** Intents in order of time. */
const byTime = (intents: Intent[], day: string, random: Random): TimedIntent[] => {
  const moment = (minute: number) =>
    new Date(midnight(day) + (minute * 60 + random.between(0, 59)) * 1_000).toISOString();
  return intents
    .map((intent) => ({ intent, created_at: moment(intent.minute) }))
    .sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
};

const toMovement = (key: string, { intent, created_at }: TimedIntent, lines: HistoryLine[]): HistoryMovement => {
  const { kind, reason, user, remarks } = intent;
  const channel = intent.kind === "picklist" ? intent.channel : undefined;
  return { key, kind, reason, lines, ...(channel && { channel }), user, created_at, ...(remarks && { remarks }) };
};

/** The arrival of a truck on the next morning. */
const arrivalOf = (intent: Intent, lines: HistoryLine[], random: Random): Move[] => {
  if (intent.kind === "picklist" || intent.to === undefined) return [];
  const minute = random.between(minuteOfDay(9, 30), minuteOfDay(12));
  const remarks = `From ${warehouses[intent.warehouse]?.w_id}`;
  return lines.map(([, , delta]) => ({
    ...intent,
    ...({ kind: "in", minute, quantity: -delta, warehouse: intent.to as number, to: undefined, remarks } as const),
  }));
};

const monthDays = 30;
const mean = (numbers: readonly number[]): number => sum(numbers) / Math.max(1, numbers.length);

/** Units of each article that picklists took. */
const unitsSold = (carriedOut: readonly { timed: TimedIntent; lines: HistoryLine[] }[]): number[] => {
  const units = articles.map(() => 0);
  for (const { timed, lines } of carriedOut)
    if (timed.intent.kind === "picklist")
      for (const [article, , delta] of lines) units[article] = (units[article] ?? 0) - delta;
  return units;
};

/** Days before today on which the stock without demand arrived. */
const longAgo = 75;

/** The day, long before the history, on which the stock without demand arrived. */
export const longBefore = (now: string): HistoryDay => {
  const day = addDays(dayOf(now), -longAgo);
  const lines = articles.flatMap(({ supply, opening }, article) =>
    supply === "dead"
      ? opening.flatMap((quantity, w): HistoryLine[] => (quantity > 0 ? [[article, w, quantity]] : []))
      : [],
  );
  const movements = lines.map((line, i): HistoryMovement => {
    const created_at = new Date(midnight(day) + (minuteOfDay(11) + i * 3) * 60_000).toISOString();
    return {
      key: `before-${i}`,
      kind: "in",
      reason: "Purchase (Overseas)",
      lines: [line],
      user: "manager",
      created_at,
    };
  });
  return { day, movements };
};

/** The history up to the instant `now`. */
export const tradeHistory = (now: string, seed = 26): HistoryDay[] => {
  const random = seededRandom(seed);
  const { held, openOrders, order, carryOut } = newStockModel();
  const orders = newDemand(random);
  const last = dayOf(now);
  let arrivals: Intent[] = [];
  const sold: number[][] = [];
  return listDays(addDays(last, -days), last).map((day, index) => {
    const weekday = new Date(day).getUTCDay();
    const daysOfOrders = [0, backlog][index] ?? 1;
    for (let i = 0; i < daysOfOrders; i++) order(orders(index, weekday));
    const rates = articles.map((_, i) => mean(sold.slice(-monthDays).map((units) => units[i] ?? 0)));
    const start: DayStart = { index, weekday, articles, held, rates, openOrders, random };
    const intents = [
      ...arrivals,
      ...(index === 0 ? [openingCount] : dailyRoutines).flatMap((routine) => [...routine(start)]),
    ];
    const carriedOut = byTime(day === last ? intentsOfToday(intents, minutesOf(now, day)) : intents, day, random)
      .filter(({ created_at }) => created_at <= now)
      .map((timed) => ({ timed, lines: carryOut(timed.intent) }))
      .filter(({ lines }) => lines.length > 0);
    arrivals = carriedOut.flatMap(({ timed, lines }) => arrivalOf(timed.intent, lines, random));
    sold.push(unitsSold(carriedOut));
    return { day, movements: carriedOut.map(({ timed, lines }, i) => toMovement(`${index}-${i}`, timed, lines)) };
  });
};
