// The chosen lines of the plan with their quantities, by supplier, and their sums. Loaded once something is chosen.
import type { PlanRow } from "#shared/plan.ts";
import { cartonsOf } from "#shared/projection.ts";
import { sumBy } from "#shared/sum.ts";
import { type OrderDraft, quantityOf } from "../../domain/order-draft.ts";
import { bySupplier } from "../../domain/suppliers.ts";
import { countText, today } from "../../lib/format.ts";
import { orderRank } from "./plan-text.ts";

export interface OrderedRow extends PlanRow {
  ordered: number;
}

/** An order that was made today, or waits on this device without a number. */
export interface MadeOrder {
  supplier?: string | undefined;
  number?: string;
  /** How many products it has. */
  count: number;
}

/** What is ordered from a supplier. */
export interface SupplierOrder {
  supplier: string;
  /** Its chosen lines, the most urgent first; of a supplier from whom was ordered today, none. */
  lines: OrderedRow[];
  /** How many are chosen, or else ordered or announced. */
  count: number;
  /** Exported are all lines in just these quantities; an order waits for a network. */
  state: "open" | "exported" | "ordered" | "waiting" | "announced";
  /** The numbers of the orders that were made today. */
  numbers: string[];
}

export const supplierOrders = (
  rows: readonly PlanRow[],
  order: OrderDraft,
  made: readonly MadeOrder[],
): SupplierOrder[] => {
  const isListed = ({ _id, snooze }: PlanRow) => !snooze && (order[_id]?.chosen || order[_id]?.announced === today());
  const listed = rows.filter(isListed).map((row) => ({ supplier: row.supplier, row }));
  return bySupplier<Pick<PlanRow, "supplier"> & { row?: PlanRow; made?: MadeOrder }>([
    ...listed,
    ...made.map((one) => ({ supplier: one.supplier, made: one })),
  ]).map(({ supplier, rows: all }) => {
    const rows = all.flatMap(({ row }) => row ?? []);
    const orders = all.flatMap(({ made }) => made ?? []);
    const lines = rows
      .filter(({ _id }) => order[_id]?.chosen)
      .map((row): OrderedRow => ({ ...row, ordered: quantityOf(row, order[row._id]) }))
      .sort((a, b) => orderRank(a) - orderRank(b));
    const isExported = lines.every(({ _id, ordered }) => order[_id]?.exported === ordered);
    const isWaiting = orders.some(({ number }) => !number);
    const done = isWaiting ? "waiting" : orders.length > 0 ? "ordered" : "announced";
    return {
      ...{ supplier, lines, numbers: orders.flatMap(({ number }) => number ?? []) },
      count: lines.length || rows.length + sumBy(orders, ({ count }) => count),
      state: lines.length === 0 ? done : isExported ? "exported" : "open",
    };
  });
};

/** In words; `cartons` of the products whose pack is known, undefined if there are none. */
export const totalsOf = (rows: readonly OrderedRow[]) => {
  const units = rows.reduce((sum, { ordered }) => sum + ordered, 0);
  const cartons = rows.reduce((sum, { ordered, pack }) => sum + (pack ? cartonsOf(ordered, pack) : 0), 0);
  return {
    lines: countText(rows.length, "line"),
    units: countText(units, "unit"),
    cartons: cartons > 0 ? countText(cartons, "carton") : undefined,
  };
};
