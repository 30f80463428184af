// The stock of a product projected at its rate: when it runs out, by when to order, and how much.
import { daysUntil } from "./day.ts";
import type { PlanRow } from "./plan.ts";

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
  /** Days from an order to its arrival. */
  lead: number;
  /** Units that arrive, by the day in days from today. */
  arrivals: ReadonlyMap<number, number>;
}

/** The supply in a row of the plan: containers that are too late to count bring nothing. */
export const supplyOf = (
  {
    stock,
    rate,
    lead_time,
    arrivals,
  }: Pick<PlanRow, "stock" | "lead_time" | "arrivals"> & {
    rate?: Pick<NonNullable<PlanRow["rate"]>, "units"> | undefined;
  },
  today: string,
): Supply => {
  const byDay = new Map<number, number>();
  for (const { day, units } of arrivals) {
    if (!day) continue;
    const at = daysUntil(day, today);
    byDay.set(at, (byDay.get(at) ?? 0) + units);
  }
  return { stock, rate: rate?.units ?? 0, lead: lead_time, arrivals: byDay };
};

/** Less than this is nothing: a rate is a fraction, and days of it do not add up exactly. */
const nothing = 1e-6;

/** Units at the end of each day, from today on. Demand while there are none is lost. */
export const projectedUnits = ({ stock, rate, arrivals }: Supply): number[] => {
  const units = [stock];
  for (let day = 1; day <= horizon; day++) {
    const left = (units[day - 1] ?? 0) - rate;
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

const spellsOf = (units: readonly number[]): Spell[] => {
  const spells: Spell[] = [];
  for (const [day, left] of units.entries()) {
    if (left > 0) continue;
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
  /** The last day on which an order still arrives in time; before today if it is too late. */
  orderBy?: number;
}

/** In days from today. */
export const outlookOf = (supply: Supply): Outlook => {
  const spells = spellsOf(projectedUnits(supply));
  const { lead } = supply;
  const decisive = spells.find(({ end }) => end > lead);
  return {
    ...(spells[0] && { runsOut: spells[0].start }),
    gaps: spells.filter(({ end }) => end <= lead),
    ...(decisive && { orderBy: decisive.start - lead }),
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
  /** Units needed, less those left and arrived; below zero if there are more. */
  missing: number;
}

/** An order of today has to last for `target` days from its arrival. Demand that is lost before is not made up for. */
export const orderSum = (supply: Supply, target: number): OrderSum => {
  const { rate, lead, arrivals } = supply;
  const left = projectedUnits(supply)[lead] ?? 0;
  const sums: OrderSum[] = [];
  let arrived = 0;
  for (let day = lead; day <= lead + target; day++) {
    if (day > lead) arrived += arrivals.get(day) ?? 0;
    const needed = rate * (day - lead);
    // Until the target is reached, a day that ends with exactly nothing counts as one without units.
    const more = day < lead + target && rate > 0 ? nothing : 0;
    sums.push({ until: day, needed, left, arrived, missing: needed - left - arrived + more });
  }
  return sums.reduce((most, sum) => (sum.missing > most.missing ? sum : most));
};

/** Cartons that so many units take; one that is not full counts. */
export const cartonsOf = (units: number, pack: number): number => Math.ceil(units / pack);

/** Units to order today, in whole cartons of `pack`. */
export const quantityToOrder = (supply: Supply, target: number, pack = 1): number => {
  const cartons = orderSum(supply, target).missing / pack;
  return Math.max(0, Math.ceil(cartons - nothing / 2 / pack)) * pack;
};
