// What was said about sheets and order files, and holds for the next ones, until a manager deletes it.
import { FileSpreadsheet, Trash2 } from "lucide-react";
import type { Remembered } from "#shared/alias.ts";
import { channelLabel } from "#shared/channel.ts";
import { labelOf } from "#shared/format.ts";
import type { ImportKind } from "#shared/import.ts";
import { textColumn, timeColumn, userColumn } from "../../../domain/columns.tsx";
import { useRemoval } from "../../../domain/use-removal.ts";
import { useIsManager } from "../../../lib/api/session.ts";
import { useData } from "../../../lib/api/use-data.ts";
import { dateText } from "../../../lib/format.ts";
import { Empty } from "../../../ui/page/empty.tsx";
import type { Column } from "../../../ui/table/columns.ts";
import { DataTable, threeLineHeight } from "../../../ui/table/data-table.tsx";
import { ClampedText } from "../../../ui/tag.tsx";

const kindLabels: Readonly<Record<ImportKind, string>> = {
  products: "Products",
  stock: "Stock",
  orders: "Orders",
  lines: "Lines",
  returns: "Returns",
  availability: "Availability",
};
const ofText = ({ import: kind, channel }: Remembered): string =>
  [labelOf(kindLabels, kind), ...(channel ? [channelLabel(channel)] : [])].join(", ");

const columns: Column<Remembered>[] = [
  { ...textColumn("Files", ofText), width: "10rem" },
  { head: "About", cell: ({ about }) => <ClampedText>{about}</ClampedText>, rowHeader: true },
  { head: "Meaning", cell: ({ meaning }) => <ClampedText>{meaning}</ClampedText> },
  userColumn(({ user }) => user, { width: "9rem", sort: ({ user }) => user.name }),
  timeColumn("Created At", ({ created_at }) => created_at, { width: "10rem" }),
];

const phone = (row: Remembered) => ({
  title: row.about,
  note: row.meaning,
  last: `${ofText(row)} · ${row.user.name} · ${dateText(row.created_at)}`,
});

export function RememberedFiles() {
  const list = useData("GET /v1/aliases/remembered");
  const remove = useRemoval("DELETE /v1/aliases/{id}", ({ about, meaning }: Remembered) => ({
    title: "Delete this",
    text: `"${about}" will no longer be read as: ${meaning}. The next such file asks again. Continue?`,
    action: "Delete",
  }));
  const mayDelete = useIsManager();
  return (
    <DataTable
      label="What was said about files"
      list={list}
      columns={columns}
      phone={phone}
      phoneRowHeight={threeLineHeight}
      noun="row"
      nameOf={({ about }) => about}
      actions={mayDelete ? [{ name: "Delete", icon: Trash2, tone: "danger", run: remove }] : []}
      empty={
        <Empty
          icon={FileSpreadsheet}
          text="Nothing yet. Columns that you choose for a sheet, and lines that you take in, are kept here for the next files."
        />
      }
    />
  );
}
