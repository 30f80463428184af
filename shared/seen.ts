// What a person saw of the fields that they change: an edit of a field that somebody else has changed since is refused.
import * as v from "valibot";

export const SeenValue = v.union(
  [v.pipe(v.number(), v.maxValue(1e12, "Too large")), v.pipe(v.string(), v.maxLength(2_000, "Too long"))],
  "Number or text expected",
);

/** The values of these fields as the person saw them, "" for an empty one. Apps up to 1.0.0 send none. */
export const seenOf = <const F extends string>(fields: readonly F[]) =>
  v.optional(v.record(v.picklist(fields, "Not a field of this form"), SeenValue));
export type Seen = Partial<Record<string, string | number>>;

type Values = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => String(value ?? "");

/** The fields of an edit whose values are neither those that the person saw, nor those that the edit gives them. */
export const editedSince = (now: Values, to: Values, seen: Seen = {}): string[] =>
  Object.keys(seen).filter(
    (field) => to[field] !== undefined && ![textOf(seen[field]), textOf(to[field])].includes(textOf(now[field])),
  );
