// The changes of a spreadsheet of products, field by field, before it is applied.
import { List } from "lucide-react";
import type { ImportRow } from "#shared/import.ts";
import { codeForm } from "#shared/product-code.ts";
import { ImportPreview } from "../../domain/import/import-preview.tsx";
import type { PreviewProps } from "../../domain/import/import-screen.tsx";
import { nameColumn, p_idColumn, RowChanges, rowColumn, statusColumn } from "../../domain/import/preview-columns.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import type { Column } from "../../ui/table/columns.ts";

const columns: Column<ImportRow>[] = [
  rowColumn,
  statusColumn,
  p_idColumn,
  nameColumn,
  {
    head: "What changes",
    cell: (row) => (
      <>
        {renamedText(row)} <RowChanges row={row} />
      </>
    ),
  },
];

/** "SND-1 is SND-1B now". */
const renamedText = ({ code, product }: ImportRow): string =>
  product && codeForm(product.p_id) !== codeForm(code) ? `${code} is ${product.p_id} now` : "";

export function ProductPreview(props: PreviewProps) {
  return (
    <ImportPreview
      {...props}
      columns={columns}
      next={() => (
        <ButtonLink kind="filled" icon={List} to="/products">
          To Manage Products
        </ButtonLink>
      )}
    />
  );
}
