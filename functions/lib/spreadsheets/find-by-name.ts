// Finds the products and warehouses that the cells of a spreadsheet name.
import { lookalike, normalised } from "#shared/name.ts";
import { codeForm, codesOf, isRoundedCode, unwrapped, withoutLeadingZeros } from "#shared/product-code.ts";
import type { ProductRow } from "../db/tables.ts";
import { type MaybeCell, problemOf, textOf } from "./cell-values.ts";

/** Finds the row that a name stands for: one at most, since names are unique. */
export const finder = <R>(
  rows: readonly R[],
  namesOf: (row: R) => string[],
  form = normalised,
): ((name: string) => R | undefined) => {
  const found = byName(rows, namesOf, form);
  return (name) => found.get(form(name))?.[0];
};

/** Finds a product by any of its codes. */
export const productByCode = <P extends Parameters<typeof codesOf>[0]>(products: readonly P[]) =>
  finder(products, codesOf, codeForm);

const byName = <R>(rows: readonly R[], namesOf: (row: R) => string[], form: (name: string) => string) => {
  const found = new Map<string, R[]>();
  for (const row of rows)
    for (const name of new Set(namesOf(row).map(form))) found.set(name, [...(found.get(name) ?? []), row]);
  return found;
};

/** A product that a cell names, or why it names none for sure, with those that it may stand for. */
export type FoundProduct =
  | { product: ProductRow; candidates?: undefined }
  | { product?: undefined; status: "unknown" | "unclear" | "wrong"; message: string; candidates: ProductRow[] };

/** A spreadsheet keeps 15 digits of a number and ends it with zeros. */
export const isRounded = (cell: MaybeCell): boolean =>
  isRoundedCode(textOf(cell)) || (cell?.type === "number" && /\d{16}/.test(cell.text));

/** Finds a product by a code of its own; a code that a spreadsheet may have changed is not matched. */
export const productFinder = (rows: readonly ProductRow[]): ((cell: MaybeCell) => FoundProduct) => {
  const find = productByCode(rows);
  const lookalikes = byName(rows, codesOf, lookalike);
  const withoutZeros = byName(rows, codesOf, withoutLeadingZeros);
  return (cell) => {
    const code = textOf(cell);
    const problem = problemOf(cell) ?? (code.trim() ? undefined : "Required");
    if (problem) return { status: "wrong", message: problem, candidates: [] };
    if (isRounded(cell)) return { status: "unclear", message: roundedCode, candidates: [] };
    const product = find(code) ?? find(unwrapped(code));
    if (product) return { product };
    const padded = withoutZeros.get(withoutLeadingZeros(unwrapped(code)));
    if (padded) return { status: "unclear", message: lostZeros(padded), candidates: padded };
    const alike = lookalikes.get(lookalike(unwrapped(code)));
    return alike
      ? { status: "unclear", message: `Looks like ${alike[0]?.p_id}, type the code as it is there`, candidates: alike }
      : { status: "unknown", message: "No such product", candidates: [] };
  };
};

export const roundedCode = "Rounded by a spreadsheet, format the cell as text and type the code again";
const lostZeros = ([first]: ProductRow[]): string =>
  `Equals ${first?.p_id} but for leading zeros, format the cell as text and type the code again`;
