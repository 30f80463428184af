// The plan: what to order, how much, and by when. A Lambda of its own, so that no other list waits for its reads.
import * as v from "valibot";
import { dayText } from "#shared/day.ts";
import type { EventForm } from "#shared/event.ts";
import { countText, fileNamePart } from "#shared/format.ts";
import { PlanQuery, type PlanRow, type PlanSummary } from "#shared/plan.ts";
import { type PlanStatus, planStatuses } from "#shared/plan-status.ts";
import { type Created, findCreated } from "./lib/audit/changes.ts";
import { events } from "./lib/db/tables.ts";
import { type Handlers, serve } from "./lib/http/serve.ts";
import { changeEvent, createEvent, deleteEvent } from "./lib/plan/events.ts";
import { byUrgency, orderColumns, orderRows, planColumns, supplierOf } from "./lib/plan/plan-reports.ts";
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
      ["Spikes", settings.spikes === "out" ? "Cut" : "Counted whole"],
      ["Service level", `${settings.service} %`],
    ];
    const ordered = lines && orderRows(rows, lines);
    const supplier = ordered && supplierOf(ordered);
    const report = ordered
      ? { title: "Order sheet", name: "Order", columns: orderColumns(ordered), rows: [ordered] }
      : { title: "Plan Orders", name: "Plan Orders", columns: planColumns(rows), rows: [rows.toSorted(byUrgency)] };
    const name = [report.name, supplier && fileNamePart(supplier), dayText(today)].filter(Boolean).join(" ");
    return sendReport({
      ...report,
      name,
      about: [...(supplier ? [["Supplier", supplier] as [string, string]] : []), ...about],
      now,
    });
  },

  "GET /v1/plan/calendar/events": () => events.list(),

  "POST /v1/plan/calendar/events": (request) => createEvent(request, request.body),

  "PUT /v1/plan/calendar/events/{id}": (request) => changeEvent(request, request.path.id ?? "", request.body),

  "DELETE /v1/plan/calendar/events/{id}": async (request) => {
    await deleteEvent(request, request.path.id ?? "");
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

export const handler = serve("plan", handlers, {
  findDone: {
    "POST /v1/plan/calendar/events": findCreated(({ created_at: _, ...event }: Created<EventForm>) => event),
  },
});
