// Stock records, one for each product and warehouse that has ever held it, as a list and as a report.
import { adjustmentColumns } from "#shared/adjustment.ts";
import { rupeesText } from "#shared/format.ts";
import { importColumns } from "#shared/import-columns.ts";
import { normalised } from "#shared/name.ts";
import type { StockRecord } from "#shared/stock.ts";
import { type Column, fieldColumn, productColumns } from "./column.ts";

/** Includes the columns that a stock adjustment reads. */
export const stockColumns: Column<StockRecord>[] = [
  ...productColumns<StockRecord>(({ product }) => product),
  { head: adjustmentColumns.w_id, width: 12, cell: ({ warehouse }) => warehouse.w_id },
  { head: "Warehouse", width: 24, cell: ({ warehouse }) => warehouse.name },
  { head: adjustmentColumns.quantity, width: 12, cell: ({ quantity }) => quantity },
];

/** Rupees a unit, by product. */
export type Costs = ReadonlyMap<string, number>;

export const costsOf = (products: readonly { _id: string; cost?: number | undefined }[]): Costs =>
  new Map(products.flatMap(({ _id, cost }) => (cost === undefined ? [] : [[_id, cost]])));

const worthOf = ({ product, quantity }: StockRecord, costs: Costs): number | undefined => {
  const cost = costs.get(product._id);
  return cost === undefined ? undefined : Math.round(100 * cost * quantity) / 100;
};

/** The columns of what the units cost; none where no cost is known. */
export const valueColumns = (costs: Costs): Column<StockRecord>[] =>
  costs.size === 0
    ? []
    : [
        { ...fieldColumn("cost"), cell: ({ product }) => costs.get(product._id) },
        { head: "Value", width: 14, cell: (record) => worthOf(record, costs) },
      ];

/** What the units in each warehouse cost, as lines about the report. */
export const valueByWarehouse = (records: readonly StockRecord[], costs: Costs): [string, string][] => {
  if (costs.size === 0) return [];
  const places = [...Map.groupBy(records, ({ warehouse }) => warehouse._id).values()];
  const named = Map.groupBy(places, ([first]) => normalised(first?.warehouse.name ?? ""));
  return places.map((held) => {
    const { name = "", w_id = "" } = held[0]?.warehouse ?? {};
    const isShared = (named.get(normalised(name)) ?? []).length > 1;
    const paise = held.reduce((sum, record) => sum + Math.round(100 * (worthOf(record, costs) ?? 0)), 0);
    return [`Value in ${name}${isShared ? ` (${w_id})` : ""}`, rupeesText(paise / 100)];
  });
};

/** Not of a past day: where a product lay then is not stored. */
export const shelfColumn: Column<StockRecord> = {
  head: importColumns.stock.shelf.label,
  width: 14,
  cell: ({ shelf }) => shelf,
};
