// A channel's own stock sheet is filled in with what may be sold: the channel and the sheet, then what changes in it.
import { useMemo, useState } from "react";
import { type Channel, channelChoices, channels } from "#shared/channel.ts";
import { ImportScreen } from "../../../domain/import/import-screen.tsx";
import { useIsManager } from "../../../lib/api/session.ts";
import { useData } from "../../../lib/api/use-data.ts";
import { countText } from "../../../lib/format.ts";
import { lazyComponent } from "../../../lib/lazy.tsx";
import { useQueryParam } from "../../../lib/navigation/url-state.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/form/field.tsx";

const FillPreview = lazyComponent(() => import("./fill-preview.tsx"), "FillPreview");
const BufferDialog = lazyComponent(() => import("./buffer-dialog.tsx"), "BufferDialog");

const hint =
  "The sheet in which the channel takes your stock, as you download it from its panel (.csv, .txt, .tsv or .xlsx). It comes back with its quantities changed, and nothing else.";

export function FillSheet() {
  const [channel, setChannel] = useQueryParam("channel");
  const values = useMemo(() => ({ channel }), [channel]);
  const known = channels.find((one) => one === channel);
  return (
    <ImportScreen
      kind="availability"
      title="Fill In a Stock Sheet"
      hint={hint}
      values={values}
      settings={(disabled) => (
        <>
          <Select
            label="Channel"
            required
            choices={channelChoices}
            empty="Select channel"
            value={channel}
            disabled={disabled}
            onChange={({ target }) => setChannel(target.value, "replace")}
          />
          {known && <Buffer channel={known} />}
        </>
      )}
      preview={FillPreview}
    />
  );
}

/** Units that are kept back from the channel, which a manager changes before a sheet is filled in. */
function Buffer({ channel }: { channel: Channel }) {
  const { data } = useData("GET /v1/availability/buffers");
  const [id] = useQueryParam("import");
  const mayChange = useIsManager() && id === "";
  const [isOpen, setOpen] = useState(false);
  const buffer = data?.find((one) => one.channel === channel)?.buffer;
  if (buffer === undefined) return null;
  return (
    <p>
      {`Buffer: ${buffer === 0 ? "none" : `${countText(buffer, "unit")} of each product are kept back`}`}{" "}
      {mayChange && <Button onClick={() => setOpen(true)}>Change</Button>}
      {isOpen && <BufferDialog channel={channel} buffer={buffer} onClose={() => setOpen(false)} />}
    </p>
  );
}
