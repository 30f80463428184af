// The settings of returns: where damaged units go, and the days of each channel for claims.
import { useState } from "react";
import { type Channel, channelLabel, channels } from "#shared/channel.ts";
import type { ReturnSettings } from "#shared/return.ts";
import { dayLabels } from "#shared/return-label.ts";
import type { ClaimDays } from "#shared/return-units.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { warehouseChoices } from "../../domain/warehouse-name.tsx";
import { useData } from "../../lib/api/use-data.ts";
import { saving, useMutation } from "../../lib/api/use-mutation.ts";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { Input, Select } from "../../ui/form/field.tsx";
import { Row } from "../../ui/form/form-page.tsx";

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { data } = useData("GET /v1/returns/settings");
  return data ? <Form key={data.version} saved={data} onClose={onClose} /> : null;
}

function Form({ saved, onClose }: { saved: ReturnSettings; onClose: () => void }) {
  const { warehouse: warehouses } = useApplicationContext();
  const [unsellable, setUnsellable] = useState(saved.unsellable?._id ?? "");
  const [days, setDays] = useState<Partial<Record<Channel, ClaimDays>>>(saved.channels);
  const { run, busy } = useMutation("PUT /v1/returns/settings", { messages: saving });
  const save = async () => {
    const body = { unsellable, channels: days, version: saved.version };
    const { ok } = await run({ body });
    if (ok) onClose();
  };
  const set = (channel: Channel, field: keyof ClaimDays, text: string) =>
    setDays({ ...days, [channel]: { ...days[channel], [field]: text === "" ? undefined : Number(text) } });
  return (
    <FormDialog
      title="Returns and claims"
      wide
      onClose={onClose}
      dirty={unsellable !== (saved.unsellable?._id ?? "") || days !== saved.channels}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      submit="Save"
      busy={busy}
    >
      <Select
        label="Damaged units go to"
        empty="Nowhere: they are thrown away"
        choices={warehouseChoices(warehouses.filter(({ not_for_picking }) => not_for_picking))}
        hint="A warehouse that is not for picking"
        value={unsellable}
        onChange={({ target }) => setUnsellable(target.value)}
      />
      <p>Days are counted from the receipt, those of a parcel that never came from the day it was advised.</p>
      {channels.map((channel) => (
        <fieldset key={channel}>
          <legend>{channelLabel(channel)}</legend>
          <Row>
            {Object.entries(dayLabels).map(([field, label]) => (
              <Input
                key={field}
                label={label}
                type="number"
                inputMode="numeric"
                min={1}
                max={365}
                value={days[channel]?.[field as keyof ClaimDays] ?? ""}
                onChange={({ target }) => set(channel, field as keyof ClaimDays, target.value)}
              />
            ))}
          </Row>
        </fieldset>
      ))}
    </FormDialog>
  );
}
