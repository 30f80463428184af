// In-Transit Inventory: containers with their products and delivery days, announced, received, changed and deleted.
import { Plus, Ship } from "lucide-react";
import { useCallback, useMemo } from "react";
import type { Shipment } from "#shared/shipment.ts";
import { useDesk } from "../../domain/desk.ts";
import { useCodeSearch } from "../../domain/use-find-by-code.ts";
import { useData } from "../../lib/api/use-data.ts";
import { countText, dateText, dayText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { useMedia } from "../../lib/media.ts";
import { useClearQuery, useOpenDialog, useQueryParam, useSearch } from "../../lib/navigation/url-state.ts";
import { DefinitionList } from "../../ui/definition-list.tsx";
import { FilterSelect } from "../../ui/form/field.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page, PrimaryAction } from "../../ui/page/page.tsx";
import { byTime, type Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { TwoLines } from "../../ui/table/two-lines.tsx";
import { ClampedText } from "../../ui/tag.tsx";
import { ShipmentDialogs, useShipmentActions } from "./shipment-actions.ts";
import style from "./shipment-status.module.css";
import { ShipmentStatus } from "./shipment-status.tsx";
import { outstandingUnits, statusOf, unitsText, unitsWords, urgency } from "./shipment-text.ts";

const columns: Column<Shipment>[] = [
  {
    head: "Container",
    cell: ({ container }) => <ClampedText>{container}</ClampedText>,
    sort: ({ container }) => container,
  },
  {
    head: "Status",
    width: "15.5rem",
    cell: (shipment) => <ShipmentStatus shipment={shipment} />,
    sort: urgency,
    orders: ["late first", "received first"],
  },
  {
    head: "Expected Delivery",
    width: "7rem",
    cell: ({ expected_delivery }) => dayText(expected_delivery),
    sort: ({ expected_delivery }) => expected_delivery,
    orders: byTime,
  },
  {
    head: "Created At",
    width: "7rem",
    cell: ({ created_at }) => dateText(created_at),
    sort: ({ created_at }) => created_at,
    orders: byTime,
  },
  {
    head: "Units",
    width: "7.5rem",
    right: true,
    cell: (shipment) => <ClampedText>{unitsText(shipment)}</ClampedText>,
  },
];
/** Where there is room for fewer columns; the opened row says when the container was created. */
const narrowColumns: Column<Shipment>[] = columns.flatMap((column) => {
  if (column.head === "Container") return { ...column, width: "8rem" };
  if (column.head !== "Expected Delivery") return column.head === "Status" ? column : [];
  const cell = (shipment: Shipment) => (
    <TwoLines note={unitsWords(shipment)}>{dayText(shipment.expected_delivery)}</TwoLines>
  );
  return { ...column, width: "7.5rem", cell };
});

const phone = (shipment: Shipment) => ({
  title: shipment.container,
  note: <ShipmentStatus shipment={shipment} />,
  last: (
    <span className={style.last}>
      <span>{dayText(shipment.expected_delivery)}</span>
      <span>{unitsWords(shipment)}</span>
    </span>
  ),
});

const more = (shipment: Shipment) => (
  <DefinitionList
    entries={[
      ["Status", <ShipmentStatus key="status" shipment={shipment} />],
      ["Expected Delivery", dayText(shipment.expected_delivery)],
      ["Created At", dateText(shipment.created_at)],
    ]}
  />
);

const total = (rows: readonly Shipment[]): string =>
  `${countText(
    rows.reduce((sum, row) => sum + outstandingUnits(row), 0),
    "unit",
  )} in transit`;

/** The shipments that each choice of the status filter shows. */
const states: Record<string, (shipment: Shipment) => boolean> = {
  "in-transit": ({ received }) => !received,
  late: (shipment) => statusOf(shipment).late,
  received: ({ received }) => received,
};
const stateChoices = [
  { value: "in-transit", label: "IN-TRANSIT" },
  { value: "late", label: "IN-TRANSIT, late" },
  { value: "received", label: "RECEIVED" },
];

const ShipmentItems = lazyComponent(() => import("./shipment-items.tsx"), "ShipmentItems");
// A chunk of its own, but opening a row shows it at once.
ShipmentItems.preload();

export function InTransit() {
  const list = useData("GET /v1/shipments");
  const search = useSearch<Shipment>(({ container, items }) => [
    container,
    ...items.flatMap(({ product }) => [product.p_id, product.name]),
  ]);
  const [state, setState] = useQueryParam("status");
  const { shown: isBeside } = useDesk();
  const narrow = useMedia("(max-width: 1150px)") || isBeside;
  const dialog = useOpenDialog();
  const clear = useClearQuery(["sort", "open", "product"]);
  const scan = useCodeSearch(search.field.onChange);
  const shown = states[state];
  const where = useCallback(
    (shipment: Shipment) => (!shown || shown(shipment)) && search.matches(shipment),
    [shown, search.matches],
  );

  const add = (
    <PrimaryAction
      thumb
      icon={Plus}
      onPointerEnter={ShipmentDialogs.preload}
      onFocus={ShipmentDialogs.preload}
      onClick={() => dialog.open("add")}
    >
      Add In-Transit Stock
    </PrimaryAction>
  );

  return (
    <Page title="In-Transit Inventory" action={add}>
      <DataTable
        label="Shipments"
        list={list}
        columns={narrow ? narrowColumns : columns}
        phone={phone}
        phoneRowHeight={116}
        {...(isBeside && { compact: true, folded: true, rowHeight: 84 })}
        defaultSort="status"
        expandable={useUnfold(narrow)}
        search={<SearchField {...search.field} onScan={scan} placeholder="Search (Container or product)" />}
        filters={
          <FilterSelect
            label="Status"
            empty="All (Status)"
            choices={stateChoices}
            value={shown ? state : ""}
            onChange={setState}
          />
        }
        activeFilters={shown ? 1 : 0}
        onClear={clear}
        rowFilter={where}
        query={search.query}
        summary={total}
        noun="shipment"
        nameOf={({ container }) => container}
        actions={useShipmentActions(dialog)}
        more={more}
        empty={<Empty icon={Ship} text="No shipments yet. Announce the first container." action={add} />}
      />
      {dialog.name && <ShipmentDialogs dialog={dialog} list={list} />}
    </Page>
  );
}

/** The expanded rows, in the URL. */
function useUnfold(narrow: boolean) {
  const [ids, setIds] = useQueryParam("open");
  return useMemo(() => {
    const open = new Set(ids.split(".").filter(Boolean));
    const toggle = ({ _id }: Shipment) => {
      const rest = [...open].filter((id) => id !== _id);
      setIds((open.has(_id) ? rest : [...rest, _id]).join("."), "replace");
    };
    return { open, toggle, content: (shipment: Shipment) => <ShipmentItems {...{ shipment, narrow }} /> };
  }, [ids, setIds, narrow]);
}
