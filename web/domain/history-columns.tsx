// A product's movement as a row: action, reason, warehouse, user, quantity, and the balances after it; on phones as two lines.
import { channelLabel } from "#shared/channel.ts";
import type { HistoryRow } from "#shared/history.ts";
import { agoText, clockText, dateText, dateTimeText, numberText } from "../lib/format.ts";
import type { Column } from "../ui/table/columns.ts";
import { Tag, TwoLines } from "../ui/tag.tsx";
import { ActionTag } from "./action-tag.tsx";
import { userColumn } from "./columns.tsx";

/** Whether it is a reversal or correction, or has been reversed or corrected, and its channel or container, if any. */
export const noteOf = ({ reverses, reversed_by, corrects, left, channel, container }: HistoryRow) => {
  if (!reverses && !reversed_by && !corrects && left === undefined) return channel ? channelLabel(channel) : container;
  return (
    <>
      {reverses && <Tag>Reversal</Tag>}
      {corrects && <Tag>Correction</Tag>}
      {reversed_by && <Tag tone="warn">Reversed</Tag>}
      {!reversed_by && left !== undefined && <Tag tone="warn">Corrected, {numberText(left)} left</Tag>}{" "}
      {channel ? channelLabel(channel) : container}
    </>
  );
};

export const signedText = ({ action, quantity }: HistoryRow): string =>
  `${action === "STOCK_IN" ? "+" : "−"}${numberText(quantity)}`;

export const historyColumns: Column<HistoryRow>[] = [
  {
    head: "Created At",
    width: "9rem",
    cell: ({ created_at }) => <span title={agoText(created_at)}>{dateTimeText(created_at)}</span>,
  },
  { head: "Action", width: "7.75rem", cell: ({ action }) => <ActionTag action={action} /> },
  { head: "Reason", width: "11.25rem", cell: (row) => <TwoLines note={noteOf(row)}>{row.reason}</TwoLines> },
  {
    head: "Warehouse",
    cell: ({ warehouse }) => <TwoLines note={warehouse.w_id}>{warehouse.name}</TwoLines>,
  },
  userColumn(({ user }) => user, { width: "7.5rem" }),
  { head: "Quantity", width: "5.5rem", right: true, cell: signedText },
  { head: "In warehouse", width: "7rem", right: true, cell: ({ balance }) => numberText(balance) },
  { head: "Total", width: "5.5rem", right: true, cell: ({ total }) => <strong>{numberText(total)}</strong> },
];

export const historyOnPhone = (row: HistoryRow) => ({
  title: (
    <>
      {signedText(row)} {row.reason}
    </>
  ),
  note: (
    <>
      {clockText(Date.parse(row.created_at))} · {row.warehouse.w_id}: {numberText(row.balance)} {noteOf(row)}
    </>
  ),
  number: (
    <>
      <small>Total</small>
      {numberText(row.total)}
    </>
  ),
});

export const dayOfRow = ({ created_at }: HistoryRow): string => dateText(created_at);
export const nameOfRow = ({ reason, created_at }: HistoryRow): string => `${reason} ${dateTimeText(created_at)}`;
