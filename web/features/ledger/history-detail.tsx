// One movement of a product whole, with the way to the one that undid it or that it undid.
import { channelLabel } from "#shared/channel.ts";
import type { HistoryRow } from "#shared/history.ts";
import { ActionTag } from "../../domain/action-tag.tsx";
import { warehouseText } from "../../domain/warehouse-name.tsx";
import { agoText, numberText, timeText } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { DefinitionList } from "../../ui/definition-list.tsx";
import { Dialog, DialogBody } from "../../ui/dialog/dialog.tsx";

interface Props {
  of: HistoryRow;
  /** All that are shown. */
  rows: readonly HistoryRow[];
  /** To another one, by its id. */
  onTurn: (id: string) => void;
  onClose: () => void;
}

export function HistoryDetail({ of, rows, onTurn, onClose }: Props) {
  const { action, quantity, reason, channel, container, warehouse, user, remarks, created_at, balance, total } = of;
  const time = (
    <>
      {timeText(created_at)} <small>{agoText(created_at, Date.now())}</small>
    </>
  );
  const pair = <Pair {...{ of, rows, onTurn }} />;
  return (
    <Dialog title={`${reason}, ${timeText(created_at)}`} onClose={onClose}>
      <DialogBody>
        <DefinitionList
          entries={[
            ["Action", <ActionTag key="action" action={action} />],
            ["Quantity", <strong key="quantity">{numberText(quantity)}</strong>],
            ["Warehouse", warehouseText(warehouse)],
            ["Held there after it", numberText(balance)],
            ["Held in all after it", numberText(total)],
            ["Channel", channel && channelLabel[channel]],
            ["Container", container],
            ["Created At", time],
            ["User", `${user.name} @${user.username}`],
            ["Remarks", remarks],
            ["Reverses", of.reverses && pair],
            ["Reversed by", of.reversed_by && pair],
          ]}
        />
      </DialogBody>
    </Dialog>
  );
}

function Pair({ of, rows, onTurn }: Omit<Props, "onClose">) {
  const other = of.reverses ?? of.reversed_by;
  const pair = rows.find(({ movement, warehouse }) => movement === other && warehouse._id === of.warehouse._id);
  if (!pair) return "A movement outside of these days";
  return (
    <Button kind="plain" onClick={() => onTurn(pair._id)}>
      {pair.reason}, {timeText(pair.created_at)}
    </Button>
  );
}
