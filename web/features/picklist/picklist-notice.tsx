// What stands above a picklist whose outcome is unknown, or that was changed after it was processed.
import { movementNumber } from "#shared/movement-number.ts";
import { countText } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { type Draft, isChanged, restore } from "./picklist-draft.ts";
import { draftStore } from "./picklist-store.ts";

interface Props {
  draft: Draft;
  busy: boolean;
  onRepeat: () => void;
}

export function PicklistNotice({ draft, busy, onRepeat }: Props) {
  const { posting, processed, lines } = draft;
  if (posting && !busy)
    return (
      <Banner
        tone="warn"
        action={
          <Button kind="filled" data-primary onClick={onRepeat}>
            Send again
          </Button>
        }
      >
        No answer came, so it is unknown whether this picklist is processed. Nothing can be changed until it is known.
        Sending again cannot process it twice.
      </Banner>
    );
  if (!processed || posting || !isChanged(draft)) return null;
  return (
    <Banner tone="warn" action={<Button onClick={() => draftStore.set(restore(draft))}>Undo changes</Button>}>
      Changed since picklist {movementNumber(processed.movement)} was processed. Saving takes its{" "}
      {countText(lines.length, "line")} from stock once more.
    </Banner>
  );
}
