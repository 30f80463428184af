// Asks before a movement is reversed: shows the units that go back, and takes remarks. Retries reverse it once.
import { ReverseForm } from "#shared/movement.ts";
import type { WarehouseTag } from "#shared/warehouse.ts";
import { useForm } from "../lib/forms/use-form.ts";
import { FormDialog } from "../ui/dialog/dialog.tsx";
import { TextArea } from "../ui/form/field.tsx";
import { useCountedQuestion } from "./counted-question.tsx";
import { DeletedWarehouses } from "./deleted-warehouses.tsx";
import { withdrawUndoOffer } from "./undo-offer.ts";
import { useReverse } from "./use-reverse.ts";

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
  /** Units always go back to the shelves, also those that were counted since: nothing is asked. */
  isCancel?: boolean;
  onDone?: () => void;
  onClose: () => void;
}

export function ReverseDialog(props: Props) {
  const { movement, title, text, into = [], action, successText, isCancel = false, onDone, onClose } = props;
  const form = useForm({ schema: ReverseForm, start: { remarks: "" }, draft: `reverse ${movement}` });
  const reverse = useReverse(successText, () => {
    withdrawUndoOffer(movement);
    onDone?.();
  });
  const { answer, asked, question } = useCountedQuestion("moved_now");
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={form.submit(async (remarks, _, handover) => {
        const body = isCancel ? remarks : { ...remarks, ...answer };
        return asked(await reverse.run({ path: { id: movement }, body }, { handover }));
      }, onClose)}
      submit={action}
      busy={reverse.busy}
      {...form.frame}
    >
      <p>{text}</p>
      <DeletedWarehouses into={into} />
      {question}
      <TextArea label="Remarks (Optional)" data-scan {...form.field("remarks")} />
    </FormDialog>
  );
}
