// The season of a product: how its sales moved a year ago, from the weeks before this day to the weeks that are ahead.
import { addUp, type RateDay, type RateSum, sumOf } from "./rate.ts";
import { sumBy } from "./sum.ts";

/** Weeks ahead of which the season is known; later ones are as the last. */
export const seasonWeeks = 27;
/** Closed days behind a product with a season. */
export const daysOfSeason = 400;

const year = 365;
/** Days around a week, and before this day, whose sales are compared. */
const span = 28;
const around = (span - 7) / 2;

/** The days a year ago that a season is derived from, in days before the day for which it is: both ends included. */
export const seasonSpan = { first: year + span, last: year - Math.floor(7 * seasonWeeks + around) } as const;

export interface SeasonSums {
  /** Of the days before. */
  base: RateSum;
  weeks: RateSum[];
}

/** `days`: those of `seasonSpan`, oldest first. */
export const seasonSums = (days: readonly RateDay[], most: number): SeasonSums => {
  const counted = days.map((day, at) => (isSingle(days, at, most) ? { ...day, units: most } : day));
  const sum = (from: number) => sumOf(counted.slice(from, from + span));
  return {
    base: sum(0),
    weeks: Array.from({ length: seasonWeeks }, (_, week) => sum(Math.floor(span + 7 * week - around))),
  };
};

/** A spike between ordinary days: a season has many such days in a row. */
const isSingle = (days: readonly RateDay[], at: number, most: number): boolean =>
  [at - 1, at, at + 1].every((index) => (days[index]?.units ?? 0) > most === (index === at));

/** Units in 28 days by which a product's own season is trusted as much as that of all, and that of all as much as none. */
const trustedUnits = { own: 20, all: 1 };
const limits = { least: 0.3, most: 8 };

/** Percents of the rate in each week ahead, by product. Those whose weeks all have 100 are left out. */
export const seasonsOf = (sums: ReadonlyMap<string, SeasonSums>): Map<string, number[]> => {
  const ofAll = factorsOf(addAll([...sums.values()]), [], trustedUnits.all);
  const seasons = new Map<string, number[]>();
  for (const [_id, own] of sums) {
    const percents = factorsOf(own, ofAll, trustedUnits.own).map((factor) =>
      Math.round(100 * Math.min(limits.most, Math.max(limits.least, factor))),
    );
    if (percents.some((percent) => percent !== 100)) seasons.set(_id, percents);
  }
  return seasons;
};

/** As if so many units more had been sold with the factors of others, or with 1: without them, few units would make any season. */
const factorsOf = ({ base, weeks }: SeasonSums, others: readonly number[], units: number): number[] => {
  const all = [base, ...weeks].map((sum, at) => ({ ...sum, factor: at === 0 ? 1 : (others[at - 1] ?? 1) }));
  const sold = sumBy(all, (one) => one.sold);
  if (sold === 0) return [...others];
  // Days in which so many units are sold where the factor is 1.
  const days = (units * sumBy(all, ({ inStockDays, factor }) => inStockDays * factor)) / sold;
  const [before = 1, ...rates] = all.map((one) => (one.sold + units * one.factor) / (one.inStockDays + days));
  return rates.map((rate) => rate / before);
};

const addAll = (sums: readonly SeasonSums[]): SeasonSums => ({
  base: addUp(sums.map(({ base }) => base)),
  weeks: Array.from({ length: seasonWeeks }, (_, week) => addUp(sums.flatMap(({ weeks }) => weeks[week] ?? []))),
});

/** The factor of a day ahead, 1 being tomorrow. */
export const seasonOn = (season: readonly number[] | undefined, day: number): number =>
  season ? (season[Math.min(seasonWeeks, Math.ceil(day / 7)) - 1] ?? 100) / 100 : 1;
