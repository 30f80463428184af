// Orders: what suppliers were asked for and no container brings yet, made, announced, closed and printed.
import { CalendarClock, Lock, Pencil, Plus, Ship, Trash2 } from "lucide-react";
import { useNavigate } from "react-router-dom";
import type { PurchaseOrder } from "#shared/purchase-order.ts";
import { hasOpen, openUnits, orderState } from "#shared/purchase-order-item.ts";
import type { ShipmentForm } from "#shared/shipment.ts";
import { sumBy } from "#shared/sum.ts";
import { codeColumn, numberColumn, textColumn } from "../../domain/columns.tsx";
import { lateText } from "../../domain/plan-text.ts";
import { openUnitsOf } from "../../domain/purchase-orders.ts";
import { useRemoval } from "../../domain/use-removal.ts";
import { useIsManager } from "../../lib/api/session.ts";
import { useData } from "../../lib/api/use-data.ts";
import { saving, useMutation } from "../../lib/api/use-mutation.ts";
import { countText, dateText, dayText, numberText, useToday } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { lastDays } from "../../lib/navigation/date-range.ts";
import { useOpenedRow } from "../../lib/navigation/opened-row.ts";
import { useOpenDialog, useQueryParam, useSearch } from "../../lib/navigation/url-state.ts";
import { asideOf, type Entry } from "../../lib/outbox/entry.ts";
import { useEntries } from "../../lib/outbox/outbox.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page, PrimaryAction } from "../../ui/page/page.tsx";
import { byTime, type Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { useListFilters } from "../../ui/table/list-filters.tsx";
import type { RowAction } from "../../ui/table/row-actions.tsx";
import { Tag, TwoLines } from "../../ui/tag.tsx";
import style from "./shipment-status.module.css";
import { pastChoices, reach, useWithPast } from "./with-past.ts";

const OrderDialog = lazyComponent(() => import("./order-dialog.tsx"), "OrderDialog");
const OrderItems = lazyComponent(() => import("./order-items.tsx"), "OrderItems");

const isOpen = ({ items }: PurchaseOrder): boolean => hasOpen(items);
const isDone = (order: PurchaseOrder): boolean => !isOpen(order);
const openIn = ({ items }: PurchaseOrder): number => sumBy(items, openUnits);
const orderedIn = ({ items }: PurchaseOrder): number => sumBy(items, ({ quantity }) => quantity);
const announcedIn = ({ items }: PurchaseOrder): number => sumBy(items, ({ announced = 0 }) => announced);
/** The first day of what is open: products may have days of their own. */
const dueOf = ({ items, expected_delivery }: PurchaseOrder): string =>
  items.flatMap((item) => (openUnits(item) > 0 ? (item.expected_delivery ?? expected_delivery) : [])).sort()[0] ??
  expected_delivery;
const late = (order: PurchaseOrder): string => (isOpen(order) ? lateText(dueOf(order)) : "");
/** "120 of 300 units open". */
const unitsText = (order: PurchaseOrder): string =>
  `${numberText(openIn(order))} of ${countText(orderedIn(order), "unit")} open`;

const State = ({ order }: { order: PurchaseOrder }) => {
  const state = orderState(order.items);
  return <Tag tone={state === "closed" ? "neutral" : "info"}>{state}</Tag>;
};

const columns: Column<PurchaseOrder>[] = [
  codeColumn("Order", ({ _id }) => _id, { width: "7.75rem", rowHeader: true }),
  textColumn("Supplier", ({ supplier = "–" }) => supplier, { least: "7rem" }),
  {
    head: "State",
    width: "10.5rem",
    cell: (order) => <State order={order} />,
    sort: ({ items }) => orderState(items),
  },
  {
    head: "Expected Delivery",
    width: "8rem",
    cell: (order) => <TwoLines note={late(order)}>{dayText(dueOf(order))}</TwoLines>,
    sort: dueOf,
    orders: byTime,
  },
  {
    head: "Ordered At",
    width: "7rem",
    least: "6.25rem",
    gives: 1,
    cell: ({ created_at }) => dateText(created_at),
    sort: ({ created_at }) => created_at,
    orders: byTime,
  },
  numberColumn("Ordered", orderedIn, { width: "6rem", least: "5rem", gives: 3 }),
  numberColumn("Announced", announcedIn, { width: "6.5rem", least: "6rem", gives: 2 }),
  numberColumn("Open", openIn, { width: "5.5rem", least: "4rem" }),
];

const phone = (order: PurchaseOrder) => ({
  title: [order._id, order.supplier].filter(Boolean).join(" · "),
  note: <State order={order} />,
  last: (
    <span className={style.last}>
      <span>{[dayText(dueOf(order)), late(order)].filter(Boolean).join(", ")}</span>
      <span>{unitsText(order)}</span>
    </span>
  ),
});

export function PurchaseOrders() {
  const [state] = useQueryParam("status");
  const day = useToday();
  const days = reach[state];
  const open = useData("GET /v1/purchase-orders", { query: {} });
  const past = useData("GET /v1/purchase-orders", days ? { query: lastDays(days, day) } : null);
  const list = useWithPast(open, days ? past : undefined, isDone);
  const isManager = useIsManager();
  const dialog = useOpenDialog();
  const search = useSearch<PurchaseOrder>(({ _id, supplier = "", items }) => [
    ...[_id, supplier],
    ...items.flatMap(({ product }) => [product.p_id, product.name]),
  ]);
  const { table } = useListFilters(
    { status: { label: "State", choices: pastChoices, empty: "Open", known: true, test: () => true } },
    { search },
  );
  const edited = { id: dialog.name === "edit" && isManager ? dialog.id : "", close: dialog.close };
  const { row } = useOpenedRow(edited, list, "Order", "It may be closed.");
  const add = isManager && (
    <PrimaryAction thumb icon={Plus} onClick={() => dialog.open("add")}>
      New order
    </PrimaryAction>
  );
  return (
    <Page title="Orders to suppliers" action={add}>
      <DataTable
        label="Orders"
        list={list}
        columns={columns}
        phone={phone}
        phoneRowHeight={116}
        defaultSort="expected-delivery"
        expanded={(order) => <OrderItems order={order} />}
        search={<SearchField {...search.field} placeholder="Search (Supplier or product)" />}
        {...table}
        keepToolbar
        summary={(rows) => `${countText(sumBy(rows, openIn), "unit")} open`}
        noun="order"
        nameOf={({ _id }) => _id}
        actions={useActions(dialog.open, isManager)}
        empty={<Empty icon={CalendarClock} text="No orders are open." action={add} />}
      />
      {dialog.name === "add" && isManager && <OrderDialog onClose={dialog.close} />}
      {row && <OrderDialog key={row._id} order={row} onClose={dialog.close} />}
    </Page>
  );
}

/** A second one would be refused once the first one is sent. */
const isContainerOf = ({ _id }: PurchaseOrder, entry: Entry): boolean => {
  if (entry.route !== "POST /v1/shipments" || asideOf(entry)) return false;
  const { from = [] } = (entry.input.body ?? {}) as Partial<ShipmentForm>;
  return from.some(({ order }) => order === _id);
};

/** Everybody announces containers; orders are of managers. */
function useActions(open: (name: string, id: string) => void, isManager: boolean): RowAction<PurchaseOrder>[] {
  const change = useMutation("PATCH /v1/purchase-orders/{id}", { messages: saving });
  const remove = useRemoval("DELETE /v1/purchase-orders/{id}", (order: PurchaseOrder) => ({
    title: `Delete ${order._id}`,
    text: isOpen(order)
      ? `The plan will propose its ${countText(openIn(order), "open unit")} again.`
      : "Nothing of it is open: the plan stays as it is.",
    action: "Delete order",
  }));
  const navigate = useNavigate();
  const entries = useEntries();
  const confirm = useConfirm();
  const close = async (order: PurchaseOrder) => {
    const open = openIn(order);
    const text = `${countText(open, "unit")} will not come. The plan no longer counts them.`;
    const question = { title: `Close the rest of ${order._id}`, text, action: "Close the rest" };
    if (open === 0 || (await confirm(question)))
      await change.run({ path: { id: order._id }, body: { close: open > 0, ...(open > 0 && { seen: { open } }) } });
  };
  const announce: RowAction<PurchaseOrder> = {
    name: "Announce",
    icon: Ship,
    labelled: true,
    disabledReason: (order) => {
      if (!isOpen(order)) return "Nothing is open";
      return entries.some((entry) => isContainerOf(order, entry))
        ? "A container of it waits on this device"
        : undefined;
    },
    run: (order) => {
      const from = openUnitsOf([order]);
      const state = { opened: true, lines: from.map(({ order: _, ...line }) => line), from };
      navigate("/intransit?do=add", { state: { ...state, expected: order.expected_delivery } });
    },
  };
  if (!isManager) return [announce];
  return [
    announce,
    { name: "Edit", icon: Pencil, run: ({ _id }) => open("edit", _id) },
    {
      name: (order) => (isOpen(order) ? "Close the rest" : "Open again"),
      icon: Lock,
      disabledReason: (order) =>
        isOpen(order) || order.items.some((item) => item.closed) ? undefined : "Nothing was closed",
      run: (order) => void close(order),
    },
    {
      name: "Delete",
      icon: Trash2,
      tone: "danger",
      disabledReason: (order) => (announcedIn(order) > 0 ? "Units of it are announced" : undefined),
      run: remove,
    },
  ];
}
