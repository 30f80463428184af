// The report of the rows of an import that cannot be applied: their cells as they were, and why.
import { dateTimeText } from "#shared/day.ts";
import type { ImportRow } from "#shared/import.ts";
import { type Column, sendReport } from "../reports/report.ts";
import type { StoredImport } from "./import-kind.ts";
import { isRejected } from "./preview.ts";

const why = "Why";

export const sendRejectedRows = (stored: StoredImport, now: Date) => {
  const { sheet, rows, cells, settings } = stored;
  const rejected = rows.filter(isRejected);
  const ofSheet = sheet.heads.flatMap((head, index): Column<ImportRow>[] =>
    // Of a report that was corrected and imported again.
    head === why ? [] : [{ head, width: 20, cell: ({ _id }) => cellOf(cells[_id]?.[index]) }],
  );
  return sendReport({
    name: `Rows to correct${settings.name ? ` ${settings.name.replace(/\.\w+$/, "")}` : ""}`,
    columns: [...ofSheet, { head: why, width: 60, cell: (row) => reasonOf(row) }],
    rows: [rejected],
    about: [
      ["Report", "Rows of an import that cannot be applied"],
      ["Generated", dateTimeText(now)],
    ],
  });
};

/** Without a cell where the sheet has none; 0 is one. */
const cellOf = (value: string | number | undefined) => (value === "" ? undefined : value);

const reasonOf = ({ problems, status }: ImportRow): string =>
  problems.map(({ column, message }) => (column ? `${column}: ${message}` : message)).join("; ") || status;
