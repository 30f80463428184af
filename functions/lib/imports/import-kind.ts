// What each kind of import does: it reads a sheet into rows and groups of them, and applies a group.
import type { AppliedPicklist, ApplyStep, ImportKind, ImportRow, OrderedProduct, UnknownCode } from "#shared/import.ts";
import type { ProductTag } from "#shared/product.ts";
import type { ProductRow, UserRow } from "../db/tables.ts";
import type { Row } from "../sheets/cell.ts";
import type { Table } from "./sheet-table.ts";

/** The fields of the form that every kind has. */
export interface ImportSettings {
  name?: string | undefined;
  /** The head of each field's column, where it was chosen. */
  columns?: Record<string, string> | undefined;
}

/** What a sheet would do. It has no rows while a required column is unknown. */
export interface Preview<G> {
  table: Table;
  rows: ImportRow[];
  /** What is applied together, in order, each within one transaction. */
  groups: G[];
  codes?: UnknownCode[];
  products?: OrderedProduct[];
}

/** An import as it is stored. */
export interface StoredImport<S = ImportSettings, G = unknown> extends Omit<Preview<G>, "table"> {
  _id: string;
  kind: ImportKind;
  settings: S;
  sheet: { heads: string[]; sample: string[][]; columns: Record<string, string>; missing: string[] };
  /** Cells of the rows that cannot be applied, by row number. */
  cells: Record<string, (string | number)[]>;
  /** Of all cells of the sheet. */
  hash: string;
  created_at: string;
}

/** Who applies an import, and when. */
export interface ApplyRequest {
  user: UserRow;
  now: Date;
}

/** What applying a group did. */
export interface Outcome {
  /** Rows. */
  written: number;
  left_out: ApplyStep["left_out"];
  /** Of stock: the id of the batch. */
  movement?: string;
  picklist?: AppliedPicklist;
  refused?: NonNullable<ApplyStep["refused"]>[number];
}

// Written as methods, so that a kind with settings and groups of its own is an ImportKindRules of any.
export interface ImportKindRules<S extends ImportSettings = ImportSettings, G = unknown> {
  /** A pure function of the sheet, the settings and what is in the tables; it writes nothing. */
  preview(rows: Row[], settings: S, now: Date): Promise<Preview<G>>;
  /** Applies a group. One that was applied before answers its outcome again. */
  apply(request: ApplyRequest, stored: StoredImport<S, G>, group: number): Promise<Outcome>;
  /** The number of groups that were applied. */
  countApplied(request: ApplyRequest, stored: StoredImport<S, G>): Promise<number>;
}

/** The start of a preview whose sheet lacks a required column. */
export const withoutRows = (table: Table) => ({ table, rows: [], groups: [] });

/** How a product is shown in a row. */
export const productTag = ({ _id, p_id, name, image }: ProductRow): ProductTag => ({
  _id,
  p_id,
  name,
  ...(image && { image }),
});
