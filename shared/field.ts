// Fields of forms. An empty string counts as no value in every form.
import * as v from "valibot";
import { channels } from "./channel.ts";
import { isDay } from "./day.ts";
import { maxUnits, tooManyUnits } from "./limits.ts";
import { normalised } from "./name.ts";
import { roles } from "./role.ts";

/** No lone surrogates, and not the two characters that XML forbids: a workbook with one could not be opened. */
const wellFormed = v.check((text: string) => text.isWellFormed() && !/[\ufffe\uffff]/.test(text), "Not valid text");
const oneLine = v.check((text: string) => !/\p{Cc}/u.test(text), "No control characters");
/** Line breaks and tabs are the only control characters that a workbook can contain. */
const printable = v.check((text: string) => !/[^\P{Cc}\t\r\n]/u.test(text), "No control characters");
/** A name of nothing but spaces and invisible characters would look empty. */
const visible = v.check((text: string) => normalised(text) !== "", "Required");
/** Embeddings, overrides and isolates reorder the text after them. Marks such as U+200F are ordinary in some scripts. */
const inReadingOrder = v.check(
  (text: string) => !/[\u202a-\u202e\u2066-\u2069]/.test(text),
  "Contains invisible characters that change the text direction, please retype it",
);

/** A field that may be left out or empty, and then becomes `absent`. The input type leaves out the empty string. */
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

/** A required line of text, at most 200 characters. */
export const requiredLine = (most = 200) =>
  v.pipe(
    v.string("Text expected"),
    v.trim(),
    visible,
    v.maxLength(most, `At most ${most} characters`),
    oneLine,
    wellFormed,
    inReadingOrder,
  );

/** A line of text that may be left out or empty. */
export const optionalLine = (most = 200) =>
  v.optional(
    v.pipe(
      v.string("Text expected"),
      v.trim(),
      v.maxLength(most, `At most ${most} characters`),
      oneLine,
      wellFormed,
      inReadingOrder,
    ),
  );

/** Yes or no in a multipart form, whose fields are text. */
export const textFlag = () =>
  v.optional(
    v.pipe(
      v.picklist(["true", "false", ""], "true or false"),
      v.transform((text) => text === "true"),
    ),
  );

/** Text of several lines that may be left out or empty. */
export const optionalText = () =>
  v.optional(
    v.pipe(v.string("Text expected"), v.trim(), v.maxLength(2_000, "At most 2000 characters"), printable, wellFormed),
  );

/** "www.amazon.in/dp/1", as people type and paste it, gets the scheme that is missing. */
const withScheme = (link: string): string =>
  /^[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+([/:?#]|$)/u.test(link) ? `https://${link}` : link;

/** A web address that may be left out or empty; other schemes than http and https are refused. */
export const optionalLink = () =>
  v.optional(
    v.pipe(
      v.string("Link expected"),
      v.trim(),
      v.maxLength(500, "At most 500 characters"),
      v.check(
        (link) =>
          link === "" || /^https?:\/\/[\p{L}\p{M}\p{N}.-]+(:\d{1,5})?([/?#][^\s"<>\\]*)?$/iu.test(withScheme(link)),
        "Link with http:// or https:// expected",
      ),
      oneLine,
      wellFormed,
      v.transform(withScheme),
    ),
  );

/** The `_id` of another row: a text that becomes a key of a row or of a field. */
export const Id = v.pipe(
  v.string("Required"),
  v.nonEmpty("Required"),
  v.maxLength(64, "Unknown id"),
  v.check((text) => text !== "__proto__", "Not an id"),
  wellFormed,
);

export const unitCount = (min: number, max = maxUnits) =>
  v.pipe(
    // An emptied field of a form is NaN.
    v.number(({ input }) => (Number.isNaN(input) ? "Required" : "Number expected")),
    v.integer("Whole number expected"),
    v.minValue(min, `At least ${min}`),
    v.maxValue(max, () => tooManyUnits(max)),
  );

export const Quantity = unitCount(1);

/** At least one, and so many at most. */
export const listOf = <S extends v.GenericSchema>(schema: S, most: number, tooMany = `At most ${most}`) =>
  v.pipe(v.array(schema, "List expected"), v.minLength(1, "At least 1"), v.maxLength(most, tooMany));

/** Steps, groups and rounds of one thing at most. */
export const maxSteps = 1_000_000;

/** A number that no user types. */
export const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.number("Number expected"),
    v.integer("Whole number expected"),
    v.minValue(min, `At least ${min}`),
    v.maxValue(max, `At most ${max}`),
  );

/** The first of its groups that a step applies. */
export const FromStep = v.optional(wholeNumber(0, maxSteps), 0);

/** An existing date as YYYY-MM-DD: 2026-02-30 is refused. */
export const Day = v.pipe(
  v.string("Date expected"),
  v.nonEmpty("Required"),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, "Date expected as YYYY-MM-DD"),
  v.check(isDay, "No such date"),
);

/** A day that is planned. A year typed with two digits would be one of the first century. */
export const PlannedDay = v.pipe(
  Day,
  v.check((day) => day.startsWith("20"), "A year from 2000 to 2099 expected"),
);

/** A range of days, both ends included. */
export const Days = v.object({ start: Day, end: Day });
/** The same for a list in pages: `after` is the cursor from the link of the previous page. */
export const DaysPage = v.object({
  ...Days.entries,
  after: v.optional(v.pipe(v.string(), v.maxLength(1_000, "Too long"))),
});
export type DaysPage = v.InferOutput<typeof DaysPage>;
/** The same, or without days the whole list. */
export const MaybeDays = v.partial(DaysPage);

export const AnyRole = v.picklist(roles, "One of executive, manager, root");
export const AnyChannel = v.picklist(channels, "Unknown channel");

/** The form of a PATCH: a field that is left out keeps its value, an empty optional one is cleared. */
export const patchForm = <E extends v.ObjectEntries>(form: v.ObjectSchema<E, undefined>) => v.partial(form);

/** A field of a multipart form that holds JSON. */
export const jsonText = <S extends v.GenericSchema>(schema: S) =>
  v.optional(v.pipe(v.string("JSON expected"), v.parseJson(undefined, "Not valid JSON"), schema));

/** Not whole, unlike all that is counted. */
export const UnitsPerDay = v.number();
export const Decimal = v.number();
