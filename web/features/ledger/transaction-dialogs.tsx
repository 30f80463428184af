// The dialogs of View Transactions: one row whole, and the question before its movement is reversed.
import type { Transaction } from "#shared/movement.ts";
import { describeMovement } from "../../domain/describe-movement.ts";
import { isTruncated } from "../../lib/api/client.ts";
import { countText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { useOpenedRow } from "../../lib/navigation/opened-row.ts";
import type { OpenDialog } from "../../lib/navigation/url-state.ts";
import type { QueryState } from "../../lib/query-state.ts";

const TransactionDetail = lazyComponent(() => import("./transaction-detail.tsx"), "TransactionDetail");
const ReverseDialog = lazyComponent(() => import("../../domain/reverse-dialog.tsx"), "ReverseDialog");

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
    : `${what}: ${describeMovement(rows)}`;
  return `${said}.${besides(row)} Continue?`;
};

interface Props {
  dialog: OpenDialog;
  list: QueryState<readonly Transaction[]>;
  /** Why a row's movement cannot be reversed. */
  disabledReason: (row: Transaction) => string | undefined;
}

export function TransactionDialogs({ dialog, list, disabledReason }: Props) {
  const found = useOpenedRow(dialog, list, "Transaction", "It may be of another day.");
  const { row, unavailable } = found;
  if (!row) return null;
  const rows = found.rows.filter(({ movement }) => movement === row.movement);
  const some = isTruncated(found.rows) && row.batch === true;
  return (
    <>
      {dialog.name === "show" && (
        <TransactionDetail
          {...{ of: row, rows, some }}
          fixed={unavailable ?? disabledReason(row)}
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
