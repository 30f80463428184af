// Cancels a past picklist by a reversal.
import type { Picklist } from "#shared/picklist.ts";
import { linesText } from "../../../domain/line-editor/lines.ts";
import { ReverseDialog } from "../../../domain/reverse-dialog.tsx";
import { itemsLeft, reopen } from "../picklist-draft.ts";
import { draftStore } from "../picklist-store.ts";

/** In the tab it was made in, the picklist becomes a draft again. */
export function PicklistCancel({ picklist, onClose }: { picklist: Picklist; onClose: () => void }) {
  const items = itemsLeft(picklist);
  return (
    <ReverseDialog
      movement={picklist._id}
      title={`Cancel picklist ${picklist.number}`}
      text={`The units taken (${linesText(items)}) go back to their warehouses and are removed from that day's sales. Continue?`}
      into={items.flatMap(({ breakdown }) => breakdown.map(({ warehouse }) => warehouse))}
      action="Cancel picklist"
      successText="Picklist cancelled"
      onDone={() => draftStore.set(reopen(draftStore.get(), picklist._id))}
      onClose={onClose}
    />
  );
}
