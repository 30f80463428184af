// A year of weekly orders by a rule: what is sold of what people want, and how much stock that takes. Sales are lost while a
// product is out of stock.
import { addDays, daysSince, daysUntil } from "#shared/day.ts";
import { eventPercents, eventSums, withoutEvents } from "#shared/event-days.ts";
import type { Receipt } from "#shared/lateness.ts";
import { comparePasts, summarise } from "#shared/plan-past.ts";
import { noPast, type PlannedProduct, type ProductPast } from "#shared/plan-row.ts";
import { knownDays, type RateDay, wasLaunched } from "#shared/rate.ts";
import { daysOfSeason, seasonSpan } from "#shared/season.ts";
import { type Article, normal, type World } from "./demand.ts";
import { added, none, type Outcome } from "./worth.ts";

/** Units to order of a product as it stands on the morning of a day. */
export type Rule = (product: PlannedProduct, past: ProductPast, today: string) => number;

const longestRate = 90;
/** Days of sales that are there at the beginning, beyond the lead time. */
const coverAtFirst = 30;

interface Order {
  expected: string;
  /** Index of the day on which it really arrives. */
  arrives: number;
  units: number;
}

interface State {
  article: Article;
  stock: number;
  orders: Order[];
  days: RateDay[];
}

/** By class. */
export const liveAYear = (world: World, rule: Rule): Map<string, Outcome> => {
  const { articles, random, lateness, firstDay, daysBefore, days } = world;
  const states = articles.map((article) => startOf(article, daysBefore));
  const outcomes = new Map<string, Outcome>();
  const receipts: Receipt[] = [];
  const known: Percents = new Map();
  for (let day = daysBefore; day < days; day++) {
    const today = addDays(firstDay, day);
    const offered = states.filter(({ article }) => day >= article.launched);
    for (const state of offered) {
      const arrived = state.orders.filter(({ arrives }) => arrives === day);
      state.stock += sumUnits(arrived);
      const { _id: product, lead: span } = state.article;
      for (const { units, expected } of arrived)
        receipts.push({ product, expected, units, late: daysUntil(today, expected), span });
      state.orders = state.orders.filter(({ arrives }) => arrives > day);
    }
    if (day % 7 === 0)
      for (const [state, past] of pastsOf(offered, receipts, known, addDays(today, -1))) {
        const { article, orders } = state;
        const units = rule(plannedOf(state), past, today);
        if (units <= 0) continue;
        const real = article.lead * (lateness.mean + lateness.spread * normal(random));
        const arrives = day + Math.max(3, Math.round(real));
        add(outcomes, article.class, { orders: 1 });
        orders.push({ expected: addDays(today, article.lead), arrives, units });
      }
    for (const state of offered) sellOn(day, state, outcomes);
  }
  return outcomes;
};

const startOf = (article: Article, daysBefore: number): State => {
  const { wanted, launched, lead } = article;
  const from = Math.max(launched, daysBefore - longestRate);
  const known = wanted.slice(from, from + longestRate);
  const aDay = known.reduce((sum, units) => sum + units, 0) / Math.max(1, known.length);
  const before = wanted.slice(launched, daysBefore).map((units): RateDay => ({ units, inStock: true }));
  return { article, stock: Math.ceil(aDay * (lead + coverAtFirst)), orders: [], days: before };
};

const sumUnits = (orders: readonly Order[]): number => orders.reduce((sum, { units }) => sum + units, 0);

const sellOn = (day: number, state: State, outcomes: Map<string, Outcome>): void => {
  const { article, days } = state;
  const wanted = article.wanted[day] ?? 0;
  const sold = Math.min(wanted, state.stock);
  state.stock -= sold;
  days.push({ units: sold, inStock: state.stock > 0 || sold > 0 });
  add(outcomes, article.class, { wanted, sold, days: 1, out: state.stock === 0 ? 1 : 0, stock: state.stock });
};

const add = (outcomes: Map<string, Outcome>, kind: string, more: Partial<Outcome>): void => {
  outcomes.set(kind, added([outcomes.get(kind) ?? none, { ...none, ...more }]));
};

/** As the night after the closed day `last` would write them. */
const pastsOf = (
  states: readonly State[],
  receipts: readonly Receipt[],
  known: Percents,
  last: string,
): [State, ProductPast][] => {
  const own = states.map((state) => {
    const { _id, events } = state.article;
    const days = state.days.slice(-longestRate);
    return { _id, state, days, ...summarise(withoutEvents(days, last, events)) };
  });
  const yearAgo = ({ state: { article, days } }: (typeof own)[number]): RateDay[] | undefined => {
    if (days.length < daysOfSeason) return undefined;
    const before = days.slice(-seasonSpan.first, -seasonSpan.last);
    return withoutEvents(before, addDays(last, -seasonSpan.last), article.events);
  };
  const comparedOf = comparePasts(own, yearAgo, measured(states, last, known), receipts);
  return own.map(({ _id, state, days, ownDispersion: _, ...summary }) => {
    const { age: __, ...past } = { ...noPast, ...summary, days: days.slice(-knownDays) };
    return [
      state,
      {
        ...past,
        soldBefore: summary.earlier.sold,
        ...(days.length < longestRate && { age: days.length - 1, launched: wasLaunched(days.length - 1, longestRate) }),
        ...comparedOf(_id),
      },
    ];
  });
};

type Percents = Map<string, Map<string, number>>;

/** Percents of each event by product; `known`: of those whose days of last year are all over, so that they stay as they are. */
const measured = (states: readonly State[], last: string, known: Percents): Percents => {
  const all = new Set(states.flatMap(({ article }) => article.events));
  const percents = [...all].map((event) => {
    const before = known.get(event._id);
    if (before) return [event._id, before] as const;
    const sums = states
      .filter(({ article }) => article.events.includes(event))
      .map(({ article, days }) => {
        const on = (day: string) => days.at(-1 - daysSince(day, last));
        return [article._id, eventSums(event, article.events, (day) => (day <= last ? on(day) : undefined))] as const;
      });
    const found = eventPercents(new Map(sums));
    if ((event.last_end ?? "") <= last) known.set(event._id, found);
    return [event._id, found] as const;
  });
  return new Map(percents);
};

const plannedOf = ({ article: { _id, lead, events }, stock, orders }: State): PlannedProduct => ({
  ...{ _id, p_id: _id, name: _id, stock, lead_time: lead, everStocked: true, events },
  in_transit: sumUnits(orders),
  containers: orders.map(({ expected, units }, at) => ({
    shipment: String(at),
    container: String(at),
    expected_delivery: expected,
    first_expected: expected,
    announced: addDays(expected, -lead),
    units,
  })),
});
