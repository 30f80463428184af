// What changes in a channel's stock sheet, row by row, and its download.
import { FileSpreadsheet } from "lucide-react";
import type { ImportRow } from "#shared/import.ts";
import { Reading, SheetProblem } from "../../../domain/import/choose-spreadsheet.tsx";
import type { PreviewProps } from "../../../domain/import/import-screen.tsx";
import {
  nameColumn,
  p_idColumn,
  RowChanges,
  rowColumn,
  statusColumn,
} from "../../../domain/import/preview-columns.tsx";
import { PreviewTable } from "../../../domain/import/preview-table.tsx";
import { openFields, SheetStrip } from "../../../domain/import/sheet-strip.tsx";
import { useSpreadsheetInput } from "../../../domain/import/spreadsheet-file.ts";
import { usePending } from "../../../domain/pending.ts";
import { useDownload } from "../../../lib/api/download.ts";
import { clockText, countText, dateText, dateTimeText, dayText, numberText, today } from "../../../lib/format.ts";
import { ExportButton } from "../../../ui/form/export-button.tsx";
import { Page, PageButton } from "../../../ui/page/page.tsx";
import type { Column } from "../../../ui/table/columns.ts";

const columns: Column<ImportRow>[] = [
  rowColumn,
  statusColumn,
  p_idColumn,
  nameColumn,
  { head: "What changes", cell: (row) => <RowChanges row={row} /> },
];

const isOut = ({ status, quantity, changes }: ImportRow): boolean =>
  status === "changed" && quantity === 0 && changes.some(({ from }) => from !== 0);

export function FillPreview({ title, spreadsheet, settings }: PreviewProps) {
  const { id, query } = spreadsheet;
  const { data } = query;
  const waiting = usePending().length;
  const download = useDownload("GET /v1/imports/{id}/filled/export", { path: { id } });
  useSpreadsheetInput(spreadsheet.choose);
  const isOpen = data !== undefined && openFields(spreadsheet, data).length > 0;
  const filled = data?.counts.changed ?? 0;
  const out = data?.rows.filter(isOut).length ?? 0;
  const facts = data && [
    `As of ${dateText(data.created_at) === dayText(today()) ? clockText(data.created_at) : dateTimeText(data.created_at)}`,
    waiting > 0 &&
      `${countText(waiting, "entry", "entries")} of this device ${waiting === 1 ? "waits" : "wait"} to be sent`,
    out > 0 && `${countText(out, "listing")} out of stock now`,
    !data.filled && "Nothing to fill in",
  ];
  const canTake = data?.filled && !isOpen && !spreadsheet.problem && spreadsheet.reading === undefined;
  return (
    <Page
      title={title}
      aside={data?.name && <span>{data.name}</span>}
      action={
        canTake && (
          <ExportButton filled alwaysLabelled download={download} of={`with ${countText(filled, "change")}`}>
            Download
          </ExportButton>
        )
      }
    >
      {settings}
      {data && <SheetStrip spreadsheet={spreadsheet} data={data} />}
      {spreadsheet.reading !== undefined && <Reading share={spreadsheet.reading} />}
      <SheetProblem {...spreadsheet} />
      {data && !isOpen && <p>{facts?.filter(Boolean).join(" · ")}</p>}
      {/* Also while it loads, or cannot be loaded. */}
      {!isOpen && (
        <PreviewTable
          query={query}
          columns={columns}
          number={({ quantity }) => quantity !== undefined && numberText(quantity)}
          aside={<PageButton icon={FileSpreadsheet} label="Another sheet" onClick={spreadsheet.clear} />}
        />
      )}
    </Page>
  );
}
