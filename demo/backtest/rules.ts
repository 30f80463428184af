// The rules that are compared: the plan under some settings, and the minimum and maximum of many a spreadsheet.
import { addDays } from "#shared/day.ts";
import { type PlanSettings, planRow } from "#shared/plan-row.ts";
import { isUrgent } from "#shared/plan-status.ts";
import { sumBy } from "#shared/sum.ts";
import type { Rule } from "./year.ts";

const usual: PlanSettings = { basis: 30, target: 30, spikes: "out", service: 95 };

export const plan =
  (settings: Partial<PlanSettings> = {}): Rule =>
  (product, past, today) => {
    const row = planRow(product, past, { ...usual, ...settings }, addDays(today, -1), today);
    return isUrgent(row.status) ? row.quantity : 0;
  };

/** Orders up to lead time and target when what is there and on its way does not last for the lead time. */
export const minMax: Rule = ({ stock, in_transit, lead_time }, { days }) => {
  const aDay = sumBy(days, ({ units }) => units) / Math.max(1, days.length);
  const position = stock + in_transit;
  return position > aDay * lead_time ? 0 : Math.ceil(aDay * (lead_time + usual.target) - position);
};
