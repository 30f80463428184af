// Wrong rows of an import, with a download that gives the reasons, and rows that were left out when it was applied.
import type { ApplyStep, ImportRow } from "#shared/import.ts";
import { useDownload } from "../../lib/api/download.ts";
import { countText, numberText } from "../../lib/format.ts";
import { ExportButton } from "../../ui/form/export-button.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { SideTable } from "../../ui/table/plain-table.tsx";
import { nameOf } from "./row-text.ts";

interface Props {
  id: string;
  count: number;
  /** Rows that are right. */
  ready: number;
  /** The screen's verb for them. */
  verb?: "apply" | "add";
}

export function WrongRows({ id, count, ready, verb = "apply" }: Props) {
  const download = useDownload("GET /v1/imports/{id}/export", { path: { id } });
  const words = `${countText(count, "row")} ${count === 1 ? "is" : "are"} wrong`;
  return (
    <Banner
      tone="danger"
      action={
        <ExportButton alwaysLabelled download={download} of="wrong rows">
          Download
        </ExportButton>
      }
    >
      {ready > 0 ? `${words} and left out.` : `${words}, and there is nothing to ${verb}.`}
    </Banner>
  );
}

interface LeftOutProps {
  rows: readonly ImportRow[];
  leftOut: ApplyStep["left_out"];
}

/** Rows that were not written, since their product or stock had changed after the preview. */
export function LeftOut({ rows, leftOut }: LeftOutProps) {
  const byNumber = new Map(rows.map((row) => [row._id, row]));
  const lines = leftOut.map(({ row, message }) => {
    const found = byNumber.get(String(row));
    return { key: String(row), cells: [numberText(row), found?.code, found && nameOf(found), message] };
  });
  return <SideTable label="Rows left out" head={["Row", "P.ID/SKU/BC", "Product Name", "Reason"]} rows={lines} />;
}
