// How a row of stock or of lines names its product: by a code, or where the row has none by the whole name. The table gets
// the fields of both (`codeOrNameFields`, `withNamesAsCodes`), and `productIn` finds the product of a row in it.
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
  const named = found.status === "unknown" && name ? find(name).product : undefined;
  return named ? { status: "unclear", message: `The name of ${named.p_id}`, candidates: [named] } : found;
};
