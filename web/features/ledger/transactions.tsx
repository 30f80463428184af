// Transactions of a range of days, by line or by movement, with filters, the total of an action, and the export.
import { History, Undo2 } from "lucide-react";
import type { Channel } from "#shared/channel.ts";
import { dayOf, type Range } from "#shared/day.ts";
import type { Action, Transaction } from "#shared/movement.ts";
import { whyNotReversed } from "#shared/reversal.ts";
import { ActionTag } from "../../domain/action-tag.tsx";
import { useDesk } from "../../domain/desk.ts";
import { ProductLink } from "../../domain/product-link.tsx";
import { NameOverCode, nameParts } from "../../domain/product-name.tsx";
import { agoText } from "../../lib/ago.ts";
import { useDownload } from "../../lib/api/download.ts";
import { useSession } from "../../lib/api/session.ts";
import { useData } from "../../lib/api/use-data.ts";
import {
  clockText,
  dateText,
  dateTimeText,
  dayRangeText,
  dayText,
  numberText,
  today,
  totalText,
} from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { usePhone } from "../../lib/media.ts";
import { type ChangeRange, lastDays, useRange, widerPreset } from "../../lib/navigation/date-range.ts";
import { type OpenDialog, useOpenDialog } from "../../lib/navigation/url-state.ts";
import { usePreference } from "../../lib/preference.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { ExportButton } from "../../ui/form/export-button.tsx";
import { RangeBar } from "../../ui/form/range-bar.tsx";
import { Image } from "../../ui/image.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page } from "../../ui/page/page.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable, twoLineHeight } from "../../ui/table/data-table.tsx";
import type { RowAction } from "../../ui/table/row-actions.tsx";
import { TwoLines } from "../../ui/table/two-lines.tsx";
import { ClampedText } from "../../ui/tag.tsx";
import { ReasonCell } from "./reason-cell.tsx";
import { TransactionFilters, useTransactionFilters } from "./transaction-filters.tsx";

const Movements = lazyComponent(() => import("./movements.tsx"), "Movements");
const TransactionDialogs = lazyComponent(() => import("./transaction-dialogs.tsx"), "TransactionDialogs");

/** Struck out if reversed. */
const quantityOf = ({ quantity, reversed_by }: Transaction) =>
  reversed_by ? <s>{numberText(quantity)}</s> : numberText(quantity);

const columns: Column<Transaction>[] = [
  { head: "Image", width: "3.25rem", cell: ({ product }) => <Image src={product.image} /> },
  {
    head: "Product",
    cell: ({ product }) => (
      <ProductLink id={product._id}>
        <NameOverCode {...product} />
      </ProductLink>
    ),
    paper: ({ product }) => <NameOverCode {...product} />,
  },
  { head: "Action", width: "7.5rem", cell: ({ action }) => <ActionTag action={action} /> },
  {
    head: "Reason",
    width: "10.25rem",
    cell: (row) => <ReasonCell row={row} />,
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
    cell: ({ created_at }) => (
      <ClampedText hint={agoText(created_at, Date.now())}>{dateTimeText(created_at)}</ClampedText>
    ),
  },
  { head: "User", width: "7rem", cell: ({ user }) => <TwoLines note={`@${user.username}`}>{user.name}</TwoLines> },
];

/** "Pink · 08:33 · BLR-01 · @executive". */
const details = ({ product, created_at, warehouse, user }: Transaction): string =>
  [nameParts(product.name).variant, clockText(Date.parse(created_at)), warehouse.w_id, `@${user.username}`]
    .filter(Boolean)
    .join(" · ");

const phone = (row: Transaction) => ({
  image: <Image src={row.product.image} />,
  title: nameParts(row.product.name).base,
  note: (
    <>
      {row.reversed_by && "Reversed · "}
      {row.reverses && "Reversal · "}
      <ActionTag action={row.action} short /> {details(row)}
    </>
  ),
  number: quantityOf(row),
});

const dayOfRow = ({ created_at }: Transaction): string => dateText(created_at);
const nameOf = ({ product }: Transaction): string => product.name;
const productOf = ({ product }: Transaction): string => product._id;
const isReversed = ({ reversed_by }: Transaction): boolean => reversed_by !== undefined;

export function Transactions() {
  const day = today();
  const [range, setRange] = useRange(day, 1);
  const list = useData("GET /v1/transactions", { query: range });
  const filters = useTransactionFilters();
  const dialog = useOpenDialog();
  const [grouped, setGrouped] = usePreference("transactions by movement", "no");
  const desk = useDesk();
  const beside = { keyOf: productOf, open: desk.id };
  const onPhone = usePhone();
  const reverse = useReverseAction(dialog, day);
  const days = range.start === range.end ? dayText(range.end) : dayRangeText(range);

  const summary = (rows: readonly Transaction[]): string => {
    const total = numberText(rows.reduce((sum, { quantity }) => sum + quantity, 0));
    return [(onPhone || desk.shown) && days, filters.action && totalText(total, list.truncated)]
      .filter(Boolean)
      .join(" · ");
  };

  const byMovement = grouped === "yes";
  const shared = {
    list,
    keepToolbar: true,
    folded: desk.shown,
    range: <RangeBar range={range} today={day} onChange={setRange} />,
    filters: (
      <>
        <TransactionFilters filters={filters} rows={list.data} />
        <Checkbox label="By movement" checked={byMovement} onChange={(by) => setGrouped(by ? "yes" : "no")} />
      </>
    ),
    activeFilters: filters.count,
    onClear: filters.clear,
    empty: <NoTransactions {...{ range, days, day, setRange }} />,
  };
  const ofDay = range.start === range.end ? undefined : dayOfRow;

  return (
    <Page title="View Transactions" action={!filters.movement && <TransactionsExport {...{ range, filters, days }} />}>
      {byMovement ? (
        <Movements {...shared} {...{ summary, reverse, dialog }} where={filters.where} heading={ofDay} />
      ) : (
        <DataTable
          label="Transactions"
          columns={columns}
          phone={phone}
          phoneRowHeight={twoLineHeight}
          rowFilter={filters.where}
          summary={summary}
          heading={ofDay}
          noun="transaction"
          nameOf={nameOf}
          onOpen={({ _id }) => dialog.open("show", _id)}
          beside={beside}
          compact={desk.shown}
          actions={[reverse]}
          muted={isReversed}
          {...shared}
        />
      )}
      {dialog.name && <TransactionDialogs {...{ dialog, list, whyNotReversed: reverse.disabledReason }} />}
    </Page>
  );
}

/** Reverses the whole movement of a row, if the user may. */
function useReverseAction(dialog: OpenDialog, day: string) {
  const { user } = useSession();
  return {
    name: "Reverse",
    icon: Undo2,
    disabledReason: (row) => (user ? whyNotReversed(row, dayOf(row.created_at), user, day) : undefined),
    run: ({ _id }) => dialog.open("reverse", _id),
    preload: TransactionDialogs.preload,
  } satisfies RowAction<Transaction>;
}

interface NoTransactionsProps {
  range: Range;
  days: string;
  day: string;
  setRange: ChangeRange;
}

/** Usually the list is empty because the day has just begun, so a button shows the days before. */
function NoTransactions({ range, days, day, setRange }: NoTransactionsProps) {
  const widerDays = widerPreset(range, day);
  return (
    <Empty
      icon={History}
      text={range.start === range.end ? `No transactions on ${days}` : `No transactions from ${days}`}
      action={widerDays && <Button onClick={() => setRange(() => lastDays(widerDays, day))}>{widerDays} days</Button>}
    />
  );
}

interface ExportProps {
  range: Range;
  filters: ReturnType<typeof useTransactionFilters>;
  /** The range in words. */
  days: string;
}

/** Exports the days shown with the filters that are set. */
function TransactionsExport({ range, filters, days }: ExportProps) {
  const { product, warehouse, action, user, reason, channel } = filters;
  const chosen = { product, warehouse, action: action as Action, user, reason, channel: channel as Channel };
  const download = useDownload("GET /v1/transactions/export", { query: { ...range, ...chosen } });
  return (
    <ExportButton download={download} of={filters.count ? `${days}, filtered` : days}>
      Export
    </ExportButton>
  );
}
