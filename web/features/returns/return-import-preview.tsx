// The lines of a returns file before they are taken.
import { Undo2 } from "lucide-react";
import type { ImportRow } from "#shared/import.ts";
import { codeColumn, numberColumn, textColumn } from "../../domain/columns.tsx";
import { ImportPreview } from "../../domain/import/import-preview.tsx";
import type { PreviewProps } from "../../domain/import/import-screen.tsx";
import { nameColumn, RowChanges, rowColumn, statusColumn } from "../../domain/import/preview-columns.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import type { Column } from "../../ui/table/columns.ts";

const columns: Column<ImportRow>[] = [
  rowColumn,
  statusColumn,
  textColumn("Order", ({ order = "" }) => order, { width: "11rem" }),
  codeColumn("Code", ({ code }) => code, { width: "10rem" }),
  nameColumn,
  numberColumn("Units", ({ quantity = 0 }) => quantity, { width: "6rem" }),
  { head: "Notes", cell: (row) => <RowChanges row={row} /> },
];

export const ReturnPreview = (props: PreviewProps) => (
  <ImportPreview
    {...props}
    columns={columns}
    next={() => (
      <ButtonLink kind="filled" icon={Undo2} to="/returns">
        To Returns
      </ButtonLink>
    )}
  />
);
