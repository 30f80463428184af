// Below a product's charts: its movements of the last 90 days, newest first, and its changes, as two tabs.
import { History as HistoryIcon } from "lucide-react";
import type { HistoryRow } from "#shared/history.ts";
import { ChangesOfProduct } from "../../domain/changes/product-changes.tsx";
import { dayOfRow, historyColumns, historyOnPhone, nameOfRow } from "../../domain/history-columns.tsx";
import { useToday } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { usePhone } from "../../lib/media.ts";
import { lastDays } from "../../lib/navigation/date-range.ts";
import { useOpenedRow } from "../../lib/navigation/opened-row.ts";
import { useOpenDialog, useQueryParam } from "../../lib/navigation/url-state.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { ClampedText } from "../../ui/tag.tsx";
import style from "./product.module.css";
import { shownDays } from "./use-product.ts";

const HistoryDetail = lazyComponent(() => import("../../domain/history-detail.tsx"), "HistoryDetail");

const remarks: Column<HistoryRow> = {
  head: "Remarks",
  cell: (row) => <ClampedText>{row.remarks ?? ""}</ClampedText>,
};

/** Narrow enough for a small laptop; remarks take the rest. */
const widths: Record<string, string> = { Reason: "9.5rem", Warehouse: "9rem", User: "7rem", Quantity: "5rem" };

/** As in the product's history, with remarks in place of the balance of the warehouse. */
const columns: Column<HistoryRow>[] = historyColumns.flatMap((column) => {
  if (column.head === "In warehouse") return [];
  if (column.head === "Reason") return [column, remarks];
  const width = widths[column.head];
  if (column.head === "Total") return [{ ...column, head: "Stock after", width: "6.5rem" }];
  return [width ? { ...column, width } : column];
});

const lists = [
  { value: "movements", label: "Movements" },
  { value: "changes", label: "Changes" },
] as const;

interface Props {
  id: string;
  movements: QueryState<readonly HistoryRow[]>;
}

export function ProductLists({ id, movements }: Props) {
  const [list, setList] = useQueryParam("list", "movements");
  const isChanges = list === "changes";
  const range = lastDays(shownDays, useToday());
  return (
    <section className={style.lists} aria-label="Movements and changes">
      <div className={style.listHead}>
        <Segmented
          label="List"
          value={isChanges ? "changes" : "movements"}
          choices={lists}
          onChange={(value) => setList(value, "replace")}
        />
        <span>
          <ButtonLink to={`/products/${id}/history`}>Full history</ButtonLink>{" "}
          <ButtonLink to={`/transactions?${new URLSearchParams({ product: id, ...range })}`}>Transactions</ButtonLink>
        </span>
      </div>
      {isChanges ? <ChangesOfProduct id={id} /> : <Movements movements={movements} />}
    </section>
  );
}

function Movements({ movements }: Pick<Props, "movements">) {
  const onPhone = usePhone();
  const dialog = useOpenDialog();
  const { row, rows } = useOpenedRow(dialog, movements, "Movement", "It may be of another day.");
  return (
    <>
      <DataTable
        label="Movements"
        unnumbered
        list={movements}
        columns={columns}
        phone={historyOnPhone}
        noun="movement"
        nameOf={nameOfRow}
        // Rows on a phone show only the time.
        heading={onPhone ? dayOfRow : undefined}
        onOpen={({ _id }) => dialog.open("show", _id)}
        empty={<Empty icon={HistoryIcon} text={`No movements in ${shownDays} days`} />}
      />
      {dialog.name === "show" && row && (
        <HistoryDetail row={row} rows={rows} onTurn={dialog.switchTo} onClose={dialog.close} />
      )}
    </>
  );
}
