// The chosen lines of the plan with their quantities, and their sums.
import type { PlanRow } from "#shared/plan.ts";
import { cartonsOf } from "#shared/projection.ts";
import { type OrderDraft, quantityOf } from "../../domain/order-draft.ts";
import { countText, numberText } from "../../lib/format.ts";
import { orderRank } from "./plan-text.ts";

/** "41 cartons", "41 cartons + 8", "under 1 carton". */
export const cartonsText = (units: number, pack: number): string => {
  const whole = Math.floor(units / pack);
  const rest = units % pack;
  if (whole === 0) return "under 1 carton";
  return countText(whole, "carton") + (rest ? ` + ${numberText(rest)}` : "");
};

export interface OrderedRow extends PlanRow {
  ordered: number;
}

/** The most urgent first. */
export const orderedRows = (rows: readonly PlanRow[], order: OrderDraft): OrderedRow[] =>
  rows
    .filter(({ _id, snooze }) => order[_id]?.chosen && !snooze)
    .map((row) => ({ ...row, ordered: quantityOf(row, order[row._id]) }))
    .sort((a, b) => orderRank(a) - orderRank(b));

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
