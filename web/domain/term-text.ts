// What the terms of screens mean, with the numbers of the figure that is explained.
import type { Arrival, PlanRow } from "#shared/plan.ts";
import type { Product } from "#shared/product.ts";
import { drrDays, minimumStock, required } from "#shared/reorder.ts";
import { countText, dayMonthText, dayText, numberText, rateText } from "../lib/format.ts";
import type { Explanation, ExplanationLine } from "../ui/explanation.tsx";
import { lateText, rateFor, wayText } from "./plan-text.ts";

export const arrivalLine = ({ container, units, day, expected_delivery }: Arrival): ExplanationLine => {
  const late = lateText(expected_delivery);
  const isShifted = day !== undefined && day !== expected_delivery;
  if (day === undefined)
    return { text: `${container}, ${late}, not counted`, figure: numberText(units), tone: "danger" };
  const due = late || dayText(expected_delivery);
  const when = isShifted ? `${due}, counted as ${dayMonthText(day)}` : due;
  return { text: `${container}, ${when}`, figure: `+${numberText(units)}`, tone: late ? "danger" : "info" };
};

/** Units a day over a range, of one channel or all. */
export interface Sales {
  units: number;
  period: number;
}

const soldIn = ({ units, period }: Sales, text: string): ExplanationLine[] => [
  { text, figure: countText(units, "unit") },
  { text: "Days", figure: `÷ ${numberText(period)}` },
];

/** Whole units, of which the rate is a third: a product with the rounded rate would not be the minimum. */
const soldLately = ({ drr }: Pick<Product, "drr">): Sales => ({ units: Math.round(drr * drrDays), period: drrDays });
const lately = "Sold today and on the two days before";

const runRate = (sales: Sales, text: string): Explanation => ({
  title: `DRR: ${rateText(sales.units / sales.period)}`,
  lines: soldIn(sales, text),
  total: { text: "Sold a day", figure: rateText(sales.units / sales.period) },
  notes: ["DRR is the daily run rate: units sold a day."],
});

const less = (units: number): string => (units > 0 ? `−${numberText(units)}` : numberText(units));

const requiredNote = (product: Product): string => {
  if (required(product) > 0) return "The printed report leaves out what is in transit.";
  return product.stock < minimumStock(product) ? "What is in transit covers it." : "The stock is just the minimum.";
};

/** By what they explain, and of what. */
export const termText = {
  drr: (product: Pick<Product, "drr">) => runRate(soldLately(product), lately),
  sales: (sales: Sales) => runRate(sales, "Sold in the chosen days"),
  minimum: (product: Pick<Product, "drr" | "lead_time">): Explanation => ({
    title: `Min. Stock: ${countText(minimumStock(product), "unit")}`,
    lines: [
      ...soldIn(soldLately(product), lately),
      { text: "Lead Time", figure: `× ${countText(product.lead_time, "day")}` },
    ],
    total: { text: "Rounded up", figure: numberText(minimumStock(product)) },
    notes: ["What sells until an order of today arrives."],
  }),
  required: (product: Product): Explanation => ({
    title: `Required: ${countText(required(product), "unit")}`,
    lines: [
      { text: "Min. Stock", figure: numberText(minimumStock(product)) },
      { text: "Avl. Stock", figure: less(product.stock) },
      { text: "In-Transit", figure: less(product.in_transit) },
    ],
    total: { text: "Required", figure: numberText(required(product)) },
    notes: [requiredNote(product)],
  }),
  cover: (row: PlanRow): Explanation => {
    const { stock, rate, season, events, cover: days = 0, cover_with_transit: more = days, arrivals } = row;
    const changes = Boolean(season || events);
    const aDay = rateFor((units) => stock / units, changes ? stock / days : rate?.units);
    return {
      title: `Cover: ${countText(days, "day")}`,
      lines: [
        { text: "Avl. Stock", figure: numberText(stock) },
        // Of a day that is not covered, no average is known.
        ...(changes && days === 0
          ? []
          : [{ text: changes ? "Sold a day then, about" : "Sold a day", figure: `÷ ${aDay}` }]),
        { text: "Cover", figure: countText(days, "day") },
        ...arrivals.map(arrivalLine),
      ],
      ...(more > days && {
        total: {
          text: `With what is ${wayText(row)}`,
          figure: `${countText(more, "day")}, +${numberText(more - days)}`,
        },
      }),
      notes: ["The days that the stock lasts."],
    };
  },
};

export type Terms = typeof termText;
