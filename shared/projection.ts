// The stock of a product projected at its rate: when it runs out, by when to order, and how much.
import { daysUntil } from "./day.ts";
import type { PlanRow } from "./plan.ts";
import { seasonOn } from "./season.ts";

const horizon = 366;

/** Days that a container may be overdue and still count as arriving tomorrow. A later one does not count. */
const overdueDays = 14;

/** The day on which a container counts as arriving, in days from today; undefined if it does not count. */
export const arrivalDay = (expected: string, today: string): number | undefined => {
  const days = daysUntil(expected, today);
  if (days > 0) return days;
  return days >= -overdueDays ? 1 : undefined;
};

export interface Supply {
  stock: number;
  /** Units a day. */
  rate: number;
  /** Percents of the rate in the weeks ahead; missing where all are 100. */
  season?: readonly number[] | undefined;
  /** Events ahead, in days from today, both ends included: percents of what is expected without them. */
  events?: readonly { start: number; end: number; percent: number }[];
  /** Days from an order to its arrival. */
  lead: number;
  /** Units that are to be left when an order arrives. */
  safety: number;
  /** Units that arrive, by the day in days from today. */
  arrivals: ReadonlyMap<number, number>;
}

/** Days from an order to its arrival, with those by which containers come late. */
export const leadOf = ({ lead_time, late = 0 }: Pick<PlanRow, "lead_time" | "late">): number => lead_time + late;

/** The supply in a row of the plan: containers that are too late to count bring nothing. */
export const supplyOf = (
  row: Pick<PlanRow, "stock" | "lead_time" | "late" | "season" | "events" | "arrivals"> & {
    safety?: { units: number } | undefined;
    rate?: Pick<NonNullable<PlanRow["rate"]>, "units"> | undefined;
  },
  today: string,
): Supply => {
  const byDay = new Map<number, number>();
  for (const { day, units } of row.arrivals) {
    if (!day) continue;
    const at = daysUntil(day, today);
    byDay.set(at, (byDay.get(at) ?? 0) + units);
  }
  const { stock, rate, season, safety } = row;
  const events = row.events?.flatMap(({ start, end, percent }) =>
    percent === undefined ? [] : { start: daysUntil(start, today), end: daysUntil(end, today), percent },
  );
  return {
    stock,
    rate: rate?.units ?? 0,
    season,
    ...(events && { events }),
    lead: leadOf(row),
    safety: safety?.units ?? 0,
    arrivals: byDay,
  };
};

type Demand = Pick<Supply, "rate" | "season" | "events">;

/** Units that are sold on a day ahead, 1 being tomorrow. A day of several events takes the largest. */
export const demandOn = ({ rate, season, events = [] }: Demand, day: number): number => {
  // A plan of 10,000 products asks this some ten million times.
  let largest = 0;
  for (const { start, end, percent } of events) if (start <= day && day <= end) largest = Math.max(largest, percent);
  return rate * seasonOn(season, day) * (largest > 0 ? largest / 100 : 1);
};

/** Days that so many units last; of the last day, the share that is covered. */
export const daysOfCover = (demand: Demand, units: number): number => {
  let left = units;
  for (let day = 1; day <= horizon; day++) {
    const sold = demandOn(demand, day);
    if (sold > left) return day - 1 + left / sold;
    left -= sold;
  }
  return horizon + left / demandOn(demand, horizon);
};

/** Units a day until an order of today arrives. */
export const averageDemand = (supply: Demand, lead: number): number => {
  let units = 0;
  for (let day = 1; day <= lead; day++) units += demandOn(supply, day);
  return units / lead;
};

/** Less than this is nothing: a rate is a fraction, and days of it do not add up exactly. */
const nothing = 1e-6;

/** Units at the end of each day, from today to `last`. Demand while there are none is lost. */
export const projectedUnits = (supply: Supply, last: number = horizon): number[] => {
  const { stock, arrivals } = supply;
  const units = [stock];
  for (let day = 1; day <= last; day++) {
    const left = (units[day - 1] ?? 0) - demandOn(supply, day);
    units.push((left > nothing ? left : 0) + (arrivals.get(day) ?? 0));
  }
  return units;
};

/** A run of days without units. */
export interface Spell {
  start: number;
  /** The first day with units again; beyond the horizon if there is none. */
  end: number;
}

/** Runs of days with nothing, or with less than `least`. */
const spellsOf = (units: readonly number[], least = 0): Spell[] => {
  const spells: Spell[] = [];
  for (const [day, left] of units.entries()) {
    if (left > 0 && left > least - nothing) continue;
    const last = spells.at(-1);
    if (last?.end === day) last.end = day + 1;
    else spells.push({ start: day, end: day + 1 });
  }
  return spells;
};

export interface Outlook {
  /** The first day without units; 0 if there are none today. */
  runsOut?: number;
  /** Days without units that end before an order of today could arrive. */
  gaps: Spell[];
  /**
   * The last day on which an order still arrives before less than the safety stock is left, or today if that has passed;
   * before today if an order of today cannot arrive before nothing is left.
   */
  orderBy?: number;
}

/** In days from today. */
export const outlookOf = (supply: Supply): Outlook => {
  const units = projectedUnits(supply);
  const spells = spellsOf(units);
  const { lead, safety } = supply;
  // An order of today ends no spell that is over before it arrives.
  const isDecisive = ({ end }: Spell): boolean => end > lead;
  const [out, low] = [spells, spellsOf(units, safety)].map((some) => some.find(isDecisive));
  const isLate = out !== undefined && out.start < lead;
  return {
    ...(spells[0] && { runsOut: spells[0].start }),
    gaps: spells.filter((spell) => !isDecisive(spell)),
    ...(low && { orderBy: isLate ? out.start - lead : Math.max(0, low.start - lead) }),
  };
};

/** The sum behind a quantity to order, up to the day on which most is missing. */
export interface OrderSum {
  /** In days from today: at the latest the end of the target. */
  until: number;
  /** Units sold from the arrival of the order to that day. */
  needed: number;
  left: number;
  /** Units that other containers bring between the arrival of the order and that day. */
  arrived: number;
  /** Units needed and the safety stock, less those left and arrived; below zero if there are more. */
  missing: number;
}

/**
 * An order of today has to last for `target` days from its arrival, and leave the safety stock. Demand that is lost before is
 * not made up for.
 */
export const orderSum = (supply: Supply, target: number): OrderSum => {
  const { rate, lead, safety, arrivals } = supply;
  const left = projectedUnits(supply, lead)[lead] ?? 0;
  const sums: OrderSum[] = [];
  let arrived = 0;
  let needed = 0;
  for (let day = lead; day <= lead + target; day++) {
    if (day > lead) {
      arrived += arrivals.get(day) ?? 0;
      needed += demandOn(supply, day);
    }
    // Until the target is reached, a day that ends with exactly nothing counts as one without units.
    const more = day < lead + target && rate > 0 ? nothing : 0;
    sums.push({ until: day, needed, left, arrived, missing: needed + safety - left - arrived + more });
  }
  return sums.reduce((most, sum) => (sum.missing > most.missing ? sum : most));
};

/** Cartons that so many units take; one that is not full counts. */
export const cartonsOf = (units: number, pack: number): number => Math.ceil(units / pack);

/** Units to order today, in whole cartons of `pack`: none, or at least `min_order`. */
export const quantityToOrder = (
  supply: Supply,
  target: number,
  { pack = 1, min_order = 0 }: Pick<PlanRow, "pack" | "min_order"> = {},
): number => {
  const missing = Math.ceil(orderSum(supply, target).missing - nothing / 2);
  return missing > 0 ? cartonsOf(Math.max(missing, min_order), pack) * pack : 0;
};
