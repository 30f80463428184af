// Cancelling a past picklist: a reversal, after which it is a draft again where it was made.
import type { Picklist } from "#shared/picklist.ts";
import { ReverseDialog } from "../../domain/reverse-dialog.tsx";
import { totalsOf, undone } from "./picklist-draft.ts";
import { draftStore } from "./picklist-store.ts";

export function PicklistCancel({ of, onClose }: { of: Picklist; onClose: () => void }) {
  return (
    <ReverseDialog
      movement={of._id}
      title={`Cancel picklist ${of.number}`}
      text={`What was taken (${totalsOf(of.data)}) goes back to its warehouses, and leaves the sales of that day. Continue?`}
      action="Cancel picklist"
      successText="Picklist cancelled"
      onDone={() => draftStore.set(undone(draftStore.get(), of._id))}
      onClose={onClose}
    />
  );
}
