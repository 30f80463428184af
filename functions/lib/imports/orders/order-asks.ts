// Questions about an order file that stand at the top of its preview.
import { type Channel, channelLabel } from "#shared/channel.ts";
import { countText } from "#shared/format.ts";
import type { Ask } from "#shared/import.ts";
import { shelfName } from "#shared/marketplace-shelf.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { leaveOut, type OrderOutcomeId, takeIn } from "#shared/order-outcome.ts";
import { sumBy } from "#shared/sum.ts";
import { partsOf } from "../../catalogue/product-sets.ts";
import type { OutcomeAnswers } from "../remembered.ts";
import type { OrderTable } from "./order-columns.ts";
import type { OrderLine } from "./order-lines.ts";
import { type Answers, isWanted } from "./order-outcomes.ts";
import type { ComparedLine } from "./since-picked.ts";

/** Nothing is ready before it is known which channel the file is of. */
export const askChannel = (other: Channel, channel: Channel): Ask => ({
  id: "answers",
  of: "channel",
  text: `This looks like a file of ${channelLabel(other)}, not of ${channelLabel(channel)}.`,
  choices: [other, channel].map((one) => ({ value: one, label: `It is of ${channelLabel(one)}` })),
});

interface AskedLine {
  row: number;
  status: OrderOutcomeId;
  isByPresence: boolean;
  units: number;
}

const takeOrLeave: Ask["choices"] = [
  { value: takeIn, label: "Take them in" },
  { value: leaveOut, label: "Leave them out" },
];

/** Asks about left-out lines that are more than half of the lines in question. */
export const asksOf = (
  lines: readonly AskedLine[],
  { rows, heads, side }: OrderTable,
  answers: Answers,
  remembered: OutcomeAnswers,
): Ask[] => {
  const asks: Ask[] = [];
  const ask = (id: "presence" | "sent", some: readonly AskedLine[], of: number, text: string) => {
    if (some.length <= of / 2 || answers[id]) return;
    const sum = some.reduce((units, line) => units + line.units, 0);
    asks.push({
      id: "answers",
      of: id,
      text: `${countText(some.length, "line")} of ${of} ${text}`,
      choices: takeOrLeave,
      sum,
    });
  };
  const present = lines.filter(({ status, isByPresence }) => isByPresence && /^cancelled/.test(status));
  const inQuestion = new Set(present.map(({ row }) => row));
  const told = side.cancellations.filter(({ column }) =>
    rows.some(({ number, cells }) => inQuestion.has(number) && cells[column]),
  );
  const columns = told.map(({ column }) => `“${heads[column]}”`).join(" or ");
  ask("presence", present, lines.length, `have a text under ${columns}, so they are left out as cancelled or returned`);
  const sent = lines.filter(({ status }) => status === "sent");
  if (!remembered.sent) ask("sent", sent, sent.length + lines.filter(isWanted).length, "were sent already");
  return asks;
};

interface SoldLine extends AskedLine, Pick<OrderLine, "sold" | "shelf">, Pick<ComparedLine, "toPutBack" | "listed"> {}

/** Sales that are named. */
const namedSales = 5;

/** The sales of lines that are cancelled since they were booked, without those whose units a correction has taken off. */
const uncorrected = (lines: readonly SoldLine[]): string[] => {
  const corrected = new Map<string, number>();
  return lines.flatMap(({ toPutBack, listed }) => {
    if (!toPutBack?.told) return [];
    const { movement, told, units } = toPutBack;
    const parts = (listed ? partsOf(listed) : []).map((part) => {
      const place = `${movement}#${part.product}`;
      return { place, left: (corrected.get(place) ?? told.get(part.product) ?? 0) - units * part.units };
    });
    if (parts.length === 0 || parts.some(({ left }) => left < 0)) return [movement];
    for (const { place, left } of parts) corrected.set(place, left);
    return [];
  });
};

/** What is booked as sold from the shelf, by which of several days, or why lines of the marketplace are not. */
export const saleAsks = (
  lines: readonly SoldLine[],
  { heads, columns, side }: OrderTable,
  channel: Channel,
  chosen: string | undefined,
): Ask[] => {
  const sold = lines.filter(({ status, shelf }) => status === "sold" && shelf);
  const left = countText(lines.filter(({ status }) => status === "marketplace").length, "line");
  const name = shelfName(channel);
  const shown = (of: string, text: string): Ask => ({ id: "sold", of, text, choices: [] });
  const cancelled = uncorrected(lines);
  const sales = [...new Set(cancelled.map(movementNumber))].slice(0, namedSales);
  const units = countText(
    sumBy(sold, (line) => line.units),
    "unit",
  );
  return [
    ...(sold.length > 0
      ? [shown("booked", `${countText(sold.length, "line")} sold from ${name}, ${units}: booked, not picked.`)]
      : []),
    ...(cancelled.length > 0
      ? [
          shown(
            "cancelled",
            `${countText(cancelled.length, "line")} booked as sold, and cancelled now: correct ${sales.join(", ")}.`,
          ),
        ]
      : []),
    ...(lines.some(({ status }) => status === "marketplace")
      ? [shown("marketplace", `A warehouse can stand for ${name} (Warehouse List): then ${left} can be booked.`)]
      : []),
    ...(sold.length > 0 && side.days.length > 1
      ? [
          {
            id: "columns.date",
            text: "The day on which they were sold",
            value: chosen ?? heads[columns.date ?? -1] ?? "",
            choices: side.days.map((column) => ({ value: heads[column] ?? "", label: heads[column] ?? "" })),
          },
        ]
      : []),
  ];
};
