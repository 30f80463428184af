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

/** The column of codes is the one, of any head, whose cells the catalogue knows best. */
export const codeOrNameFields = (p_id: Fields[string], find: Find) => ({
  p_id: {
    ...p_id,
    byCells: true as const,
    isFilled: true as const,
    byCatalogue: "wins" as const,
    heads: productHeads.p_id,
    looksLike: (cell: Cell) => certaintyOf(find(cell)),
    fits: fitCodes,
  },
  name: { label: "Name", heads: nameHeads },
  codes: { isFilled: true as const, label: productFields.codes.label, heads: productHeads.codes },
});

/** Without a column of codes the names are read as such. */
export const withNamesAsCodes = (table: Table): Table => {
  const { p_id, name } = table.columns;
  if (p_id !== undefined || name === undefined) return table;
  const missing = table.missing.filter((field) => field !== "p_id");
  return { ...table, columns: { ...table.columns, p_id: name }, missing };
};

/** A barcode or a name stands for a code that is missing; beside an unknown code it makes its product a candidate. */
export const productIn = (find: Find, table: Table, row: Row): FoundProduct => {
  const code = cellOf(table, "p_id", row);
  const found = find(code);
  // A code that is wrong or of several products says so itself.
  if (found.product || (code && found.status !== "unknown")) return found;
  const [codes, name] = [cellOf(table, "codes", row), cellOf(table, "name", row)];
  const further = codesIn(textOf(codes)).map((text) => find({ type: "text", text }));
  const beside = [...further, ...(name ? [find(name)] : [])];
  const known = beside.find(({ product }) => product);
  // If none is known, the first says why.
  if (!code) return known ?? beside[0] ?? found;
  if (!known?.product) return found;
  const { p_id } = known.product;
  const message = known.isByName ? `The name of ${p_id}` : `A code beside it is of ${p_id}`;
  return { status: "unclear", message, candidates: [known.product] };
};
