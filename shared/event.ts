// Events that change sales for some days, such as a festival of a marketplace.
import * as v from "valibot";
import { countDays } from "./day.ts";
import { Decimal, optionalText, orEmpty, PlannedDay, requiredLine } from "./field.ts";
import { seenOf } from "./seen.ts";

/** Limits of a factor, measured or given. */
export const eventFactors = { least: 0.2, most: 10 } as const;
const number = `A number of ${eventFactors.least} to ${eventFactors.most}`;
/** Days of an event at most. */
const maxDays = 60;

const isRange = (start: string, end: string): boolean => start <= end && countDays(start, end) <= maxDays;
const range = `A day from the first one on, at most ${maxDays} days`;

/** The days of this year, and those of last year from which its factor is measured, or the factor. */
const Fields = v.object({
  name: requiredLine(60),
  start: PlannedDay,
  end: PlannedDay,
  last_start: orEmpty(PlannedDay),
  last_end: orEmpty(PlannedDay),
  /** Times what sells without it, by season. */
  factor: v.optional(
    v.pipe(
      v.union(
        [v.pipe(v.number(), v.maxValue(eventFactors.most, number)), v.pipe(v.string(), v.maxLength(20, number))],
        number,
      ),
      v.transform((factor) => (factor === "" ? undefined : Number(factor))),
      v.check(
        (factor) => factor === undefined || (factor >= eventFactors.least && factor <= eventFactors.most),
        number,
      ),
    ),
  ),
  /** P.IDs with commas between them; of all products without. */
  products: optionalText(),
});

type Fields = v.InferOutput<typeof Fields>;

const checkWhole = ({ dataset, addIssue }: v.RawCheckContext<Fields>): void => {
  if (!dataset.typed) return;
  const form = dataset.value;
  const refuse = (key: "end" | "last_end" | "factor", message: string) =>
    addIssue({ message, path: [{ type: "object", origin: "value", input: { ...form }, key, value: form[key] }] });
  const { start, end, last_start, last_end, factor } = form;
  if (!isRange(start, end)) refuse("end", range);
  if (!last_start && !last_end) {
    if (factor === undefined) refuse("factor", "A factor, or last year's days to measure it from");
  } else if (!last_start || !last_end || !isRange(last_start, last_end) || last_end >= start)
    refuse("last_end", `Both days of last year, or neither. ${range}, before those of this year`);
};

export const EventForm = v.pipe(Fields, v.rawCheck(checkWhole));
export type EventForm = v.InferOutput<typeof EventForm>;

/** Fields that are as they were seen are not edited. */
export const EventEdit = v.pipe(
  v.object({
    ...Fields.entries,
    seen: seenOf(["name", "start", "end", "last_start", "last_end", "factor", "products"]),
  }),
  v.rawCheck((context) => checkWhole(context)),
);
export type EventEdit = v.InferOutput<typeof EventEdit>;

export const PlanEvent = v.object({
  _id: v.string(),
  name: v.string(),
  start: v.string(),
  end: v.string(),
  last_start: v.optional(v.string()),
  last_end: v.optional(v.string()),
  factor: v.optional(Decimal),
  products: v.optional(v.string()),
  updated_at: v.string(),
});
export type PlanEvent = v.InferOutput<typeof PlanEvent>;
