// Transactions of a range of days, by line or by movement, with filters, the total of an action, and the export.
import { History, PencilLine, Undo2 } from "lucide-react";
import { useMemo } from "react";
import type { Channel } from "#shared/channel.ts";
import { dayOf, type Range } from "#shared/day.ts";
import type { Action, Transaction } from "#shared/movement.ts";
import { whyNotCorrected, whyNotReversed } from "#shared/reversal.ts";
import { ActionTag } from "../../domain/action-tag.tsx";
import { momentColumn, userColumn } from "../../domain/columns.tsx";
import { reverseName } from "../../domain/describe-movement.ts";
import { EmptyUnless } from "../../domain/missing.tsx";
import { useProductRows } from "../../domain/panel.ts";
import { NameOverCode, nameParts, ProductLink } from "../../domain/product-name.tsx";
import { useDownload } from "../../lib/api/download.ts";
import { useSession } from "../../lib/api/session.ts";
import { useData } from "../../lib/api/use-data.ts";
import { clockText, dateText, numberText, totalText, useToday } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { usePhone } from "../../lib/media.ts";
import { daysText, useRange } from "../../lib/navigation/date-range.ts";
import { type OpenDialog, useOpenDialog } from "../../lib/navigation/url-state.ts";
import { usePreference } from "../../lib/preference.ts";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { ExportButton } from "../../ui/form/export-button.tsx";
import { Image } from "../../ui/image.tsx";
import { NoneInRange } from "../../ui/page/none-in-range.tsx";
import { Page } from "../../ui/page/page.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable, twoLineHeight } from "../../ui/table/data-table.tsx";
import type { RowAction } from "../../ui/table/row-actions.tsx";
import { TwoLines } from "../../ui/tag.tsx";
import { Movements } from "./movements.tsx";
import { ReasonCell } from "./reason-cell.tsx";
import { useTransactionFilters } from "./transaction-filters.tsx";

const TransactionDialogs = lazyComponent(() => import("./transaction-dialogs.tsx"), "TransactionDialogs");

/** Struck out if reversed, or before the units that corrections have left. */
const quantityOf = ({ quantity, left = quantity, reversed_by }: Transaction) => {
  if (reversed_by) return <s>{numberText(quantity)}</s>;
  if (left === quantity) return numberText(quantity);
  return (
    <>
      <s>{numberText(quantity)}</s> {numberText(left)}
    </>
  );
};

const columns: Column<Transaction>[] = [
  { head: "Image", width: "3.25rem", least: "2.75rem", cell: ({ product }) => <Image src={product.image} /> },
  {
    head: "Product",
    least: "8rem",
    cell: ({ product }) => (
      <ProductLink id={product._id}>
        <NameOverCode {...product} />
      </ProductLink>
    ),
    paper: ({ product }) => <NameOverCode {...product} />,
  },
  { head: "Action", width: "7.75rem", least: "7.125rem", cell: ({ action }) => <ActionTag action={action} /> },
  {
    head: "Reason",
    width: "11.25rem",
    // "Reverses QMMC-HF09" in a line.
    least: "9rem",
    cell: (row) => <ReasonCell row={row} />,
  },
  { head: "Quantity", width: "5.25rem", least: "4.25rem", right: true, cell: quantityOf },
  {
    head: "Warehouse",
    width: "8rem",
    least: "6rem",
    cell: ({ warehouse }) => <TwoLines note={warehouse.w_id}>{warehouse.name}</TwoLines>,
  },
  momentColumn("Created At", ({ created_at }) => created_at, { least: "5.5rem" }),
  userColumn(({ user }) => user, { width: "7rem", least: "5.5rem" }),
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
      {row.corrects && "Correction · "}
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
  const day = useToday();
  const [range, setRange] = useRange(day, 1);
  const list = useData("GET /v1/transactions", { query: range });
  const [grouped, setGrouped] = usePreference("transactions by movement", "no");
  const byMovement = grouped === "yes";
  const rangeBar = { range, today: day, onChange: setRange };
  const { values, table } = useTransactionFilters(list.data, {
    range: rangeBar,
    view: {
      controls: <Checkbox label="By movement" checked={byMovement} onChange={(by) => setGrouped(by ? "yes" : "no")} />,
      words: [byMovement && "By movement"],
    },
  });
  const { rowFilter, ...toolbar } = table;
  const dialog = useOpenDialog();
  const { beside } = useProductRows(productOf);
  const onPhone = usePhone();
  const actions = useMovementActions(dialog, day, list.truncated ? [] : list.data);
  const [reverse, correct] = actions;
  const days = daysText(range);

  const summary = (rows: readonly Transaction[]): string => {
    const total = numberText(rows.reduce((sum, { quantity }) => sum + quantity, 0));
    return [onPhone && days, values.action && totalText(total, list.truncated)].filter(Boolean).join(" · ");
  };

  const shared = {
    list,
    ...toolbar,
    empty: (
      <EmptyUnless needs={["warehouse", "products", "stock"]}>
        <NoneInRange icon={History} noun="transactions" {...rangeBar} />
      </EmptyUnless>
    ),
  };
  const ofDay = range.start === range.end ? undefined : dayOfRow;

  return (
    <Page title="View Transactions" action={!values.movement && <TransactionsExport {...{ range, values }} />}>
      {byMovement ? (
        <Movements {...shared} {...{ summary, actions, dialog }} where={rowFilter} heading={ofDay} />
      ) : (
        <DataTable
          label="Transactions"
          columns={columns}
          phone={phone}
          phoneRowHeight={twoLineHeight}
          rowFilter={rowFilter}
          summary={summary}
          heading={ofDay}
          noun="transaction"
          nameOf={nameOf}
          onOpen={({ _id }) => dialog.open("show", _id)}
          {...(beside && { beside })}
          actions={actions}
          muted={isReversed}
          {...shared}
        />
      )}
      {dialog.name && (
        <TransactionDialogs
          {...{ dialog, list, whyNotReversed: reverse.disabledReason, whyNotCorrected: correct.disabledReason }}
        />
      )}
    </Page>
  );
}

/** Reverses the whole movement of a row, or corrects its lines, if the user may. */
function useMovementActions(dialog: OpenDialog, day: string, rows: readonly Transaction[] = []) {
  const { user } = useSession();
  const byMovement = useMemo(() => Map.groupBy(rows, ({ movement }) => movement), [rows]);
  return [
    {
      name: ({ movement }) => reverseName(byMovement.get(movement) ?? []),
      icon: Undo2,
      disabledReason: (row) => (user ? whyNotReversed(row, dayOf(row.created_at), user, day) : undefined),
      run: ({ _id }) => dialog.open("reverse", _id),
    },
    {
      name: "Correct",
      icon: PencilLine,
      disabledReason: (row) => (user ? whyNotCorrected(row, dayOf(row.created_at), user, day) : undefined),
      run: ({ _id }) => dialog.open("correct", _id),
    },
  ] as const satisfies RowAction<Transaction>[];
}

interface ExportProps {
  range: Range;
  values: ReturnType<typeof useTransactionFilters>["values"];
}

/** Exports the days shown with the filters that are set. */
function TransactionsExport({ range, values: { movement: _, ...values } }: ExportProps) {
  const query = { ...range, ...values, action: values.action as Action, channel: values.channel as Channel };
  const download = useDownload("GET /v1/transactions/export", { query });
  const isFiltered = Object.values(values).some(Boolean);
  return (
    <ExportButton download={download} of={isFiltered ? `${daysText(range)}, filtered` : daysText(range)}>
      Export
    </ExportButton>
  );
}
