// The explanations of the plan's figures, in words and numbers.
import { addDays } from "#shared/day.ts";
import type { Arrival, PlanRow } from "#shared/plan.ts";
import { isAtOnce } from "#shared/plan-status.ts";
import { orderSum, supplyOf } from "#shared/projection.ts";
import { daysOf, lastDayOf } from "../../domain/plan-text.ts";
import { countText, dayText, numberText, rateText, today } from "../../lib/format.ts";
import type { Explained } from "./plan-actions.ts";
import { daysTo, lateText, rateFigure, shortDay } from "./plan-text.ts";

interface ExplainLine {
  text: string;
  figure: string;
  tone?: "warn" | "danger" | "info";
}

interface Explanation {
  title: string;
  /** The number of closed days that are shown above it as bars. */
  window?: number;
  lines: ExplainLine[];
  total?: ExplainLine;
  notes: string[];
}

interface Facts {
  row: PlanRow;
  asOf: string | undefined;
  target: number;
  withoutSpikes: boolean;
}

const less = (units: number): string => `−${numberText(units)}`;
/** A rate with enough decimals that a product with many days does not seem wrong. */
const exactly = (units: number): string => numberText(Math.round(units * 100) / 100);
/** Units of a sum, rounded, since a rate makes fractions. */
const unitsText = (units: number): string => numberText(Math.round(units * 10) / 10);

interface Rated {
  window: number;
  units: number | null;
  sold: number;
  inStockDays: number;
}

/** The spikes that the rate of the last days leaves out. */
const leftOut = ({ row: { spikes = [] }, asOf, withoutSpikes }: Facts, window: number) => {
  if (!withoutSpikes || !asOf) return [];
  const first = addDays(asOf, 1 - window);
  return spikes.filter(({ day }) => day >= first);
};

const rateSum = (facts: Facts, { window, units, sold, inStockDays }: Rated, few: boolean): Explanation => {
  const spikes = leftOut(facts, window);
  const { by_hand } = facts.row;
  return {
    title: `Rate over ${countText(window, "day")}: ${rateFigure(units)}`,
    window,
    lines: [
      {
        text: `Sold in ${countText(window, "closed day")}`,
        figure: numberText(spikes.reduce((sum, spike) => sum + spike.units, sold)),
      },
      ...spikes.map(
        (spike): ExplainLine => ({
          text: `Spike on ${shortDay(spike.day)}, left out`,
          figure: less(spike.units),
          tone: "warn",
        }),
      ),
      { text: "In-stock days counted", figure: `÷ ${numberText(inStockDays)}` },
    ],
    total: { text: "A day", figure: rateFigure(units) },
    notes: [
      ...(few ? ["Few days: even 90 closed days hold fewer than three in stock."] : []),
      ...(by_hand ? [`${countText(by_hand, "unit")} went out by hand in 30 days. They are no demand.`] : []),
    ],
  };
};

const rate = (facts: Facts): Explanation => {
  const { rate: known } = facts.row;
  if (known) return rateSum(facts, known, known.fewDays);
  return { title: "No rate", lines: [], notes: ["It was in stock on none of the last 90 closed days."] };
};

/** The rate over the last days, whatever rate the plan uses. */
const rateOver =
  (window: 3 | 7 | 30) =>
  (facts: Facts): Explanation => {
    const days = facts.row.days.slice(-window).filter((units) => units !== null);
    const spikes = leftOut(facts, window);
    const sold = [...days, ...spikes.map(({ units }) => -units)].reduce((sum, units) => sum + units, 0);
    const inStockDays = days.length - spikes.length;
    const units = inStockDays > 0 ? sold / inStockDays : null;
    return rateSum(facts, { window, units, sold, inStockDays }, false);
  };

const arrivalLine = (arrival: Arrival): ExplainLine => {
  const { container, units, day, expected_delivery } = arrival;
  const isLate = daysTo(expected_delivery) < 0;
  if (day === undefined)
    return { text: `${container}, ${lateText(arrival)}, not counted`, figure: numberText(units), tone: "danger" };
  const when = isLate ? `${lateText(arrival)}, counted as ${shortDay(day)}` : dayText(day);
  return { text: `${container}, ${when}`, figure: `+${numberText(units)}`, tone: isLate ? "danger" : "info" };
};

const aDay = ({ rate: known }: PlanRow): string => rateFigure(known?.units);

const cover = ({ row }: Facts): Explanation => {
  const { stock, cover: days = 0, cover_with_transit: more = days, arrivals } = row;
  return {
    title: `Cover: ${countText(days, "day")}`,
    lines: [
      { text: "Avl. Stock", figure: numberText(stock) },
      { text: "Sold a day", figure: `÷ ${aDay(row)}` },
      { text: "Cover", figure: countText(days, "day") },
      ...arrivals.map(arrivalLine),
    ],
    ...(more > days && {
      total: { text: "With what is in transit", figure: `${countText(more, "day")}, +${numberText(more - days)}` },
    }),
    notes: [],
  };
};

const inTransit = ({ row: { arrivals, in_transit } }: Facts): Explanation => ({
  title: `In transit: ${countText(in_transit, "unit")}`,
  lines: arrivals.map(arrivalLine),
  notes: [],
});

const gapLines = ({ gaps = [] }: PlanRow): ExplainLine[] =>
  gaps.map((gap) => ({
    text: `Out ${shortDay(gap.start)} to ${shortDay(lastDayOf(gap))}${gap.container ? `, until ${gap.container}` : ""}`,
    figure: countText(daysOf(gap), "day"),
    tone: "danger",
  }));

const runsOut = ({ row }: Facts): Explanation => {
  const { status, stock, runs_out = today(), unsold, arrivals, rate: known } = row;
  if (status === "out") {
    const days = -daysTo(runs_out);
    return {
      title: `Out since ${dayText(runs_out)}`,
      lines: [
        { text: "Days without units", figure: numberText(days) },
        { text: "Sold a day while in stock", figure: `× ${aDay(row)}` },
        ...(unsold === undefined ? [] : [{ text: "Not sold, about", figure: numberText(unsold) }]),
        ...arrivals.map(arrivalLine),
      ],
      notes: [],
    };
  }
  return {
    title: `Runs out on ${dayText(runs_out)}`,
    lines: [
      { text: "Avl. Stock today", figure: numberText(stock) },
      { text: "Sold a day", figure: `−${rateText(known?.units ?? 0)}` },
      ...arrivals.map(arrivalLine),
      ...gapLines(row),
    ],
    total: {
      text: "First day without units",
      figure: `${dayText(runs_out)}, in ${countText(daysTo(runs_out), "day")}`,
    },
    notes: [],
  };
};

const orderBy = ({ row }: Facts): Explanation => {
  const { order_by, lead_time } = row;
  if (isAtOnce(row) || !order_by)
    return {
      title: "Order at once",
      lines: [{ text: "An order of today arrives on", figure: dayText(addDays(today(), lead_time)) }],
      notes: ["There are no units, and nothing is on its way that counts."],
    };
  return {
    title: `Order by ${dayText(order_by)}`,
    lines: [
      ...gapLines(row),
      { text: "Without units from", figure: dayText(addDays(order_by, lead_time)) },
      { text: "Lead time", figure: `−${countText(lead_time, "day")}` },
    ],
    total: { text: "Last day to order", figure: dayText(order_by) },
    notes: row.gaps?.length ? ["No order of today can arrive before a gap ends."] : [],
  };
};

const quantity = ({ row, target }: Facts): Explanation => {
  const { lead_time: lead, pack } = row;
  const units = row.rate?.units ?? 0;
  const { until, needed, left, arrived } = orderSum(supplyOf(row, today()), target);
  const missing = Math.max(0, needed - left - arrived);
  const arrivesOn = addDays(today(), lead);
  return {
    title: `To order: ${countText(row.quantity, "unit")}`,
    lines: [
      { text: `Arrives ${dayText(arrivesOn)}, lasts to`, figure: dayText(addDays(today(), lead + target)) },
      { text: `${exactly(units)} a day × ${countText(until - lead, "day")}`, figure: unitsText(needed) },
      { text: `Left on ${shortDay(arrivesOn)}`, figure: left > 0 ? `−${unitsText(left)}` : "0" },
      ...(arrived > 0 ? [{ text: `In transit, by ${shortDay(addDays(today(), until))}`, figure: less(arrived) }] : []),
      ...(row.quantity > missing
        ? [
            {
              text: pack ? `Up to whole cartons of ${numberText(pack)}` : "Up to whole units",
              figure: `+${unitsText(row.quantity - missing)}`,
            },
          ]
        : []),
    ],
    total: { text: "To order", figure: countText(row.quantity, "unit") },
    notes: row.quantity === 0 ? ["What is left then and what arrives is enough."] : [],
  };
};

const explanations: Record<Explained, (facts: Facts) => Explanation> = {
  rate,
  "rate-3": rateOver(3),
  "rate-7": rateOver(7),
  "rate-30": rateOver(30),
  "in-transit": inTransit,
  cover,
  "runs-out": runsOut,
  "order-by": orderBy,
  quantity,
};

export const explanationOf = (what: Explained, facts: Facts): Explanation => explanations[what](facts);
