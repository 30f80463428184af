// The rules of a kind of import: how it reads a spreadsheet into rows and groups of rows, and applies a group.
import type {
  AppliedPicklist,
  ApplyStep,
  ImportKind,
  ImportRow,
  ImportSummary,
  OrderedProduct,
  PutBack,
  TakenIn,
  UnknownCode,
} from "#shared/import.ts";
import type { ProductTag } from "#shared/product.ts";
import type { WarehouseTag } from "#shared/warehouse.ts";
import type { ProductRow, UserRow } from "../db/tables.ts";
import type { Row } from "../spreadsheets/cell.ts";
import type { Fills } from "../spreadsheets/filling.ts";
import type { Fields, Table } from "./table.ts";

/** The fields of the form that every kind has. */
export interface ImportSettings {
  /** An earlier import of the same file. */
  of?: string | undefined;
  name?: string | undefined;
  /** The head of each field's column, where it was chosen. */
  columns?: Record<string, string> | undefined;
  /** The sheet of a workbook. */
  sheet?: string | undefined;
  /** Number of the row that has the heads. */
  head_row?: number | undefined;
  /** Hidden rows are read, too. */
  hidden?: boolean | undefined;
  /** Results of formulas are read. */
  formulas?: boolean | undefined;
  /** Whether what was said of sheets with the same heads holds; it does if left out. */
  taught?: boolean | undefined;
}

type Summary = ImportSummary["sheet"];

/** The effect that a spreadsheet would have. It has no rows while a required column is unknown. */
export interface Preview<G> {
  table: Table;
  /** Further findings about the spreadsheet, for the answer. */
  found?: Pick<Summary, "unused" | "guesses" | "needed" | "readings" | "asks" | "sum" | "by_name" | "warehouse">;
  rows: ImportRow[];
  /** Rows that are applied together, in order, each group in one transaction. */
  groups: G[];
  /** Groups that stand in place of those with these numbers, which a release before does not know; of order files. */
  sales?: Record<number, G>;
  codes?: UnknownCode[];
  products?: OrderedProduct[];
  taken_in?: TakenIn[];
  put_back?: PutBack[];
  /** The warehouses of the channel, which applying takes from even if they have changed since; empty if it has none left. */
  from?: WarehouseTag[];
  /** Number of the last picklist whose lines the preview has left out; of order files. */
  picklists?: number;
}

export interface StoredImport<S = ImportSettings, G = unknown> extends Omit<Preview<G>, "table" | "found"> {
  _id: string;
  kind: ImportKind;
  settings: S;
  /** The import that its file was sent with, if it is another one. */
  of?: string;
  /** Its sheet is stored as it is filled in. */
  filled?: true;
  sheet: Summary;
  /** Cells of the rows that cannot be applied, by row number. */
  cells: Record<string, (string | number)[]>;
  /** Hash of all cells of the spreadsheet. */
  hash: string;
  created_at: string;
}

/** Who applies an import, and when. */
export interface ApplyRequest {
  user: UserRow;
  now: Date;
}

export interface PreviewRequest extends ApplyRequest {
  /** Names of sheet and file, which may name a warehouse. */
  names: readonly string[];
  /** Hash of all cells, hidden rows included. */
  hash: string;
}

/** The outcome of applying a group. */
export interface GroupOutcome {
  /** Rows. */
  written: number;
  left_out: ApplyStep["left_out"];
  /** Id of the batch, for stock. */
  movement?: string;
  picklist?: AppliedPicklist;
  refused?: NonNullable<ApplyStep["refused"]>[number];
}

// Written as methods, so that a kind with settings and groups of its own is an ImportKindRules of any.
export interface ImportKindRules<S extends ImportSettings = ImportSettings, G = unknown> {
  /** The rows as this kind reads them, if not as they stand in the file. */
  arranged?(rows: Row[]): Row[];
  /** The fields, without a catalogue: enough to find the heads of these rows, by which earlier answers are known. */
  fields(rows: readonly Row[]): Fields;
  /** A pure function of the rows, the settings and the tables; it changes no stock. */
  preview(rows: Row[], settings: S, request: PreviewRequest): Promise<Preview<G>>;
  /** Of a kind whose sheet goes back to the channel: the numbers of its quantities, by row. */
  fills?(rows: readonly ImportRow[]): Fills;
  /** Applies a group. One that was applied before answers its outcome again. */
  apply(request: ApplyRequest, stored: StoredImport<S, G>, group: number): Promise<GroupOutcome>;
  countApplied(request: ApplyRequest, stored: StoredImport<S, G>): Promise<number>;
}

/** The text of a cell that empties its field. */
export const emptying = "-";

/** The start of a preview whose spreadsheet lacks a required column. */
export const withoutRows = (table: Table, found?: Preview<never>["found"]) => ({
  table,
  ...(found && { found }),
  rows: [],
  groups: [],
});

/** How a product is shown in a row. */
export const productTag = ({ _id, p_id, name, image }: ProductRow): ProductTag => ({
  _id,
  p_id,
  name,
  ...(image && { image }),
});
