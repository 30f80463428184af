// The words and figures of a row of the plan.
import { addDays } from "#shared/day.ts";
import { rupeesText } from "#shared/format.ts";
import type { PlanRow } from "#shared/plan.ts";
import { isAtOnce, isOut, isUrgent } from "#shared/plan-status.ts";
import { daysTo, lastDayOf, lateText } from "../../domain/plan-text.ts";
import { countText, dayMonthText, dayText, numberText, today } from "../../lib/format.ts";
import type { Basis } from "./plan-query.ts";

/** "19-12", or with the year if it is not clear. */
export const shortDay = (day: string): string => (Math.abs(daysTo(day)) > 180 ? dayText(day) : dayMonthText(day));

/** The days in stock that count, or the longer window that was used. */
export const rateNote = ({ rate }: PlanRow, basis: Basis): string => {
  if (!rate) return "";
  const { window, inStockDays, fewDays, like } = rate;
  if (like) return `sells like ${like.p_id}`;
  if (fewDays) return `few days: ${inStockDays}`;
  if (inStockDays < window) return `${inStockDays} of ${window}`;
  return String(window) === basis ? "" : `of ${countText(window, "day")}`;
};

/** The day of the next container, or order, or how many days it is late; those that are too late are left out. */
export const arrivalText = ({ arrivals }: PlanRow, ordered = false): { text: string; late: boolean } | undefined => {
  const byDay = arrivals
    .filter(({ on_order = false }) => on_order === ordered)
    .sort((a, b) => (a.expected_delivery < b.expected_delivery ? -1 : 1));
  const next = byDay.find(({ day }) => day !== undefined) ?? byDay[0];
  if (!next) return undefined;
  const late = lateText(next.expected_delivery);
  if (next.day === undefined) return { text: `${late}, not counted`, late: true };
  return { text: late || shortDay(next.expected_delivery), late: late !== "" };
};

/** Sort key: products out of stock first, then by the day to order. */
export const orderRank = (row: PlanRow): number => {
  const first = row.status === "out" ? -1_000_000 : 0;
  if (isAtOnce(row)) return first - 10_000;
  return first + (row.order_by ? daysTo(row.order_by) : 100_000);
};

/** Sort key: products that do not run out, as far as known, come last. */
export const runsOutRank = ({ status, runs_out }: PlanRow): number =>
  runs_out ? daysTo(runs_out) - (isOut(status) ? 10_000 : 0) : 100_000;

/** The first day on which an order is due; undefined if none is in sight. */
export const nextOrderDay = (rows: readonly PlanRow[]): string | undefined =>
  rows
    .map(({ order_by }) => order_by ?? "")
    .filter((day) => day > today())
    .sort()[0];

/** "Nothing to order before 29-11-2026". */
export const nothingToOrder = (rows: readonly PlanRow[]): string => {
  const day = nextOrderDay(rows.filter(({ status, snooze }) => !isUrgent(status) && !snooze));
  return day ? `Nothing to order before ${dayText(day)}` : "Nothing to order";
};

/** The day of each of `days`, of which the last is `asOf`. */
export const dayAt = (asOf: string, days: readonly unknown[], at: number): string =>
  addDays(asOf, at + 1 - days.length);

/** "381 sold, out of stock on 3 of 30 days", for people who do not see the sparkline. */
export const daysText = ({ days }: PlanRow): string => {
  if (days.length === 0) return "no closed day yet";
  const sold = days.reduce((sum: number, units) => sum + (units ?? 0), 0);
  const out = days.filter((units) => units === null).length;
  const text = `${numberText(sold)} sold in ${countText(days.length, "day")}`;
  return out > 0 ? `${text}, out of stock on ${numberText(out)}` : text;
};

/** Red if the day to order has passed, amber if it is near. */
export const orderTone = (row: PlanRow): "danger" | "warn" | undefined => {
  if (isAtOnce(row)) return "danger";
  if (!row.order_by || daysTo(row.order_by) > 7) return undefined;
  return daysTo(row.order_by) < 0 ? "danger" : "warn";
};

/** "out since 19-11, ≈ 16 not sold", "runs out 01-12, gap till 18-12". */
export const runsOutText = ({ status, runs_out, unsold, gaps, rate }: PlanRow): string => {
  if (!runs_out) return rate && rate.units > 0 ? "lasts over a year" : "no sales";
  if (isOut(status))
    return [`out since ${shortDay(runs_out)}`, unsold !== undefined && `≈ ${numberText(unsold)} not sold`]
      .filter(Boolean)
      .join(", ");
  const [gap] = gaps ?? [];
  return `runs out ${shortDay(runs_out)}${gap ? `, gap till ${shortDay(lastDayOf(gap))}` : ""}`;
};

/** "at once", "05-11-2026", or a dash. */
export const orderByText = (row: PlanRow): string => {
  if (isAtOnce(row)) return "at once";
  return row.order_by ? dayText(row.order_by) : "–";
};

/** "41 cartons", "41 cartons + 8", "under 1 carton". */
export const cartonsText = (units: number, pack: number): string => {
  const whole = Math.floor(units / pack);
  const rest = units % pack;
  if (whole === 0) return "under 1 carton";
  return countText(whole, "carton") + (rest ? ` + ${numberText(rest)}` : "");
};

/** What is to be ordered now. */
export const urgentRows = (rows: readonly PlanRow[]): PlanRow[] => rows.filter(({ status }) => isUrgent(status));

/** What is to be ordered within 14 days, after what is to be ordered now. */
export const dueRows = (rows: readonly PlanRow[]): PlanRow[] => {
  const last = addDays(today(), 14);
  return rows.filter(({ status, quantity, order_by = "9" }) => !isUrgent(status) && quantity > 0 && order_by <= last);
};

/** What units of these products cost, in rupees; `unknown`: products with units and without a cost. */
export const worthOf = <R extends Pick<PlanRow, "cost">>(
  rows: readonly R[],
  unitsOf: (row: R) => number,
): { rupees: number; unknown: number } => {
  const priced = rows.filter((row) => row.cost !== undefined);
  const paise = priced.reduce((sum, row) => sum + Math.round(100 * (row.cost ?? 0)) * unitsOf(row), 0);
  const unknown = rows.filter((row) => row.cost === undefined && unitsOf(row) > 0).length;
  return { rupees: paise / 100, unknown };
};

/** "₹1,04,265", "₹1,04,265 and 3 without a cost"; empty where no cost is known. */
export const moneyText = <R extends Pick<PlanRow, "cost">>(rows: readonly R[], unitsOf: (row: R) => number): string => {
  const { rupees, unknown } = worthOf(rows, unitsOf);
  if (rupees === 0) return "";
  const text = rupeesText(Math.round(rupees));
  return unknown > 0 ? `${text} and ${numberText(unknown)} without a cost` : text;
};
