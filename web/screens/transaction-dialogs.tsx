// The dialogs of View Transactions: one row whole, and the question before its movement is reversed.
import type { Transaction } from "#shared/movement.ts";
import { isCut } from "../lib/call.ts";
import { countText } from "../lib/format.ts";
import { later } from "../lib/later.tsx";
import type { Loaded } from "../lib/loaded.ts";
import { movedText } from "../lib/moved.ts";
import { useOpenedRow } from "../lib/opened-row.ts";
import type { Opened } from "../lib/url.ts";

const TransactionDetail = later(() => import("./transaction-detail.tsx"), "TransactionDetail");
const ReverseDialog = later(() => import("./reverse-dialog.tsx"), "ReverseDialog");

/** What a reversal does besides moving units. */
const besides = ({ channel, container }: Transaction): string => {
  if (channel) return " The units leave the sales of that day.";
  return container ? ` Container ${container} owes them again.` : "";
};

const questionOf = (row: Transaction, rows: readonly Transaction[], some: boolean): string => {
  const what =
    rows.length === 1 ? "This row goes back" : `All ${countText(rows.length, "row")} of this movement go back`;
  const said = some
    ? "All rows of this movement go back, also those that are not shown"
    : `${what}: ${movedText(rows)}`;
  return `${said}.${besides(row)} Continue?`;
};

interface Props {
  dialog: Opened;
  list: Loaded<readonly Transaction[]>;
  /** Why a row's movement cannot be reversed. */
  off: (row: Transaction) => string | undefined;
}

export function TransactionDialogs({ dialog, list, off }: Props) {
  const found = useOpenedRow(dialog, list, "Transaction", "It may be of another day.");
  const { row, left } = found;
  if (!row) return null;
  const rows = found.rows.filter(({ movement }) => movement === row.movement);
  const some = isCut(found.rows) && row.batch === true;
  return (
    <>
      {dialog.name === "show" && (
        <TransactionDetail
          {...{ of: row, rows, some }}
          fixed={left ?? off(row)}
          onReverse={() => dialog.open("reverse", row._id)}
          onClose={dialog.close}
        />
      )}
      {dialog.name === "reverse" && (
        <ReverseDialog
          movement={row.movement}
          title="Reverse movement"
          text={questionOf(row, rows, some)}
          action="Reverse movement"
          done="Reversed"
          onClose={dialog.close}
        />
      )}
    </>
  );
}
