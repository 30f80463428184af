// The fields that forms are made of. An empty string is an absent value, in every form.
import * as v from "valibot";
import { channels } from "./channel.ts";
import { isDay } from "./day.ts";
import { numberText } from "./format.ts";
import { roles } from "./role.ts";

/** No halves of characters, nor the two that XML knows none of: a sheet with one could not be opened. */
const wellFormed = v.check((text: string) => text.isWellFormed() && !/[\ufffe\uffff]/.test(text), "Not valid text");
const oneLine = v.check((text: string) => !/\p{Cc}/u.test(text), "No control characters");
/** Sheets cannot hold other control characters than line breaks and tabs. */
const printable = v.check((text: string) => !/[^\P{Cc}\t\r\n]/u.test(text), "No control characters");
/** Formatting marks show nothing: a name of them alone would look empty. */
const visible = v.check((text: string) => /[^\s\p{Cf}]/u.test(text), "Required");

/** What may be left out or empty, and is `absent` then; no caller of ours leaves it empty, so their types do not. */
export const orEmpty = <S extends v.GenericSchema, const A = undefined>(schema: S, absent?: A) => {
  const empty: v.GenericSchema = v.pipe(
    v.literal(""),
    v.transform(() => absent),
  );
  return v.optional(
    v.union([schema, empty as S], ({ issues, message }) => issues?.[0].message ?? message),
    absent as A,
  );
};

/** A required line of text. */
export const line = () =>
  v.pipe(v.string("Text expected"), v.trim(), visible, v.maxLength(200, "At most 200 characters"), oneLine, wellFormed);

/** A line of text that may be left out or empty. */
export const optionalLine = () =>
  v.optional(
    v.pipe(v.string("Text expected"), v.trim(), v.maxLength(200, "At most 200 characters"), oneLine, wellFormed),
  );

/** Text of several lines that may be left out or empty. */
export const optionalText = () =>
  v.optional(
    v.pipe(v.string("Text expected"), v.trim(), v.maxLength(2_000, "At most 2000 characters"), printable, wellFormed),
  );

/** A web address that may be left out or empty; other schemes than http and https are refused. */
export const optionalLink = () =>
  v.optional(
    v.pipe(
      v.string("Link expected"),
      v.trim(),
      v.maxLength(500, "At most 500 characters"),
      v.check(
        (link) => link === "" || /^https?:\/\/[\p{L}\p{M}\p{N}.-]+(:\d{1,5})?([/?#][^\s"<>\\]*)?$/iu.test(link),
        "Link with http:// or https:// expected",
      ),
      oneLine,
      wellFormed,
    ),
  );

/** The `_id` of something else. */
export const Id = v.pipe(v.string("Required"), v.nonEmpty("Required"), v.maxLength(64, "Unknown id"), wellFormed);

/** A count of units. */
export const count = (least: number, most = 1_000_000) =>
  v.pipe(
    // An emptied field of a form is NaN.
    v.number(({ input }) => (Number.isNaN(input) ? "Required" : "Number expected")),
    v.integer("Whole number expected"),
    v.minValue(least, `At least ${least}`),
    // Said when it is needed: to format a number loads the language's data, in each cold start.
    v.maxValue(most, () => `At most ${numberText(most)}`),
  );

/** Units of a product that are moved. */
export const Quantity = count(1);

/** A real date as YYYY-MM-DD: 2026-02-30 is refused. */
export const Day = v.pipe(
  v.string("Date expected"),
  v.nonEmpty("Required"),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, "Date expected as YYYY-MM-DD"),
  v.check(isDay, "No such date"),
);

/** The days of a range, both ends included. */
export const Days = v.object({ start: Day, end: Day });
/** The same, a page of what it holds at a time: `after` is what the link of the page before says. */
export const DaysPage = v.object({ ...Days.entries, after: v.optional(v.string()) });
export type DaysPage = v.InferOutput<typeof DaysPage>;

export const AnyRole = v.picklist(roles, "One of executive, manager, root");
export const AnyChannel = v.picklist(channels, "Unknown channel");

/** The same form for a change: a field left out keeps its value, an empty optional one is cleared. */
export const change = <E extends v.ObjectEntries>(form: v.ObjectSchema<E, undefined>) => v.partial(form);

/** Of a file that is uploaded, in bytes. */
export const fileLimit = { bytes: 4 * 1024 * 1024, message: "At most 4 MB" } as const;
