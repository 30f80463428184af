// The chosen lines of the plan with their quantities, by supplier, and their sums. Loaded once something is chosen.
import type { PlanRow } from "#shared/plan.ts";
import { cartonsOf } from "#shared/projection.ts";
import { type OrderDraft, quantityOf } from "../../domain/order-draft.ts";
import { bySupplier } from "../../domain/suppliers.ts";
import { countText, today } from "../../lib/format.ts";
import { orderRank } from "./plan-text.ts";

export interface OrderedRow extends PlanRow {
  ordered: number;
}

/** What is ordered from a supplier. */
export interface SupplierOrder {
  supplier: string;
  /** Its chosen lines, the most urgent first. */
  lines: OrderedRow[];
  /** How many are chosen, or else wait or are announced. */
  count: number;
  /** Exported are all lines in just these quantities; the orders of waiting ones are on this device. */
  state: "open" | "exported" | "waiting" | "announced";
}

/** `waiting`: the products of orders without an answer. */
export const supplierOrders = (
  rows: readonly PlanRow[],
  order: OrderDraft,
  waiting: ReadonlySet<string>,
): SupplierOrder[] => {
  const isListed = ({ _id, snooze }: PlanRow) =>
    !snooze && (order[_id]?.chosen || order[_id]?.announced === today() || waiting.has(_id));
  return bySupplier(rows.filter(isListed)).map(({ supplier, rows }) => {
    const lines = rows
      .filter(({ _id }) => order[_id]?.chosen)
      .map((row): OrderedRow => ({ ...row, ordered: quantityOf(row, order[row._id]) }))
      .sort((a, b) => orderRank(a) - orderRank(b));
    const isExported = lines.every(({ _id, ordered }) => order[_id]?.exported === ordered);
    const done = rows.some(({ _id }) => waiting.has(_id)) ? "waiting" : "announced";
    return {
      ...{ supplier, lines, count: lines.length || rows.length },
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
