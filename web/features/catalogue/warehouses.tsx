// The list of warehouses: adding, editing and deleting them.
import { ArchiveRestore, Pencil, Plus, Trash2, Warehouse as WarehouseIcon } from "lucide-react";
import { useEffect, useState } from "react";
import type { Warehouse } from "#shared/warehouse.ts";
import { affectedQueries } from "../../domain/affected-queries.ts";
import { dedupingInterval, useData } from "../../lib/api/use-data.ts";
import { deleting, useMutation } from "../../lib/api/use-mutation.ts";
import { countText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { useOpenedRow } from "../../lib/navigation/opened-row.ts";
import { useOpenDialog, useSearch } from "../../lib/navigation/url-state.ts";
import { Stats } from "../../ui/definition-list.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { Input } from "../../ui/form/field.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page, PageLink, PrimaryAction } from "../../ui/page/page.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { ClampedText, Code, Tag } from "../../ui/tag.tsx";

const WarehouseDialog = lazyComponent(() => import("./warehouse-dialog.tsx"), "WarehouseDialog");

const columns: Column<Warehouse>[] = [
  { head: "W.ID", width: "8rem", cell: ({ w_id }) => <Code>{w_id}</Code>, sort: ({ w_id }) => w_id },
  {
    head: "Warehouse Name",
    width: "16rem",
    cell: ({ name }) => <ClampedText>{name}</ClampedText>,
    sort: ({ name }) => name,
  },
  { head: "Location", width: "14rem", cell: ({ location }) => <ClampedText>{location}</ClampedText> },
  { head: "Description", cell: ({ description }) => <ClampedText>{description}</ClampedText> },
];

const phone = ({ w_id, name, location }: Warehouse) => ({
  title: name,
  note: (
    <>
      <Tag>{w_id}</Tag> {location}
    </>
  ),
});

const more = ({ location, description }: Warehouse) => (
  <Stats
    entries={[
      ["Location", location || "Not given"],
      ["Description", description || "Not given"],
    ]}
  />
);

export function Warehouses() {
  const list = useData("GET /v1/warehouses");
  const search = useSearch<Warehouse>(({ w_id, name }) => [w_id, name]);
  const dialog = useOpenDialog();
  const confirm = useConfirm();
  const remove = useMutation("DELETE /v1/warehouses/{id}", { messages: deleting, reload: affectedQueries.warehouses });

  const confirmAndRemove = async (warehouse: Warehouse) => {
    const yes = await confirm({
      title: "Delete warehouse",
      text: `Permanently deleting warehouse "${warehouse.name}" will remove all its inventory and related data. This action cannot be reversed. Continue?`,
      detail: (allow) => <DeletedStock warehouse={warehouse} allow={allow} />,
      action: "Delete warehouse",
    });
    if (yes) await remove.run({ path: { id: warehouse._id } });
  };

  const add = (
    <PrimaryAction
      thumb
      icon={Plus}
      onPointerEnter={WarehouseDialog.preload}
      onFocus={WarehouseDialog.preload}
      onClick={() => dialog.open("add")}
    >
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
        more={more}
        search={<SearchField {...search.field} placeholder="Search (W.ID or name)" />}
        rowFilter={search.matches}
        query={search.query}
        onClear={() => search.field.onChange("")}
        noun="warehouse"
        nameOf={({ name }) => name}
        actions={[
          {
            name: "Edit",
            icon: Pencil,
            primary: true,
            run: ({ _id }) => dialog.open("edit", _id),
            preload: WarehouseDialog.preload,
          },
          { name: "Delete", icon: Trash2, tone: "danger", run: confirmAndRemove },
        ]}
        empty={
          <Empty
            icon={WarehouseIcon}
            text="No warehouses yet. Add the first one."
            action={
              <>
                {add}
                {deleted}
              </>
            }
          />
        }
      />

      {dialog.name === "add" && <WarehouseDialog onClose={dialog.close} />}
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
function DeletedStock({ warehouse: { _id, w_id }, allow }: DeletedStockProps) {
  const { data, failure, updatedAt = 0 } = useData("GET /v1/stocks");
  const [openedAt] = useState(() => Date.now() - dedupingInterval);
  const [typed, setTyped] = useState("");
  const upToDate = data !== undefined && updatedAt >= openedAt;
  const records = data?.filter((record) => record.warehouse._id === _id && record.quantity > 0) ?? [];
  const units = records.reduce((sum, { quantity }) => sum + quantity, 0);
  const mustType = units > 0 || failure !== undefined;
  const allowed = mustType ? typed.trim() === w_id : upToDate;
  useEffect(() => allow(allowed), [allow, allowed]);

  const consequence = units
    ? `Also deletes ${countText(units, "unit")} of ${countText(records.length, "product")}`
    : "It holds no stock";
  const pending = failure ? "Its stock could not be read" : "Counting its stock";
  return (
    <>
      <span role="status">{upToDate || units > 0 ? consequence : pending}</span>
      {mustType && (
        <Input label={`Type ${w_id} to confirm`} value={typed} onChange={({ target }) => setTyped(target.value)} />
      )}
    </>
  );
}
