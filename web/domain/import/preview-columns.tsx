// A row of an import as cells: its number, status, code, name, and changes or problems.
import type { ImportRow } from "#shared/import.ts";
import { productLabels } from "#shared/product-fields.ts";
import type { Column } from "../../ui/table/columns.ts";
import { ClampedText, Tag } from "../../ui/tag.tsx";
import { Fields } from "../changes/change-columns.tsx";
import { summaryText } from "../changes/change-text.ts";
import { codeColumn, numberColumn, textColumn } from "../columns.tsx";
import { nameOf, notTakenText, problemText, rowLook } from "./row-text.ts";

export function RowTag({ status }: Pick<ImportRow, "status">) {
  const { label, ...look } = rowLook(status);
  return <Tag {...look}>{label}</Tag>;
}

/** The problems of a row, or the fields of its product that change and the cells that were not taken. */
export function RowChanges({ row }: { row: ImportRow }) {
  const problems = row.problems.map(problemText).join(" · ");
  const notTaken = notTakenText(row);
  if (problems)
    return (
      <ClampedText hint={problems}>
        <span style={{ color: "var(--danger)" }}>{problems}</span>
      </ClampedText>
    );
  // The name of a new product has a column of its own.
  const isNew = row.status === "new";
  const fields = row.changes.filter(({ field }) => !isNew || field !== "name");
  const change = { kind: "product", name: row.code, action: isNew ? "created" : "changed", fields } as const;
  return (
    <ClampedText hint={`${summaryText(change)} ${notTaken}`.trim()}>
      <Fields change={change} /> {notTaken}
    </ClampedText>
  );
}

export const rowColumn: Column<ImportRow> = numberColumn("Row", ({ _id }) => Number.parseInt(_id, 10), {
  width: "4.5rem",
});
export const statusColumn: Column<ImportRow> = {
  head: "Status",
  width: "8.5rem",
  cell: (row) => <RowTag {...row} />,
};
export const p_idColumn: Column<ImportRow> = codeColumn(productLabels.p_id, ({ code }) => code, { width: "9rem" });
export const nameColumn: Column<ImportRow> = textColumn(productLabels.name, nameOf);
