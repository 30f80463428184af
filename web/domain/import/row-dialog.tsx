// One row of an import with all its problems, and all its values before and after.
import { fieldLabel } from "#shared/change-label.ts";
import type { ImportRow } from "#shared/import.ts";
import { productLabels } from "#shared/product-fields.ts";
import { DefinitionList } from "../../ui/definition-list.tsx";
import { Dialog, DialogBody } from "../../ui/dialog/dialog.tsx";
import { To, Value } from "../changes/change-columns.tsx";
import { valueText } from "../changes/change-text.ts";
import { RowTag } from "./preview-columns.tsx";
import { nameOf, problemText } from "./row-text.ts";

const labelOf = (field: string): string => (field === "quantity" ? "Quantity" : fieldLabel("product", { field }));

export function RowDialog({ row, onClose }: { row: ImportRow; onClose: () => void }) {
  const isNew = row.status === "new";
  return (
    <Dialog local title={`Row ${row._id}`} wide onClose={onClose}>
      <DialogBody>
        <DefinitionList
          entries={[
            ["Status", <RowTag key="status" {...row} />],
            [productLabels.p_id, row.code],
            [productLabels.name, row.product && nameOf(row)],
            ["Warehouse", row.warehouse && `${row.warehouse.name} (${row.warehouse.w_id})`],
            ["Problems", row.problems.map(problemText).join("\n")],
            ["Not taken", row.not_taken?.map(problemText).join("\n")],
            ...row.changes.map(
              ({ field, from, to }) =>
                [
                  labelOf(field),
                  <span key={field}>
                    {!isNew && (
                      <>
                        <Value>{valueText(field, from)}</Value> <To />{" "}
                      </>
                    )}
                    <Value>{valueText(field, to)}</Value>
                  </span>,
                ] as const,
            ),
          ]}
        />
      </DialogBody>
    </Dialog>
  );
}
