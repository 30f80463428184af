// The transactions report: a row for each movement line, newest first, with the filters of the screen.
import { channelLabel } from "#shared/channel.ts";
import type { TransactionsExport } from "#shared/export.ts";
import { type Transaction, toTransactions } from "#shared/movement.ts";
import { tagReader } from "../catalogue/tags.ts";
import { readEntries, withReversedChannels } from "../ledger/entries.ts";
import { type Column, productColumns } from "./column.ts";

export const transactionColumns: Column<Transaction>[] = [
  { head: "Time", width: 18, cell: ({ created_at }) => ({ instant: created_at }) },
  { head: "Action", width: 12, cell: ({ action }) => action },
  { head: "Reason", width: 22, cell: ({ reason }) => reason },
  ...productColumns<Transaction>(({ product }) => product),
  { head: "Quantity", width: 10, cell: ({ quantity }) => quantity },
  { head: "W.ID", width: 12, cell: ({ warehouse }) => warehouse.w_id },
  { head: "Warehouse", width: 24, cell: ({ warehouse }) => warehouse.name },
  { head: "Channel", width: 12, cell: ({ channel }) => channel && channelLabel(channel) },
  { head: "Name", width: 22, cell: ({ user }) => user.name },
  { head: "Username", width: 18, cell: ({ user }) => user.username },
  { head: "Remarks", width: 40, cell: ({ remarks }) => remarks },
  { head: "Movement", width: 24, cell: ({ movement }) => movement },
  { head: "Reverses", width: 24, cell: ({ reverses }) => reverses },
  { head: "Reversed by", width: 24, cell: ({ reversed_by }) => reversed_by },
  { head: "Left", width: 10, cell: ({ left }) => left },
  { head: "Corrects", width: 24, cell: ({ corrects }) => corrects },
  { head: "Adds to", width: 24, cell: ({ adds_to }) => adds_to },
  { head: "Sold on", width: 12, cell: ({ sold_on }) => sold_on },
];

/** The value that each filter compares. */
const filtered: Record<Exclude<keyof TransactionsExport, "start" | "end">, (row: Transaction) => string | undefined> = {
  product: ({ product }) => product._id,
  action: ({ action }) => action,
  warehouse: ({ warehouse }) => warehouse._id,
  user: ({ user }) => user._id,
  reason: ({ reason }) => reason,
  channel: ({ channel }) => channel,
};
const names = Object.keys(filtered) as (keyof typeof filtered)[];

/** Entries whose rows are in memory at a time. */
const portionSize = 200;

/** Transactions in portions, so that memory does not grow with the range. */
export async function* readTransactions({ start, end, ...filters }: TransactionsExport) {
  const readTags = tagReader({ isMarked: true });
  for await (const found of readEntries({ start, end }))
    for (let at = 0; at < found.length; at += portionSize) {
      const some = await withReversedChannels(found.slice(at, at + portionSize));
      const tags = await readTags(some);
      yield some
        .flatMap((entry) => toTransactions(entry, tags.product, tags.warehouse))
        .filter((row) => names.every((name) => !filters[name] || filtered[name](row) === filters[name]));
    }
}
