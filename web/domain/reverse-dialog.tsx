// Asks before a movement is reversed: says what goes back and takes remarks. It is reversed once, whatever the network does.
import * as v from "valibot";
import { ReverseForm } from "#shared/movement.ts";
import { useAnswered } from "../lib/api/use-pending.ts";
import { useForm } from "../lib/forms/use-form.ts";
import { FormDialog } from "../ui/dialog/dialog.tsx";
import { TextArea } from "../ui/form/field.tsx";
import { Banner } from "../ui/page/banner.tsx";
import { useReverse } from "./apply-movement.ts";
import { withdrawUndoOffer } from "./undo-offer.ts";

interface Props {
  movement: string;
  title: string;
  /** What goes back. */
  text: string;
  /** Text of the submit button: verb and noun. */
  action: string;
  /** Toast after the reversal. */
  successText: string;
  onDone?: () => void;
  onClose: () => void;
}

export function ReverseDialog({ movement, title, text, action, successText, onDone, onClose }: Props) {
  const form = useForm({ schema: v.required(ReverseForm), start: { remarks: "" }, draft: `reverse ${movement}` });
  const reverse = useReverse(movement, successText);
  const again = reverse.unsure !== undefined;
  const locked = again || reverse.waiting !== undefined;
  useAnswered(reverse.waiting, onClose);
  const submit = form.submit(
    (body) => reverse.run({ path: { id: movement }, body }),
    () => {
      withdrawUndoOffer(movement);
      onDone?.();
      onClose();
    },
  );
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={submit}
      submit={again ? "Try again" : action}
      busy={reverse.busy}
      problem={locked ? undefined : form.problem}
      dirty={form.dirty && !locked}
      locked={locked}
    >
      {reverse.waiting && <Banner>It is on its way already, and has no answer yet.</Banner>}
      {again ? (
        <Banner tone="warn">
          No answer came, so it is unknown whether this was reversed. Try again: it cannot be reversed twice.
        </Banner>
      ) : (
        <p>{text}</p>
      )}
      <TextArea label="Remarks (Optional)" {...form.field("remarks")} />
    </FormDialog>
  );
}
