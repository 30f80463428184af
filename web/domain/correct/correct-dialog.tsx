// Corrects lines of a posted movement: their units and their warehouses. Retries correct it once.
import { useState } from "react";
import { CorrectForm, type MovementLines, usualCause } from "#shared/correction.ts";
import { dayOf, dayText } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import type { Movement } from "#shared/movement.ts";
import { nothingCorrected } from "#shared/reversal.ts";
import { useData } from "../../lib/api/use-data.ts";
import { countText, numberText, today } from "../../lib/format.ts";
import { type Handover, useField, useForm, useListField } from "../../lib/forms/use-form.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { Dialog, DialogBody, FormDialog } from "../../ui/dialog/dialog.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { TextArea } from "../../ui/form/field.tsx";
import { LoadError } from "../../ui/page/query-status.tsx";
import { useApplicationContext } from "../application-context.ts";
import { useCountedQuestion } from "../counted-question.tsx";
import { DeletedWarehouses } from "../deleted-warehouses.tsx";
import { withdrawUndoOffer } from "../undo-offer.ts";
import { type Change, changedLines, changeOf, linesOf } from "./correct-form.ts";
import { CorrectLines } from "./correct-lines.tsx";
import { useUndoCorrection } from "./undo-correction.ts";

interface Props {
  movement: string;
  /** "Picklist QMMC-HF09" */
  name: string;
  created_at: string;
  /** How often it was corrected, as far as the screen knows. */
  corrections?: number | undefined;
  of: Pick<Movement, "kind" | "container" | "sold_on">;
  onClose: () => void;
}

export function CorrectDialog(props: Props) {
  const { movement, name, corrections = 0, onClose } = props;
  const query = useData("GET /v1/transactions/{id}", { path: { id: movement } });
  // Lines that others correct meanwhile are not drawn in: the server refuses what was entered over them.
  const [opened, setOpened] = useState<MovementLines>();
  // An answer that was kept from before is not drawn either.
  const found = query.data?._id === movement && query.data.corrections >= corrections ? query.data : undefined;
  if (!opened && found) setOpened(found);
  if (opened) return <CorrectLinesDialog {...props} opened={opened} />;
  return (
    <Dialog title={`Correct ${name}`} wide onClose={onClose}>
      <DialogBody>
        <LoadError query={query} />
      </DialogBody>
    </Dialog>
  );
}

function CorrectLinesDialog({ movement, name, created_at, of, opened, onClose }: Props & { opened: MovementLines }) {
  const { warehouse: warehouses } = useApplicationContext();
  const form = useForm({
    schema: CorrectForm,
    start: { list: linesOf(opened), corrections: opened.corrections, over: false, remarks: "" },
    draft: `correct ${movement} ${opened.corrections}`,
  });
  const list = useListField(form, "list");
  const over = useField(form, "over");
  const change = changeOf(opened, list.value);
  const offerUndo = useUndoCorrection({ movement, name, created_at, opened });
  const posting = usePosting("POST /v1/transactions/{id}/correct", {
    messages: ["Processing", "Corrected"],
    about: name,
    answered: (answer, _text, _isLate, { body }) => {
      withdrawUndoOffer(movement);
      offerUndo(answer, body);
    },
  });
  const { answer, asked, question } = useCountedQuestion(usualCause(of.kind));
  const correct = async (values: CorrectForm, _: unknown, handover: Handover) => {
    const changed = changedLines(opened, values.list);
    if (changed.length === 0)
      return { ok: false as const, failure: new Failure("UNPROCESSABLE_CONTENT", { message: nothingCorrected }) };
    const body = { ...values, ...answer, list: changed };
    return asked(await posting.run({ path: { id: movement }, body }, { handover }));
  };
  const isKnown = (id: string) => warehouses.some((warehouse) => warehouse._id === id);
  return (
    <FormDialog
      title={`Correct ${name}`}
      wide
      onClose={onClose}
      onSubmit={form.submit(correct, onClose)}
      submit="Correct"
      busy={posting.busy}
      {...form.frame}
      extra={<span role="status">{changeText(change, of.sold_on ?? dayOf(created_at))}</span>}
    >
      <DeletedWarehouses
        into={opened.lines.map(({ warehouse }) => warehouse).filter(({ _id }) => !isKnown(_id) && change.less.has(_id))}
      />
      <CorrectLines
        opened={opened}
        {...list}
        placeErrorOf={(index) => form.getFieldState(`list.${index}.warehouse`, form.formState).error?.message}
      />
      {opened.orders && change.returned > 0 && <p>{ordersText(opened.orders)}</p>}
      {of.container && change.added > 0 && (
        <Checkbox
          label="More arrived than was announced"
          checked={over.value === true}
          onChange={(more) => over.onChange(more)}
        />
      )}
      {question}
      <TextArea label="Remarks (Optional)" data-scan {...form.field("remarks")} />
    </FormDialog>
  );
}

/** What order files make of units that go back. */
const ordersText = ({ first, more }: NonNullable<Movement["orders"]>): string => {
  const [one = ""] = first;
  if (first.length + more === 1)
    return `The next order file can pick them for order ${one} again, unless it has the product under several codes or in a combo.`;
  const names = [first.join(", "), more > 0 && `${numberText(more)} more`].filter(Boolean).join(" and ");
  return `Of ${countText(first.length + more, "order")}: ${names}. Order files do not pick for them again what goes back here.`;
};

/** "1 unit goes back to 26-11-2026, 2 units are added today". */
const changeText = ({ returned, moved, added }: Change, day: string): string => {
  const when = day === today() ? "" : ` to ${dayText(day)}`;
  const are = (units: number, one: string, many: string) => `${countText(units, "unit")} ${units === 1 ? one : many}`;
  return [
    returned > 0 && `${are(returned, "goes", "go")} back${when}`,
    moved > 0 && `${are(moved, "changes its", "change their")} warehouse`,
    added > 0 && `${are(added, "is", "are")} added today`,
  ]
    .filter(Boolean)
    .join(", ");
};
