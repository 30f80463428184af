// Above a picklist that was changed after it was processed: what saving it again would do. Loaded only then.
import { movementNumber } from "#shared/movement-number.ts";
import { countText } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { type Draft, restore } from "./picklist-draft.ts";
import { draftStore } from "./picklist-store.ts";

export function PicklistChanged({ draft: { processed, lines } }: { draft: Draft }) {
  return (
    processed && (
      <Banner
        tone="warn"
        action={<Button onClick={() => draftStore.set(restore(draftStore.get()))}>Undo changes</Button>}
      >
        Changed since picklist {movementNumber(processed.movement)} was processed. Saving takes its{" "}
        {countText(lines.length, "line")} from stock once more.
      </Banner>
    )
  );
}
