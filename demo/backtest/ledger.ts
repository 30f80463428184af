// A world as the ledger of a running deployment knows it. What was wanted on a day without stock is not known: it is taken as what
// was sold a day in the weeks around.

import { addDays, dayOf, listDays, maxRangeDays } from "#shared/day.ts";
import { factsOf } from "#shared/kinds.ts";
import { type CallApi, signIn } from "../client.ts";
import { inParallel } from "../concurrency.ts";
import { seededRandom } from "../random.ts";
import { type Article, poisson, type World } from "./demand.ts";

/** Days of the ledger that are used, of which the last year is lived again. */
const mostDays = 785;
const year = 365;
/** Fewest days that the rules learn from, and fewest on which they order then. */
const least = { learning: 60, ordering: 60 };
/** Days before and after one without stock. */
const around = 28;
const concurrentRequests = 8;

export const worldOfLedger = async (api: string, user: string, password: string): Promise<() => World> => {
  const call = await signIn(api, user, password);
  const today = dayOf(new Date());
  const window = listDays(addDays(today, -mostDays), addDays(today, -1));
  const products = await call("GET /v1/products");
  const read: { _id: string; lead: number; days: Day[] }[] = [];
  await inParallel(products, concurrentRequests, async ({ _id, lead_time: lead }) => {
    read.push({ _id, lead, days: await daysOf(call, _id, window) });
  });
  const begins = Math.min(...read.map(({ days }) => days.findIndex(({ known }) => known)).filter((at) => at >= 0));
  const days = window.length - begins;
  const daysBefore = Math.max(least.learning, days - year);
  if (!(days >= least.learning + least.ordering))
    throw new Error(
      `The ledger has ${Number.isFinite(days) ? days : 0} days; ${least.learning + least.ordering} are needed.`,
    );
  return () => {
    const random = seededRandom(1);
    const articles = read.flatMap(({ _id, lead, days }): Article[] => {
      const own = days.slice(begins);
      const launched = own.findIndex(({ known }) => known);
      if (launched < 0) return [];
      const wanted = own.map((day, at) => (day.inStock ? day.sold : poisson(random, rateAround(own, at))));
      return [{ _id, class: "ledger", lead, launched, wanted, events: [] }];
    });
    const firstDay = window[begins] ?? today;
    return {
      classes: ["ledger"],
      firstDay,
      daysBefore,
      days,
      articles,
      random,
      lateness: { mean: 1.05, spread: 0.18 },
    };
  };
};

interface Day {
  sold: number;
  inStock: boolean;
  /** On or after its first movement. */
  known: boolean;
}

/** The closing stock of each day, and its sales without what was returned of them since, from the product's history. */
const daysOf = async (call: CallApi, id: string, window: readonly string[]): Promise<Day[]> => {
  const days: (Omit<Day, "sold"> & { day: string })[] = [];
  const dayOfSale = new Map<string, string>();
  const sold = new Map<string, number>();
  let known = false;
  for (let from = 0; from < window.length; from += maxRangeDays) {
    const part = window.slice(from, from + maxRangeDays);
    const query = { start: part[0] ?? "", end: part.at(-1) ?? "" };
    const { opening, rows } = await call("GET /v1/products/{id}/movements", query, undefined, id);
    for (const { kind, channel, movement, created_at, reverses, corrects, action, quantity } of rows) {
      if (!channel) continue;
      if (factsOf(kind).sale) dayOfSale.set(movement, dayOf(created_at));
      const day = dayOfSale.get(reverses ?? corrects ?? movement);
      if (day) sold.set(day, (sold.get(day) ?? 0) + (action === "STOCK_OUT" ? quantity : -quantity));
    }
    const byDay = Map.groupBy(rows, ({ created_at }) => dayOf(created_at));
    let stock = opening;
    for (const day of part) {
      const ofDay = byDay.get(day) ?? [];
      stock = ofDay.at(-1)?.total ?? stock;
      known ||= stock > 0 || ofDay.length > 0;
      days.push({ day, inStock: stock > 0, known });
    }
  }
  return days.map(({ day, inStock, known: isKnown }) => {
    const units = sold.get(day) ?? 0;
    return { sold: units, inStock: inStock || units > 0, known: isKnown };
  });
};

/** Units a day on the days in stock around one. */
const rateAround = (days: readonly Day[], at: number): number => {
  const near = days.slice(Math.max(0, at - around), at + around + 1).filter(({ inStock }) => inStock);
  return near.length === 0 ? 0 : near.reduce((sum, { sold }) => sum + sold, 0) / near.length;
};
