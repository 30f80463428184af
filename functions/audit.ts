// The record of changes of products, warehouses, users, categories and containers, for root users.
import { changeKindLabel } from "#shared/change-label.ts";
import { checkRange, dateTimeText, dayRangeText } from "#shared/day.ts";
import { readChanges, readChangesPage } from "./lib/audit/read-changes.ts";
import { users } from "./lib/db/tables.ts";
import { Page } from "./lib/http/answer.ts";
import { type Handlers, serve } from "./lib/http/serve.ts";
import { changeColumns, toReportRows } from "./lib/reports/changes-report.ts";
import { sendReport } from "./lib/reports/report.ts";

const handlers: Handlers<"audit"> = {
  "GET /v1/audit": async ({ query, today }) => {
    checkRange(query, today);
    const { found, next } = await readChangesPage(query);
    return new Page(found, next);
  },

  "GET /v1/audit/export": async ({ query, today, now }) => {
    checkRange(query, today);
    const range = dayRangeText(query);
    const kind = query.kind && changeKindLabel[query.kind];
    const username = query.user && ((await users.find(query.user))?.username ?? query.user);
    return sendReport({
      name: ["Changes", range, kind, username].filter(Boolean).join(" "),
      columns: changeColumns,
      rows: toReportRows(readChanges(query)),
      about: [
        ["Report", "Changes"],
        ["Range", range],
        ["Kind", kind ?? "All"],
        ["User", username ?? "All"],
        ["Generated", dateTimeText(now)],
      ],
    });
  },
};

export const handler = serve("audit", handlers);
