// The list of all changes of one product, even of a deleted one.
import { FileDiff } from "lucide-react";
import type { Change } from "#shared/change.ts";
import { useData } from "../../lib/api/use-data.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { useOpenedRow } from "../../lib/navigation/opened-row.ts";
import { useOpenDialog } from "../../lib/navigation/url-state.ts";
import { Empty } from "../../ui/page/empty.tsx";
import { DataTable, threeLineHeight } from "../../ui/table/data-table.tsx";
import { changeName, fieldColumns, fieldsOnPhone } from "./change-columns.tsx";

const ChangeDialog = lazyComponent(() => import("./change-dialog.tsx"), "ChangeDialog");

export function ChangesOfProduct({ id }: { id: string }) {
  const list = useData("GET /v1/products/{id}/changes", { path: { id } });
  const dialog = useOpenDialog();
  const { row } = useOpenedRow<Change>(dialog, list, "Change");
  return (
    <>
      <DataTable
        label="Changes"
        list={list}
        columns={fieldColumns}
        phone={fieldsOnPhone}
        phoneRowHeight={threeLineHeight}
        noun="change"
        nameOf={changeName}
        onOpen={({ _id }) => dialog.open("show", _id)}
        empty={<Empty icon={FileDiff} text="No changes of this product are recorded" />}
      />
      {dialog.name === "show" && row && <ChangeDialog change={row} onClose={dialog.close} />}
    </>
  );
}
