// Leaves a product out of the plan until a day, with the reason.
import * as v from "valibot";
import { addDays } from "#shared/day.ts";
import { Day, requiredLine } from "#shared/field.ts";
import type { PlanRow } from "#shared/plan.ts";
import { useMutation } from "../../lib/api/use-mutation.ts";
import { useToday } from "../../lib/format.ts";
import { useField, useForm } from "../../lib/forms/use-form.ts";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { Input } from "../../ui/form/field.tsx";
import { ToggleChip, ToggleChips } from "../../ui/form/toggle-chip.tsx";

/** The server requires a reason only with a day, which this form always has. */
const Form = v.object({ until: Day, reason: requiredLine() });

const presets = [
  { name: "1 week", days: 7 },
  { name: "1 month", days: 30 },
] as const;

export function SnoozeDialog({ row, onClose }: { row: PlanRow; onClose: () => void }) {
  const now = useToday();
  const form = useForm({ schema: Form, start: { until: addDays(now, 7), reason: "" }, draft: `snooze ${row._id}` });
  const until = useField(form, "until");
  const snooze = useMutation("PUT /v1/plan/{product}/snooze", {
    messages: ["Snoozing", "Snoozed"],
  });
  return (
    <FormDialog
      title={`Snooze ${row.name}`}
      submit="Snooze"
      onClose={onClose}
      {...form.frame}
      busy={snooze.busy}
      onSubmit={form.submit((body) => snooze.run({ path: { product: row._id }, body }), onClose)}
    >
      <DateField
        label="Until"
        required
        min={addDays(now, 1)}
        max={addDays(now, 365)}
        hint="It comes back to the plan on this day."
        {...until}
      />
      <ToggleChips label="Until">
        {presets.map(({ name, days }) => (
          <ToggleChip
            key={name}
            pressed={until.value === addDays(now, days)}
            onClick={() => until.onChange(addDays(now, days))}
          >
            {name}
          </ToggleChip>
        ))}
      </ToggleChips>
      <Input label="Reason" required data-first {...form.field("reason")} />
    </FormDialog>
  );
}
