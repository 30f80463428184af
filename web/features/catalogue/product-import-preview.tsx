// The changes of a spreadsheet of products, field by field, before it is applied.
import { List } from "lucide-react";
import { staleAfter } from "#shared/call-facts.ts";
import type { ImportRow } from "#shared/import.ts";
import { codeForm } from "#shared/product-code.ts";
import { ImportPreview } from "../../domain/import/import-preview.tsx";
import type { PreviewProps } from "../../domain/import/import-screen.tsx";
import { nameColumn, p_idColumn, RowChanges, rowColumn, statusColumn } from "../../domain/import/preview-columns.tsx";
import { useOfferUndo } from "../../domain/undo-offer.ts";
import { useRefresh } from "../../lib/api/refresh.ts";
import { countText } from "../../lib/format.ts";
import { ButtonLink } from "../../ui/button.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { undoProductImport } from "./undo-product-import.ts";

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
  const offerUndo = useOfferUndo();
  const refresh = useRefresh();
  return (
    <ImportPreview
      {...props}
      columns={columns}
      onDone={({ written, left_out }, summary) =>
        written > 0 &&
        offerUndo({
          action: summary._id,
          text: `Import of ${summary.name ?? "a sheet"}: ${countText(written, "product")}`,
          undo: async () => {
            const done = await undoProductImport(summary, new Set(left_out.map(({ row }) => row)));
            refresh(staleAfter["POST /v1/products/bulk"]);
            return done;
          },
        })
      }
      next={() => (
        <ButtonLink kind="filled" icon={List} to="/products">
          To Manage Products
        </ButtonLink>
      )}
    />
  );
}
