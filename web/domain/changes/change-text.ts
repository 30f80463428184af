// Changes in words: the values of a field, the fields of a change on one line, and the searched texts.
import type { Change, FieldChange } from "#shared/change.ts";
import { fieldLabel } from "#shared/change-label.ts";
import { fieldNumberText } from "#shared/product-fields.ts";
import { countText, dayText } from "../../lib/format.ts";

/** Stands for a value that is missing: the field was empty. */
export const emptyText = "empty";

/** A value as its form shows it; undefined if the field was empty. */
export const valueText = (field: string, value: FieldChange["from"]): string | undefined => {
  if (value === undefined) return undefined;
  if (field === "expected_delivery" || field === "expires_at") return dayText(String(value));
  return typeof value === "number" ? fieldNumberText(field, value) : value;
};

/** The text for a field whose values mean nothing to people: a password, a token, or the address of an image. */
export const eventText = ({ action }: Pick<Change, "action">, { field, from }: FieldChange): string | undefined => {
  if (field === "password" || field === "token") return "changed";
  if (field !== "image") return undefined;
  return action === "created" || from === undefined ? "added" : "changed";
};

/** Characters of a value on one line, and fields of a change there; the dialog shows all. */
const maxLength = 48;
const maxFields = 6;
/** Characters before the first difference of two long values. */
const maxBefore = 16;

/** A value without its line breaks; "" if the field was empty. */
const lineText = (field: string, value: FieldChange["from"]): string =>
  (valueText(field, value) ?? "").replace(/\s+/g, " ");

const cut = (text: string): string =>
  text.length > maxLength ? `${[...text].slice(0, maxLength).join("").trimEnd()}…` : text;

/** Where two values begin to differ, or the start of that word; 0 if that place fits on the line anyway. */
const startOf = (from: string, to: string): number => {
  if (Math.max(from.length, to.length) <= maxLength) return 0;
  let same = 0;
  while (same < from.length && from[same] === to[same]) same++;
  const start = same - maxBefore;
  return start > 0 ? start + 1 + from.slice(start, same).indexOf(" ") : 0;
};

/** Two values on one line: a common start of long ones is left out. */
const contrast = (before: string, after: string): { from: string; to: string } => {
  const start = startOf(before, after);
  const shown = (text: string) => (start > 0 ? `…${cut(text.slice(start))}` : cut(text));
  return { from: shown(before), to: shown(after) };
};

/** A field of a change on one line: its two values, "" where it was empty, or one text where there are no two. */
type FieldSummary = { key: string; label: string } & ({ text: string } | { from: string; to: string });

interface Summary {
  fields: FieldSummary[];
  /** Fields that are left out. */
  more: number;
}

/** The part of a change that is shown on one line. */
export type ChangedFields = Pick<Change, "kind" | "name" | "action" | "fields">;

/** The first fields of a change. The code of a new row is left out, since it stands beside them. */
export const summarize = (change: ChangedFields): Summary => {
  const { kind, name, action } = change;
  const relevant = action === "created" ? change.fields.filter(({ to }) => to !== name) : change.fields;
  const fields = relevant.slice(0, maxFields).map((one): FieldSummary => {
    const about = { key: `${one.field} ${one.product?._id}`, label: fieldLabel(kind, one) };
    const event = eventText(change, one);
    if (event) return { ...about, text: event };
    const values = contrast(lineText(one.field, one.from), lineText(one.field, one.to));
    return { ...about, ...(action === "created" ? { text: values.to } : values) };
  });
  return { fields, more: relevant.length - fields.length };
};

const fieldText = (field: FieldSummary): string =>
  `${field.label} ${"text" in field ? field.text : `${field.from || emptyText} → ${field.to || emptyText}`}`;

export const moreText = (more: number): string => countText(more, "more field");

export const summaryText = (change: ChangedFields): string => {
  const { fields, more } = summarize(change);
  return [...fields.map(fieldText), ...(more ? [moreText(more)] : [])].join(" · ");
};

/** The code, the product's name, the fields and their values. */
export const searchTexts = ({ kind, name, fields }: Change, productName = ""): string[] => [
  name,
  productName,
  ...fields.flatMap((one) => [
    fieldLabel(kind, one),
    one.product?.name ?? "",
    ...[one.from, one.to].flatMap((value) => [String(value ?? ""), valueText(one.field, value) ?? ""]),
  ]),
];
