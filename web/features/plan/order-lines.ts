// The chosen lines of the plan with their quantities, by supplier, and their sums. Loaded once something is chosen.
import type { PlanRow } from "#shared/plan.ts";
import { cartonsOf } from "#shared/projection.ts";
import { type OrderDraft, type OrderLine, quantityOf } from "../../domain/order-draft.ts";
import { bySupplier } from "../../domain/suppliers.ts";
import { countText, today } from "../../lib/format.ts";
import { orderRank } from "./plan-text.ts";

export interface OrderedRow extends PlanRow {
  ordered: number;
}

/** What is ordered from a supplier. */
export interface SupplierOrder {
  supplier: string;
  /** Its chosen lines, the most urgent first; of a supplier from whom was ordered today, none. */
  lines: OrderedRow[];
  /** How many are chosen, or else ordered or announced. */
  count: number;
  /** "open", "exported" (all lines in just these quantities), "ordered PO-0007", "waiting" (for a network) or "announced". */
  state: string;
}

export const supplierOrders = (rows: readonly PlanRow[], order: OrderDraft): SupplierOrder[] => {
  const isDone = ({ announced, ordered }: OrderLine) => [announced, ordered?.day].includes(today());
  const isListed = ({ _id, snooze }: PlanRow) => {
    const line = order[_id];
    return !snooze && line !== undefined && (line.chosen || isDone(line));
  };
  return bySupplier(rows.filter(isListed)).map(({ supplier, rows }) => {
    const lines = rows
      .filter(({ _id }) => order[_id]?.chosen)
      .map((row): OrderedRow => ({ ...row, ordered: quantityOf(row, order[row._id]) }))
      .sort((a, b) => orderRank(a) - orderRank(b));
    const isExported = lines.every(({ _id, ordered }) => order[_id]?.exported === ordered);
    const numbers = [...new Set(rows.flatMap(({ _id }) => order[_id]?.ordered?.number ?? []))].filter(Boolean);
    const isWaiting = rows.some(({ _id }) => order[_id]?.ordered?.number === "");
    const done = isWaiting ? "waiting" : numbers.length > 0 ? `ordered ${numbers.join(", ")}` : "announced";
    const state = lines.length === 0 ? done : isExported ? "exported" : "open";
    return { supplier, lines, count: lines.length || rows.length, state };
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
