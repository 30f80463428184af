// Sets the units of each product that are kept back from a channel.
import * as v from "valibot";
import { BufferForm } from "#shared/availability.ts";
import { type Channel, channelLabel } from "#shared/channel.ts";
import { saving, useMutation } from "../../../lib/api/use-mutation.ts";
import { useForm } from "../../../lib/forms/use-form.ts";
import { FormDialog } from "../../../ui/dialog/dialog.tsx";
import { NumberInput } from "../../../ui/form/number-input.tsx";

const Form = v.pick(BufferForm, ["buffer"]);

interface Props {
  channel: Channel;
  buffer: number;
  onClose: () => void;
}

export function BufferDialog({ channel, buffer: seen, onClose }: Props) {
  const form = useForm({ schema: Form, start: { buffer: seen }, draft: `buffer ${channel}` });
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
      <NumberInput
        label="Buffer"
        required
        hint="Units of each product that the channel is not told of, so that two channels do not sell the last one."
        {...form.field("buffer")}
      />
    </FormDialog>
  );
}
