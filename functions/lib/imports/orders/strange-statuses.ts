// Statuses that no rule knows: until a person says what their lines are, once for the channel, these are left out.
import type { Parsed } from "#shared/api.ts";
import { dayOf, dayText } from "#shared/day.ts";
import type { Ask } from "#shared/import.ts";
import { type OrderOutcomeId, type StatusMeaning, statusMeanings } from "#shared/order-outcome.ts";
import type { RememberedRow } from "../../db/tables.ts";
import { openTexts } from "../asks.ts";
import type { StoredImport } from "../import-kind.ts";
import { readStatuses } from "../remembered.ts";
import type { OrderLine } from "./order-lines.ts";
import { statusForm } from "./status-words.ts";

type Settings = Pick<Parsed<"POST /v1/imports/orders">, "channel" | "texts">;

const isMeaning = (value: string | undefined): value is StatusMeaning =>
  value !== undefined && Object.hasOwn(statusMeanings, value);

/** A column with more of them has no statuses, but remarks or steps of a courier. */
const mostStatuses = 100;

const withoutRemarks = (lines: readonly OrderLine[]): void => {
  const byHead = Map.groupBy(
    lines.flatMap(({ strange }) => strange),
    ({ head }) => head,
  );
  const isRemarks = new Map(
    [...byHead].map(([head, some]) => [head, new Set(some.map(({ text }) => statusForm(text))).size > mostStatuses]),
  );
  for (const line of lines) line.strange = line.strange.filter(({ head }) => !isRemarks.get(head));
};

/** Adds what the statuses say to each line, and answers the function that asks about them once the outcomes are known. */
export const strangeStatuses = async (lines: readonly OrderLine[], { channel, texts: said = {} }: Settings) => {
  withoutRemarks(lines);
  // As it stands in the first row that has it.
  const written = new Map<string, string>();
  for (const { text } of lines.flatMap(({ strange }) => strange)) {
    const form = statusForm(text);
    if (!written.has(form)) written.set(form, text);
  }
  const remembered = await readStatuses(channel, [...written.keys()]);
  const meanings = new Map([
    ...[...remembered].flatMap(([form, { means }]) => (means ? [[form, means] as const] : [])),
    ...meaningsIn(said),
  ]);
  const meaningOf = (text: string) => meanings.get(statusForm(text));
  for (const line of lines) for (const { text } of line.strange) addMeaning(line, meaningOf(text));

  return (decided: readonly { status: OrderOutcomeId; strange: OrderLine["strange"] }[]): Ask[] => {
    const open = openTexts(Object.fromEntries([...meanings].map(([form, means]) => [written.get(form) ?? "", means])));
    for (const [form, text] of written) open.answer(text, choicesOf(remembered.get(form)));
    for (const { status, strange } of decided) {
      // Several columns of a line may have the same.
      const texts = new Set(strange.map(({ text }) => written.get(statusForm(text)) ?? text));
      for (const text of status === "unclear_status" ? texts : [])
        if (!meaningOf(text)) open.add(text, "This status is not known. What are they?", choicesOf());
    }
    return open.asks();
  };
};

const meaningsIn = (said: Readonly<Record<string, string>>) =>
  new Map(Object.entries(said).flatMap(([text, value]) => (isMeaning(value) ? [[statusForm(text), value]] : [])));

/** What a person has said of the statuses in this file. */
export const saidStatuses = ({ settings, sheet }: StoredImport<Settings>): (readonly [string, StatusMeaning])[] => {
  const said = meaningsIn(settings.texts ?? {});
  const asked = (sheet.asks ?? []).flatMap(({ id, of }) => (id === "texts" && of ? of : []));
  return asked.flatMap((text) => {
    const means = said.get(statusForm(text));
    return means ? [[text, means] as const] : [];
  });
};

/** What is gone is no cancellation: nothing of it goes back on the shelf. */
const addMeaning = (line: OrderLine, meaning: StatusMeaning | undefined): void => {
  if (meaning === "gone") {
    line.says.add("cancelled");
    line.cancellation ??= "returned";
    line.isByPresence = false;
  } else if (meaning === "sent") line.says.add("sent");
  else if (meaning === undefined) line.says.add("unclear_status");
};

const choicesOf = (said?: RememberedRow): Ask["choices"] =>
  Object.entries(statusMeanings).map(([value, label]) => ({
    value,
    label: value === said?.means ? `${label}, as ${said.user.name} chose on ${dayText(dayOf(said.created_at))}` : label,
  }));
