// A channel's own sheet of listings, filled in with what may be sold: nothing is stored but the sheet that goes back, for a day.
import type * as v from "valibot";
import { noneLeft } from "#shared/channel-warehouses.ts";
import { Failure } from "#shared/failure.ts";
import type { Ask, AvailabilityImport, ImportRow } from "#shared/import.ts";
import { importColumns } from "#shared/import-columns.ts";
import { unwrapped } from "#shared/product-code.ts";
import { partsOf } from "../catalogue/product-sets.ts";
import type { Cell, Row } from "../spreadsheets/cell.ts";
import { problemOf, textOf, unitsOf, withResult } from "../spreadsheets/cell-values.ts";
import type { LeftRow } from "../spreadsheets/filling.ts";
import { readAvailability } from "./availability.ts";
import { isAsideHead, isMeasure, isQuantityHead, productHeads, stockHeads } from "./heads.ts";
import { type ImportKindRules, productTag, withoutRows } from "./import-kind.ts";
import { isFulfilment } from "./orders/order-heads.ts";
import { isFbf, isOfMarketplace } from "./orders/status-words.ts";
import { cellOf, problemAt, type Table, toTable } from "./table.ts";

const { code, quantity, fulfilment } = importColumns.availability;

const sheetFields = (isKnown: (text: string) => boolean) => ({
  code: {
    ...code,
    heads: ["Seller SKU ID", "Seller SKU", "SKU ID", ...productHeads.p_id, "FSN", "ASIN", "Flipkart Serial Number"],
    // A sheet has codes of the channel and of the seller: those are read that are known.
    byCells: true as const,
    byCatalogue: "wins" as const,
    isFilled: true as const,
    looksLike: (cell: Cell) => isKnown(textOf(cell)),
  },
  quantity: {
    ...quantity,
    heads: ["Your Stock Count", "Available Quantity", ...stockHeads],
    // The channel's own head, also over an empty column: it is to be filled in.
    byOwnHead: true as const,
    isHead: isQuantityHead,
    isAside: isAsideHead,
    isOther: isMeasure,
    asked: true as const,
    looksLike: (cell: Cell) => unitsOf(withResult(cell)) !== undefined,
  },
  // A column that says nothing of anybody is none.
  fulfilment: { ...fulfilment, isHead: isFulfilment, isFilled: true as const },
});

export const availabilityRules: ImportKindRules<v.InferOutput<typeof AvailabilityImport>> = {
  fields: () => sheetFields(() => false),

  preview: async (fileRows, settings) => {
    const { channel, sent_by_us } = settings;
    const { find, availableOf, products, hasWarehouses } = await readAvailability(channel);
    if (!hasWarehouses) throw new Failure("UNPROCESSABLE_CONTENT", { field: "channel", message: noneLeft(channel) });
    const setOf = (text: string) => find(text) ?? find(unwrapped(text));
    const fields = sheetFields((text) => setOf(text) !== undefined);
    const read = toTable(fileRows, fields, settings.columns, settings);
    const table = read.head_row === undefined && !settings.columns?.quantity ? withoutQuantity(read) : read;
    if (table.missing.length > 0) return withoutRows(table, { asks: columnAsks(table) });
    const byId = new Map(products.map((row) => [row._id, row]));
    const isOurs = senderOf(table, sent_by_us);
    const rows = table.rows.map((row): ImportRow => {
      const codeCell = cellOf(table, "code", row);
      const text = textOf(codeCell).trim();
      const set = setOf(text);
      const about = { _id: String(row.number), code: text, changes: [], problems: [] };
      const tags =
        set &&
        partsOf(set).flatMap(({ product, units }) => {
          const found = byId.get(product);
          return found ? [{ product: productTag(found), units }] : [];
        });
      const [first, ...more] = tags ?? [];
      const named = { ...about, ...(first && { product: first.product }), ...(more.length > 0 && { more }) };
      if (text === "" && !problemOf(codeCell)) return { ...about, status: "same" };
      const ours = isOurs(row);
      if (ours === "unclear")
        return { ...named, status: "wrong", problems: [problemAt(table, "fulfilment", row, unclearSender)] };
      if (!ours) return { ...named, status: "marketplace" };
      if (!set) {
        const why = problemOf(codeCell) ?? unknownCode;
        return { ...about, status: "unknown", problems: [problemAt(table, "code", row, why)] };
      }
      const cell = cellOf(table, "quantity", row);
      const problem = cell && (cell.merged ? merged : problemOf(cell));
      if (problem) return { ...named, status: "wrong", problems: [problemAt(table, "quantity", row, problem)] };
      const [before, now] = [unitsOf(cell), availableOf(set)];
      if (before === now) return { ...named, status: "same", quantity: now };
      const from = before ?? (textOf(cell) || undefined);
      return { ...named, status: "changed", quantity: now, changes: [{ field: "Quantity", from, to: now }] };
    });
    return { table, found: { asks: senderAsks(table, sent_by_us) }, rows, groups: [] };
  },

  fills: (rows) =>
    new Map(rows.flatMap(({ _id, status, quantity = 0 }) => (status === "changed" ? [[Number(_id), quantity]] : []))),

  apply: async () => ({ written: 0, left_out: [] }),
  countApplied: async () => 0,
};

/** Without heads a column of numbers may be of prices: somebody has to say which one it is. */
const withoutQuantity = ({ columns: { quantity: _, ...columns }, missing, ...table }: Table): Table => ({
  ...table,
  columns,
  missing: [...new Set([...missing, "quantity"])],
});

const unclearSender = "Does not say in words who sends it, so its quantity stays as it is";
const unknownCode = "No product has this code, so its cell stays as it is";
const merged = "A merged cell, left as it is";

/** Why the cell of a row was not written. */
export const leftTexts: Readonly<Record<LeftRow, string>> = {
  formula: "A formula, left as it is",
  merged,
  protected: "A protected cell, left as it is",
  missing: "The row has no cell for it, left as it is",
};

/** Whether we send the listing of a row: a quantity for one that the marketplace sends may switch it. */
const senderOf = ({ columns }: Table, sentByUs: boolean | undefined): ((row: Row) => boolean | "unclear") => {
  const { fulfilment: column } = columns;
  if (column === undefined) return () => sentByUs === true;
  return ({ cells }) => {
    const cell = cells[column];
    const text = textOf(cell && withResult(cell));
    if (cell && text === "") return "unclear";
    return !isOfMarketplace(text.replaceAll("_", " ")) && !isFbf(text);
  };
};

const senderAsks = ({ columns }: Table, sentByUs: boolean | undefined): Ask[] =>
  columns.fulfilment !== undefined
    ? []
    : [
        {
          id: "sent_by_us",
          text: sentByUs
            ? "Listings"
            : "No column says who sends a listing. Those that the marketplace sends are not filled in.",
          ...(sentByUs && { value: "true" }),
          choices: [
            { value: "true", label: sentByUs ? "all sent by us" : "All rows of this sheet are sent by us" },
            ...(sentByUs ? [{ value: "false", label: "Not all" }] : []),
          ],
        },
      ];

const columnAsks = ({ heads, rivals, rows }: Table): Ask[] =>
  rivals.quantity
    ? [
        {
          id: "columns.quantity",
          text: "Which column has the stock of the listings?",
          choices: rivals.quantity.map((column) => {
            const filled = rows.filter(({ cells }) => cells[column]).length;
            return { value: heads[column] ?? "", label: `${heads[column]}, ${filled} filled` };
          }),
        },
      ]
    : [];
