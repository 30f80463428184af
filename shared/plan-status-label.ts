// Labels of the plan's statuses, on screens, in files and on paper.
import type { PlanStatus } from "./plan-status.ts";

export const planStatusLabel: Readonly<Record<PlanStatus, string>> = {
  out: "Out",
  late: "Late",
  now: "Now",
  new: "New",
  dead: "Dead",
  over: "Over",
  fine: "Fine",
  "not-selling": "Not selling",
  "never-stocked": "Never stocked",
};
