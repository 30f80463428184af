// The dialogs of View Transactions: one row whole, and the question before its movement is reversed.
import type { Transaction } from "#shared/movement.ts";
import { countText } from "../lib/format.ts";
import { later } from "../lib/later.tsx";
import { movedText } from "../lib/moved.ts";
import type { Opened } from "../lib/url.ts";

const TransactionDetail = later(() => import("./transaction-detail.tsx"), "TransactionDetail");
const ReverseDialog = later(() => import("./reverse-dialog.tsx"), "ReverseDialog");

/** What a reversal does besides moving units. */
const besides = ({ channel, container }: Transaction): string => {
  if (channel) return " The units leave the sales of that day.";
  return container ? ` Container ${container} owes them again.` : "";
};

const questionOf = (row: Transaction, rows: readonly Transaction[]): string => {
  const what =
    rows.length === 1 ? "This row goes back" : `All ${countText(rows.length, "row")} of this movement go back`;
  return `${what}: ${movedText(rows)}.${besides(row)} Continue?`;
};

interface Props {
  dialog: Opened;
  list: readonly Transaction[] | undefined;
  /** Why a row's movement cannot be reversed. */
  off: (row: Transaction) => string | undefined;
}

export function TransactionDialogs({ dialog, list, off }: Props) {
  const row = list?.find(({ _id }) => _id === dialog.id);
  if (!row || !list) return null;
  const rows = list.filter(({ movement }) => movement === row.movement);
  return (
    <>
      {dialog.name === "show" && (
        <TransactionDetail
          {...{ of: row, rows }}
          fixed={off(row)}
          onReverse={() => dialog.open("reverse", row._id)}
          onClose={dialog.close}
        />
      )}
      {dialog.name === "reverse" && (
        <ReverseDialog
          movement={row.movement}
          title="Reverse movement"
          text={questionOf(row, rows)}
          action="Reverse movement"
          done="Reversed"
          onClose={dialog.close}
        />
      )}
    </>
  );
}
