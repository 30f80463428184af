// One transaction whole: what its row has no room for, what it belongs to, and what can be done about it.
import { Printer, Undo2 } from "lucide-react";
import { channelLabel } from "#shared/channel.ts";
import type { Transaction } from "#shared/movement.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { ActionTag } from "../../domain/action-tag.tsx";
import { transferNote } from "../../domain/transfer-note.tsx";
import { warehouseText } from "../../domain/warehouse-name.tsx";
import { agoText, countText, numberText, timeText } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { DefinitionList } from "../../ui/definition-list.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog/dialog.tsx";
import { usePrint } from "../../ui/print/print-sheet.tsx";
import { ReversalLink } from "./transaction-links.tsx";

interface Props {
  of: Transaction;
  /** The rows of its movement; there may be more of them when these are only some. */
  rows: readonly Transaction[];
  some: boolean;
  /** Why it cannot be reversed. */
  fixed: string | undefined;
  onReverse: () => void;
  onClose: () => void;
}

export function TransactionDetail({ of, rows, some, fixed, onReverse, onClose }: Props) {
  const { movement, kind, action, quantity, reason, channel, product, warehouse, user, remarks, created_at } = of;
  const { print, portal } = usePrint(kind === "transfer" ? transferNote(rows) : undefined);
  const time = <span title={agoText(created_at, Date.now())}>{timeText(created_at)}</span>;
  return (
    <Dialog title={product.name} onClose={onClose}>
      <DialogBody>
        <DefinitionList
          entries={[
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
