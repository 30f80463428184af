// Imports: a spreadsheet is previewed row by row, and nothing is written before it is applied.
import * as v from "valibot";
import { channelMissing, channels } from "./channel.ts";
import {
  Decimal,
  FromStep,
  Id,
  jsonText,
  optionalLine,
  optionalText,
  Quantity,
  requiredLine,
  textFlag,
} from "./field.ts";
import { maxAliasProducts } from "./limits.ts";
import { answerIds, isAnswerId, orderOutcomeIds } from "./order-outcome.ts";
import { ChosenTags, PicklistItem } from "./picklist.ts";
import { ProductForm, ProductTag } from "./product.ts";
import { codeForm } from "./product-code.ts";
import type { Role } from "./role.ts";
import { UserTag } from "./user.ts";
import { WarehouseTag } from "./warehouse.ts";

export const importKinds = ["products", "stock", "orders", "lines", "availability", "returns"] as const;
export type ImportKind = (typeof importKinds)[number];

/** The lowest role that may make, read and apply an import of each kind. */
export const importRole: Readonly<Record<ImportKind, Role>> = {
  products: "manager",
  stock: "manager",
  orders: "executive",
  lines: "executive",
  returns: "executive",
  availability: "executive",
};

/** Hours after which an import can neither be read nor applied. */
export const importHours = 24;

/** Chosen columns: the head of each field's column, as the preview named it. All other columns are recognised. */
const columns = jsonText(v.record(v.string(), v.pipe(v.string("Text expected"), v.maxLength(500, "Too long"))));

const common = {
  /** An earlier import of the same person, in place of its file: other answers make another import of the same cells. */
  of: v.optional(Id),
  name: optionalLine(),
  columns,
  /** The sheet of a workbook, as the preview named it, or its number; the one that fits best if left out. */
  sheet: optionalLine(),
  /** The number of the row that has the heads. */
  head_row: v.optional(v.pipe(v.string(), v.regex(/^\d{1,7}$/, "A row number expected"), v.transform(Number))),
  /** Takes the rows that the spreadsheet hides, too. */
  hidden: textFlag(),
  /** Takes what formulas showed when the file was saved. */
  formulas: textFlag(),
  /** Whether what was said before of sheets with the same heads holds for this one; it does if left out. */
  taught: textFlag(),
};

/** What texts of cells stand for: the id of a product, a W.ID, `new` for a new product, or nothing. */
const texts = jsonText(
  v.record(v.pipe(v.string(), v.maxLength(2_100, "Too long")), v.pipe(v.string(), v.maxLength(200, "Too long"))),
);

/** For sheets without quantities: each row is one unit. */
const quantity = v.optional(v.picklist(["1"], "Only 1 can be said of all rows"));

/** Fields whose cells are read as the numbers that they seem to mean. */
const readings = jsonText(
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(50, "Too long")), "List expected"), v.maxLength(50, "Too many")),
);

export const ProductImport = v.object({
  ...common,
  readings,
  texts,
  /** Of new products whose row has none. */
  lead_time: v.optional(ProductForm.entries.lead_time),
});
export const LineImport = v.object({ ...common, quantity, texts });

export const ReturnImport = v.object({ ...common, channel: v.picklist(channels, channelMissing) });
/** A channel's own sheet of listings, which is filled in with what may be sold. */
export const AvailabilityImport = v.object({
  ...common,
  channel: v.picklist(channels, channelMissing),
  /** No listing of the sheet is sent by the marketplace; needed where no column tells. */
  sent_by_us: textFlag(),
});

export const stockModes = ["SET", "ADD", "REMOVE"] as const;
export type StockMode = (typeof stockModes)[number];

export const StockImport = v.object({
  ...common,
  readings,
  texts,
  mode: v.picklist(stockModes, "SET, ADD or REMOVE"),
  /** W.ID for rows that name no warehouse. */
  warehouse: optionalLine(),
  quantity,
  /** Whether the quantities stand in a column for each warehouse; if left out, they do where such columns are and nothing else is said. */
  per_warehouse: textFlag(),
  /** Several rows of a product and a warehouse that are set: their sum, or the last of them. */
  same: v.optional(v.picklist(["add", "last"], "add or last")),
  /** For rows without a reason. It must fit the mode's direction; SET has only Correction. */
  reason: optionalLine(),
  remarks: optionalText(),
});

/** A product, and its number of units, that a channel's code stands for. */
export const AliasChoice = v.object({
  /** The code, or where a file has none the title. */
  code: requiredLine(500),
  product: Id,
  units: Quantity,
});
export type AliasChoice = v.InferOutput<typeof AliasChoice>;

const isEachOnce = (choices: readonly AliasChoice[]): boolean =>
  new Set(choices.map(({ code, product }) => `${codeForm(code)}\n${product}`)).size === choices.length;
const productsOfCodes = (choices: readonly AliasChoice[]): number[] =>
  [...Map.groupBy(choices, ({ code }) => codeForm(code)).values()].map(({ length }) => length);

export const tooManyOfCode = `At most ${maxAliasProducts} products for a code`;

export const AliasChoices = v.pipe(
  v.array(AliasChoice, "List expected"),
  v.maxLength(5_000, "Too many"),
  v.check((choices) => isEachOnce(choices), "A product is given twice for one code"),
  v.check((choices) => Math.max(0, ...productsOfCodes(choices)) <= maxAliasProducts, tooManyOfCode),
);

export const OrderImport = v.object({
  ...common,
  channel: v.picklist(channels, channelMissing),
  /** Products for unknown codes; stored when the import is applied. Several of one code are its set. */
  aliases: jsonText(AliasChoices),
  /** What statuses that are not known mean: `send`, `sent` or `gone`. */
  texts,
  /** Answers to the questions of a preview, and `take_in` or `leave_out` for outcomes. */
  answers: jsonText(
    v.pipe(
      v.record(v.string(), v.pipe(v.string("Text expected"), v.maxLength(50, "Too long"))),
      v.check((answers) => Object.keys(answers).every(isAnswerId), "Unknown question"),
    ),
  ),
  /** The same as the answer `picked`. */
  again: textFlag(),
  /** The same as the answer `unsure`. */
  unsure: textFlag(),
  /** Leaves out the lines for which there is too little stock. */
  leave_short: textFlag(),
});

/** The effect of applying on a row. */
export const rowStatuses = [
  // Products and returns: created or edited. Stock: changed.
  "new",
  "changed",
  // Nothing to do.
  "same",
  // A line of an order file (shared/order-outcome.ts). Lines of containers and transfers are ready, unknown, unclear or
  // wrong, rows of products and stock unclear or wrong.
  ...orderOutcomeIds,
] as const;
export const RowStatus = v.picklist(rowStatuses);
export type RowStatus = v.InferOutput<typeof RowStatus>;

/** A cell, with its column's head and its text, and what is wrong with it. */
const Problem = v.object({ column: v.string(), value: v.string(), message: v.string() });

const Value = v.optional(v.union([v.string(), Decimal]));

export const ImportRow = v.object({
  /** The row's number in the spreadsheet, as text; with its column where there is one for each warehouse. */
  _id: v.string(),
  status: RowStatus,
  /** The P.ID or the channel's code, as it stands in the spreadsheet. */
  code: v.string(),
  product: v.optional(ProductTag),
  /** Further products of a combo, with their units. */
  more: v.optional(v.array(v.object({ product: ProductTag, units: v.number() }))),
  warehouse: v.optional(WarehouseTag),
  /** Units of a line; of a stock row, the change. */
  quantity: v.optional(v.number()),
  /** Number of the order, for an order line. */
  order: v.optional(v.string()),
  /** Fields that change, with their values before and after. */
  changes: v.array(v.object({ field: v.string(), from: Value, to: Value })),
  /** Why it is not applied. */
  problems: v.array(Problem),
  /** Optional cells that do not fit: the row is applied without them. */
  not_taken: v.optional(v.array(Problem)),
});
export type ImportRow = v.InferOutput<typeof ImportRow>;

/** A code of an order file that stands for no product yet. */
export const UnknownCode = v.object({
  _id: v.string(),
  /** The product's title in the file. */
  title: v.optional(v.string()),
  /** The file has no code, so its title stands for the product. */
  is_title: v.optional(v.literal(true)),
  lines: v.number(),
  /** Quantity in the file; the code may stand for more units each. */
  quantity: v.number(),
  /** Why it is unclear; missing for a code that is just unknown. */
  problem: v.optional(v.string()),
  /** Whether a product can be chosen for it; a rounded code may stand for several. */
  choosable: v.boolean(),
  candidates: v.array(ProductTag),
  /** Id of the candidate that is the only product of exactly that name. */
  of_name: v.optional(v.string()),
});
export type UnknownCode = v.InferOutput<typeof UnknownCode>;

/** A product that an order import takes from stock. */
export const OrderedProduct = v.object({
  _id: v.string(),
  product: ProductTag,
  /** Units of the lines that are ready. */
  quantity: v.number(),
  /** Units of the lines that are left out for want of stock. */
  short: v.number(),
  /** Units that can be picked, and those that are not for picking. */
  available: v.number(),
  not_for_picking: v.optional(v.number()),
  /** Units that can be picked in other warehouses than those of the channel. */
  elsewhere: v.optional(v.number()),
});
export type OrderedProduct = v.InferOutput<typeof OrderedProduct>;

/** Cells of a column that are not plain whole numbers but seem to mean one, such as "30 days" and "1,200". */
const Reading = v.object({
  field: v.string(),
  /** The first such cell, and the number that it seems to mean. */
  text: v.string(),
  number: Decimal,
  /** Rows with such a cell. */
  rows: v.number(),
  /** A person has confirmed the reading. Until then these cells are errors. */
  confirmed: v.boolean(),
});
export type Reading = v.InferOutput<typeof Reading>;

/**
 * A question about a sheet, or how it was read. `id` is the field of the form that answers; a choice's value is its
 * value. Without choices it is only shown.
 */
export const Ask = v.object({
  id: v.string(),
  text: v.string(),
  /** The answer as it is now, where there is one already. */
  value: v.optional(v.string()),
  /** Of fields with several answers, `texts` and `answers`: the one that a choice is made for. */
  of: v.optional(v.string()),
  choices: v.array(v.object({ value: v.string(), label: v.string() })),
  /** The `_id` of any product answers too. */
  takes: v.optional(v.literal("product")),
  /** The sum of the quantities in question. */
  sum: v.optional(v.number()),
});
export type Ask = v.InferOutput<typeof Ask>;

/** Lines of an order file that are taken in although they fit another outcome. */
const TakenIn = v.object({
  id: v.picklist(answerIds),
  lines: v.number(),
  units: v.number(),
  /** Who answered so for an earlier file of the channel. */
  remembered: v.optional(v.object({ user: UserTag, at: v.string() })),
});
export type TakenIn = v.InferOutput<typeof TakenIn>;

/** Units of a line that was cancelled after a picklist had taken it, or after it was booked as sold. */
export const PutBack = v.object({
  _id: v.string(),
  /** The picklist or the sale, and its number. */
  movement: v.string(),
  number: v.string(),
  product: ProductTag,
  units: v.number(),
  order: v.optional(v.string()),
  /** If it is a sale, from which somebody is to take the units by a correction: the day on which it was sold. */
  sale: v.optional(v.string()),
});
export type PutBack = v.InferOutput<typeof PutBack>;

/** `line` is the `_id` of one in the import's `put_back`. */
export const PutBackForm = v.object({ line: Id });

const summary = {
  _id: v.string(),
  kind: v.picklist(importKinds),
  name: v.optional(v.string()),
  mode: v.optional(v.picklist(stockModes)),
  channel: v.optional(v.picklist(channels)),
  /** How the spreadsheet was read. */
  sheet: v.object({
    /** The heads of its columns; letters (`Column A`) where it has none. */
    heads: v.array(v.string()),
    /** The rows about the heads, by their numbers in the file, with the beginnings of their cells. */
    first_rows: v.array(v.object({ number: v.number(), cells: v.array(v.string()) })),
    /** The head of each field's column. */
    columns: v.record(v.string(), v.string()),
    /** Fields without which nothing can be imported: choose their columns. The import then has no rows. */
    missing: v.array(v.string()),
    /** Only for workbooks: the sheet that was read, and the visible sheets with cells. */
    name: v.optional(v.string()),
    names: v.optional(v.array(v.string())),
    /** Heads of columns that have cells but were not read. */
    unused: v.optional(v.array(v.string())),
    /** For fields without a column, the head of an unused column that may be theirs. */
    guesses: v.optional(v.record(v.string(), v.string())),
    /** Fields without a column that new products need. */
    needed: v.optional(v.array(v.string())),
    readings: v.optional(v.array(Reading)),
    asks: v.optional(v.array(Ask)),
    /** The number of the row that has the heads. */
    head_row: v.optional(v.number()),
    /** Sum of the quantities that are taken, and rows whose product was found by its name. */
    sum: v.optional(v.number()),
    by_name: v.optional(v.number()),
    /** W.ID that all rows are for. */
    warehouse: v.optional(v.string()),
  }),
  counts: v.record(v.string(), v.number()),
  /** Only for orders: the warehouses of the channel at the time, which units are taken from; empty if none was left. */
  from: ChosenTags,
  /** Only for orders: lines that are taken in all the same. */
  taken_in: v.optional(v.array(TakenIn)),
  /** Of the channel, from this file and those of 30 days: what goes back on the shelf, or off a sale. */
  put_back: v.optional(v.array(PutBack)),
  /** Only for availability: the sheet can be downloaded as it is filled in. */
  filled: v.optional(v.literal(true)),
  /** Groups to apply, and how many of them are done. */
  groups: v.number(),
  done: v.number(),
  /** Who applied a spreadsheet with the same content before, and when. */
  applied_before: v.optional(v.object({ user: UserTag, at: v.string() })),
  created_at: v.string(),
};

export const ImportSummary = v.object(summary);
export type ImportSummary = v.InferOutput<typeof ImportSummary>;

export const Import = v.object({
  ...summary,
  rows: v.array(ImportRow),
  /** Only for orders. */
  codes: v.optional(v.array(UnknownCode)),
  products: v.optional(v.array(OrderedProduct)),
});
export type Import = v.InferOutput<typeof Import>;

/** `from` is the first group to apply; groups that were applied before return their outcome again. */
export const ApplyForm = v.object({ from: FromStep });

const AppliedPicklist = v.object({
  movement: v.string(),
  number: v.string(),
  created_at: v.string(),
  data: v.array(PicklistItem),
  /** It is a sale of what has left already: nobody picks it. */
  sale: v.optional(v.boolean()),
});
export type AppliedPicklist = v.InferOutput<typeof AppliedPicklist>;

/** The outcome of a step of applying: as many groups as fit into five seconds. */
export const ApplyStep = v.object({
  /** The group to go on with; missing when all are done. */
  next: v.optional(v.number()),
  groups: v.number(),
  written: v.number(),
  /** Rows that were not written, since their product or stock has changed after the preview. */
  left_out: v.array(v.object({ row: v.number(), message: v.string() })),
  /** Only for stock: the id of the batch, by which it can be reversed. */
  movement: v.optional(v.string()),
  /** Only for orders. */
  picklists: v.optional(v.array(AppliedPicklist)),
  /** Picklists, or sales, that could not be posted, with the products that are short now. */
  refused: v.optional(
    v.array(
      v.object({
        sale: v.optional(v.boolean()),
        products: v.number(),
        details: v.array(v.object({ product: v.optional(ProductTag), message: v.string() })),
      }),
    ),
  ),
});
export type ApplyStep = v.InferOutput<typeof ApplyStep>;
