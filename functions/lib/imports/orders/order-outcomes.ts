// What becomes of an order line: of the outcomes that fit it (`says`) the first in the list of `shared/order-outcome.ts`, but
// for those whose lines a person takes in all the same. A preview makes one decider of the answers and asks it line by line.
import type { Parsed } from "#shared/api.ts";
import { addDays } from "#shared/day.ts";
import type { TakenIn } from "#shared/import.ts";
import { type OrderOutcomeId, orderOutcomeIds, outcomeOf, takeIn } from "#shared/order-outcome.ts";
import type { OutcomeAnswers } from "../remembered.ts";

export type Answers = Readonly<Partial<Record<string, string>>>;

/** The answers of an import. Apps up to 1.0.0 send two of them as `again` and `unsure`. */
export const answersOf = ({
  answers = {},
  again,
  unsure,
}: Pick<Parsed<"POST /v1/imports/orders">, "answers" | "again" | "unsure">): Answers => {
  const picked = answers.picked ?? (again ? takeIn : undefined);
  // Who takes picked lines again takes those that only may have been picked, too.
  const unsureAnswer = answers.unsure ?? (unsure || picked === takeIn ? takeIn : undefined);
  return { ...answers, ...(picked && { picked }), ...(unsureAnswer && { unsure: unsureAnswer }) };
};

/** What an outcome is decided by. */
interface Decidable {
  /** The outcomes that fit the line. */
  says: ReadonlySet<OrderOutcomeId>;
  /** It is cancelled only since a column of cancellations has a text. */
  isByPresence: boolean;
  /** Of the order. */
  day?: string | undefined;
}

/** Days after the order during which a remembered answer takes in lines that were sent. */
const rememberedDays = 30;

interface Deciding {
  answers: Answers;
  remembered: OutcomeAnswers;
  today: string;
}

export const outcomeDecider = ({ answers, remembered, today }: Deciding) => {
  /** Whether a line is taken in although it has this outcome. */
  const isTakenIn = (id: OrderOutcomeId, { isByPresence, day }: Decidable): boolean => {
    // What is cancelled is never taken, unless it is so by presence only, which has an answer of its own.
    if (id === "cancelled") return isByPresence && answers.presence === takeIn;
    if (!outcomeOf(id)?.mayTakeIn) return false;
    // What was ordered more since it was picked is taken in unless somebody says no.
    const answer = answers[id] ?? (id === "added" ? takeIn : undefined);
    if (answer) return answer === takeIn;
    const isOld = id === "sent" && day !== undefined && day < addDays(today, -rememberedDays);
    return remembered[id]?.taken === true && !isOld;
  };
  /**
   * The first outcome of the list that leaves the line out. `otherwise`: what its code and stock make of it (ready, short, unknown),
   * which is in the list too; the outcomes behind it do not count.
   */
  const decide = (line: Decidable, otherwise: OrderOutcomeId): OrderOutcomeId =>
    orderOutcomeIds.find((id) => (line.says.has(id) && !isTakenIn(id, line)) || id === otherwise) ?? otherwise;
  /** The remembered answer by which lines of an outcome are taken in, where this import has none of its own. */
  const rememberedFor = (id: OrderOutcomeId) => (answers[id] === undefined ? remembered[id] : undefined);
  return { decide, isTakenIn, rememberedFor };
};

/** Outcomes of lines that would be taken from stock, or may be once somebody has chosen. */
const wanted: ReadonlySet<OrderOutcomeId> = new Set(["ready", "sold", "shelf_short", "short", "unknown", "unclear"]);
export const isWanted = ({ status }: { status: OrderOutcomeId }): boolean => wanted.has(status);

interface DecidedUnits extends Decidable {
  status: OrderOutcomeId;
  units: number;
}

/** The lines that are wanted although another outcome fits them, by that outcome. */
export const summaryOfTakenIn = (
  lines: readonly DecidedUnits[],
  { isTakenIn, rememberedFor }: Pick<ReturnType<typeof outcomeDecider>, "isTakenIn" | "rememberedFor">,
): TakenIn[] =>
  orderOutcomeIds.flatMap((id): TakenIn[] => {
    const taken = lines.filter((line) => isWanted(line) && line.says.has(id) && isTakenIn(id, line));
    if (taken.length === 0) return [];
    const answer = rememberedFor(id);
    return [
      {
        id: id === "cancelled" ? "presence" : (id as TakenIn["id"]),
        lines: taken.length,
        units: taken.reduce((sum, { units }) => sum + units, 0),
        ...(answer?.taken && { remembered: { user: answer.user, at: answer.created_at } }),
      },
    ];
  });
