// One past picklist: its lines, and its printout as it was printed.
import { Copy, ListChecks, PencilLine, Printer, Undo2 } from "lucide-react";
import { Link } from "react-router-dom";
import { channelLabel } from "#shared/channel.ts";
import { dayOf } from "#shared/day.ts";
import { movementNumber } from "#shared/movement-number.ts";
import type { Picklist } from "#shared/picklist.ts";
import { correctedText } from "../../../domain/describe-movement.ts";
import { LineList } from "../../../domain/line-editor/line-list.tsx";
import { linesText } from "../../../domain/line-editor/lines.ts";
import { movementPath } from "../../../domain/movement-path.ts";
import { type ShelfOf, useShelves } from "../../../domain/shelf.ts";
import { orderText } from "../../../domain/warehouse-name.tsx";
import { useIsManager } from "../../../lib/api/session.ts";
import { useQuietData } from "../../../lib/api/use-data.ts";
import { dateTimeText, numberText } from "../../../lib/format.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { DefinitionList } from "../../../ui/definition-list.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../../ui/dialog/dialog.tsx";
import { type Printout, usePrint } from "../../../ui/print/printout.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { itemsLeft, pickPath } from "../picklist-draft.ts";
import { Breakdown } from "../print/breakdown.tsx";
import { picklistPrintout } from "../print/picklist-printout.tsx";
import { PrintoutChoice, useGrouped } from "../print/printout-choice.tsx";

interface Props {
  picklist: Picklist;
  /** Why it cannot be cancelled. */
  fixed: string | undefined;
  onCancel: () => void;
  onCorrect: () => void;
  onCopy: () => void;
  /** Picks an order: one that waits begins to be picked by it. */
  onPick: () => void;
  onClose: () => void;
}

/** The printout as it was first printed, of what is left. A cancelled one says that it must not be picked. */
const reprint = (picklist: Picklist, grouped: boolean, shelfOf: ShelfOf): Printout => {
  const { _id, channel, created_at, user, reversed_by, from } = picklist;
  const processed = {
    movement: _id,
    day: dayOf(created_at),
    channel,
    items: itemsLeft(picklist),
    ...(from && { from }),
  };
  return {
    ...picklistPrintout(processed, user.name, grouped, shelfOf),
    ...(reversed_by && { note: "CANCELLED: do not pick." }),
  };
};

export function PicklistRecord({ picklist, fixed, onCancel, onCorrect, onCopy, onPick, onClose }: Props) {
  const { _id, number, channel, user, created_at, from, reversed_by, corrections, adds_to, order, waits, walk } =
    picklist;
  const data = itemsLeft(picklist);
  const picked = useQuietData("GET /v1/picklists/{id}/picked", { path: { id: _id } });
  const places = new Set(
    data.flatMap(({ product, breakdown }) => breakdown.map(({ warehouse }) => `${product._id}-${warehouse._id}`)),
  );
  const done = picked?.places.filter((place) => places.has(place._id)).length ?? 0;
  // What is on paper is being picked.
  const sheet = reprint(picklist, useGrouped(), useShelves());
  const { print, portal } = usePrint(waits ? undefined : sheet);
  return (
    <Dialog title={`Picklist ${number}`} wide onClose={onClose}>
      <DialogBody>
        <DefinitionList
          entries={[
            ["Channel", channelLabel(channel)],
            ["Order", order],
            ...(from ? [["Taken from", orderText(from)] as [string, string]] : []),
            ["Created At", dateTimeText(created_at)],
            ["User", `${user.name} @${user.username}`],
            ["Total", linesText(data)],
            ["Status", <Status key="status" picklist={picklist} />],
            ...(picked ? [["Picked", `${numberText(done)} of ${numberText(places.size)}`] as [string, string]] : []),
            ["Correction", (corrections || adds_to) && <CorrectionLinks key="links" picklist={picklist} />],
            ["Sheet", <PrintoutChoice key="printout" />],
          ]}
        />
        <LineList
          label="Lines"
          lines={data.map((item) => ({ ...item, beside: <Breakdown parts={item.breakdown} /> }))}
        />
      </DialogBody>
      <DialogFoot>
        {fixed && !reversed_by && <small>Cannot be cancelled: {fixed}</small>}
        {!fixed && (
          <>
            <Button icon={Undo2} onClick={onCancel}>
              Cancel picklist
            </Button>
            <Button icon={PencilLine} onClick={onCorrect}>
              Correct
            </Button>
          </>
        )}
        <Button icon={Copy} aria-label="Copy to a new picklist" title="Copy to a new picklist" onClick={onCopy}>
          Copy
        </Button>
        {!reversed_by && (waits || walk) && (
          <Button icon={ListChecks} onClick={onPick}>
            Pick
          </Button>
        )}
        {!reversed_by && !waits && !walk && (
          <ButtonLink icon={ListChecks} to={pickPath(_id, dayOf(created_at))} state={{ picklist }}>
            Pick
          </ButtonLink>
        )}
        {!waits && (
          <Button kind="filled" icon={Printer} onClick={print}>
            Print
          </Button>
        )}
      </DialogFoot>
      {portal}
    </Dialog>
  );
}

/** To what corrects it, and to what it was added to. */
function CorrectionLinks({ picklist: { _id, created_at, corrections = 0, adds_to } }: { picklist: Picklist }) {
  const isManager = useIsManager();
  const links = [
    ...(corrections > 0 ? [{ id: _id, text: correctedText(corrections) }] : []),
    ...(adds_to ? [{ id: adds_to, text: `Added to ${movementNumber(adds_to)}` }] : []),
  ];
  return links.map(({ id, text }) => (
    <p key={id}>{isManager ? <Link to={movementPath(id, created_at, id === _id)}>{text}</Link> : text}</p>
  ));
}

function Status({ picklist: { reversed_by, waits } }: { picklist: Picklist }) {
  if (!reversed_by) return waits ? "Waits to be picked" : "Processed";
  return (
    <Tag tone="warn" icon={Undo2}>
      Cancelled by {movementNumber(reversed_by)}
    </Tag>
  );
}
