// The dialogs of View Transactions: the details of one row, and the confirmation before its movement is reversed.
import { PencilLine, Printer, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { channelLabel } from "#shared/channel.ts";
import { factsOf, kindLabel } from "#shared/kinds.ts";
import type { Transaction } from "#shared/movement.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { productLabels } from "#shared/product-fields.ts";
import { ActionTag } from "../../domain/action-tag.tsx";
import { describeReversal, reverseName } from "../../domain/describe-movement.ts";
import { productPath } from "../../domain/panel.ts";
import { transferNote } from "../../domain/transfer-note.tsx";
import { warehouseText } from "../../domain/warehouse-name.tsx";
import { isTruncated } from "../../lib/api/pages.ts";
import { agoText, countText, dateTimeText, dayText, numberText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { useOpenedRow } from "../../lib/navigation/opened-row.ts";
import type { OpenDialog } from "../../lib/navigation/url-state.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { DefinitionList } from "../../ui/definition-list.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog/dialog.tsx";
import { usePrint } from "../../ui/print/printout.tsx";
import { ContainerLink, LinkedMovement, linksOf, PicklistLink } from "./movement-links.tsx";

const CorrectDialog = lazyComponent(() => import("../../domain/correct/correct-dialog.tsx"), "CorrectDialog");
const ReverseDialog = lazyComponent(() => import("../../domain/reverse-dialog.tsx"), "ReverseDialog");

/** Effects of a reversal besides the stock. */
const otherEffects = ({ channel, container }: Transaction): string => {
  if (channel) return " The units leave the sales of that day.";
  return container ? ` The units become outstanding in container ${container} again.` : "";
};

const reverseText = (row: Transaction, rows: readonly Transaction[], incomplete: boolean): string => {
  const subject =
    rows.length === 1 ? "This row goes back" : `All ${countText(rows.length, "row")} of this movement go back`;
  const whatGoesBack = incomplete
    ? "All rows of this movement go back, including those not shown"
    : `${subject}: ${describeReversal(rows)}`;
  return `${whatGoesBack}.${otherEffects(row)} Continue?`;
};

interface DialogsProps {
  dialog: OpenDialog;
  list: QueryState<readonly Transaction[]>;
  /** Why a row's movement cannot be reversed; undefined if it can. */
  whyNotReversed: (row: Transaction) => string | undefined;
  whyNotCorrected: (row: Transaction) => string | undefined;
}

export function TransactionDialogs({ dialog, list, whyNotReversed, whyNotCorrected }: DialogsProps) {
  const opened = useOpenedRow(dialog, list, "Transaction", "It may be of another day.");
  const { row, unavailable } = opened;
  if (!row) return null;
  const rows = opened.rows.filter(({ movement }) => movement === row.movement);
  const incomplete = isTruncated(opened.rows) && row.batch === true;
  return (
    <>
      {dialog.name === "show" && (
        <TransactionDetail
          {...{ row, rows, incomplete }}
          whyNotReversed={unavailable ?? whyNotReversed(row)}
          whyNotCorrected={unavailable ?? whyNotCorrected(row)}
          onReverse={() => dialog.open("reverse", row._id)}
          onCorrect={() => dialog.open("correct", row._id)}
          onClose={dialog.close}
        />
      )}
      {dialog.name === "correct" && (
        <CorrectDialog
          movement={row.movement}
          name={`${kindLabel(row.kind).toLowerCase()} ${movementNumber(row.movement)}`}
          created_at={row.created_at}
          corrections={row.corrections}
          of={row}
          onClose={dialog.close}
        />
      )}
      {dialog.name === "reverse" && (
        <ReverseDialog
          movement={row.movement}
          title="Reverse movement"
          text={reverseText(row, rows, incomplete)}
          into={rows.filter(({ action }) => action === "STOCK_OUT").map(({ warehouse }) => warehouse)}
          action="Reverse movement"
          successText="Reversed"
          onClose={dialog.close}
        />
      )}
    </>
  );
}

interface DetailProps {
  row: Transaction;
  /** The rows of its movement. */
  rows: readonly Transaction[];
  /** The movement may have more rows than these. */
  incomplete: boolean;
  /** Undefined if it can be reversed. */
  whyNotReversed: string | undefined;
  whyNotCorrected: string | undefined;
  onReverse: () => void;
  onCorrect: () => void;
  onClose: () => void;
}

/** One transaction with all its fields, its movement and its reversal, and buttons to print or reverse it. */
function TransactionDetail({ row, rows, incomplete, onReverse, onCorrect, onClose, ...whyNot }: DetailProps) {
  const { movement, kind, action, quantity, reason, channel, product, warehouse, user, remarks, created_at } = row;
  const { moves, picked } = factsOf(kind);
  const { print, portal } = usePrint(moves === "both" ? transferNote(rows) : undefined);
  const time = <span title={agoText(created_at)}>{dateTimeText(created_at)}</span>;
  return (
    <Dialog title={product.name} onClose={onClose}>
      <DialogBody>
        <DefinitionList
          entries={[
            [productLabels.p_id, product.p_id],
            ["Action", <ActionTag key="action" action={action} />],
            ["Quantity", <strong key="quantity">{numberText(quantity)}</strong>],
            ["Left", row.left !== undefined && !row.reversed_by && numberText(row.left)],
            ["Reason", reason],
            ["Channel", channel && channelLabel(channel)],
            ["Sold on", row.sold_on && dayText(row.sold_on)],
            ["Container", row.container && <ContainerLink key="container" container={row.container} />],
            ["Picklist", picked && <PicklistLink key="picklist" row={row} />],
            ["Warehouse", warehouseText(warehouse)],
            ["Created At", time],
            ["Entered At", row.made_at && `${dateTimeText(row.made_at)}, without a network`],
            ["User", `${user.name} @${user.username}`],
            ["Remarks", remarks],
            [
              "Movement",
              incomplete ? movementNumber(movement) : `${movementNumber(movement)}, ${countText(rows.length, "row")}`,
            ],
            ...linksOf(row).map((link): [string, ReactNode] => [
              row.reversed_by === link.other || row.reverses ? "Reversal" : "Correction",
              <LinkedMovement key={link.text} {...{ row, link }} />,
            ]),
          ]}
        />
      </DialogBody>
      <DialogFoot>
        <ButtonLink to={productPath(product._id)}>Product page</ButtonLink>
        {moves === "both" && (
          <Button icon={Printer} onClick={print}>
            Print transfer note
          </Button>
        )}
        {!whyNot.whyNotReversed && (
          <Button icon={Undo2} onClick={onReverse}>
            {reverseName(rows)}
          </Button>
        )}
        {!whyNot.whyNotCorrected && (
          <Button icon={PencilLine} onClick={onCorrect}>
            Correct
          </Button>
        )}
      </DialogFoot>
      {portal}
    </Dialog>
  );
}
