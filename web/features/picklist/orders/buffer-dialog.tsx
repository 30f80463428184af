// Sets the units of each product that are kept back from a channel.
import { useState } from "react";
import * as v from "valibot";
import { type Channel, channelLabel } from "#shared/channel.ts";
import { saving, useMutation } from "../../../lib/api/use-mutation.ts";
import { useForm } from "../../../lib/forms/use-form.ts";
import { FormDialog } from "../../../ui/dialog/dialog.tsx";
import { Input } from "../../../ui/form/field.tsx";

const Form = v.object({
  buffer: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{1,3}$/, "A whole number from 0 to 999 expected"),
    v.transform(Number),
  ),
});

interface Props {
  channel: Channel;
  buffer: number;
  onClose: () => void;
}

export function BufferDialog({ channel, buffer, onClose }: Props) {
  // As it was opened: what somebody else saves meanwhile is not overwritten unseen.
  const [seen] = useState(buffer);
  const form = useForm({ schema: Form, start: { buffer: String(seen) }, draft: `buffer ${channel}` });
  const save = useMutation("PUT /v1/availability/buffers", { messages: saving });
  return (
    <FormDialog
      title={`Buffer of ${channelLabel(channel)}`}
      submit="Save"
      onClose={onClose}
      {...form.frame}
      busy={save.busy}
      onSubmit={form.submit(({ buffer }) => save.run({ body: { channel, buffer, seen } }), onClose)}
    >
      <Input
        label="Buffer"
        inputMode="numeric"
        required
        hint="Units of each product that the channel is not told of, so that two channels do not sell the last one."
        {...form.field("buffer")}
      />
    </FormDialog>
  );
}
