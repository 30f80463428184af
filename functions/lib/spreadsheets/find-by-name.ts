// Finds the products and warehouses that the cells of a spreadsheet name.
import { normalised } from "#shared/name.ts";
import { codesOf, isRoundedCode, unwrapped, withoutLeadingZeros } from "#shared/product-code.ts";
import type { ProductRow } from "../db/tables.ts";
import { type MaybeCell, problemOf, textOf } from "./cell-values.ts";

/** Finds the row that a name stands for: one at most, since names are unique. */
export const finder = <R>(rows: readonly R[], namesOf: (row: R) => string[]): ((name: string) => R | undefined) => {
  const found = byName(rows, namesOf, normalised);
  return (name) => found.get(normalised(name))?.[0];
};

const byName = <R>(rows: readonly R[], namesOf: (row: R) => string[], form: (name: string) => string) => {
  const found = new Map<string, R[]>();
  for (const row of rows)
    for (const name of new Set(namesOf(row).map(form))) found.set(name, [...(found.get(name) ?? []), row]);
  return found;
};

/** A product that a cell names, or why it names none for sure, with those that it may stand for. */
export type FoundProduct =
  | { product: ProductRow }
  | { product?: undefined; status: "unknown" | "unclear" | "wrong"; message: string; candidates: ProductRow[] };

/** A spreadsheet keeps 15 digits of a number and ends it with zeros. */
export const isRounded = (cell: MaybeCell): boolean =>
  isRoundedCode(textOf(cell)) || (cell?.type === "number" && /\d{16}/.test(cell.text));

/** Finds a product by its P.ID or a further code; a code that a spreadsheet may have changed is not matched. */
export const productFinder = (rows: readonly ProductRow[]): ((cell: MaybeCell) => FoundProduct) => {
  const find = finder(rows, codesOf);
  const withoutZeros = byName(rows, codesOf, withoutLeadingZeros);
  return (cell) => {
    const code = textOf(cell);
    const problem = problemOf(cell) ?? (code.trim() ? undefined : "Required");
    if (problem) return { status: "wrong", message: problem, candidates: [] };
    if (isRounded(cell)) return { status: "unclear", message: roundedCode, candidates: [] };
    const product = find(code) ?? find(unwrapped(code));
    if (product) return { product };
    const candidates = withoutZeros.get(withoutLeadingZeros(unwrapped(code))) ?? [];
    return candidates.length > 0
      ? { status: "unclear", message: lostZeros(candidates), candidates }
      : { status: "unknown", message: "No such product", candidates };
  };
};

export const roundedCode = "Rounded by a spreadsheet, format the cell as text and type the code again";
const lostZeros = ([first]: ProductRow[]): string =>
  `Equals ${first?.p_id} but for leading zeros, format the cell as text and type the code again`;
