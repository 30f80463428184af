// The settings of returns: where damaged units go, and the days of each channel for claims.
import { useState } from "react";
import * as v from "valibot";
import { channelLabel, channels } from "#shared/channel.ts";
import { type ReturnSettings, ReturnSettingsForm } from "#shared/return.ts";
import { dayFields, dayLabels } from "#shared/return-label.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { warehouseChoices } from "../../domain/warehouse-name.tsx";
import { useData } from "../../lib/api/use-data.ts";
import { saving, useMutation } from "../../lib/api/use-mutation.ts";
import { useField, useForm } from "../../lib/forms/use-form.ts";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { Input, Select } from "../../ui/form/field.tsx";
import { Row } from "../../ui/form/form-page.tsx";

const Form = v.omit(ReturnSettingsForm, ["edits"]);

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { data } = useData("GET /v1/returns/settings");
  return data ? <Settings saved={data} onClose={onClose} /> : null;
}

const noDays = Object.fromEntries(dayFields.map((field) => [field, ""]));
const toNumber = (text: string | number): string | number => (text === "" ? text : Number(text));

function Settings({ saved, onClose }: { saved: ReturnSettings; onClose: () => void }) {
  // As it was opened: what somebody else saves meanwhile is not overwritten unseen.
  const [{ unsellable, channels: set, edits }] = useState(saved);
  const { warehouse: warehouses } = useApplicationContext();
  const form = useForm({
    schema: Form,
    start: {
      unsellable: unsellable?._id ?? "",
      channels: Object.fromEntries(channels.map((channel) => [channel, { ...noDays, ...set[channel] }])) as typeof set,
    },
  });
  const place = useField(form, "unsellable");
  const { run, busy } = useMutation("PUT /v1/returns/settings", { messages: saving });
  return (
    <FormDialog
      title="Returns and claims"
      wide
      onClose={onClose}
      {...form.frame}
      onSubmit={form.submit((body) => run({ body: { ...body, edits } }), onClose)}
      submit="Save"
      busy={busy}
    >
      <Select
        label="Damaged units go to"
        empty="Nowhere: they are thrown away"
        choices={warehouseChoices(warehouses.filter((one) => one.not_for_picking && !one.sells_for))}
        hint="A warehouse that is not for picking"
        {...place}
        value={place.value ?? ""}
      />
      <p>Days are counted from the receipt, those of a parcel that never came from the day it was advised.</p>
      {channels.map((channel) => (
        <fieldset key={channel}>
          <legend>{channelLabel(channel)}</legend>
          <Row>
            {dayFields.map((field) => (
              <Input
                key={field}
                label={dayLabels[field]}
                inputMode="numeric"
                {...form.field(`channels.${channel}.${field}`, { setValueAs: toNumber })}
              />
            ))}
          </Row>
        </fieldset>
      ))}
    </FormDialog>
  );
}
