// The routine work in the demo's warehouses: opening count, picking, production, containers and trucks.
import { type Channel, channels } from "#shared/channel.ts";
import { sum } from "#shared/sum.ts";
import { warehouses } from "./catalogue.ts";
import { bengaluru, bhiwandi, days, delhi, kolkata, minuteOfDay, type Routine, shares } from "./simulation.ts";

/** Rounds up to whole cartons. */
const wholeCartons = (size: number, quantity: number) => Math.ceil(quantity / size) * size;

/** Books the opening stock of all warehouses on the first day. */
export const openingCount: Routine = function* ({ articles, random }) {
  for (const [article, { opening, supply }] of articles.entries()) {
    if (supply === "new" || supply === "dead") continue;
    for (const [warehouse, quantity] of opening.entries()) {
      const minute = minuteOfDay(9, 5) + warehouse * 40 + random.between(0, 35);
      const how = { kind: "in", reason: "Correction", user: "manager", remarks: "Opening count" } as const;
      if (quantity > 0) yield { ...how, minute, article, warehouse, quantity };
    }
  }
};

interface Round {
  at: number;
  /** 0 is Sunday. */
  weekdays: number[];
}

/** Time and weekdays of the picking round of each channel on which the demo sells. */
const pickingRounds: Partial<Record<Channel, Round>> = {
  "snd-website": { at: minuteOfDay(9, 35), weekdays: [0, 1, 2, 3, 4, 5, 6] },
  amazon: { at: minuteOfDay(10, 20), weekdays: [0, 1, 2, 3, 4, 5, 6] },
  flipkart: { at: minuteOfDay(12, 10), weekdays: [0, 1, 2, 3, 4, 5, 6] },
  firstcry: { at: minuteOfDay(14, 15), weekdays: [2, 5] },
  jiomart: { at: minuteOfDay(15, 30), weekdays: [1, 4] },
  "snd-app": { at: minuteOfDay(16, 40), weekdays: [1, 2, 4, 6] },
};

/** Most articles on a picklist: what one person picks in a round. */
const articlesPerPicklist = 20;

/** Smallest order of an article that is picked, by its pace; smaller ones wait for the next round. */
const minimumToPick = (pace = 0) => Math.max(1, Math.min(pace * 0.4, 4));

/** Picks the open orders of each channel, one picklist per trolley. */
const picking: Routine = function* ({ articles, held, openOrders, weekday, random }) {
  for (const [c, channel] of channels.entries()) {
    const round = pickingRounds[channel];
    if (!round?.weekdays.includes(weekday)) continue;
    const wanted = [...articles.keys()]
      .map((article): [number, number] => [article, Math.floor(openOrders[article]?.[c] ?? 0)])
      .filter(([article, units]) => units >= minimumToPick(articles[article]?.pace) && sum(held[article]) > 0);
    const size = Math.ceil(wanted.length / Math.ceil(wanted.length / articlesPerPicklist));
    for (let i = 0; i * size < wanted.length; i++) {
      const minute = round.at + i * 21 + random.between(0, 14);
      const user = random.happens(0.85) ? "executive" : "manager";
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

/**
 * Stock in multiples of lead time x pace: production starts below `made`, and containers fill up to `bought`. At 1 an
 * article is at its minimum stock.
 */
const targetCover = { made: 1.6, bought: 1.5 };
/** Production of the flash cards stops until day `until`, so they sell out; then one lot covers `days` days of sales. */
const stoppage = { p_id: "SND-CRD-755", until: 37, days: 30 };

/** Own production makes the next lot when stock falls near the minimum. */
const production: Routine = function* ({ articles, held, index: day, weekday, random }) {
  if (weekday === 0) return;
  for (const [article, { supply, pace, lead_time, p_id }] of articles.entries()) {
    const short = sum(held[article]) < pace * lead_time * targetCover.made;
    const isStopped = p_id === stoppage.p_id;
    if (supply !== "made" || !short || !(isStopped ? day >= stoppage.until : random.happens(0.3))) continue;
    const minute = random.between(minuteOfDay(15), minuteOfDay(17, 45));
    const quantity = wholeCartons(pace < 5 ? 6 : 20, pace * (isStopped ? stoppage.days : random.between(8, 14)));
    const lot = `Lot ${p_id.slice(4, 7)}-${100 + day * 3 + random.between(0, 2)}`;
    const how = {
      kind: "in",
      reason: "Production (Domestic)",
      user: "executive",
      remarks: random.happens(0.5) ? lot : undefined,
    } as const;
    yield { ...how, minute, article, warehouse: bengaluru, quantity };
  }
};

/** Containers by the day on which they are unloaded. */
const containers: Record<number, string> = { 8: "MSKU 482910-6", 21: "OOLU 731548-2", 36: "TGHU 905267-1" };

/** A container brings the articles from overseas with the lowest stock for their lead time. */
const container: Routine = function* ({ articles, held, index: day, random }) {
  if (!containers[day]) return;
  const goods = [...articles.entries()].filter(([, { supply, pace }]) => supply === "bought" && pace > 0);
  const cover = ([article, { pace, lead_time }]: (typeof goods)[number]) => sum(held[article]) / pace / lead_time;
  const scarcest = goods.sort((a, b) => cover(a) - cover(b)).slice(0, 14);
  for (const [i, [article, { pace, lead_time }]] of scarcest.entries()) {
    const missing = pace * lead_time * targetCover.bought - sum(held[article]);
    if (missing < pace) continue;
    const quantity = wholeCartons(pace < 3 ? 2 : 12, missing * (0.9 + 0.2 * random.next()));
    const how = {
      kind: "in",
      reason: "Purchase (Overseas)",
      user: "manager",
      remarks: `Container ${containers[day]}`,
    } as const;
    yield { ...how, minute: minuteOfDay(11, 20) + i * 9, article, warehouse: bhiwandi, quantity };
  }
};

/** Pallets on a truck. */
const palletsPerTruck = 8;

/** Twice a week a truck takes the other warehouses what they are shortest of. */
const trucks: Routine = function* ({ articles, held, weekday, random }) {
  if (weekday !== 2 && weekday !== 5) return;
  const wanted = [...articles.entries()].flatMap(([article, { supply, pace }]) => {
    const from = supply === "bought" ? bhiwandi : bengaluru;
    const spare = (held[article]?.[from] ?? 0) - pace * 5;
    return [bengaluru, delhi, bhiwandi, kolkata].flatMap((to) => {
      const need = pace * shares[to] * 14;
      const quantity = wholeCartons(need < 12 ? 2 : 6, need);
      const gap = need - (held[article]?.[to] ?? 0);
      return to !== from && gap > need / 2 && quantity <= spare ? [{ article, from, to, quantity, gap }] : [];
    });
  });
  // At most one pallet of each article, so that the sending warehouse does not run short.
  wanted.sort((a, b) => b.gap - a.gap);
  const first = [...Map.groupBy(wanted, ({ article }) => article).values()].flatMap((own) => own.slice(0, 1));
  for (const { article, from, to, quantity } of first.slice(0, palletsPerTruck)) {
    const minute = random.between(minuteOfDay(11), minuteOfDay(13));
    const remarks = `To ${warehouses[to]?.w_id}`;
    const how = { kind: "out", reason: "Internal Transfer", user: "executive", remarks } as const;
    yield { ...how, minute, article, warehouse: from, quantity, to };
  }
};

/** New articles came into stock so many days ago. */
const launchDaysAgo = 4;

const launch: Routine = function* ({ articles, index }) {
  if (index !== days - launchDaysAgo) return;
  for (const [article, { opening, supply }] of articles.entries())
    for (const [warehouse, quantity] of opening.entries()) {
      const how = { kind: "in", reason: "Production (Domestic)", user: "manager", remarks: "First lot" } as const;
      if (supply === "new" && quantity > 0)
        yield { ...how, minute: minuteOfDay(9, 10) + warehouse, article, warehouse, quantity };
    }
};

/** Days beyond the lead time that production from day to day keeps in stock. */
const daysBeyondLead = 4;

/** Daily articles are topped up to a little more than their lead time, so the plan always shows them as to be ordered within days. */
const dailyProduction: Routine = function* ({ articles, held, rates }) {
  for (const [article, { supply, lead_time }] of articles.entries()) {
    if (supply !== "daily") continue;
    const quantity = Math.ceil((rates[article] ?? 0) * (lead_time + daysBeyondLead) - sum(held[article]));
    const how = { kind: "in", reason: "Production (Domestic)", user: "executive" } as const;
    if (quantity > 0) yield { ...how, minute: minuteOfDay(8, 40), article, warehouse: bengaluru, quantity };
  }
};

export const routines: Routine[] = [launch, dailyProduction, picking, production, container, trucks];
