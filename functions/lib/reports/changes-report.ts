// The report of changes: a row for each changed field, newest first.
import type { Change, FieldChange } from "#shared/change.ts";
import { changeActionLabel, changeKindLabel, fieldLabel } from "#shared/change-label.ts";
import type { Column } from "./report.ts";

interface ReportRow {
  change: Change;
  /** Missing if nothing but the row itself came or went. */
  field?: FieldChange;
}

export const changeColumns: Column<ReportRow>[] = [
  { head: "Time", width: 18, cell: ({ change }) => ({ instant: change.created_at }) },
  { head: "What", width: 12, cell: ({ change }) => changeKindLabel[change.kind] },
  { head: "Code or name", width: 24, cell: ({ change }) => change.name },
  { head: "Action", width: 12, cell: ({ change }) => changeActionLabel[change.action] },
  { head: "Field", width: 20, cell: ({ change, field }) => field && fieldLabel(change.kind, field) },
  { head: "From", width: 30, cell: ({ field }) => field?.from },
  { head: "To", width: 30, cell: ({ field }) => field?.to },
  { head: "Name", width: 22, cell: ({ change }) => change.user.name },
  { head: "Username", width: 18, cell: ({ change }) => change.user.username },
];

export async function* toReportRows(portions: AsyncIterable<Change[]>): AsyncGenerator<ReportRow[]> {
  for await (const changes of portions)
    yield changes.flatMap((change): ReportRow[] =>
      change.fields.length > 0 ? change.fields.map((field) => ({ change, field })) : [{ change }],
    );
}
