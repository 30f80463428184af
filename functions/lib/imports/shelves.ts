// The shelves that a sheet of stock names. Stock knows nothing of them, so they are edits of products, in groups after the movements.
import * as v from "valibot";
import { placeOf } from "#shared/movement.ts";
import { Shelf } from "#shared/product.ts";
import { type ShelfChange, writesOfShelves } from "../catalogue/shelves.ts";
import { products } from "../db/tables.ts";
import { problemOf, textOf } from "../spreadsheets/cell-values.ts";
import { cutByCost } from "./groups.ts";
import { type ApplyRequest, emptying, type GroupOutcome, type StoredImport } from "./import-kind.ts";
import { maxRowActions, type RowWrites, writeGroup } from "./records.ts";
import type { StockEntry } from "./stock-sheet.ts";
import { cellOf } from "./table.ts";

/** A row that gives a product another shelf. */
export interface ShelfRow extends ShelfChange {
  row: number;
  product: string;
  /** The shelf at the preview. */
  before: string;
  /** It moves no units, so no other group counts it. */
  alone: boolean;
}

type Read = Pick<ShelfRow, "product" | "warehouse" | "w_id" | "before" | "shelf">;

/** Reads the shelves of rows one after the other: what they change, or what is wrong with them. */
export const newShelves = () => {
  const named = new Map<string, { row: number; shelf: string }>();
  return ({ row, table, product, warehouse }: StockEntry): { read?: Read; problem?: string } => {
    const cell = cellOf(table, "shelf", row);
    const text = textOf(cell).trim();
    const damage = problemOf(cell);
    if (damage) return { problem: damage };
    if (!text || !product || !warehouse) return {};
    const parsed = v.safeParse(Shelf, text === emptying ? "" : text);
    if (!parsed.success) return { problem: parsed.issues[0].message };
    const shelf = parsed.output ?? "";
    const place = placeOf(product._id, warehouse._id);
    const first = named.get(place);
    if (first && first.shelf !== shelf) return { problem: `Row ${first.row} names ${first.shelf || "none"}` };
    const before = product.shelves?.[warehouse._id] ?? "";
    if (first || shelf === before) return {};
    named.set(place, { row: row.number, shelf });
    return { read: { product: product._id, warehouse: warehouse._id, w_id: warehouse.w_id, before, shelf } };
  };
};

/** A product and the record of its change. */
const actionsOfProduct = 2;

export const cutShelves = (rows: readonly ShelfRow[]): ShelfRow[][] =>
  cutByCost([...Map.groupBy(rows, ({ product }) => product).values()], () => actionsOfProduct, maxRowActions).map(
    (some) => some.flat(),
  );

/** Sets the shelves that are still as the preview saw them. */
export const applyShelves = async (
  request: ApplyRequest,
  stored: StoredImport,
  group: number,
  rows: readonly ShelfRow[],
): Promise<GroupOutcome> => {
  const productRows = await products.findAll(rows.map(({ product }) => product));
  const left_out: GroupOutcome["left_out"] = [];
  const writes = [...Map.groupBy(rows, ({ product }) => product)].flatMap(([product, own]): RowWrites[] => {
    const row = productRows.get(product);
    const still = own.filter(
      ({ warehouse, before }) => !row?.deleted_at && (row?.shelves?.[warehouse] ?? "") === before,
    );
    for (const one of own)
      if (!row || !still.includes(one))
        left_out.push({ row: one.row, message: "Shelf changed or product deleted meanwhile" });
    const [first] = still;
    if (!row || !first) return [];
    const rows = still.filter(({ alone }) => alone).length;
    return [{ row: first.row, rows, writes: writesOfShelves(request, row, still) }];
  });
  return writeGroup(request, stored, group, writes, left_out);
};
