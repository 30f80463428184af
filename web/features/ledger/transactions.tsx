// What went in and out over a range of days, with the sum of either.
import { History, Undo2 } from "lucide-react";
import { channelLabel } from "#shared/channel.ts";
import { dayOf, type Range } from "#shared/day.ts";
import type { Transaction } from "#shared/movement.ts";
import { whyNotReversed } from "#shared/reversal.ts";
import { ActionTag } from "../../domain/action-tag.tsx";
import { useSession } from "../../lib/api/session.ts";
import { useData } from "../../lib/api/use-data.ts";
import {
  agoText,
  clockText,
  dateText,
  daysText,
  dayText,
  numberText,
  timeText,
  today,
  totalText,
} from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { usePhone } from "../../lib/media.ts";
import { type ChangeRange, lastDays, useRange, widerPreset } from "../../lib/navigation/date-range.ts";
import { type OpenDialog, useOpenDialog } from "../../lib/navigation/url-state.ts";
import { Button } from "../../ui/button.tsx";
import { RangeBar } from "../../ui/form/range-bar.tsx";
import { Image } from "../../ui/image.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page } from "../../ui/page/page.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { RowAction } from "../../ui/table/row-actions.tsx";
import { TwoLines } from "../../ui/table/two-lines.tsx";
import { ClampedText } from "../../ui/tag.tsx";
import { Filters, useFilters } from "./transaction-filters.tsx";
import { ReversalLink } from "./transaction-links.tsx";
import { TransactionsExport } from "./transactions-export.tsx";

const TransactionDialogs = lazyComponent(() => import("./transaction-dialogs.tsx"), "TransactionDialogs");

const isLinked = ({ reverses, reversed_by }: Transaction): boolean => Boolean(reverses || reversed_by);

/** Struck out where it has gone back. */
const quantityOf = ({ quantity, reversed_by }: Transaction) =>
  reversed_by ? <s>{numberText(quantity)}</s> : numberText(quantity);

const columns: Column<Transaction>[] = [
  { head: "Image", width: "3.25rem", cell: ({ product }) => <Image src={product.image} /> },
  { head: "Product", cell: ({ product }) => <TwoLines note={product.p_id}>{product.name}</TwoLines> },
  { head: "Action", width: "7.5rem", cell: ({ action }) => <ActionTag action={action} /> },
  {
    head: "Reason",
    width: "10.25rem",
    cell: (row) => (
      <TwoLines note={isLinked(row) ? <ReversalLink of={row} /> : row.channel && channelLabel[row.channel]}>
        {isLinked(row) && row.channel ? `${row.reason}, ${channelLabel[row.channel]}` : row.reason}
      </TwoLines>
    ),
  },
  { head: "Quantity", width: "5.25rem", right: true, cell: quantityOf },
  {
    head: "Warehouse",
    width: "8rem",
    cell: ({ warehouse }) => <TwoLines note={warehouse.w_id}>{warehouse.name}</TwoLines>,
  },
  {
    head: "Created At",
    // The date on one line, the time under it.
    width: "6.5rem",
    cell: ({ created_at }) => <ClampedText hint={agoText(created_at, Date.now())}>{timeText(created_at)}</ClampedText>,
  },
  { head: "User", width: "7rem", cell: ({ user }) => <TwoLines note={`@${user.username}`}>{user.name}</TwoLines> },
];

const phone = (row: Transaction) => ({
  image: <Image src={row.product.image} />,
  title: row.product.name,
  note: (
    <>
      {row.reversed_by && "Reversed · "}
      {row.reverses && "Reversal · "}
      <ActionTag action={row.action} short /> {clockText(Date.parse(row.created_at))} · {row.warehouse.w_id} · @
      {row.user.username}
    </>
  ),
  number: quantityOf(row),
});

const dayOfRow = ({ created_at }: Transaction): string => dateText(created_at);
const nameOf = ({ product }: Transaction): string => product.name;
const isReversed = ({ reversed_by }: Transaction): boolean => reversed_by !== undefined;

export function Transactions() {
  const now = today();
  const [range, setRange] = useRange(now, 1);
  const list = useData("GET /v1/transactions", { query: range });
  const filters = useFilters();
  const dialog = useOpenDialog();
  const onPhone = usePhone();
  const reverse = useReverse(dialog, now);
  const days = range.start === range.end ? dayText(range.end) : daysText(range);

  const summary = (rows: readonly Transaction[]): string => {
    const total = numberText(rows.reduce((sum, { quantity }) => sum + quantity, 0));
    return [onPhone && days, filters.action && totalText(total, list.truncated)].filter(Boolean).join(" · ");
  };

  return (
    <Page title="View Transactions" action={!filters.movement && <TransactionsExport {...{ range, filters, days }} />}>
      <DataTable
        label="Transactions"
        list={list}
        columns={columns}
        phone={phone}
        keepToolbar
        range={<RangeBar range={range} today={now} onChange={setRange} />}
        filters={<Filters of={filters} />}
        activeFilters={filters.count}
        onClear={filters.clear}
        rowFilter={filters.where}
        summary={summary}
        heading={range.start === range.end ? undefined : dayOfRow}
        noun="transaction"
        nameOf={nameOf}
        onOpen={({ _id }) => dialog.open("show", _id)}
        actions={[reverse]}
        muted={isReversed}
        empty={<NoTransactions {...{ range, days, now, setRange }} />}
      />
      {dialog.name && <TransactionDialogs {...{ dialog, list, disabledReason: reverse.disabledReason }} />}
    </Page>
  );
}

/** Undoing the whole movement of a row, for who may. */
function useReverse(dialog: OpenDialog, now: string) {
  const { user } = useSession();
  return {
    name: "Reverse",
    icon: Undo2,
    disabledReason: (row) => (user ? whyNotReversed(row, dayOf(row.created_at), user, now) : undefined),
    run: ({ _id }) => dialog.open("reverse", _id),
    preload: TransactionDialogs.preload,
  } satisfies RowAction<Transaction>;
}

interface NoneProps {
  range: Range;
  days: string;
  now: string;
  setRange: ChangeRange;
}

/** Most ledgers are empty because the day is young: days that are not shown yet are one press away. */
function NoTransactions({ range, days, now, setRange }: NoneProps) {
  const wider = widerPreset(range, now);
  return (
    <Empty
      icon={History}
      text={range.start === range.end ? `No transactions on ${days}` : `No transactions from ${days}`}
      action={wider && <Button onClick={() => setRange(() => lastDays(wider, now))}>{wider} days</Button>}
    />
  );
}
