// Questions about an order file that stand at the top of its preview.
import { type Channel, channelLabel, shelfName } from "#shared/channel.ts";
import { countText } from "#shared/format.ts";
import type { Ask } from "#shared/import.ts";
import { leaveOut, type OrderOutcomeId, takeIn } from "#shared/order-outcome.ts";
import { sumBy } from "#shared/sum.ts";
import type { OutcomeAnswers } from "../remembered.ts";
import type { OrderTable } from "./order-columns.ts";
import type { OrderLine } from "./order-lines.ts";
import { type Answers, isWanted } from "./order-outcomes.ts";

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

interface SoldLine extends AskedLine, Pick<OrderLine, "sold" | "shelf"> {}

/** What is booked as sold from the shelf, why lines of the marketplace are not, and which of several columns has their days. */
export const saleAsks = (
  lines: readonly SoldLine[],
  { heads, side }: OrderTable,
  channel: Channel,
  chosen: string | undefined,
): Ask[] => {
  const name = shelfName(channel);
  const shown = (of: string, some: readonly SoldLine[], text: (lines: string) => string): Ask[] =>
    some.length > 0 ? [{ id: "sold", of, text: text(countText(some.length, "line")), choices: [] }] : [];
  const sold = lines.filter(({ status, shelf }) => status === "sold" && shelf);
  const units = countText(
    sumBy(sold, (line) => line.units),
    "unit",
  );
  const left = lines.filter(({ status }) => status === "marketplace");
  const isDated = (line: SoldLine) => line.sold !== undefined && (isWanted(line) || line.status === "too_old");
  return [
    ...shown("booked", sold, (count) => `${count} sold from ${name}, ${units}: booked, not picked.`),
    ...shown(
      "marketplace",
      left,
      (count) => `A warehouse can stand for ${name} (Warehouse List): then ${count} can be booked.`,
    ),
    ...(chosen === undefined && side.days.length > 1 && lines.some(isDated)
      ? [
          {
            id: "columns.date",
            text: "Which column has the day on which they were sold?",
            choices: side.days.map((column) => ({ value: heads[column] ?? "", label: heads[column] ?? "" })),
          },
        ]
      : []),
  ];
};
