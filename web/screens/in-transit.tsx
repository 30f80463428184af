// Containers on their way: what is in them and when they come, announced, received, changed and deleted.
import { PackageCheck, Pencil, Plus, Ship, Trash2 } from "lucide-react";
import { Suspense, useCallback, useMemo } from "react";
import { mayAct } from "#shared/role.ts";
import type { Shipment } from "#shared/shipment.ts";
import { countText, dateText, dayText, numberText } from "../lib/format.ts";
import { later } from "../lib/later.tsx";
import { useScanner } from "../lib/scanner.ts";
import { useSession } from "../lib/session.ts";
import { owedUnits, statusOf, unitsText, urgency } from "../lib/shipments.ts";
import { shows } from "../lib/shows.ts";
import { type Opened, useClear, useOpened, useParam, useSearch } from "../lib/url.ts";
import { useAct } from "../lib/use-act.ts";
import { useData } from "../lib/use-data.ts";
import { useConfirm } from "../ui/confirm.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { FilterSelect } from "../ui/field.tsx";
import { Page, PrimaryAction } from "../ui/page.tsx";
import { Record } from "../ui/record.tsx";
import type { RowAction } from "../ui/row-actions.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { ShipmentTag } from "../ui/shipment-tag.tsx";
import { Clip } from "../ui/tag.tsx";
import { ShipmentItems } from "./shipment-items.tsx";
import { isUnsure, UnsureShipments } from "./unsure-shipments.tsx";

const ShipmentDialog = later(() => import("./shipment-dialog.tsx"), "ShipmentDialog");
const ReceiveDialog = later(() => import("./receive-dialog.tsx"), "ReceiveDialog");

const byDay = ["earliest first", "latest first"] as const;

const columns: Column<Shipment>[] = [
  { head: "Container", cell: ({ container }) => <Clip>{container}</Clip>, sort: ({ container }) => container },
  {
    head: "Status",
    width: "13rem",
    cell: (shipment) => <ShipmentTag of={shipment} />,
    sort: urgency,
    orders: ["late first", "received first"],
  },
  {
    head: "Expected Delivery",
    width: "10.25rem",
    cell: ({ expected_delivery }) => dayText(expected_delivery),
    sort: ({ expected_delivery }) => expected_delivery,
    orders: byDay,
  },
  {
    head: "Created At",
    width: "8rem",
    cell: ({ created_at }) => dateText(created_at),
    sort: ({ created_at }) => created_at,
    orders: byDay,
  },
  { head: "Units", width: "8rem", right: true, cell: unitsText },
];

const phone = (shipment: Shipment) => ({
  title: shipment.container,
  note: <ShipmentTag of={shipment} />,
  last: `${dayText(shipment.expected_delivery)} · ${unitsText(shipment)} units`,
});

const more = ({ expected_delivery, created_at }: Shipment) => (
  <Record
    of={[
      ["Expected Delivery", dayText(expected_delivery)],
      ["Created At", dateText(created_at)],
    ]}
  />
);

const over = ({ received }: Shipment): string | undefined => (received ? "Received already" : undefined);

const total = (rows: readonly Shipment[]): string =>
  `${countText(
    rows.reduce((sum, row) => sum + owedUnits(row), 0),
    "unit",
  )} in transit`;

/** Of a shipment: which choices of the status filter show it. */
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

export function InTransit() {
  const list = useData("GET /v1/shipments");
  const search = useSearch<Shipment>(({ container, items }) => [
    container,
    ...items.flatMap(({ product }) => [product.p_id, product.name]),
  ]);
  const [state, setState] = useParam("status");
  const dialog = useOpened();
  const clear = useClear(["sort", "open"]);
  useScanner(dialog.name ? undefined : search.field.onChange);
  const shown = states[state];
  const where = useCallback(
    (shipment: Shipment) => (!shown || shown(shipment)) && search.matches(shipment),
    [shown, search.matches],
  );

  const add = (
    <PrimaryAction
      icon={Plus}
      onPointerEnter={ShipmentDialog.preload}
      onFocus={ShipmentDialog.preload}
      onClick={() => dialog.open("add")}
    >
      Add In-Transit Stock
    </PrimaryAction>
  );

  return (
    <Page title="In-Transit Inventory" action={add}>
      <UnsureShipments dialog={dialog} />
      <DataTable
        label="Shipments"
        list={list}
        columns={columns}
        phone={phone}
        phoneHeight={88}
        order="status"
        unfold={useUnfold()}
        search={<SearchField {...search.field} placeholder="Search (Container or product)" />}
        filters={
          <FilterSelect
            label="Status"
            empty="All (Status)"
            choices={stateChoices}
            value={shown ? state : ""}
            onChange={setState}
          />
        }
        active={shown ? 1 : 0}
        onClear={clear}
        where={where}
        query={search.query}
        summary={total}
        noun="shipment"
        nameOf={({ container }) => container}
        actions={useActions(dialog)}
        more={more}
        empty={<Empty icon={Ship} text="No shipments yet. Announce the first container." action={add} />}
      />
      <Dialogs dialog={dialog} list={list.data} />
    </Page>
  );
}

function Dialogs({ dialog, list }: { dialog: Opened; list: readonly Shipment[] | undefined }) {
  const { name, id, close } = dialog;
  const shipment = list?.find(({ _id }) => _id === id) ?? (list && isUnsure(id) ? gone(id) : undefined);
  return (
    <Suspense>
      {name === "add" && <ShipmentDialog onClose={close} />}
      {name === "edit" && shipment && <ShipmentDialog key={id} shipment={shipment} onClose={close} />}
      {name === "receive" && shipment && <ReceiveDialog key={id} shipment={shipment} onClose={close} />}
    </Suspense>
  );
}

/** Stands for one deleted while a receipt of it had no answer: that receipt can still be finished. */
const gone = (_id: string): Shipment => ({
  _id,
  container: "a deleted shipment",
  expected_delivery: "",
  received: false,
  created_at: "",
  items: [],
});

/** Which rows are open, in the URL. */
function useUnfold() {
  const [ids, setIds] = useParam("open");
  return useMemo(() => {
    const open = new Set(ids.split(".").filter(Boolean));
    const toggle = ({ _id }: Shipment) => {
      const rest = [...open].filter((id) => id !== _id);
      setIds((open.has(_id) ? rest : [...rest, _id]).join("."), "replace");
    };
    return { open, toggle, content: (shipment: Shipment) => <ShipmentItems of={shipment} /> };
  }, [ids, setIds]);
}

function useActions({ open }: Opened): RowAction<Shipment>[] {
  const { user } = useSession();
  const confirm = useConfirm();
  const remove = useAct("DELETE /v1/shipments/{id}", { saying: ["Deleting", "Deleted"], reload: shows.shipments });

  const askAndRemove = async (shipment: Shipment) => {
    const yes = await confirm({
      title: "Delete shipment",
      text: `Deleting shipment "${shipment.container}" (${numberText(owedUnits(shipment))} units in transit). Continue?`,
      action: "Delete shipment",
    });
    if (yes) await remove.run({ path: { id: shipment._id } });
  };

  const edit: RowAction<Shipment> = {
    name: "Edit",
    icon: Pencil,
    off: over,
    run: ({ _id }) => open("edit", _id),
    preload: ShipmentDialog.preload,
  };
  return [
    {
      name: "Receive",
      icon: PackageCheck,
      named: true,
      off: over,
      run: ({ _id }) => open("receive", _id),
      preload: ReceiveDialog.preload,
    },
    ...(user && mayAct(user.role, "manager") ? [edit] : []),
    { name: "Delete", icon: Trash2, tone: "danger", run: askAndRemove },
  ];
}
