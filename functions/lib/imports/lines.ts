// Import of lines for a container or a transfer: products and quantities, which the browser takes into its form.
import type * as v from "valibot";
import type { ImportRow, LineImport } from "#shared/import.ts";
import { importColumns } from "#shared/import-columns.ts";
import { maxUnits } from "#shared/limits.ts";
import { unmarked } from "#shared/name.ts";
import { products } from "../db/tables.ts";
import { type Cell, isDamaged, type Row } from "../spreadsheets/cell.ts";
import {
  isNothingIn,
  type MaybeCell,
  notUnits,
  problemOf,
  textOf,
  unitsOf,
  withResult,
} from "../spreadsheets/cell-values.ts";
import { type FoundProduct, productFinder } from "../spreadsheets/find-by-name.ts";
import { leaveOut, openTexts, quantityAsks } from "./asks.ts";
import { codeOrNameFields, productIn, withNamesAsCodes } from "./code-or-name.ts";
import { isAsideHead, isMeasure, isQuantityHead, stockHeads } from "./heads.ts";
import { type ImportKindRules, productTag, withoutRows } from "./import-kind.ts";
import { cellOf, mergedQuantity, mergedUnclear, problemAt, toTable } from "./table.ts";

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

const lineFields = (find: (cell: MaybeCell) => FoundProduct) => {
  const { p_id, quantity } = importColumns.lines;
  return {
    ...codeOrNameFields(p_id, find),
    quantity: {
      ...quantity,
      heads: stockHeads,
      isHead: isQuantityHead,
      asked: true as const,
      isAside: isAsideHead,
      isOther: isMeasure,
      looksLike: (cell: Cell) => unitsOf(withResult(cell)) !== undefined,
    },
  };
};

export const lineRules: ImportKindRules<v.InferOutput<typeof LineImport>> = {
  fields: () => lineFields(productFinder([])),

  preview: async (fileRows, settings) => {
    const productRows = await products.list();
    const byId = new Map(productRows.map((row) => [row._id, row]));
    const find = productFinder(productRows, { takesNames: true });
    const texts = openTexts(settings.texts);
    const isMessage = fileRows.every(isOneCell);
    const cutRows = isMessage ? fileRows.map((row) => cutLine(row, find)) : fileRows;
    const values = { quantity: settings.quantity };
    const table = withNamesAsCodes(toTable(cutRows, lineFields(find), settings.columns, { ...settings, values }));
    if (table.missing.length > 0) return withoutRows(table, { asks: quantityAsks(table) });
    const rows = table.rows.map((row): ImportRow => {
      const [codeCell, quantityCell] = [cellOf(table, "p_id", row), cellOf(table, "quantity", row)];
      const answer = texts.answer(textOf(codeCell), [leaveOut], "product");
      const found = productIn(find, table, row);
      const product = found.product ?? byId.get(answer ?? "");
      const merged = mergedQuantity(table, row, ["p_id", "name"]);
      const units = merged ? undefined : unitsOf(quantityCell, 1, maxUnits);
      // A line of a message without a number lacks it; an empty cell of a table says nothing.
      const isEmpty = !isMessage && !isDamaged(row) && isNothingIn(quantityCell);
      const isNothing = answer === "" || isEmpty || merged === "nothing" || unitsOf(quantityCell) === 0;
      const problems: ImportRow["problems"] = [];
      if (!isNothing && !product && !found.product) {
        problems.push(problemAt(table, "p_id", row, found.message));
        texts.addProducts(textOf(codeCell), found, leaveOut);
      }
      if (!isNothing && units === undefined)
        problems.push(
          problemAt(
            table,
            "quantity",
            row,
            merged ? mergedUnclear : (problemOf(quantityCell) ?? notUnits(1, maxUnits)),
          ),
        );
      return {
        _id: String(row.number),
        status: isNothing ? "same" : units === undefined ? "wrong" : product ? "ready" : (found.status ?? "wrong"),
        code: textOf(codeCell).trim(),
        ...(product && { product: productTag(product) }),
        ...(units !== undefined && !isNothing && { quantity: units }),
        changes: [],
        problems,
      };
    });
    const ready = rows.filter(({ status }) => status === "ready");
    const byName = table.rows.filter((row) => productIn(find, table, row).isByName).length;
    return {
      table,
      found: {
        asks: [...quantityAsks(table), ...texts.asks()],
        sum: ready.reduce((sum, { quantity = 0 }) => sum + quantity, 0),
        ...(byName > 0 && { by_name: byName }),
      },
      rows,
      groups: [],
    };
  },
  apply: async () => ({ written: 0, left_out: [] }),
  countApplied: async () => 0,
};
