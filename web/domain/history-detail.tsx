// The details of one movement of a product, with a link to the movement it reverses or is reversed by.
import { channelLabel } from "#shared/channel.ts";
import type { HistoryRow } from "#shared/history.ts";
import { agoText } from "../lib/ago.ts";
import { dateTimeText, numberText } from "../lib/format.ts";
import { Button } from "../ui/button.tsx";
import { DefinitionList } from "../ui/definition-list.tsx";
import { Dialog, DialogBody } from "../ui/dialog/dialog.tsx";
import { ActionTag } from "./action-tag.tsx";
import { warehouseText } from "./warehouse-name.tsx";

interface Props {
  row: HistoryRow;
  /** All rows that are shown. */
  rows: readonly HistoryRow[];
  /** Shows the row with another id. */
  onTurn: (id: string) => void;
  onClose: () => void;
}

export function HistoryDetail({ row, rows, onTurn, onClose }: Props) {
  const {
    action,
    quantity,
    reason,
    channel,
    container,
    warehouse,
    user,
    remarks,
    created_at,
    made_at,
    balance,
    total,
  } = row;
  const time = (
    <>
      {dateTimeText(created_at)} <small>{agoText(created_at, Date.now())}</small>
    </>
  );
  const otherMovement = <OtherMovement {...{ row, rows, onTurn }} />;
  return (
    <Dialog title={`${reason}, ${dateTimeText(created_at)}`} onClose={onClose}>
      <DialogBody>
        <DefinitionList
          entries={[
            ["Action", <ActionTag key="action" action={action} />],
            ["Quantity", <strong key="quantity">{numberText(quantity)}</strong>],
            ["Warehouse", warehouseText(warehouse)],
            ["Balance in this warehouse", numberText(balance)],
            ["Balance in all warehouses", numberText(total)],
            ["Channel", channel && channelLabel[channel]],
            ["Container", container],
            ["Created At", time],
            ["Entered At", made_at && `${dateTimeText(made_at)}, without a network`],
            ["User", `${user.name} @${user.username}`],
            ["Remarks", remarks],
            ["Reverses", row.reverses && otherMovement],
            ["Reversed by", row.reversed_by && otherMovement],
            ["Corrects", row.corrects && otherMovement],
            ["Corrected by", !row.reversed_by && row.corrections && otherMovement],
            ["Added to", row.adds_to && otherMovement],
            ["Left", row.left !== undefined && numberText(row.left)],
          ]}
        />
      </DialogBody>
    </Dialog>
  );
}

function OtherMovement({ row, rows, onTurn }: Omit<Props, "onClose">) {
  const id = row.reverses ?? row.reversed_by ?? row.corrects ?? row.adds_to;
  const other = rows.find(
    (one) =>
      (id ? one.movement === id : one.corrects === row.movement) &&
      (row.adds_to || one.warehouse._id === row.warehouse._id),
  );
  if (!other) return "A movement outside these days";
  return (
    <Button kind="plain" onClick={() => onTurn(other._id)}>
      {other.reason}, {dateTimeText(other.created_at)}
    </Button>
  );
}
