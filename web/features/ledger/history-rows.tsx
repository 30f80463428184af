// How a movement reads in a product's history: its columns on a desk, its two lines on a phone.
import { channelLabel } from "#shared/channel.ts";
import type { HistoryRow } from "#shared/history.ts";
import { ActionTag } from "../../domain/action-tag.tsx";
import { agoText, clockText, dateText, numberText, timeText } from "../../lib/format.ts";
import type { Column } from "../../ui/table/columns.ts";
import { TwoLines } from "../../ui/table/two-lines.tsx";
import { Tag } from "../../ui/tag.tsx";

/** Whether it undid another one or was undone, and what it was for; nothing, when there is nothing to say. */
const noteOf = ({ reverses, reversed_by, channel, container }: HistoryRow) => {
  if (!reverses && !reversed_by) return channel ? channelLabel[channel] : container;
  return (
    <>
      {reverses && <Tag>Reversal</Tag>}
      {reversed_by && <Tag tone="warn">Reversed</Tag>} {channel ? channelLabel[channel] : container}
    </>
  );
};

const signed = ({ action, quantity }: HistoryRow): string =>
  `${action === "STOCK_IN" ? "+" : "−"}${numberText(quantity)}`;

export const columns: Column<HistoryRow>[] = [
  {
    head: "Created At",
    width: "9rem",
    cell: ({ created_at }) => <span title={agoText(created_at, Date.now())}>{timeText(created_at)}</span>,
  },
  { head: "Action", width: "7.75rem", cell: ({ action }) => <ActionTag action={action} /> },
  { head: "Reason", width: "11.25rem", cell: (row) => <TwoLines note={noteOf(row)}>{row.reason}</TwoLines> },
  {
    head: "Warehouse",
    cell: ({ warehouse }) => <TwoLines note={warehouse.w_id}>{warehouse.name}</TwoLines>,
  },
  { head: "User", width: "7.5rem", cell: ({ user }) => <TwoLines note={`@${user.username}`}>{user.name}</TwoLines> },
  { head: "Quantity", width: "5.5rem", right: true, cell: signed },
  { head: "In warehouse", width: "7rem", right: true, cell: ({ balance }) => numberText(balance) },
  { head: "In all", width: "5.5rem", right: true, cell: ({ total }) => <strong>{numberText(total)}</strong> },
];

export const phone = (row: HistoryRow) => ({
  title: (
    <>
      {signed(row)} {row.reason}
    </>
  ),
  note: (
    <>
      {clockText(Date.parse(row.created_at))} · {row.warehouse.w_id}: {numberText(row.balance)} {noteOf(row)}
    </>
  ),
  number: (
    <>
      <small>In all</small>
      {numberText(row.total)}
    </>
  ),
});

export const dayOfRow = ({ created_at }: HistoryRow): string => dateText(created_at);
export const nameOf = ({ reason, created_at }: HistoryRow): string => `${reason} ${timeText(created_at)}`;
