// The plan: what to order, how much, and by when. A Lambda of its own, so that no other list waits for its reads.
import * as v from "valibot";
import { dayText } from "#shared/day.ts";
import { countText } from "#shared/format.ts";
import { PlanQuery, type PlanRow, type PlanSummary } from "#shared/plan.ts";
import { type PlanStatus, planStatuses } from "#shared/plan-status.ts";
import { type Handlers, serve } from "./lib/http/serve.ts";
import { byUrgency, orderColumns, orderRows, planColumns } from "./lib/plan/plan-reports.ts";
import { readPlan, readPlanOf } from "./lib/plan/read-plan.ts";
import { snoozeProduct } from "./lib/plan/snooze.ts";
import { sendReport } from "./lib/reports/report.ts";

const usualSettings = v.parse(PlanQuery, {});

const handlers: Handlers<"plan"> = {
  "GET /v1/plan": async ({ query, today }) => {
    const { asOf, rows } = await readPlan(query, today);
    return { ...(asOf && { as_of: asOf }), rows };
  },

  "GET /v1/plan/summary": async ({ today }) => {
    const { asOf, rows } = await readPlan(usualSettings, today);
    return { ...(asOf && { as_of: asOf }), ...summaryOf(rows) };
  },

  "GET /v1/plan/export": async ({ query: { lines, ...settings }, today, now }) => {
    const { asOf, rows } = await readPlan(settings, today);
    const about: [string, string][] = [
      ["Rates", `${settings.basis} closed days${asOf ? `, until ${dayText(asOf)}` : ""}`],
      ["Target", countText(settings.target, "day")],
      ["Spikes", settings.spikes === "out" ? "Left out" : "Counted"],
    ];
    const report = lines
      ? { title: "Order sheet", name: "Order", columns: orderColumns, rows: [orderRows(rows, lines)] }
      : { title: "Plan Orders", name: "Plan Orders", columns: planColumns(rows), rows: [rows.toSorted(byUrgency)] };
    return sendReport({ ...report, name: `${report.name} ${dayText(today)}`, about, now });
  },

  "GET /v1/plan/{product}": ({ path: { product = "" }, query, today }) => readPlanOf(product, query, today),

  "PUT /v1/plan/{product}/snooze": async (request) => {
    const snooze = await snoozeProduct(request, request.path.product ?? "", request.body);
    return snooze ? { snooze } : {};
  },
};

const summaryOf = (rows: readonly PlanRow[]): Omit<PlanSummary, "as_of"> => {
  const awake = rows.filter(({ snooze }) => !snooze);
  const counts = Object.fromEntries(planStatuses.map((status) => [status, 0])) as Record<PlanStatus, number>;
  for (const { status } of awake) counts[status] += 1;
  return { counts, unsold: awake.reduce((sum, { unsold = 0 }) => sum + unsold, 0) };
};

export const handler = serve("plan", handlers);
