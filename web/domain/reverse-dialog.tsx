// Asks before a movement is reversed: shows the units that go back, and takes remarks. Retries reverse it once.
import * as v from "valibot";
import { ReverseForm } from "#shared/movement.ts";
import type { WarehouseTag } from "#shared/warehouse.ts";
import { useForm } from "../lib/forms/use-form.ts";
import { FormDialog } from "../ui/dialog/dialog.tsx";
import { TextArea } from "../ui/form/field.tsx";
import { DeletedWarehouses } from "./deleted-warehouses.tsx";
import { useReverse, withdrawUndoOffer } from "./undo-offer.ts";

interface Props {
  movement: string;
  title: string;
  /** The units that go back. */
  text: string;
  /** Where they go back to. */
  into?: readonly WarehouseTag[];
  /** Text of the submit button: verb and noun. */
  action: string;
  /** Toast after the reversal. */
  successText: string;
  onDone?: () => void;
  onClose: () => void;
}

export function ReverseDialog({ movement, title, text, into = [], action, successText, onDone, onClose }: Props) {
  const form = useForm({ schema: v.required(ReverseForm), start: { remarks: "" }, draft: `reverse ${movement}` });
  const reverse = useReverse(successText, () => {
    withdrawUndoOffer(movement);
    onDone?.();
  });
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={form.submit(
        (body, _, handover) => reverse.run({ path: { id: movement }, body }, { handover }),
        onClose,
      )}
      submit={action}
      busy={reverse.busy}
      {...form.frame}
    >
      <p>{text}</p>
      <DeletedWarehouses into={into} />
      <TextArea label="Remarks (Optional)" data-scan {...form.field("remarks")} />
    </FormDialog>
  );
}
