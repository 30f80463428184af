// The daily work in the demo seller's stores: what is counted, picked, made, unloaded and trucked.
import { type Channel, channels } from "#shared/channel.ts";
import { sum } from "#shared/day-sales.ts";
import { warehouses } from "./catalogue.ts";
import { bengaluru, bhiwandi, clock, delhi, type Habit, kolkata, shares } from "./simulation.ts";

/** People move whole cartons. */
const cartons = (size: number, quantity: number) => Math.ceil(quantity / size) * size;

/** All warehouses are counted on the first day. */
export const openingCount: Habit = function* ({ articles, chance }) {
  for (const [article, { opening }] of articles.entries())
    for (const [warehouse, quantity] of opening.entries()) {
      const minute = clock(9, 5) + warehouse * 40 + chance.between(0, 35);
      const how = { kind: "in", reason: "Correction", user: "manager", remarks: "Opening count" } as const;
      if (quantity > 0) yield { ...how, minute, article, warehouse, quantity };
    }
};

interface Round {
  at: number;
  /** 0 is Sunday. */
  weekdays: number[];
}

/** When each channel's orders are picked. */
const rounds: Record<Channel, Round> = {
  "snd-website": { at: clock(9, 35), weekdays: [0, 1, 2, 3, 4, 5, 6] },
  amazon: { at: clock(10, 20), weekdays: [0, 1, 2, 3, 4, 5, 6] },
  flipkart: { at: clock(12, 10), weekdays: [0, 1, 2, 3, 4, 5, 6] },
  firstcry: { at: clock(14, 15), weekdays: [2, 5] },
  jiomart: { at: clock(15, 30), weekdays: [1, 4] },
  "snd-app": { at: clock(16, 40), weekdays: [1, 2, 4, 6] },
};

/** Articles on a picklist: what one person picks in a round. */
const trolley = 20;

/** Units for which somebody walks to the shelf, by an article's pace; less waits for the next round. */
const worthIt = (pace = 0) => Math.max(1, Math.min(pace * 0.4, 4));

/** What customers wait for is picked for each channel, a trolley at a time. */
const picking: Habit = function* ({ articles, held, owed, weekday, chance }) {
  for (const [c, channel] of channels.entries()) {
    const { at, weekdays } = rounds[channel];
    if (!weekdays.includes(weekday)) continue;
    const wanted = [...articles.keys()]
      .map((article): [number, number] => [article, Math.floor(owed[article]?.[c] ?? 0)])
      .filter(([article, units]) => units >= worthIt(articles[article]?.pace) && sum(held[article]) > 0);
    const size = Math.ceil(wanted.length / Math.ceil(wanted.length / trolley));
    for (let i = 0; i * size < wanted.length; i++) {
      const minute = at + i * 21 + chance.between(0, 14);
      const user = chance.happens(0.85) ? "executive" : "manager";
      yield {
        kind: "picklist",
        reason: "Outbound",
        channel,
        minute,
        list: wanted.slice(i * size, (i + 1) * size),
        user,
      };
    }
  }
};

/** Parts of lead time x pace at which more is made, and up to which containers bring; the minimum is 1 at a usual pace. */
const enough = { made: 1.6, bought: 1.8 };
/** The printer of the cards stands still until that day, so they are sold out for days; then it prints for a month. */
const halt = { p_id: "SND-CRD-755", until: 37, days: 30 };

/** Our own unit makes the next lot when little more is left than the lead time asks for. */
const production: Habit = function* ({ articles, held, index: day, weekday, chance }) {
  if (weekday === 0) return;
  for (const [article, { supply, pace, lead_time, p_id }] of articles.entries()) {
    const short = sum(held[article]) < pace * lead_time * enough.made;
    const isHalted = p_id === halt.p_id;
    if (supply !== "made" || !short || !(isHalted ? day >= halt.until : chance.happens(0.3))) continue;
    const minute = chance.between(clock(15), clock(17, 45));
    const quantity = cartons(pace < 5 ? 6 : 20, pace * (isHalted ? halt.days : chance.between(8, 14)));
    const lot = `Lot ${p_id.slice(4, 7)}-${100 + day * 3 + chance.between(0, 2)}`;
    const how = {
      kind: "in",
      reason: "Production (Domestic)",
      user: "executive",
      remarks: chance.happens(0.5) ? lot : undefined,
    } as const;
    yield { ...how, minute, article, warehouse: bengaluru, quantity };
  }
};

/** The days on which one is unloaded. */
const containers: Record<number, string> = { 8: "MSKU 482910-6", 21: "OOLU 731548-2", 36: "TGHU 905267-1" };

/** A container brings what is scarcest of the goods from overseas. */
const container: Habit = function* ({ articles, held, index: day, chance }) {
  if (!containers[day]) return;
  const goods = [...articles.entries()].filter(([, { supply, pace }]) => supply === "bought" && pace > 0);
  const cover = ([article, { pace, lead_time }]: (typeof goods)[number]) => sum(held[article]) / pace / lead_time;
  const scarcest = goods.sort((a, b) => cover(a) - cover(b)).slice(0, 14);
  for (const [i, [article, { pace, lead_time }]] of scarcest.entries()) {
    const missing = pace * lead_time * enough.bought - sum(held[article]);
    if (missing < pace) continue;
    const quantity = cartons(pace < 3 ? 2 : 12, missing * (0.9 + 0.2 * chance.next()));
    const how = {
      kind: "in",
      reason: "Purchase (Overseas)",
      user: "manager",
      remarks: `Container ${containers[day]}`,
    } as const;
    yield { ...how, minute: clock(11, 20) + i * 9, article, warehouse: bhiwandi, quantity };
  }
};

/** Pallets on a truck. */
const load = 8;

/** Twice a week a truck brings the other stores what they run shortest of. */
const trucks: Habit = function* ({ articles, held, weekday, chance }) {
  if (weekday !== 2 && weekday !== 5) return;
  const wanted = [...articles.entries()].flatMap(([article, { supply, pace }]) => {
    const from = supply === "bought" ? bhiwandi : bengaluru;
    const spare = (held[article]?.[from] ?? 0) - pace * 5;
    return [bengaluru, delhi, bhiwandi, kolkata].flatMap((to) => {
      const need = pace * shares[to] * 14;
      const quantity = cartons(need < 12 ? 2 : 6, need);
      const gap = need - (held[article]?.[to] ?? 0);
      return to !== from && gap > need / 2 && quantity <= spare ? [{ article, from, to, quantity, gap }] : [];
    });
  });
  // One pallet of an article, so that its own store is not left short.
  const first = [...Map.groupBy(wanted, ({ article }) => article).values()].flatMap((own) => own.slice(0, 1));
  for (const { article, from, to, quantity } of first.sort((a, b) => b.gap - a.gap).slice(0, load)) {
    const minute = chance.between(clock(11), clock(13));
    const remarks = `To ${warehouses[to]?.w_id}`;
    const how = { kind: "out", reason: "Internal Transfer", user: "executive", remarks } as const;
    yield { ...how, minute, article, warehouse: from, quantity, to };
  }
};

export const habits: Habit[] = [picking, production, container, trucks];
