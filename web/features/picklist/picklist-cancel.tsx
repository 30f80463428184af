// Cancelling a past picklist: a reversal. Apart from its record, since the dialog of a reversal brings 6 KB of forms.
import type { Picklist } from "#shared/picklist.ts";
import { linesText } from "../../domain/line-editor/lines.ts";
import { ReverseDialog } from "../../domain/reverse-dialog.tsx";
import { undone } from "./picklist-draft.ts";
import { draftStore } from "./picklist-store.ts";

/** Where the picklist was made it becomes a draft again. */
export function PicklistCancel({ of, onClose }: { of: Picklist; onClose: () => void }) {
  return (
    <ReverseDialog
      movement={of._id}
      title={`Cancel picklist ${of.number}`}
      text={`What was taken (${linesText(of.data)}) goes back to its warehouses, and leaves the sales of that day. Continue?`}
      action="Cancel picklist"
      done="Picklist cancelled"
      onDone={() => draftStore.set(undone(draftStore.get(), of._id))}
      onClose={onClose}
    />
  );
}
