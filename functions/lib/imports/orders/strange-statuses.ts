// Statuses that no rule knows: until a person says what their lines are, once for the channel, these are left out.
import type { Parsed } from "#shared/api.ts";
import { dayOf, dayText } from "#shared/day.ts";
import type { Ask } from "#shared/import.ts";
import { type OrderOutcomeId, type StatusMeaning, statusMeanings } from "#shared/order-outcome.ts";
import type { RememberedRow } from "../../db/tables.ts";
import { openTexts } from "../asks.ts";
import type { StoredImport } from "../import-kind.ts";
import { alsoSaying, type OrderLine, type StrangeStatus } from "./order-lines.ts";
import { statusForm } from "./status-words.ts";

type Settings = Pick<Parsed<"POST /v1/imports/orders">, "channel" | "texts">;

const isMeaning = (value: string | undefined): value is StatusMeaning =>
  value !== undefined && Object.hasOwn(statusMeanings, value);

/** A column with more of them has no statuses, but remarks or steps of a courier. */
const mostStatuses = 100;

/** The lines without remarks among their statuses. */
export const withoutRemarks = (lines: readonly OrderLine[]): OrderLine[] => {
  const byHead = Map.groupBy(
    lines.flatMap(({ strange }) => strange),
    ({ head }) => head,
  );
  const isRemarks = new Map(
    [...byHead].map(([head, some]) => [head, new Set(some.map(({ text }) => statusForm(text))).size > mostStatuses]),
  );
  const isRemark = ({ head }: StrangeStatus) => isRemarks.get(head) === true;
  return lines.map((line) =>
    line.strange.some(isRemark) ? { ...line, strange: line.strange.filter((one) => !isRemark(one)) } : line,
  );
};

/** Each status in its form, as it stands in the first line that has it. */
const writtenIn = (lines: readonly OrderLine[]): ReadonlyMap<string, string> =>
  new Map(
    [
      ...Map.groupBy(
        lines.flatMap(({ strange }) => strange.map(({ text }) => text)),
        statusForm,
      ),
    ].map(([form, [first = ""]]) => [form, first]),
  );

export interface StatusMeanings {
  /** What was said for the channel, by the form of the status. */
  remembered: ReadonlyMap<string, RememberedRow>;
  /** What holds for this file. */
  meanings: ReadonlyMap<string, StatusMeaning>;
}

/** What people have said of the statuses of these lines: in this import by their texts, and before. */
export const meaningsOf = (
  lines: readonly OrderLine[],
  said: Readonly<Record<string, string>>,
  rememberedOf: (form: string) => RememberedRow | undefined,
): StatusMeanings => {
  const remembered = new Map(
    [...writtenIn(lines).keys()].flatMap((form) => {
      const row = rememberedOf(form);
      return row ? [[form, row] as const] : [];
    }),
  );
  const before = [...remembered].flatMap(([form, { means }]) => (means ? [[form, means] as const] : []));
  return { remembered, meanings: new Map([...before, ...meaningsIn(said)]) };
};

/** The lines with the outcomes by their statuses. */
export const withMeanings = (lines: readonly OrderLine[], { meanings }: Pick<StatusMeanings, "meanings">) =>
  lines.map((line) =>
    line.strange.reduce((before, { text }) => withMeaning(before, meanings.get(statusForm(text))), line),
  );

interface LineWithStatus extends OrderLine {
  status: OrderOutcomeId;
}

/** Asks about the statuses that leave lines out, and shows what was said of others. */
export const statusAsks = (lines: readonly LineWithStatus[], { remembered, meanings }: StatusMeanings): Ask[] => {
  const written = writtenIn(lines);
  const textOf = (form: string) => written.get(form) ?? "";
  const open = openTexts(Object.fromEntries([...meanings].map(([form, means]) => [textOf(form), means])));
  for (const [form, text] of written) open.answer(text, choicesOf(remembered.get(form)));
  // Several columns of a line may have the same.
  for (const { strange } of lines.filter(({ status }) => status === "unclear_status"))
    for (const form of new Set(strange.map(({ text }) => statusForm(text))))
      if (!meanings.has(form)) open.add(textOf(form), "This status is not known. What are they?", choicesOf());
  return open.asks();
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
const withMeaning = (line: OrderLine, meaning: StatusMeaning | undefined): OrderLine => {
  if (meaning === "send") return line;
  const told = alsoSaying(line, meaning === undefined ? "unclear_status" : meaning === "gone" ? "cancelled" : "sent");
  return meaning === "gone" ? { ...told, cancellation: line.cancellation ?? "returned", isByPresence: false } : told;
};

const choicesOf = (said?: RememberedRow): Ask["choices"] =>
  Object.entries(statusMeanings).map(([value, label]) => ({
    value,
    label: value === said?.means ? `${label}, as ${said.user.name} chose on ${dayText(dayOf(said.created_at))}` : label,
  }));
