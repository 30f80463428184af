// Suppliers: a text of each product, whose case and spaces do not count.
import { normalised } from "#shared/name.ts";
import { compareText } from "../lib/compare-text.ts";

interface Supplied {
  supplier?: string | undefined;
}

/** The rows of each supplier, by name; those without one are the last, under "". */
export const bySupplier = <R extends Supplied>(rows: readonly R[]): { supplier: string; rows: R[] }[] =>
  [...Map.groupBy(rows, ({ supplier = "" }) => normalised(supplier)).values()]
    .map((rows) => ({ supplier: spelling(rows), rows }))
    .sort((a, b) => Number(!a.supplier) - Number(!b.supplier) || compareText(a.supplier, b.supplier));

/** Of several spellings one with capitals. */
const spelling = (rows: readonly Supplied[]): string => rows.map(({ supplier = "" }) => supplier).sort()[0] ?? "";

/** Each of these texts, suppliers or others that many products have, in one spelling. */
export const namesIn = (texts: readonly (string | undefined)[]): string[] =>
  bySupplier(texts.map((supplier) => ({ supplier }))).flatMap(({ supplier }) => supplier || []);
