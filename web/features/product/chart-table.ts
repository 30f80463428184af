// The figures of a product's charts as the rows of a table: for screen readers, and on paper.
import { channelLabel, channels } from "#shared/channel.ts";
import { dayText, numberText } from "../../lib/format.ts";
import type { ChartDay, ChartDays } from "./chart-days.ts";

export const tableHeads = ["Day", "Closing stock", "Units sold", "Arrivals"] as const;

interface TableRow {
  _id: string;
  /** One for each head. */
  texts: readonly string[];
}

/** All days from the first unit until today, and days ahead on which units arrive or run out. */
export const tableOf = ({ days, today }: ChartDays): TableRow[] =>
  days
    .filter(
      ({ stock, arrivals, expected }, index) =>
        stock !== undefined || arrivals.length > 0 || (expected === 0 && (days[index - 1]?.expected ?? 0) > 0),
    )
    .map((each) => ({ _id: each.day, texts: textsOf(each, each.day > today) }));

const textsOf = (each: ChartDay, ahead: boolean): string[] => {
  const { day, stock = 0, expected = 0, arrivals } = each;
  return [
    dayText(day),
    ahead ? `about ${numberText(Math.round(expected))}` : numberText(stock),
    ahead ? "" : soldText(each),
    arrivals.map(({ container, units }) => `${container} +${numberText(units)}`).join(", "),
  ];
};

/** "12: Amazon 5, Flipkart 7". */
const soldText = ({ sold, total }: ChartDay): string => {
  const parts = channels.flatMap((channel) =>
    sold[channel] ? [`${channelLabel(channel)} ${numberText(sold[channel])}`] : [],
  );
  return numberText(total) + (parts.length > 0 ? `: ${parts.join(", ")}` : "");
};
