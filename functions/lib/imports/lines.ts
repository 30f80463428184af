// Import of lines for a container or a transfer: products and quantities, which the browser takes into its form.
import type * as v from "valibot";
import type { ImportRow, LineImport } from "#shared/import.ts";
import { importColumns } from "#shared/import-columns.ts";
import { maxUnits } from "#shared/limits.ts";
import { products } from "../db/tables.ts";
import type { Cell } from "../spreadsheets/cell.ts";
import { notUnits, problemOf, textOf, unitsOf } from "../spreadsheets/cell-values.ts";
import { productFinder } from "../spreadsheets/find-by-name.ts";
import { eachRowIsOne, productHeads, quantityHeads } from "./heads.ts";
import { type ImportKindRules, productTag, withoutRows } from "./import-kind.ts";
import { cellOf, problemAt, toTable } from "./table.ts";

export const lineRules: ImportKindRules<v.InferOutput<typeof LineImport>> = {
  preview: async (fileRows, settings) => {
    const find = productFinder(await products.list());
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
    const table = toTable(fileRows, fields, settings.columns, {
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
