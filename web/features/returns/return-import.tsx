// Imports a channel's returns file: each of its lines is a return that is expected.
import { channelChoices } from "#shared/channel.ts";
import { ImportScreen } from "../../domain/import/import-screen.tsx";
import { lazyComponent } from "../../lib/lazy.tsx";
import { useQueryParam } from "../../lib/navigation/url-state.ts";
import { Select } from "../../ui/form/field.tsx";

const ReturnPreview = lazyComponent(() => import("./return-import-preview.tsx"), "ReturnPreview");

const hint =
  "The returns report of Amazon, Flipkart, Meesho or Snapdeal, or one's own with a return number, type or day. Sent again, it changes what has changed. Nothing of the buyer is read.";

export function ReturnImport() {
  const [channel, setChannel] = useQueryParam("channel");
  return (
    <ImportScreen
      kind="returns"
      title="Import Returns"
      hint={hint}
      settings={(disabled) => (
        <Select
          label="Channel"
          required
          choices={channelChoices}
          empty="Select channel"
          disabled={disabled}
          value={channel}
          onChange={({ target }) => setChannel(target.value, "replace")}
        />
      )}
      values={{ channel }}
      preview={ReturnPreview}
    />
  );
}
