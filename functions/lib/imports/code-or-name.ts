// The product of a row of stock or of lines: by its code, and where it has none by its name.
import type { Cell, Row } from "../spreadsheets/cell.ts";
import type { MaybeCell } from "../spreadsheets/cell-values.ts";
import { certaintyOf, type FoundProduct } from "../spreadsheets/find-by-name.ts";
import { nameHeads, productHeads } from "./heads.ts";
import { fitCodes } from "./left-over.ts";
import { cellOf, type Fields, type Table } from "./table.ts";

type Find = (cell: MaybeCell) => FoundProduct;

export const codeOrNameFields = (p_id: Fields[string], find: Find) => ({
  p_id: {
    ...p_id,
    byCells: true as const,
    byCatalogue: "wins" as const,
    heads: productHeads.p_id,
    looksLike: (cell: Cell) => certaintyOf(find(cell)),
    fits: fitCodes,
  },
  name: { label: "Name", heads: nameHeads },
});

/** Without a column of codes the names are read as such. */
export const withNamesAsCodes = (table: Table): Table => {
  const { p_id, name } = table.columns;
  if (p_id !== undefined || name === undefined) return table;
  const missing = table.missing.filter((field) => field !== "p_id");
  return { ...table, columns: { ...table.columns, p_id: name }, missing };
};

/** A name beside an unknown code makes its product a candidate. */
export const productIn = (find: Find, table: Table, row: Row): FoundProduct => {
  const [code, name] = [cellOf(table, "p_id", row), cellOf(table, "name", row)];
  if (!code && name) return find(name);
  const found = find(code);
  const { product } = (!found.product && found.status === "unknown" && name && find(name)) || {};
  return product ? { status: "unclear", message: `The name of ${product.p_id}`, candidates: [product] } : found;
};
