// The plan as a report, and the order list of chosen products.
import { Failure } from "#shared/failure.ts";
import { maxUnits } from "#shared/limits.ts";
import { normalised } from "#shared/name.ts";
import type { PlanRow } from "#shared/plan.ts";
import { isAtOnce, planStatuses, planStatusLabel } from "#shared/plan-status.ts";
import { productLabels } from "#shared/product-fields.ts";
import { cartonsOf } from "#shared/projection.ts";
import { maxItems } from "#shared/shipment-item.ts";
import { type Column, dayCell, fieldColumn, productColumns } from "../reports/column.ts";
import type { DayCell } from "../reports/workbook.ts";

const tenths = (number: number | null | undefined): number | undefined =>
  number === null || number === undefined ? undefined : Math.round(number * 10) / 10;
const orderBy = (row: PlanRow): DayCell | string | undefined => (isAtOnce(row) ? "at once" : dayCell(row.order_by));
const cartons = ({ quantity, pack }: SheetRow): number | undefined => pack && cartonsOf(quantity, pack);

const columns: Column<PlanRow>[] = [
  { head: "Status", width: 13, cell: ({ status }) => planStatusLabel(status) },
  ...productColumns<PlanRow>((row) => row),
  { head: "Rate 3 Days", width: 12, cell: ({ rates }) => tenths(rates[0]) },
  { head: "Rate 7 Days", width: 12, cell: ({ rates }) => tenths(rates[1]) },
  { head: "Rate 30 Days", width: 12, cell: ({ rates }) => tenths(rates[2]) },
  { head: "Rate", width: 8, cell: ({ rate }) => tenths(rate?.units) },
  { head: productLabels.stock, width: 12, cell: ({ stock }) => stock },
  { head: productLabels.in_transit, width: 12, cell: ({ in_transit }) => in_transit },
  fieldColumn("lead_time"),
  { head: "Cover", width: 9, cell: ({ cover }) => cover },
  { head: "Cover with Transit", width: 18, cell: ({ cover_with_transit }) => cover_with_transit },
  { head: "Safety Stock", width: 12, cell: ({ safety }) => safety?.units },
  { head: "Runs Out", width: 12, cell: ({ runs_out }) => dayCell(runs_out) },
  { head: "Order by", width: 12, cell: orderBy },
  { head: "Quantity", width: 10, cell: ({ quantity }) => quantity },
  fieldColumn("pack"),
  { head: "Cartons", width: 10, cell: cartons },
  { head: "Units not Sold", width: 14, cell: ({ unsold }) => unsold },
  fieldColumn("supplier"),
  fieldColumn("min_order"),
  fieldColumn("cost"),
  { head: "Snoozed until", width: 14, cell: ({ snooze }) => dayCell(snooze?.until) },
];

const notForPicking: Column<PlanRow> = { head: "Not for Picking", width: 15, cell: (row) => row.not_for_picking };
const onOrder: Column<PlanRow> = { head: "On Order", width: 12, cell: (row) => row.on_order };

/** With the units that are not for picking, and those on order, where there are any. */
export const planColumns = (rows: readonly PlanRow[]): Column<PlanRow>[] => [
  ...columns,
  ...(rows.some((row) => row.not_for_picking) ? [notForPicking] : []),
  ...(rows.some((row) => row.on_order) ? [onOrder] : []),
];

export type SheetRow = Pick<PlanRow, "p_id" | "name" | "quantity" | "pack" | "cost">;

/** The columns of an order sheet, with what the lines cost, where that is known of any. */
export const sheetColumns = <R extends SheetRow>(rows: readonly R[], ...more: Column<R>[]): Column<R>[] => [
  ...productColumns<R>((row) => row),
  { head: "Quantity", width: 10, cell: ({ quantity }) => quantity },
  { head: "Cartons", width: 10, cell: cartons },
  ...more,
  ...(rows.some(({ cost }) => cost) ? [fieldColumn("cost"), amount] : []),
];

export const orderColumns = (rows: readonly PlanRow[]): Column<PlanRow>[] =>
  sheetColumns(rows, { head: "Order by", width: 12, cell: orderBy });

const amount: Column<SheetRow> = {
  head: "Amount",
  width: 12,
  cell: ({ cost, quantity }) => cost && Math.round(100 * cost * quantity) / 100,
};

/** The supplier of all these rows; undefined if they have several, or none. */
export const supplierOf = (rows: readonly PlanRow[]): string | undefined =>
  rows.every(({ supplier = "" }) => normalised(supplier) === normalised(rows[0]?.supplier ?? ""))
    ? rows[0]?.supplier
    : undefined;

/** By status, the most urgent first, and by the day to order. */
export const byUrgency = (a: PlanRow, b: PlanRow): number =>
  planStatuses.indexOf(a.status) - planStatuses.indexOf(b.status) ||
  ((a.order_by ?? "9") < (b.order_by ?? "9") ? -1 : 1);

/** The rows of an order with the quantities that were chosen; 400 or 422 if one cannot be ordered. */
export const orderRows = (rows: readonly PlanRow[], lines: { product: string; quantity: number }[]): PlanRow[] => {
  if (lines.length > maxItems) throw wrongLines("BAD_REQUEST", `At most ${maxItems} products`);
  const byId = new Map(rows.map((row) => [row._id, row]));
  return lines.map(({ product, quantity }) => {
    const row = byId.get(product);
    if (!row) throw wrongLines("UNPROCESSABLE_CONTENT", `Unknown product ${product}`);
    if (quantity > maxUnits) throw wrongLines("BAD_REQUEST", `At most ${maxUnits} units of a product`);
    return { ...row, quantity };
  });
};

const wrongLines = (code: "BAD_REQUEST" | "UNPROCESSABLE_CONTENT", message: string): Failure =>
  new Failure(code, { field: "lines", message });
