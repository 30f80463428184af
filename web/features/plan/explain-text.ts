// The explanations of the plan's figures, in words and numbers.
import { addDays } from "#shared/day.ts";
import { isEventDay } from "#shared/event-days.ts";
import type { PlanRow } from "#shared/plan.ts";
import { deadDays, isAtOnce, isOut, mostCover, planStatusLabel, soonDays } from "#shared/plan-status.ts";
import { leadOf, orderSum, supplyOf } from "#shared/projection.ts";
import { daysOf, daysTo, lastDayOf, rateFigure, rateFor, wayText } from "../../domain/plan-text.ts";
import { arrivalLine, termText } from "../../domain/term-text.ts";
import { countText, dayText, numberText, rateText, today } from "../../lib/format.ts";
import type { ExplanationLine, Explanation as Sum } from "../../ui/explanation.tsx";
import { shortDay } from "./plan-text.ts";

interface Explanation extends Sum {
  /** The number of closed days that are shown above it as bars. */
  window?: number;
}

export interface Facts {
  row: PlanRow;
  asOf: string | undefined;
  /** The closed days of the rate that was chosen. */
  basis: string;
  /** Days that an order should last. */
  target: number;
  /** Rates have spikes cut. */
  isCapped: boolean;
  /** Of the whole plan. */
  service: string;
}

const signed = (units: number): string => (units < 0 ? less(-units) : `+${unitsText(units)}`);
/** Units of a sum, rounded, since a rate makes fractions. */
const unitsText = (units: number): string => numberText(Math.round(units * 10) / 10);
const less = (units: number): string => `−${unitsText(units)}`;

type KnownRate = NonNullable<PlanRow["rate"]>;
type Rated = Pick<KnownRate, "window" | "sold" | "inStockDays" | "like" | "shelf"> & { units: number | null };

/** The spikes that the rate of the last days cuts. */
const cutIn = ({ row: { spikes = [] }, asOf, isCapped }: Facts, window: number) => {
  if (!isCapped || !asOf) return [];
  const first = addDays(asOf, 1 - window);
  return spikes.filter(({ day }) => day >= first);
};

/** The rate of a product that is to sell like another one, until it has sold for a month itself. */
const rateOfOther = ({ p_id, units, factor, share }: NonNullable<KnownRate["like"]>): ExplanationLine[] => [
  {
    text: `Own rate, counted by ${numberText(Math.round(30 * (1 - share)))} of 30 days in stock`,
    figure: percentText(1 - share),
  },
  {
    text: `Sells like ${p_id}, which sells ${rateFigure(units)} a day${factor === 1 ? "" : `, × ${factor}`}`,
    figure: percentText(share),
    tone: "info",
  },
];

const percentText = (share: number): string => `${Math.round(100 * share)} %`;

/** The events whose days are left out. */
const eventNotes = ({ row: { events = [] }, asOf = "" }: Facts): string[] => {
  const names = events.filter(({ start }) => start <= asOf).map(({ name }) => name);
  return names.length > 0 ? [`The days of ${names.join(", ")} are left out.`] : [];
};

/** What is sold from a marketplace's own shelf counts over the days on which it had units. */
const rateOfShelf = (units: number | null, sold: number, shelf: NonNullable<KnownRate["shelf"]>): ExplanationLine[] => [
  { text: `${unitsText(sold - shelf.sold)} from own warehouses`, figure: rateFigure((units ?? 0) - shelf.units) },
  {
    text: `${unitsText(shelf.sold)} from the marketplace's shelf ÷ ${numberText(shelf.inStockDays)} days`,
    figure: rateFigure(shelf.units),
  },
];

const rateSum = (
  facts: Facts,
  { window, units, sold, inStockDays, like, shelf }: Rated,
  note?: string | false,
): Explanation => {
  const spikes = cutIn(facts, window);
  const { by_hand } = facts.row;
  return {
    title: `Rate over ${countText(window, "day")}: ${rateFigure(units)}`,
    window,
    lines: [
      {
        text: `Sold in ${countText(window, "closed day")}`,
        figure: unitsText(spikes.reduce((sum, spike) => sum + spike.cut, sold)),
      },
      ...spikes.map(
        (spike): ExplanationLine => ({
          text: `Spike on ${shortDay(spike.day)}, ${countText(spike.units, "unit")}, cut by`,
          figure: less(spike.cut),
          tone: "warn",
        }),
      ),
      ...(shelf
        ? rateOfShelf(units, sold, shelf)
        : [{ text: "In-stock days counted", figure: `÷ ${numberText(inStockDays)}` }]),
      ...(like ? rateOfOther(like) : []),
    ],
    total: { text: "A day", figure: rateFigure(units) },
    notes: [
      ...eventNotes(facts),
      ...(note ? [note] : []),
      ...(by_hand ? [`${countText(by_hand, "unit")} went out by hand in 30 days. They are no demand.`] : []),
    ],
  };
};

const fewDays = "Few days: even 90 closed days hold fewer than three in stock.";
/** Why the usual window gave way to another. */
const windowNotes: Partial<Record<number, string>> = { 7: "Launched within 60 days.", 90: "Seldom sold or in stock." };

const rate = (facts: Facts): Explanation => {
  const { rate: known } = facts.row;
  if (known) return rateSum(facts, known, known.fewDays ? fewDays : facts.basis === "30" && windowNotes[known.window]);
  return { title: "No rate", lines: [], notes: ["It was in stock on none of the last 90 closed days."] };
};

/** The rate over the last days, whatever rate the plan uses. */
const rateOver =
  (window: 3 | 7 | 30) =>
  (facts: Facts): Explanation => {
    const { row, asOf = "" } = facts;
    const isCounted = (at: number) => !isEventDay(row.events ?? [], addDays(asOf, at + 1 - row.days.length));
    const counted = row.days.map((units, at) => (isCounted(at) ? units : null));
    const days = counted.slice(-window).filter((units) => units !== null);
    const spikes = cutIn(facts, window);
    const sold = [...days, ...spikes.map(({ cut }) => -cut)].reduce((sum, units) => sum + units, 0);
    const inStockDays = days.length;
    const units = inStockDays > 0 ? sold / inStockDays : null;
    return rateSum(facts, { window, units, sold, inStockDays });
  };

const cover = ({ row }: Facts): Explanation => termText.cover(row);

const inTransit = ({ row: { arrivals, in_transit, on_order = 0 } }: Facts): Explanation => ({
  title: `In transit: ${countText(in_transit, "unit")}${on_order > 0 ? `, on order: ${numberText(on_order)}` : ""}`,
  lines: arrivals.map(arrivalLine),
  notes: [],
});

const gapLines = ({ gaps = [] }: PlanRow): ExplanationLine[] =>
  gaps.map((gap) => ({
    text: `Out ${shortDay(gap.start)} to ${shortDay(lastDayOf(gap))}${gap.container ? `, until ${gap.container}` : ""}`,
    figure: countText(daysOf(gap), "day"),
    tone: "danger",
  }));

const runsOut = ({ row }: Facts): Explanation => {
  const { status, stock, runs_out = today(), unsold, arrivals, rate: known } = row;
  if (isOut(status)) {
    const days = -daysTo(runs_out);
    return {
      title: `Out since ${dayText(runs_out)}`,
      lines: [
        { text: "Days without units", figure: numberText(days) },
        { text: "Sold a day while in stock", figure: `× ${rateFor((units) => units * days, known?.units)}` },
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
  const { order_by, lead_time, late, status } = row;
  const lead = leadOf(row);
  const safety = status !== "late" && row.safety;
  if (isAtOnce(row) || !order_by)
    return {
      title: "Order at once",
      lines: [{ text: "An order of today arrives on", figure: dayText(addDays(today(), lead)) }],
      notes: ["There are no units, and nothing is on its way that counts."],
    };
  return {
    title: `Order by ${dayText(order_by)}`,
    lines: [
      ...gapLines(row),
      {
        text: safety ? "Less than the safety stock from" : "Without units from",
        figure: dayText(addDays(order_by, lead)),
      },
      { text: "Lead time", figure: `−${countText(lead_time, "day")}` },
      ...(late ? [{ text: "Containers come late on average", figure: `−${countText(late, "day")}` }] : []),
    ],
    total: { text: "Last day to order", figure: dayText(order_by) },
    notes: row.gaps?.length ? ["No order of today can arrive before a gap ends."] : [],
  };
};

const lateNote = (late: number | undefined): string[] =>
  late ? [`Its containers come ${countText(late, "day")} late on average.`] : [];

/** Why so much is to be left. */
const safetyNote = ({ row, row: { safety }, service }: Facts): string[] =>
  safety
    ? [
        `Service level ${row.service ?? service} %: what sells in ${countText(leadOf(row), "day")} varies by about ${countText(Math.round(safety.sales), "unit")}, and containers come about ${countText(Math.round(safety.days), "day")} early or late. So ${row.service ?? service} of 100 orders arrive before the stock runs out.`,
      ]
    : [];

/** The events ahead of which more or less is expected. */
const eventLines = ({ events = [] }: PlanRow): ExplanationLine[] =>
  events.flatMap(({ name, start, end, percent }) =>
    percent === undefined
      ? []
      : {
          text: `${name}, ${shortDay(start)} to ${shortDay(end)}`,
          figure: `× ${numberText(percent / 100)}`,
          tone: "info",
        },
  );

/** What is ordered beyond what is missing: up to the supplier's minimum, and up to whole cartons. */
const filledUp = (quantity: number, missing: number, { pack, min_order = 0 }: PlanRow): ExplanationLine[] => {
  if (quantity === 0) return [];
  const least = Math.max(missing, min_order);
  const lines: [text: string, units: number][] = [
    [`Up to the minimum order of ${numberText(min_order)}`, least - missing],
    [pack ? `Up to whole cartons of ${numberText(pack)}` : "Up to whole units", quantity - least],
  ];
  return lines.flatMap(([text, units]) => (units > 0 ? { text, figure: `+${unitsText(units)}` } : []));
};

const quantity = (facts: Facts): Explanation => {
  const { row, target } = facts;
  const { safety, season, late } = row;
  const lead = leadOf(row);
  const units = row.rate?.units ?? 0;
  const { until, needed, left, arrived, missing: sum } = orderSum(supplyOf(row, today()), target);
  const missing = Math.max(0, sum);
  const days = until - lead;
  const arrivesOn = addDays(today(), lead);
  return {
    title: `To order: ${countText(row.quantity, "unit")}`,
    lines: [
      { text: `Arrives ${dayText(arrivesOn)}, lasts to`, figure: dayText(addDays(today(), lead + target)) },
      {
        text: `${rateFor((rate) => rate * days, units)} a day × ${countText(days, "day")}`,
        figure: unitsText(units * days),
      },
      ...eventLines(row),
      ...((season || row.events) && needed !== units * days
        ? [
            {
              text: [season && "As it sold a year ago", row.events?.length && "Events"].filter(Boolean).join(", "),
              figure: signed(needed - units * days),
            },
          ]
        : []),
      ...(safety ? [{ text: "Safety, to be left then", figure: `+${numberText(safety.units)}` }] : []),
      { text: `Left on ${shortDay(arrivesOn)}`, figure: left > 0 ? `−${unitsText(left)}` : "0" },
      ...(arrived > 0
        ? [
            {
              text: `${row.on_order ? "On its way" : "In transit"}, by ${shortDay(addDays(today(), until))}`,
              figure: less(arrived),
            },
          ]
        : []),
      ...filledUp(row.quantity, missing, row),
    ],
    total: { text: "To order", figure: countText(row.quantity, "unit") },
    notes: [
      ...(row.quantity === 0 ? ["What is left then and what arrives is enough."] : []),
      ...safetyNote(facts),
      ...lateNote(late),
    ],
  };
};

/** Why it has its status, where its figures say more than the word. */
const status = ({ row, target }: Facts): Explanation => {
  const { status: name, stock, order_by, lead_time } = row;
  const about: Partial<Record<typeof name, string>> = {
    dead: `No unit was sold or handed out on the last ${deadDays} closed days.`,
    over: `In ${countText(mostCover(leadOf(row), target), "day")} more than the safety stock is still left.`,
    now: `Its last day to order is within ${countText(soonDays, "day")}.`,
    late: "Its last day to order has passed.",
  };
  const lasts = row.cover_with_transit ?? row.cover;
  const note = about[name];
  return {
    title: planStatusLabel(name),
    lines: [
      { text: "Avl. Stock", figure: countText(stock, "unit") },
      { text: "Sold a day", figure: rateFigure(row.rate?.units) },
      ...(lasts === undefined
        ? []
        : [{ text: `Cover, with what is ${wayText(row)}`, figure: countText(lasts, "day") }]),
      { text: "Lead time", figure: countText(lead_time, "day") },
      ...(order_by ? [{ text: "Order by", figure: dayText(order_by) }] : []),
    ],
    notes: note ? [note] : [],
  };
};

const explanations = {
  status,
  rate,
  "rate-3": rateOver(3),
  "rate-7": rateOver(7),
  "rate-30": rateOver(30),
  "in-transit": inTransit,
  cover,
  "runs-out": runsOut,
  "order-by": orderBy,
  quantity,
} satisfies Record<string, (facts: Facts) => Explanation>;

export type Explained = keyof typeof explanations;

export const explanationOf = (what: Explained, facts: Facts): Explanation => explanations[what](facts);
