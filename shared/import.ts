// Imports: a sheet is previewed row by row, and nothing is written before it is applied.
import * as v from "valibot";
import { channels } from "./channel.ts";
import { Id, optionalLine, optionalText, Quantity } from "./field.ts";
import { PicklistItem } from "./picklist.ts";
import { ProductTag } from "./product.ts";
import type { Role } from "./role.ts";
import { UserTag } from "./user.ts";
import { WarehouseTag } from "./warehouse.ts";

export const importKinds = ["products", "stock", "orders", "lines"] as const;
export type ImportKind = (typeof importKinds)[number];

/** The lowest role that may make, read and apply an import of each kind. */
export const importRole: Readonly<Record<ImportKind, Role>> = {
  products: "manager",
  stock: "manager",
  orders: "executive",
  lines: "executive",
};

/** Hours after which an import can neither be read nor applied. */
export const importHours = 24;

/** A field of a multipart form that holds JSON. */
const jsonText = <S extends v.GenericSchema>(schema: S) =>
  v.optional(v.pipe(v.string("JSON expected"), v.parseJson(undefined, "Not valid JSON"), schema));

/** Chosen columns: the head of each field's column, as the preview named it. Others are recognised. */
const columns = jsonText(v.record(v.string(), v.pipe(v.string("Text expected"), v.maxLength(500, "Too long"))));

const common = { name: optionalLine(), columns };

export const ProductImport = v.object(common);
export const LineImport = v.object(common);

export const stockModes = ["SET", "ADD", "REMOVE"] as const;
export type StockMode = (typeof stockModes)[number];

export const StockImport = v.object({
  ...common,
  mode: v.picklist(stockModes, "SET, ADD or REMOVE"),
  /** Of rows that name none. Of the direction of the mode; that of SET is Correction. */
  reason: optionalLine(),
  remarks: optionalText(),
});

/** A product, and its number of units, that a channel's code stands for. */
export const AliasChoice = v.object({
  code: v.pipe(v.string("Text expected"), v.trim(), v.nonEmpty("Required"), v.maxLength(200, "At most 200 characters")),
  product: Id,
  units: Quantity,
});
export type AliasChoice = v.InferOutput<typeof AliasChoice>;

const yes = v.optional(
  v.pipe(
    v.picklist(["true", "false", ""], "true or false"),
    v.transform((text) => text === "true"),
  ),
);

export const OrderImport = v.object({
  ...common,
  channel: v.picklist(channels, "Please select a channel"),
  /** Products for unknown codes; kept when the import is applied. */
  aliases: jsonText(v.pipe(v.array(AliasChoice, "List expected"), v.maxLength(5_000, "Too many"))),
  /** Takes lines that were picked before, too. */
  again: yes,
  /** Leaves out the lines for which there is too little stock. */
  leave_short: yes,
});

/** What becomes of a row. */
export const rowStatuses = [
  // Products: created or edited. Stock: changed.
  "new",
  "changed",
  // Nothing to do.
  "same",
  // A line of a container, transfer or picklist.
  "ready",
  // Order lines that are left out: cancelled or returned, picked within 30 days, with too little stock.
  "cancelled",
  "picked",
  "short",
  // A code that nothing is known by, and one that a spreadsheet has changed so that it may be several.
  "unknown",
  "unclear",
  "wrong",
] as const;
export const RowStatus = v.picklist(rowStatuses);
export type RowStatus = v.InferOutput<typeof RowStatus>;

const Value = v.optional(v.union([v.string(), v.number()]));

export const ImportRow = v.object({
  /** The row's number in the sheet, as text. */
  _id: v.string(),
  status: RowStatus,
  /** The P.ID or the channel's code, as it stands in the sheet. */
  code: v.string(),
  product: v.optional(ProductTag),
  warehouse: v.optional(WarehouseTag),
  /** Units of an order line or of a line; of a stock row, the change. */
  quantity: v.optional(v.number()),
  /** Of an order line. */
  order: v.optional(v.string()),
  /** Fields that change, with their values before and after. */
  changes: v.array(v.object({ field: v.string(), from: Value, to: Value })),
  /** What is wrong, with the column's head and the cell's text. */
  problems: v.array(v.object({ column: v.string(), value: v.string(), message: v.string() })),
});
export type ImportRow = v.InferOutput<typeof ImportRow>;

/** A code of an order file that stands for no product yet. */
export const UnknownCode = v.object({
  /** The code. */
  _id: v.string(),
  /** What the file calls the product. */
  title: v.optional(v.string()),
  lines: v.number(),
  /** As in the file, before it is known how many units the code stands for. */
  quantity: v.number(),
  /** Why it is unclear; missing for a code that is just unknown. */
  problem: v.optional(v.string()),
  /** Whether a product can be chosen for it; a rounded code may stand for several. */
  choosable: v.boolean(),
  /** Products that it may stand for. */
  candidates: v.array(ProductTag),
});
export type UnknownCode = v.InferOutput<typeof UnknownCode>;

/** A product that an order import takes from stock. */
export const OrderedProduct = v.object({
  /** The product's id. */
  _id: v.string(),
  product: ProductTag,
  /** Units of the lines that are ready. */
  quantity: v.number(),
  /** Units that the lines left out for want of stock have. */
  short: v.number(),
  available: v.number(),
});
export type OrderedProduct = v.InferOutput<typeof OrderedProduct>;

const summary = {
  _id: v.string(),
  kind: v.picklist(importKinds),
  /** The file's name. */
  name: v.optional(v.string()),
  mode: v.optional(v.picklist(stockModes)),
  channel: v.optional(v.picklist(channels)),
  /** How the sheet was read. */
  sheet: v.object({
    /** The heads of its columns; letters (`Column A`) where it has none. */
    heads: v.array(v.string()),
    /** Cells of the first rows below. */
    sample: v.array(v.array(v.string())),
    /** The head of each field's column. */
    columns: v.record(v.string(), v.string()),
    /** Fields without which nothing can be imported: choose their columns. The import then has no rows. */
    missing: v.array(v.string()),
  }),
  /** Rows by status. */
  counts: v.record(v.string(), v.number()),
  /** Groups that applying takes, and how many of them are done. */
  groups: v.number(),
  done: v.number(),
  /** Who applied a sheet with the same content before, and when. */
  applied_before: v.optional(v.object({ user: UserTag, at: v.string() })),
  created_at: v.string(),
};

/** The answer to a new import. */
export const ImportSummary = v.object(summary);
export type ImportSummary = v.InferOutput<typeof ImportSummary>;

/** An import with its rows. */
export const Import = v.object({
  ...summary,
  rows: v.array(ImportRow),
  /** Of orders. */
  codes: v.optional(v.array(UnknownCode)),
  products: v.optional(v.array(OrderedProduct)),
});
export type Import = v.InferOutput<typeof Import>;

/** `from` is the first group to apply; those that are done already answer what they did. */
export const ApplyForm = v.object({
  from: v.optional(
    v.pipe(v.number("Number expected"), v.integer("Whole number expected"), v.minValue(0, "At least 0")),
    0,
  ),
});

const AppliedPicklist = v.object({
  movement: v.string(),
  number: v.string(),
  created_at: v.string(),
  data: v.array(PicklistItem),
});
export type AppliedPicklist = v.InferOutput<typeof AppliedPicklist>;

/** What a step of applying did: as many groups as fit into ten seconds. */
export const ApplyStep = v.object({
  /** The group to go on with; missing when all are done. */
  next: v.optional(v.number()),
  groups: v.number(),
  /** Rows that were written. */
  written: v.number(),
  /** Rows that were not, since what they rest on has changed after the preview. */
  left_out: v.array(v.object({ row: v.number(), message: v.string() })),
  /** Of stock: the id of the batch, by which it can be reversed. */
  movement: v.optional(v.string()),
  /** Of orders. */
  picklists: v.optional(v.array(AppliedPicklist)),
  /** Picklists that could not be posted, with why: what is short now. */
  refused: v.optional(
    v.array(
      v.object({
        products: v.number(),
        details: v.array(v.object({ product: v.optional(ProductTag), message: v.string() })),
      }),
    ),
  ),
});
export type ApplyStep = v.InferOutput<typeof ApplyStep>;
