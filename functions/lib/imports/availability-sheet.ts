// A channel's own sheet of listings, filled in with what may be sold: nothing is stored but the sheet that goes back, for a day.
import type * as v from "valibot";
import type { Ask, AvailabilityImport, ImportRow } from "#shared/import.ts";
import { importColumns } from "#shared/import-columns.ts";
import { codeForm, unwrapped } from "#shared/product-code.ts";
import { partsOf } from "../catalogue/product-sets.ts";
import { type Cell, isDamaged, type Row } from "../spreadsheets/cell.ts";
import { problemOf, textOf, unitsOf, withResult } from "../spreadsheets/cell-values.ts";
import { leftCells } from "../spreadsheets/filling.ts";
import { whichColumn } from "./asks.ts";
import { readAvailability } from "./availability.ts";
import { headsToFill, isAsideHead, isListingQuantity, isMeasure, listingHeads } from "./heads.ts";
import { type ImportKindRules, productTag, withoutRows } from "./import-kind.ts";
import { isFulfilment } from "./orders/order-heads.ts";
import { isOfMarketplace, isOfSeller } from "./orders/status-words.ts";
import { cellOf, problemAt, type Table, toTable } from "./table.ts";

const { code, quantity, fulfilment } = importColumns.availability;

const isUnits = (cell: Cell): boolean => unitsOf(withResult(cell)) !== undefined;

const sheetFields = (isKnown: (text: string) => boolean) => ({
  code: {
    ...code,
    heads: listingHeads.code,
    // A sheet has codes of the channel and of the seller: those are read that are known.
    byCells: true as const,
    byCatalogue: "wins" as const,
    isFilled: true as const,
    looksLike: (cell: Cell) => isKnown(textOf(cell)),
  },
  quantity: {
    ...quantity,
    heads: listingHeads.quantity,
    toFill: headsToFill,
    isHead: isListingQuantity,
    isAside: isAsideHead,
    isOther: isMeasure,
    asked: true as const,
    looksLike: isUnits,
  },
  // A column that says nothing of anybody is none, nor is one of how many were sent.
  fulfilment: { ...fulfilment, isHead: isFulfilment, isFilled: true as const, isOther: isUnits },
});

export const availabilityRules: ImportKindRules<v.InferOutput<typeof AvailabilityImport>> = {
  fields: () => sheetFields(() => false),

  preview: async (fileRows, settings) => {
    const { channel, sent_by_us } = settings;
    const { find, availableOf, products } = await readAvailability(channel);
    const setOf = (text: string) => find(text) ?? find(unwrapped(text));
    const fields = sheetFields((text) => setOf(text) !== undefined);
    const read = toTable(fileRows, fields, settings.columns, settings);
    const table = read.head_row === undefined && !settings.columns?.quantity ? withoutQuantity(read) : read;
    const { quantity: rivals } = table.rivals;
    if (table.missing.length > 0)
      return withoutRows(table, { asks: rivals ? [whichColumn(table, "quantity", rivals)] : [] });
    const byId = new Map(products.map((row) => [row._id, row]));
    const isOurs = senderOf(table, sent_by_us);
    const lines = table.rows.map((row) => {
      const codeCell = cellOf(table, "code", row);
      const text = textOf(codeCell).trim();
      return { row, codeCell, text, form: codeForm(unwrapped(text)), ours: isOurs(row) };
    });
    const ownLines = lines.filter(({ ours }) => ours === true);
    const linesOf = Map.groupBy(ownLines, ({ form }) => form);
    const rows = lines.map(({ row, codeCell, text, form, ours }): ImportRow => {
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
      const left = (field: string, why: string): ImportRow => ({
        ...named,
        status: "wrong",
        problems: [problemAt(table, field, row, why)],
      });
      if (text === "" && !problemOf(codeCell)) return { ...about, status: "same" };
      if (isDamaged(row)) return left("code", damagedRow);
      if (ours === "unclear") return left("fulfilment", unclearSender);
      if (!ours) return { ...named, status: "marketplace" };
      if (!set) {
        const why = problemOf(codeCell) ?? unknownCode;
        return { ...about, status: "unknown", problems: [problemAt(table, "code", row, why)] };
      }
      const others = (linesOf.get(form) ?? []).flatMap((line) => (line.row === row ? [] : line.row.number));
      if (others.length > 0) return left("code", severalRows(others));
      const cell = cellOf(table, "quantity", row);
      const problem = cell && (cell.merged ? leftCells.merged : problemOf(cell));
      if (problem) return left("quantity", problem);
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

const unclearSender = "Does not say in known words who sends it, so its quantity stays as it is";
/** All units in each of several rows would be offered several times. */
const severalRows = (others: readonly number[]): string =>
  `The same code is in row ${others.slice(0, 3).join(", ")}${others.length > 3 ? " and others" : ""}, so its quantity stays as it is`;
/** A field that is a comma further on may be a price. */
const damagedRow = "Has more fields than heads, or a lost character: quotes are missing, so it stays as it is";
const unknownCode = "No product has this code, so its cell stays as it is";

/** Whether we send the listing of a row: a quantity for one that the marketplace sends may switch it. */
const senderOf = ({ columns }: Table, sentByUs: boolean | undefined): ((row: Row) => boolean | "unclear") => {
  const { fulfilment: column } = columns;
  if (column === undefined) return () => sentByUs === true;
  return ({ cells }) => {
    const cell = cells[column];
    const text = textOf(cell && withResult(cell));
    return isOfSeller(text) || (isOfMarketplace(text) ? false : "unclear");
  };
};

const senderAsks = ({ columns }: Table, sentByUs: boolean | undefined): Ask[] => {
  if (columns.fulfilment !== undefined) return [];
  const id = "sent_by_us";
  const all = (label: string) => ({ value: "true", label });
  const text = "No column says who sends a listing. Those that the marketplace sends are not filled in.";
  if (!sentByUs) return [{ id, text, choices: [all("All rows of this sheet are sent by us")] }];
  return [
    { id, text: "Listings", value: "true", choices: [all("all sent by us"), { value: "false", label: "Not all" }] },
  ];
};
