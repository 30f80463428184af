// The list of warehouses: adding, editing and deleting them.
import { ArchiveRestore, Pencil, Plus, Tag as TagIcon, Trash2, Warehouse as WarehouseIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { useSWRConfig } from "swr";
import { shelvesOf, stockRecordsOf } from "#shared/catalogue.ts";
import { shelfName } from "#shared/channel.ts";
import type { Warehouse } from "#shared/warehouse.ts";
import { catalogueAddress, useCatalogue, useDerived } from "../../domain/catalogue.tsx";
import { codeColumn, textColumn } from "../../domain/columns.tsx";
import { notForPicking } from "../../domain/not-for-picking.tsx";
import { useRemoval } from "../../domain/use-removal.ts";
import { useData } from "../../lib/api/use-data.ts";
import { compareText } from "../../lib/compare-text.ts";
import { countText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { useOpenedRow } from "../../lib/navigation/opened-row.ts";
import { useOpenDialog, useSearch } from "../../lib/navigation/url-state.ts";
import { Input } from "../../ui/form/field.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page, PageLink, PrimaryAction } from "../../ui/page/page.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { ClampedText, Tag } from "../../ui/tag.tsx";
import { LeftWithout } from "./left-without.tsx";
import { useOfferRestoring } from "./offer-restoring.ts";

const WarehouseDialog = lazyComponent(() => import("./warehouse-dialog.tsx"), "WarehouseDialog");
const LabelsOfShelves = lazyComponent(() => import("../../domain/labels/label-dialog.tsx"), "LabelsOfShelves");

const Mark = ({ not_for_picking, sells_for }: Pick<Warehouse, "not_for_picking" | "sells_for">) =>
  (sells_for || not_for_picking) && <Tag tone="info">{sells_for ? shelfName(sells_for) : notForPicking}</Tag>;

const clamped = (text?: string) => text && <ClampedText>{text}</ClampedText>;

const columns: Column<Warehouse>[] = [
  codeColumn("W.ID", ({ w_id }) => w_id, { width: "8rem", least: "6rem" }),
  textColumn("Warehouse Name", ({ name }) => name, {
    width: "16rem",
    least: "9rem",
    cell: (row) => (
      <>
        <ClampedText>{row.name}</ClampedText> <Mark {...row} />
      </>
    ),
  }),
  { head: "Location", width: "14rem", least: "8rem", gives: 2, cell: ({ location }) => clamped(location) },
  { head: "Description", least: "8rem", gives: 1, cell: ({ description }) => clamped(description) },
];

const phone = ({ w_id, name, location, ...marks }: Warehouse) => ({
  title: name,
  note: (
    <>
      <Tag>{w_id}</Tag> {location} <Mark {...marks} />
    </>
  ),
});

export function Warehouses() {
  const list = useData("GET /v1/warehouses");
  const search = useSearch<Warehouse>(({ w_id, name }) => [w_id, name]);
  const dialog = useOpenDialog();
  const allShelves = useDerived(shelvesOf);
  const shelvesIn = ({ _id }: Warehouse) =>
    [...new Set([...(allShelves?.values() ?? [])].flatMap((of) => of[_id] ?? []))].sort(compareText);
  const remove = useRemoval(
    "DELETE /v1/warehouses/{id}",
    (warehouse: Warehouse) => ({
      title: "Delete warehouse",
      text: `Permanently deleting warehouse "${warehouse.name}" will remove all its inventory and related data. This action cannot be reversed. Continue?`,
      detail: (allow) => <DeletedStock warehouse={warehouse} allow={allow} />,
      action: "Delete warehouse",
    }),
    useOfferRestoring("POST /v1/warehouses/{id}/restore"),
  );

  const add = (
    <PrimaryAction thumb icon={Plus} onClick={() => dialog.open("add")}>
      Add Warehouse
    </PrimaryAction>
  );
  const deleted = (
    <PageLink icon={ArchiveRestore} label="Deleted warehouses" short="Deleted" to="/warehouses/deleted" />
  );
  const actions = (
    <>
      {deleted}
      {add}
    </>
  );
  const { row: edited } = useOpenedRow(dialog, list, "Warehouse");

  return (
    <Page title="Warehouse List" action={actions}>
      <DataTable
        label="Warehouses"
        list={list}
        columns={columns}
        phone={phone}
        search={<SearchField {...search.field} placeholder="Search (W.ID or name)" />}
        {...search.table}
        noun="warehouse"
        nameOf={({ name }) => name}
        actions={[
          {
            name: "Edit",
            icon: Pencil,
            primary: true,
            run: ({ _id }) => dialog.open("edit", _id),
          },
          {
            name: "Shelf labels",
            icon: TagIcon,
            disabledReason: (row) => (shelvesIn(row).length > 0 ? undefined : "No product has a shelf here"),
            run: ({ _id }) => dialog.open("labels", _id),
          },
          { name: "Delete", icon: Trash2, tone: "danger", run: remove },
        ]}
        empty={<Empty icon={WarehouseIcon} text="No warehouses yet. Add the first one." action={add} />}
      />

      {dialog.name === "add" && <WarehouseDialog onClose={dialog.close} />}
      {dialog.name === "labels" && edited && (
        <LabelsOfShelves warehouse={edited} shelves={shelvesIn(edited)} onClose={dialog.close} />
      )}
      {dialog.name === "edit" && edited && (
        <WarehouseDialog key={edited._id} warehouse={edited} onClose={dialog.close} />
      )}
    </Page>
  );
}

interface DeletedStockProps {
  warehouse: Warehouse;
  allow: (yes: boolean) => void;
}

/** The stock that a warehouse's deletion removes, read when the question opens. If there is any, its W.ID must be typed. */
function DeletedStock({ warehouse, allow }: DeletedStockProps) {
  const { _id, w_id } = warehouse;
  const { data, updatedAt = 0 } = useCatalogue(stockRecordsOf);
  const { mutate } = useSWRConfig();
  const [openedAt] = useState(Date.now);
  const [asked, setAsked] = useState(false);
  useEffect(() => void mutate(catalogueAddress).finally(() => setAsked(true)), [mutate]);
  const [typed, setTyped] = useState("");
  const upToDate = data !== undefined && updatedAt >= openedAt;
  const records = data?.filter((record) => record.warehouse._id === _id && record.quantity > 0) ?? [];
  const units = records.reduce((sum, { quantity }) => sum + quantity, 0);
  const mustType = units > 0 || (asked && !upToDate);
  const allowed = mustType ? typed.trim() === w_id : upToDate;
  useEffect(() => allow(allowed), [allow, allowed]);

  const consequence = units
    ? `Also deletes ${countText(units, "unit")} of ${countText(records.length, "product")}`
    : "It holds no stock";
  const pending = asked ? "Its stock could not be read" : "Counting its stock";
  return (
    <>
      <span role="status">{upToDate || units > 0 ? consequence : pending}</span>
      <LeftWithout warehouse={warehouse} />
      {mustType && (
        <Input label={`Type ${w_id} to confirm`} value={typed} onChange={({ target }) => setTyped(target.value)} />
      )}
    </>
  );
}
