// One past picklist: its lines with where they were taken from, its sheet as it was, and cancelling it.
import { Printer, Undo2 } from "lucide-react";
import { channelLabel } from "#shared/channel.ts";
import { dayOf } from "#shared/day.ts";
import { movementNumber } from "#shared/movement-number.ts";
import type { Picklist } from "#shared/picklist.ts";
import { LineCard } from "../../domain/line-editor/line-card.tsx";
import { LineCards } from "../../domain/line-editor/line-table.tsx";
import { numberText, timeText } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { DefinitionList } from "../../ui/definition-list.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog/dialog.tsx";
import { Image } from "../../ui/image.tsx";
import { type Sheet, usePrint } from "../../ui/print/print-sheet.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Breakdown } from "./breakdown.tsx";
import { totalsOf } from "./picklist-draft.ts";
import { sheetOf } from "./picklist-sheet.tsx";

interface Props {
  of: Picklist;
  /** Why it cannot be cancelled. */
  fixed: string | undefined;
  onCancel: () => void;
  onClose: () => void;
}

/** The sheet as it was first printed; nobody picks by one that was cancelled. */
const againOf = ({ _id, channel, created_at, data, user, reversed_by }: Picklist): Sheet => ({
  ...sheetOf({ movement: _id, day: dayOf(created_at), channel, items: data }, user.name),
  ...(reversed_by && { note: "CANCELLED: do not pick." }),
});

export function PicklistRecord({ of, fixed, onCancel, onClose }: Props) {
  const { number, channel, user, created_at, data, reversed_by } = of;
  const { print, portal } = usePrint(againOf(of));
  return (
    <Dialog title={`Picklist ${number}`} wide onClose={onClose}>
      <DialogBody>
        <DefinitionList
          entries={[
            ["Channel", channelLabel[channel]],
            ["Created At", timeText(created_at)],
            ["User", `${user.name} @${user.username}`],
            ["Total", totalsOf(data)],
            ["Status", <Status key="status" of={of} />],
          ]}
        />
        <LineCards
          label="Lines"
          rows={data}
          keyOf={({ product }) => product._id}
          latest=""
          card={({ product, quantity, breakdown }) => (
            <LineCard
              image={<Image src={product.image} />}
              title={product.name}
              code={product.p_id}
              control={<strong>{numberText(quantity)}</strong>}
            >
              <Breakdown parts={breakdown} />
            </LineCard>
          )}
        />
      </DialogBody>
      <DialogFoot>
        {!fixed && (
          <Button icon={Undo2} onClick={onCancel}>
            Cancel picklist
          </Button>
        )}
        {fixed && !reversed_by && <small>Cannot be cancelled: {fixed}</small>}
        <Button kind="filled" icon={Printer} onClick={print}>
          Print
        </Button>
      </DialogFoot>
      {portal}
    </Dialog>
  );
}

function Status({ of: { reversed_by } }: { of: Picklist }) {
  if (!reversed_by) return "Processed";
  return (
    <Tag tone="warn" icon={Undo2}>
      Cancelled by {movementNumber(reversed_by)}
    </Tag>
  );
}
