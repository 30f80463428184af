// What went in and out over a range of days, with the sum of either.
import { History } from "lucide-react";
import { Suspense, useCallback } from "react";
import { channelLabel } from "#shared/channel.ts";
import { addDays, type Range } from "#shared/day.ts";
import { Action, type Transaction } from "#shared/movement.ts";
import { useLists } from "../lib/context.tsx";
import { agoText, clockText, dateText, dayText, numberText, timeText, today } from "../lib/format.ts";
import { later } from "../lib/later.tsx";
import { usePhone } from "../lib/media.ts";
import { useRange } from "../lib/range.ts";
import { useClear, useOpened, useParam } from "../lib/url.ts";
import { useData } from "../lib/use-data.ts";
import { ActionTag } from "../ui/action-tag.tsx";
import { Button } from "../ui/button.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { FilterSelect } from "../ui/field.tsx";
import { Image } from "../ui/image.tsx";
import { Page } from "../ui/page.tsx";
import { placeText } from "../ui/place.tsx";
import { ProductFilter } from "../ui/product-filter.tsx";
import { RangeBar } from "../ui/range-bar.tsx";
import { TwoLines } from "../ui/two-lines.tsx";

const TransactionDetail = later(() => import("./transaction-detail.tsx"), "TransactionDetail");

const columns: Column<Transaction>[] = [
  { head: "Image", width: "3.75rem", cell: ({ product }) => <Image src={product.image} /> },
  { head: "Product", cell: ({ product }) => <TwoLines note={product.p_id}>{product.name}</TwoLines> },
  { head: "Action", width: "7.75rem", cell: ({ action }) => <ActionTag action={action} /> },
  {
    head: "Reason",
    width: "9.5rem",
    cell: ({ reason, channel }) => <TwoLines note={channel && channelLabel[channel]}>{reason}</TwoLines>,
  },
  { head: "Quantity", width: "5.25rem", right: true, cell: ({ quantity }) => numberText(quantity) },
  {
    head: "Warehouse",
    width: "8.5rem",
    cell: ({ warehouse }) => <TwoLines note={warehouse.w_id}>{warehouse.name}</TwoLines>,
  },
  {
    head: "Created At",
    width: "9rem",
    cell: ({ created_at }) => <span title={agoText(created_at, Date.now())}>{timeText(created_at)}</span>,
  },
  { head: "User", width: "8rem", cell: ({ user }) => <TwoLines note={`@${user.username}`}>{user.name}</TwoLines> },
];

const phone = ({ product, action, quantity, warehouse, created_at, user }: Transaction) => ({
  image: <Image src={product.image} />,
  title: product.name,
  note: (
    <>
      <ActionTag action={action} short /> {clockText(Date.parse(created_at))} · {warehouse.w_id} · @{user.username}
    </>
  ),
  number: numberText(quantity),
});

const dayOfRow = ({ created_at }: Transaction): string => dateText(created_at);
const nameOf = ({ product }: Transaction): string => product.name;
const actions = Action.options.toReversed().map((value) => ({ value, label: value }));

export function Transactions() {
  const now = today();
  const [range, setRange] = useRange(now, 1);
  const list = useData("GET /v1/transactions", { query: range });
  const filters = useFilters();
  const dialog = useOpened();
  const onPhone = usePhone();
  const shown = list.data?.find(({ _id }) => _id === dialog.id);
  const days = range.start === range.end ? dayText(range.end) : `${dayText(range.start)} to ${dayText(range.end)}`;

  const summary = (rows: readonly Transaction[]): string => {
    const total = numberText(rows.reduce((sum, { quantity }) => sum + quantity, 0));
    const said = filters.action ? (list.cut ? `Total of the rows shown ${total}` : `Total ${total}`) : "";
    return [onPhone && days, said].filter(Boolean).join(" · ");
  };

  return (
    <Page title="View Transactions">
      <DataTable
        label="Transactions"
        list={list}
        columns={columns}
        phone={phone}
        ranged
        range={<RangeBar range={range} today={now} onChange={setRange} />}
        filters={<Filters of={filters} />}
        active={filters.count}
        onClear={filters.clear}
        where={filters.where}
        summary={summary}
        heading={range.start === range.end ? undefined : dayOfRow}
        noun="transaction"
        nameOf={nameOf}
        onOpen={({ _id }) => dialog.open("show", _id)}
        empty={<NoTransactions {...{ range, days, now, setRange }} />}
      />
      <Suspense>{dialog.name === "show" && shown && <TransactionDetail of={shown} onClose={dialog.close} />}</Suspense>
    </Page>
  );
}

/** What of the range is shown, in the URL. */
function useFilters() {
  const [product, setProduct] = useParam("product");
  const [warehouse, setWarehouse] = useParam("warehouse");
  const [action, setAction] = useParam("action");
  const where = useCallback(
    (row: Transaction) =>
      (product === "" || row.product._id === product) &&
      (warehouse === "" || row.warehouse._id === warehouse) &&
      (action === "" || row.action === action),
    [product, warehouse, action],
  );
  const count = [product, warehouse, action].filter(Boolean).length;
  return {
    product,
    setProduct,
    warehouse,
    setWarehouse,
    action,
    setAction,
    where,
    count,
    clear: useClear(["start", "end"]),
  };
}

function Filters({ of }: { of: ReturnType<typeof useFilters> }) {
  const { product, warehouse } = useLists();
  return (
    <>
      <ProductFilter scan products={product} value={of.product} onChange={of.setProduct} />
      <FilterSelect
        label="Warehouse"
        empty="All (Warehouse)"
        choices={warehouse.map((place) => ({ value: place._id, label: placeText(place) }))}
        value={of.warehouse}
        onChange={of.setWarehouse}
      />
      <FilterSelect label="Action" empty="All (Action)" choices={actions} value={of.action} onChange={of.setAction} />
    </>
  );
}

interface NoneProps {
  range: Range;
  days: string;
  now: string;
  setRange: (range: Range) => void;
}

/** Most ledgers are empty because the day is young: days that are not shown yet are one press away. */
function NoTransactions({ range, days, now, setRange }: NoneProps) {
  const last = (count: number): Range => ({ start: addDays(now, 1 - count), end: now });
  const wider = [7, 30].find((count) => last(count).start < range.start || range.end < now);
  return (
    <Empty
      icon={History}
      text={range.start === range.end ? `No transactions on ${days}` : `No transactions from ${days}`}
      action={wider && <Button onClick={() => setRange(last(wider))}>{wider} days</Button>}
    />
  );
}
