// The details of one movement of a product, with links to the movements that it reverses, corrects or adds to, and to those
// that reverse or correct it.
import { channelLabel } from "#shared/channel.ts";
import type { HistoryRow } from "#shared/history.ts";
import { agoText, dateTimeText, numberText } from "../lib/format.ts";
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
      {dateTimeText(created_at)} <small>{agoText(created_at)}</small>
    </>
  );
  /** A movement may touch several warehouses: of its rows that of the same warehouse comes first. */
  const linkTo = (isMeant: (one: HistoryRow) => boolean) => {
    const found = rows.filter(isMeant);
    const other = found.find((one) => one.warehouse._id === warehouse._id) ?? found[0];
    return <OtherMovement {...{ other, onTurn }} />;
  };
  const movementLink = (id: string | undefined) => id && linkTo(({ movement }) => movement === id);
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
            ["Channel", channel && channelLabel(channel)],
            ["Container", container],
            ["Created At", time],
            ["Entered At", made_at && `${dateTimeText(made_at)}, without a network`],
            ["User", `${user.name} @${user.username}`],
            ["Remarks", remarks],
            ["Reverses", movementLink(row.reverses)],
            ["Reversed by", movementLink(row.reversed_by)],
            ["Corrects", movementLink(row.corrects)],
            ["Corrected by", row.corrections && linkTo(({ corrects }) => corrects === row.movement)],
            ["Added to", movementLink(row.adds_to)],
            ["Left", row.left !== undefined && numberText(row.left)],
          ]}
        />
      </DialogBody>
    </Dialog>
  );
}

function OtherMovement({ other, onTurn }: Pick<Props, "onTurn"> & { other: HistoryRow | undefined }) {
  if (!other) return "A movement outside these days";
  return (
    <Button kind="plain" onClick={() => onTurn(other._id)}>
      {other.reason}, {dateTimeText(other.created_at)}
    </Button>
  );
}
