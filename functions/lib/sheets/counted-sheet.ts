// A counted stock: the rows of an uploaded sheet, each checked against the catalogue, all wrong ones named at once.
import * as v from "valibot";
import { adjustmentColumns } from "#shared/adjustment.ts";
import { dayOf } from "#shared/day.ts";
import { type Detail, Failure } from "#shared/failure.ts";
import { unitCount } from "#shared/field.ts";
import { numberText } from "#shared/format.ts";
import { normalised } from "#shared/name.ts";
import { type ProductRow, products, type WarehouseRow, warehouses } from "../db/tables.ts";
import type { Row } from "./sheet.ts";

/** What a row says was counted of a product in a warehouse. */
export interface Count {
  row: number;
  product: string;
  warehouse: string;
  quantity: number;
}

/** Most wrong rows that one answer names. */
const mostNamed = 1_000;

type Column = keyof typeof adjustmentColumns;

/** A sheet's rows by their numbers, the counts they hold, and what is wrong with the others. */
export interface Counts {
  rows: number[];
  counts: Count[];
  wrong: Detail[];
}

/** The counts of a sheet; 400 when a column is missing or there is no row. */
export const readCounts = async ([head, ...rows]: Row[], date: string): Promise<Counts> => {
  const at = columnsOf(head);
  if (rows.length === 0) throw new Failure("BAD_REQUEST", { field: "file", message: "No rows below the first" });
  const known = await catalogue();
  const wrong: Detail[] = [];
  const seen = new Map<string, number>();
  const counts = rows.flatMap(({ number: row, cells }) => {
    const say = (column: Column, message: string) =>
      void wrong.push({
        row,
        field: adjustmentColumns[column],
        message: isFormula(cells[at[column]]) ? aFormula : message,
      });
    const product = known.product(cells[at.p_id]);
    const warehouse = known.warehouse(cells[at.w_id]);
    const quantity = unitsOf(cells[at.quantity]);
    if (!product) say("p_id", "No such product");
    else if (dayOf(product.created_at) > date) say("p_id", "Made after this date");
    if (!warehouse) say("w_id", "No such warehouse");
    else if (dayOf(warehouse.created_at) > date) say("w_id", "Made after this date");
    if (quantity === undefined) say("quantity", `A whole number from 0 to ${numberText(mostCounted)} expected`);
    if (!product || !warehouse || quantity === undefined) return [];
    const pair = `${product._id}#${warehouse._id}`;
    const first = seen.get(pair);
    if (first !== undefined) say("p_id", `Stands in row ${first} already`);
    seen.set(pair, row);
    return [{ row, product: product._id, warehouse: warehouse._id, quantity }];
  });
  return { rows: rows.map(({ number }) => number), counts, wrong };
};

/** 422 with every wrong row, up to what a person can read. */
export const refuse = (wrong: Detail[]): void => {
  if (wrong.length === 0) return;
  const rest = wrong.length - mostNamed;
  throw new Failure(
    "UNPROCESSABLE_CONTENT",
    ...wrong.slice(0, mostNamed),
    ...(rest > 0 ? [{ message: `And ${rest} more` }] : []),
  );
};

const columnsOf = (head: Row | undefined): Record<Column, number> => {
  const names = (head?.cells ?? []).map(textOf);
  const found = (Object.keys(adjustmentColumns) as Column[]).map(
    (column) => [column, names.indexOf(normalised(adjustmentColumns[column]))] as const,
  );
  const missing = found.filter(([, index]) => index < 0).map(([column]) => adjustmentColumns[column]);
  if (missing.length > 0)
    throw new Failure("BAD_REQUEST", {
      field: "file",
      row: head?.number ?? 1,
      message: `Column ${missing.join(", ")} missing`,
    });
  return Object.fromEntries(found) as Record<Column, number>;
};

const catalogue = async () => {
  const [goods, places] = await Promise.all([products.list(), warehouses.list()]);
  const product = new Map(goods.map((row): [string, ProductRow] => [normalised(row.p_id), row]));
  const warehouse = new Map(places.map((row): [string, WarehouseRow] => [normalised(row.w_id), row]));
  return {
    product: (cell: unknown) => product.get(textOf(cell)),
    warehouse: (cell: unknown) => warehouse.get(textOf(cell)),
  };
};

/** Units on a shelf: what many movements have brought. */
const mostCounted = 999_999_999;
const Counted = unitCount(0, mostCounted);

const aFormula = "A formula, paste its value";
const isFormula = (cell: unknown): boolean => typeof cell === "object" && cell !== null;

const textOf = (cell: unknown): string => (isFormula(cell) ? "" : normalised(String(cell ?? "")));

/** A number, or in CSV its digits. */
const unitsOf = (cell: unknown): number | undefined => {
  const units = typeof cell === "string" && /^\s*\d{1,9}\s*$/.test(cell) ? Number(cell) : cell;
  return v.is(Counted, units) ? units : undefined;
};
