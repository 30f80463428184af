// The dialogs of View Transactions: the details of one row, and the confirmation before its movement is reversed.
import { Printer, Undo2 } from "lucide-react";
import { channelLabel } from "#shared/channel.ts";
import type { Transaction } from "#shared/movement.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { describeMovement } from "../../domain/describe-movement.ts";
import { transferNote } from "../../domain/transfer-note.tsx";
import { warehouseText } from "../../domain/warehouse-name.tsx";
import { isTruncated } from "../../lib/api/client.ts";
import { agoText, countText, numberText, timeText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { useOpenedRow } from "../../lib/navigation/opened-row.ts";
import type { OpenDialog } from "../../lib/navigation/url-state.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { Button } from "../../ui/button.tsx";
import { DefinitionList } from "../../ui/definition-list.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog/dialog.tsx";
import { usePrint } from "../../ui/print/print-sheet.tsx";
import { ActionTag } from "./action-tag.tsx";
import { ReversalLink } from "./transaction-filters.tsx";

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

interface DialogsProps {
  dialog: OpenDialog;
  list: QueryState<readonly Transaction[]>;
  /** Why a row's movement cannot be reversed. */
  off: (row: Transaction) => string | undefined;
}

export function TransactionDialogs({ dialog, list, off }: DialogsProps) {
  const found = useOpenedRow(dialog, list, "Transaction", "It may be of another day.");
  const { row, left } = found;
  if (!row) return null;
  const rows = found.rows.filter(({ movement }) => movement === row.movement);
  const some = isTruncated(found.rows) && row.batch === true;
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
          successText="Reversed"
          onClose={dialog.close}
        />
      )}
    </>
  );
}

interface DetailProps {
  of: Transaction;
  /** The rows of its movement; there may be more of them when these are only some. */
  rows: readonly Transaction[];
  some: boolean;
  /** Why it cannot be reversed. */
  fixed: string | undefined;
  onReverse: () => void;
  onClose: () => void;
}

/** One transaction whole: what its row has no room for, what it belongs to, and what can be done about it. */
function TransactionDetail({ of, rows, some, fixed, onReverse, onClose }: DetailProps) {
  const { movement, kind, action, quantity, reason, channel, product, warehouse, user, remarks, created_at } = of;
  const { print, portal } = usePrint(kind === "transfer" ? transferNote(rows) : undefined);
  const time = <span title={agoText(created_at, Date.now())}>{timeText(created_at)}</span>;
  return (
    <Dialog title={product.name} onClose={onClose}>
      <DialogBody>
        <DefinitionList
          of={[
            ["P.ID/SKU/BC", product.p_id],
            ["Action", <ActionTag key="action" action={action} />],
            ["Quantity", <strong key="quantity">{numberText(quantity)}</strong>],
            ["Reason", reason],
            ["Channel", channel && channelLabel[channel]],
            ["Container", of.container],
            ["Warehouse", warehouseText(warehouse)],
            ["Created At", time],
            ["User", `${user.name} @${user.username}`],
            ["Remarks", remarks],
            [
              "Movement",
              some ? movementNumber(movement) : `${movementNumber(movement)}, ${countText(rows.length, "row")}`,
            ],
            ["Reversal", (of.reversed_by || of.reverses) && <ReversalLink key="link" of={of} />],
          ]}
        />
      </DialogBody>
      <DialogFoot>
        {kind === "transfer" && (
          <Button icon={Printer} onClick={print}>
            Print transfer note
          </Button>
        )}
        {!fixed && (
          <Button icon={Undo2} onClick={onReverse}>
            Reverse
          </Button>
        )}
      </DialogFoot>
      {portal}
    </Dialog>
  );
}
