// In-Transit Inventory: containers with their products and delivery days, announced, received, changed and deleted.
import { CalendarClock, ClockAlert, Copy, PackageOpen, Plus, Ship } from "lucide-react";
import { useMemo } from "react";
import { openShipmentsOf } from "#shared/catalogue.ts";
import type { Shipment } from "#shared/shipment.ts";
import { sumBy } from "#shared/sum.ts";
import { useCatalogue } from "../../domain/catalogue.tsx";
import { sameContainers } from "../../domain/duplicates.ts";
import { useCodeSearch } from "../../domain/use-find-by-code.ts";
import { useData } from "../../lib/api/use-data.ts";
import { countText, dateText, dayText, useToday } from "../../lib/format.ts";
import { lastDays } from "../../lib/navigation/date-range.ts";
import { useOpenDialog, useQueryParam, useSearch } from "../../lib/navigation/url-state.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page, PageLink, PrimaryAction } from "../../ui/page/page.tsx";
import { byTime, type Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { useListFilters } from "../../ui/table/list-filters.tsx";
import { ClampedText, Tag, TwoLines } from "../../ui/tag.tsx";
import { ShipmentDialogs, useShipmentActions } from "./shipment-actions.ts";
import { ShipmentItems } from "./shipment-items.tsx";
import style from "./shipment-status.module.css";
import { outstandingUnits, receivedUnits, statusOf, unitsText, unitsWords, urgency } from "./shipment-text.ts";
import { pastChoices, reach, useWithPast } from "./with-past.ts";

const columns: Column<Shipment>[] = [
  {
    head: "Container",
    least: "9.25rem",
    cell: ({ container }) => <ClampedText>{container}</ClampedText>,
    sort: ({ container }) => container,
  },
  {
    head: "Status",
    width: "15.5rem",
    least: "11.75rem",
    cell: (shipment) => <ShipmentStatus shipment={shipment} />,
    sort: urgency,
    orders: ["late first", "received first"],
  },
  {
    head: "Expected Delivery",
    width: "7rem",
    least: "6.25rem",
    cell: ({ expected_delivery }) => dayText(expected_delivery),
    without: {
      head: "Units",
      width: "7.5rem",
      cell: (shipment) => <TwoLines note={unitsWords(shipment)}>{dayText(shipment.expected_delivery)}</TwoLines>,
    },
    sort: ({ expected_delivery }) => expected_delivery,
    orders: byTime,
  },
  {
    head: "Created At",
    width: "7rem",
    least: "6.25rem",
    gives: 2,
    cell: ({ created_at }) => dateText(created_at),
    sort: ({ created_at }) => created_at,
    orders: byTime,
  },
  {
    head: "Units",
    width: "7.5rem",
    least: "5rem",
    gives: 1,
    right: true,
    cell: (shipment) => <ClampedText>{unitsText(shipment)}</ClampedText>,
  },
];

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

const total = (rows: readonly Shipment[]): string => `${countText(sumBy(rows, outstandingUnits), "unit")} in transit`;

/** The shipments that a choice of the status filter shows; without a choice only those in transit are read. */
const states: Record<string, (shipment: Shipment) => boolean> = {
  late: (shipment) => statusOf(shipment).late,
  received: ({ received }) => received,
};
const stateChoices = [
  { value: "late", label: "IN-TRANSIT, late" },
  { value: "received", label: "RECEIVED" },
  ...pastChoices,
];

/** `same`: another container in transit has its ID. */
type Listed = Shipment & { same?: boolean };

/** Shipments in transit, which the device has, and the received ones that the choice shows. */
function useShipments(state: string): QueryState<Listed[]> {
  const open = useCatalogue(openShipmentsOf);
  const days = reach[state];
  const day = useToday();
  const past = useData("GET /v1/shipments", days ? { query: lastDays(days, day) } : null);
  const data = useMemo(() => {
    const same = sameContainers(open.data ?? []);
    return open.data?.map((one): Listed => (same.has(one) ? { ...one, same: true } : one));
  }, [open.data]);
  return useWithPast<Listed>({ ...open, data }, days ? past : undefined, isReceived);
}

const isReceived = ({ received }: Shipment): boolean => received;

export function InTransit() {
  const [state] = useQueryParam("status");
  const list = useShipments(state);
  const search = useSearch<Shipment>(({ container, items }) => [
    container,
    ...items.flatMap(({ product }) => [product.p_id, product.name]),
  ]);
  const dialog = useOpenDialog();
  const scan = useCodeSearch(search.field.onChange);
  const { table } = useListFilters(
    {
      status: {
        label: "Status",
        choices: stateChoices,
        empty: "IN-TRANSIT",
        known: true,
        test: (shipment: Shipment, state) => states[state]?.(shipment) ?? true,
      },
    },
    { search },
  );

  const add = (
    <PrimaryAction thumb icon={Plus} onClick={() => dialog.open("add")}>
      Add In-Transit Stock
    </PrimaryAction>
  );

  return (
    <Page
      title="In-Transit Inventory"
      action={
        <>
          <PageLink icon={CalendarClock} label="Orders" to="/intransit/orders" />
          {add}
        </>
      }
    >
      <DataTable
        label="Shipments"
        list={list}
        columns={columns}
        phone={phone}
        phoneRowHeight={116}
        defaultSort="status"
        expanded={(shipment) => <ShipmentItems shipment={shipment} />}
        search={<SearchField {...search.field} onScan={scan} placeholder="Search (Container or product)" />}
        {...table}
        keepToolbar
        summary={total}
        noun="shipment"
        nameOf={({ container }) => container}
        actions={useShipmentActions(dialog)}
        empty={<Empty icon={Ship} text="No containers are on their way." action={add} />}
      />
      {dialog.name && <ShipmentDialogs dialog={dialog} list={list} />}
    </Page>
  );
}

/** The status of a container: RECEIVED, IN-TRANSIT or how late it is, and whether a part of it was received. */
function ShipmentStatus({ shipment }: { shipment: Listed }) {
  const { text, late } = statusOf(shipment);
  const isPartly = !shipment.received && receivedUnits(shipment) > 0;
  return (
    <span className={style.tags}>
      {late ? (
        <Tag tone="warn" icon={ClockAlert}>
          {text}
        </Tag>
      ) : (
        <Tag tone={shipment.received ? "ok" : "info"}>{text}</Tag>
      )}
      {shipment.same && (
        <Tag tone="warn" icon={Copy}>
          Same ID twice
        </Tag>
      )}
      {isPartly && <Tag icon={PackageOpen}>Partly received</Tag>}
    </span>
  );
}
