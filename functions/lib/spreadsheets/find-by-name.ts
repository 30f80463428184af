// Finds the products and warehouses that the cells of a spreadsheet name.
import { normalised } from "#shared/name.ts";
import { codeForm, codesOf, isRoundedCode, unwrapped, withoutLeadingZeros } from "#shared/product-code.ts";
import { dateSkeleton, isDateText, isMadeDate, skeleton } from "#shared/skeleton.ts";
import type { ProductRow, WarehouseRow } from "../db/tables.ts";
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

/** The one warehouse that a text names, by W.ID or by name; undefined if it names none, or several. */
export const warehouseFinder = (rows: readonly WarehouseRow[]): ((text: string) => WarehouseRow | undefined) => {
  const found = byName(rows, ({ w_id, name }) => [w_id, name], normalised);
  return (text) => {
    const named = found.get(normalised(text)) ?? [];
    return named.length === 1 ? named[0] : undefined;
  };
};

/** A product that a cell names, or why it names none for sure, with those that it may stand for. */
export type FoundProduct =
  | { product: ProductRow; isByName?: true; status?: undefined; candidates?: undefined }
  | {
      product?: undefined;
      isByName?: undefined;
      status: "unknown" | "unclear" | "wrong";
      message: string;
      candidates: ProductRow[];
    };

/** A spreadsheet keeps 15 digits of a number and ends it with zeros. */
export const isRounded = (cell: MaybeCell): boolean =>
  isRoundedCode(textOf(cell)) || (cell?.type === "number" && /\d{16}/.test(cell.text));

/**
 * Finds a product by a code of its own; a code that a spreadsheet may have changed is not matched. A whole name that only one
 * product has stands for it where the caller takes names, and else makes it a candidate.
 */
export const productFinder = (
  rows: readonly ProductRow[],
  { takesNames = false } = {},
): ((cell: MaybeCell) => FoundProduct) => {
  const find = productByCode(rows);
  const named = byName(rows, ({ name }) => [name], normalised);
  const lookalikes = byName(rows, codesOf, skeleton);
  const dates = byName(rows, (row) => codesOf(row).flatMap((code) => dateSkeleton(code) ?? []), String);
  const withoutZeros = byName(rows, codesOf, withoutLeadingZeros);
  return (cell) => {
    const code = textOf(cell);
    const problem = problemOf(cell) ?? (code.trim() ? undefined : "Required");
    if (problem) return { status: "wrong", message: problem, candidates: [] };
    if (isRounded(cell)) return { status: "unclear", message: roundedCode, candidates: [] };
    const bare = unwrapped(code);
    const product = find(code) ?? (bare === code ? undefined : find(bare));
    if (product) return { product };
    const namesakes = named.get(normalised(code)) ?? [];
    const [only] = namesakes;
    if (takesNames && only && namesakes.length === 1) return { product: only, isByName: true };
    const padded = withoutZeros.get(withoutLeadingZeros(bare));
    if (padded) return { status: "unclear", message: lostZeros(padded), candidates: padded };
    const alike = lookalikes.get(skeleton(bare)) ?? (isDateText(code) && dates.get(dateSkeleton(code) ?? ""));
    if (alike)
      return {
        status: "unclear",
        message: `Looks like ${alike[0]?.p_id}, type the code as it is there`,
        candidates: alike,
      };
    if (isMadeDate(code)) return { status: "unclear", message: madeDate, candidates: [] };
    return namesakes.length > 0
      ? { status: "unclear", message: `The name of ${only?.p_id}, type its code`, candidates: namesakes }
      : { status: "unknown", message: "No such product", candidates: [] };
  };
};

/** A code says more than any number of names. */
export const certaintyOf = ({ product, isByName }: FoundProduct): number =>
  product === undefined ? 0 : isByName ? 1 : 1_000_000;

export const madeDate = "A spreadsheet has made a date of this code, format the cell as text and type the code again";
export const roundedCode = "Rounded by a spreadsheet, format the cell as text and type the code again";
const lostZeros = ([first]: ProductRow[]): string =>
  `Equals ${first?.p_id} but for leading zeros, format the cell as text and type the code again`;
