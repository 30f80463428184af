// One transaction whole: what its row has no room for.
import { channelLabel } from "#shared/channel.ts";
import type { Transaction } from "#shared/movement.ts";
import { agoText, numberText, timeText } from "../lib/format.ts";
import { ActionTag } from "../ui/action-tag.tsx";
import { Dialog, DialogBody } from "../ui/dialog.tsx";
import { placeText } from "../ui/place.tsx";
import { Record } from "../ui/record.tsx";

export function TransactionDetail({ of, onClose }: { of: Transaction; onClose: () => void }) {
  const { action, quantity, reason, channel, product, warehouse, user, remarks, created_at } = of;
  const time = (
    <>
      {timeText(created_at)} <small>{agoText(created_at, Date.now())}</small>
    </>
  );
  return (
    <Dialog title={product.name} onClose={onClose}>
      <DialogBody>
        <Record
          of={[
            ["P.ID/SKU/BC", product.p_id],
            ["Action", <ActionTag key="action" action={action} />],
            ["Quantity", <strong key="quantity">{numberText(quantity)}</strong>],
            ["Reason", reason],
            ["Channel", channel && channelLabel[channel]],
            ["Warehouse", placeText(warehouse)],
            ["Created At", time],
            ["User", `${user.name} @${user.username}`],
            ["Remarks", remarks],
          ]}
        />
      </DialogBody>
    </Dialog>
  );
}
