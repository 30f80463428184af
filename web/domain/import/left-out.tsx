// Rows that were not written, since what they rest on had changed after the preview.
import type { ApplyStep, ImportRow } from "#shared/import.ts";
import { numberText } from "../../lib/format.ts";
import { PlainTable, SideScroll } from "../../ui/table/plain-table.tsx";
import { nameOf } from "./row-text.ts";

interface Props {
  rows: readonly ImportRow[];
  leftOut: ApplyStep["left_out"];
}

export function LeftOut({ rows, leftOut }: Props) {
  const byNumber = new Map(rows.map((row) => [row._id, row]));
  const label = "Rows left out";
  const lines = leftOut.map(({ row, message }) => {
    const found = byNumber.get(String(row));
    return { key: String(row), cells: [numberText(row), found?.code, found && nameOf(found), message] };
  });
  const head = ["Row", "P.ID/SKU/BC", "Product Name", "Reason"].map((content) => ({ key: content, content }));
  return (
    <SideScroll label={label}>
      <PlainTable label={label} head={head} rows={lines} />
    </SideScroll>
  );
}
