// Adds an event to the plan, or edits one.
import { EventForm as Form, type PlanEvent } from "#shared/event.ts";
import { saving, useMutation } from "../../lib/api/use-mutation.ts";
import { useField, useForm } from "../../lib/forms/use-form.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { Input, TextArea } from "../../ui/form/field.tsx";
import { Row } from "../../ui/form/form-page.tsx";

const blank = { name: "", start: "", end: "", last_start: "", last_end: "", factor: "", products: "" };

export function EventForm({ event, onClose }: { event: PlanEvent | undefined; onClose: () => void }) {
  const create = usePosting("POST /v1/plan/calendar/events", { messages: saving });
  const edit = useMutation("PUT /v1/plan/calendar/events/{id}", { messages: saving });
  const form = useForm({
    schema: Form,
    start: event ? { ...blank, ...fieldsOf(event), factor: String(event.factor ?? "") } : blank,
    draft: `event ${event?._id ?? "new"}`,
  });
  const [start, end] = [useField(form, "start"), useField(form, "end")];
  const [lastStart, lastEnd] = [useField(form, "last_start"), useField(form, "last_end")];
  return (
    <FormDialog
      title={event ? `Edit ${event.name}` : "Add event"}
      submit="Save"
      onClose={onClose}
      dirty={form.dirty}
      busy={create.busy || edit.busy}
      problem={form.problem}
      offer={form.offer}
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
        hint="Times the usual rate. Left empty, it is measured from the days of last year."
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
