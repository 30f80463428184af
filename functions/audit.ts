// The record of changes of products, warehouses, users and all else that people edit, for root users.
import type { Change, FieldChange } from "#shared/change.ts";
import { changeActionLabel, changeKindLabel, fieldLabel } from "#shared/change-label.ts";
import { checkRange, dayRangeText } from "#shared/day.ts";
import { fileNamePart } from "#shared/format.ts";
import { readChanges, readChangesPage } from "./lib/audit/read-changes.ts";
import { users } from "./lib/db/tables.ts";
import { Page } from "./lib/http/answer.ts";
import { type Handlers, serve } from "./lib/http/serve.ts";
import type { Column } from "./lib/reports/column.ts";
import { sendReport } from "./lib/reports/report.ts";

interface ReportRow {
  change: Change;
  /** Missing if the change has none, such as a deletion. */
  field?: FieldChange;
}

const changeColumns: Column<ReportRow>[] = [
  { head: "Time", width: 18, cell: ({ change }) => ({ instant: change.created_at }) },
  { head: "What", width: 12, cell: ({ change }) => changeKindLabel(change.kind) },
  { head: "Code or name", width: 24, cell: ({ change }) => change.name },
  { head: "Action", width: 12, cell: ({ change }) => changeActionLabel(change.action) },
  { head: "Field", width: 20, cell: ({ change, field }) => field && fieldLabel(change.kind, field) },
  { head: "From", width: 30, cell: ({ field }) => field?.from },
  { head: "To", width: 30, cell: ({ field }) => field?.to },
  { head: "Name", width: 22, cell: ({ change }) => change.user.name },
  { head: "Username", width: 18, cell: ({ change }) => change.user.username },
];

async function* toReportRows(portions: AsyncIterable<Change[]>): AsyncGenerator<ReportRow[]> {
  for await (const changes of portions)
    yield changes.flatMap((change): ReportRow[] =>
      change.fields.length > 0 ? change.fields.map((field) => ({ change, field })) : [{ change }],
    );
}

const handlers: Handlers<"audit"> = {
  "GET /v1/audit": async ({ query, today }) => {
    checkRange(query, today);
    const { found, next } = await readChangesPage(query);
    return new Page(found, next);
  },

  "GET /v1/audit/export": async ({ query, today, now }) => {
    checkRange(query, today);
    const range = dayRangeText(query);
    const kind = query.kind && changeKindLabel(query.kind);
    const username = query.user && ((await users.find(query.user))?.username ?? query.user);
    return sendReport({
      name: ["Changes", range, kind, username && fileNamePart(username)].filter(Boolean).join(" "),
      title: "Changes",
      columns: changeColumns,
      rows: toReportRows(readChanges(query)),
      about: [
        ["Range", range],
        ["Kind", kind ?? "All"],
        ["User", username ?? "All"],
      ],
      now,
    });
  },
};

export const handler = serve("audit", handlers);
