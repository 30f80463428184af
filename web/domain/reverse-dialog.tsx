// Asks before a movement is reversed: what goes back, and why, if somebody wants to say so. Once, whatever the network does.
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
  /** Verb and noun. */
  action: string;
  /** Toast when it is done. */
  done: string;
  /** Once it is. */
  onDone?: () => void;
  onClose: () => void;
}

export function ReverseDialog({ movement, title, text, action, done, onDone, onClose }: Props) {
  const form = useForm({ schema: v.required(ReverseForm), start: { remarks: "" }, draft: `reverse ${movement}` });
  const act = useReverse(movement, done);
  const again = act.unsure !== undefined;
  const locked = again || act.waiting !== undefined;
  useAnswered(act.waiting, onClose);
  const submit = form.submit(
    (body) => act.run({ path: { id: movement }, body }),
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
      busy={act.busy}
      problem={locked ? undefined : form.problem}
      dirty={form.dirty && !locked}
      locked={locked}
    >
      {act.waiting && <Banner>It is on its way already, and has no answer yet.</Banner>}
      {again ? (
        <Banner tone="warn">
          No answer came, so nobody knows yet whether this was reversed. Try again: it cannot be reversed twice.
        </Banner>
      ) : (
        <p>{text}</p>
      )}
      <TextArea label="Remarks (Optional)" {...form.field("remarks")} />
    </FormDialog>
  );
}
