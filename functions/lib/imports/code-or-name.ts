// How a row of stock or of lines names its product: by a code, and where it has none by a barcode or, if `find` takes names,
// the whole name.
// `codeOrNameFields` and `withNamesAsCodes` find the columns of these, `productIn` the product of a row.
import { codesIn } from "#shared/product-code.ts";
import { productFields } from "#shared/product-fields.ts";
import type { Cell, Row } from "../spreadsheets/cell.ts";
import { type MaybeCell, textOf } from "../spreadsheets/cell-values.ts";
import { certaintyOf, type FoundProduct } from "../spreadsheets/find-by-name.ts";
import { nameHeads, productHeads } from "./heads.ts";
import { fitCodes } from "./left-over.ts";
import { cellOf, type Fields, type Table } from "./table.ts";

type Find = (cell: MaybeCell) => FoundProduct;

/** The column of codes is known by its head, and by the cells that the catalogue knows. */
export const codeOrNameFields = (p_id: Fields[string], find: Find) => ({
  p_id: {
    ...p_id,
    heads: productHeads.p_id,
    // Of several columns with such a head, the one with the most known codes.
    byCells: true as const,
    // Or a column of any head, if the catalogue knows most of it, and of the other less than half.
    byCatalogue: "wins" as const,
    // An empty one leaves its place to a barcode or a name.
    isFilled: true as const,
    looksLike: (cell: Cell) => certaintyOf(find(cell)),
    fits: fitCodes,
  },
  name: { label: "Name", heads: nameHeads },
  codes: { isFilled: true as const, label: productFields.codes.label, heads: productHeads.codes },
});

/** Without a column of codes the column of names takes its place. */
export const withNamesAsCodes = (table: Table): Table => {
  const { p_id, name } = table.columns;
  if (p_id !== undefined || name === undefined) return table;
  const missing = table.missing.filter((field) => field !== "p_id");
  return { ...table, columns: { ...table.columns, p_id: name }, missing };
};

/** A barcode, or a name where `find` takes names, stands for a missing code; beside an unknown code it gives a candidate. */
export const productIn = (find: Find, table: Table, row: Row): FoundProduct => {
  const code = cellOf(table, "p_id", row);
  const found = find(code);
  // A code that is known, may be of several products, or is damaged decides alone.
  if (found.product || (code && found.status !== "unknown")) return found;
  const [codes, name] = [cellOf(table, "codes", row), cellOf(table, "name", row)];
  const further = codesIn(textOf(codes)).map((text) => find({ type: "text", text }));
  const beside = [...further, ...(name ? [find(name)] : [])];
  const known = beside.find(({ product }) => product);
  // If none is known, the first says why.
  if (!code) return known ?? beside[0] ?? found;
  if (!known?.product) return found;
  const of = known.product.p_id;
  const message = known.isByName ? `The name of ${of}` : `A code beside it is of ${of}`;
  return { status: "unclear", message, candidates: [known.product] };
};
