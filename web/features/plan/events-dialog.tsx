// The events of the plan, days on which more or less is sold than usual: their list, and the form that adds or edits one.
import { CalendarPlus, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { EventForm as Form, type PlanEvent } from "#shared/event.ts";
import { codesIn } from "#shared/product-code.ts";
import { useEdit } from "../../domain/use-edit.ts";
import { useData } from "../../lib/api/use-data.ts";
import { saving, useMutation } from "../../lib/api/use-mutation.ts";
import { countText, dayText } from "../../lib/format.ts";
import { useField, useForm } from "../../lib/forms/use-form.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { Dialog, DialogBody, FormDialog } from "../../ui/dialog/dialog.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { Input, TextArea } from "../../ui/form/field.tsx";
import { Row } from "../../ui/form/form-page.tsx";
import { LoadError } from "../../ui/page/query-status.tsx";
import style from "./plan.module.css";

export function EventsDialog({ onClose }: { onClose: () => void }) {
  const list = useData("GET /v1/plan/calendar/events");
  const remove = useMutation("DELETE /v1/plan/calendar/events/{id}", { messages: ["Deleting", "Event deleted"] });
  const confirm = useConfirm();
  const [edited, setEdited] = useState<PlanEvent | "new">();
  if (edited) return <EventForm event={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />;
  const ask = async ({ _id, name }: PlanEvent) => {
    const text = "Its days count in rates again, and nothing more is expected of them.";
    if (await confirm({ title: `Delete ${name}?`, text, action: "Delete" })) void remove.run({ path: { id: _id } });
  };
  return (
    <Dialog title="Events" onClose={onClose}>
      <DialogBody>
        <LoadError query={list} />
        {list.data?.length === 0 && <p>Festivals and sales of marketplaces: days on which more is sold than usual.</p>}
        <ul className={style.events}>
          {list.data?.toSorted(byStart).map((event) => (
            <li key={event._id} className={style.line}>
              <span style={{ flex: 1 }}>
                <b>{event.name}</b> <br />
                <small className={style.quiet}>{aboutText(event)}</small>
              </span>
              <IconButton icon={Pencil} label={`Edit ${event.name}`} onClick={() => setEdited(event)} />
              <IconButton icon={Trash2} label={`Delete ${event.name}`} onClick={() => void ask(event)} />
            </li>
          ))}
        </ul>
        <Button icon={CalendarPlus} onClick={() => setEdited("new")}>
          Add event
        </Button>
      </DialogBody>
    </Dialog>
  );
}

const byStart = (a: PlanEvent, b: PlanEvent): number => (a.start < b.start ? 1 : -1);

/** "23-09-2026 to 01-10-2026, × 2.4, 3 products". */
const aboutText = ({ start, end, factor, products }: PlanEvent): string =>
  [
    start === end ? dayText(start) : `${dayText(start)} to ${dayText(end)}`,
    factor === undefined ? "as last year" : `× ${factor}`,
    products && countText(codesIn(products).length, "product"),
  ]
    .filter(Boolean)
    .join(", ");

const blank = { name: "", start: "", end: "", last_start: "", last_end: "", factor: "", products: "" };

function EventForm({ event, onClose }: { event: PlanEvent | undefined; onClose: () => void }) {
  const create = usePosting("POST /v1/plan/calendar/events", { messages: saving });
  const draft = `event ${event?._id ?? "new"}`;
  const form = useForm({
    schema: Form,
    start: event ? { ...blank, ...fieldsOf(event), factor: String(event.factor ?? "") } : blank,
    draft,
  });
  const edit = useEdit("PUT /v1/plan/calendar/events/{id}", { kind: "event", form, draft: event ? draft : "" });
  const [start, end] = [useField(form, "start"), useField(form, "end")];
  const [lastStart, lastEnd] = [useField(form, "last_start"), useField(form, "last_end")];
  return (
    <FormDialog
      title={event ? `Edit ${event.name}` : "Add event"}
      submit="Save"
      onClose={onClose}
      {...form.frame}
      offer={edit.offer}
      busy={create.busy || edit.busy}
      onSubmit={form.submit(
        (body, _, handover) =>
          event ? edit.run({ path: { id: event._id }, body }) : create.run({ body }, { handover }),
        onClose,
      )}
    >
      <Input label="Event Name" required {...form.field("name")} />
      <Row>
        <DateField label="First Day" required {...start} />
        <DateField label="Last Day" required {...end} />
      </Row>
      <Row>
        <DateField label="First Day Last Year" {...lastStart} value={lastStart.value ?? ""} />
        <DateField label="Last Day Last Year" {...lastEnd} value={lastEnd.value ?? ""} />
      </Row>
      <Input
        label="Factor"
        inputMode="decimal"
        hint="Times the usual sales. Left empty, it is measured from the days of last year."
        {...form.field("factor")}
      />
      <TextArea
        label="Products"
        hint="P.IDs with commas between them. Left empty, all products."
        {...form.field("products")}
      />
    </FormDialog>
  );
}

const fieldsOf = ({ _id: _, updated_at: __, ...fields }: PlanEvent) => fields;
