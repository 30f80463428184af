// Import of lines for a container or a transfer: products and quantities, which the browser takes into its form.
import type * as v from "valibot";
import type { ImportRow, LineImport } from "#shared/import.ts";
import { importColumns } from "#shared/import-columns.ts";
import { maxUnits } from "#shared/limits.ts";
import { unmarked } from "#shared/name.ts";
import { products } from "../db/tables.ts";
import type { Cell, Row } from "../spreadsheets/cell.ts";
import { notUnits, problemOf, textOf, unitsOf } from "../spreadsheets/cell-values.ts";
import { type FoundProduct, productFinder } from "../spreadsheets/find-by-name.ts";
import { eachRowIsOne, productHeads, quantityHeads } from "./heads.ts";
import { type ImportKindRules, productTag, withoutRows } from "./import-kind.ts";
import { cellOf, problemAt, toTable } from "./table.ts";

const isOneCell = ({ cells }: Row): boolean => cells.slice(1).every((cell) => !cell?.text.trim());

/** What comes before the last number of a line, and that number: "SND-1 x 10", "SND-1: 5 pcs". */
const codeAndNumber =
  /^(.*?\S)(?:\s*[:=×]\s*|\s+[x*×]?\s*|\s+\p{Pd}\s+)[*_]*(\p{Nd}{1,9})(?!\p{Nd}|[.,]\p{Nd})\P{Nd}*$/isu;
/** A bullet, or the number of a line in a list. */
const listMark = /^\s*(?:\d{1,3}[.)]|[-•*])\s+/u;

/** A line of a message as a code and a quantity; as it is if it is a code itself, or no product is named before the number. */
const cutLine = (row: Row, find: (cell: Cell) => FoundProduct): Row => {
  const [whole] = row.cells;
  const found = (text: string) => find({ type: "text", text });
  const isCode = (text: string) => found(text).product !== undefined;
  const mayBeCode = (text: string) => Boolean(found(text).candidates?.length);
  if (whole?.type !== "text" || isCode(whole.text) || mayBeCode(whole.text)) return row;
  const [, before = "", units = ""] = codeAndNumber.exec(whole.text) ?? [];
  const forms = [before, before.replace(listMark, "")].flatMap((text) => [text, unmarked(text)]);
  const code = forms.find(isCode) ?? forms.find(mayBeCode);
  return code === undefined ? row : { ...row, cells: [code, units].map((text) => ({ type: "text", text })) };
};

export const lineRules: ImportKindRules<v.InferOutput<typeof LineImport>> = {
  preview: async (fileRows, settings) => {
    const find = productFinder(await products.list());
    const cutRows = fileRows.every(isOneCell) ? fileRows.map((row) => cutLine(row, find)) : fileRows;
    const { p_id, quantity } = importColumns.lines;
    const fields = {
      p_id: {
        ...p_id,
        byCells: true as const,
        heads: productHeads.p_id,
        looksLike: (cell: Cell) => find(cell).product !== undefined,
      },
      quantity: { ...quantity, heads: quantityHeads, looksLike: (cell: Cell) => unitsOf(cell) !== undefined },
    };
    const table = toTable(cutRows, fields, settings.columns, {
      ...settings,
      values: { quantity: settings.quantity },
    });
    if (table.missing.length > 0)
      return withoutRows(table, { asks: table.missing.includes("quantity") ? [eachRowIsOne] : [] });
    const rows = table.rows.map((row): ImportRow => {
      const [codeCell, quantityCell] = [cellOf(table, "p_id", row), cellOf(table, "quantity", row)];
      const found = find(codeCell);
      const units = unitsOf(quantityCell, 1, maxUnits);
      const problems = [
        ...(found.product ? [] : [problemAt(table, "p_id", row, found.message)]),
        ...(units === undefined
          ? [problemAt(table, "quantity", row, problemOf(quantityCell) ?? notUnits(1, maxUnits))]
          : []),
      ];
      return {
        _id: String(row.number),
        status: units === undefined ? "wrong" : found.product ? "ready" : found.status,
        code: textOf(codeCell).trim(),
        ...(found.product && { product: productTag(found.product) }),
        ...(units !== undefined && { quantity: units }),
        changes: [],
        problems,
      };
    });
    return { table, rows, groups: [] };
  },
  apply: async () => ({ written: 0, left_out: [] }),
  countApplied: async () => 0,
};
