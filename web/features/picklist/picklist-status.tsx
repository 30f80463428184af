// The status of a picklist: one line with its size, and a banner when the outcome is unknown or it was changed.
import { movementNumber } from "#shared/movement-number.ts";
import { linesText } from "../../domain/line-editor/lines.ts";
import { WorkSummary } from "../../domain/line-editor/work-list.tsx";
import { countText } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Tag } from "../../ui/tag.tsx";
import { type Draft, isChanged, restore } from "./picklist-draft.ts";
import { draftStore } from "./picklist-store.ts";

/** Id of the text that describes the print button. */
export const statusId = "picklist-status";

export function PicklistStatus({ draft, busy }: { draft: Draft; busy: boolean }) {
  const { mark, text } = statusOf(draft, busy);
  return (
    <WorkSummary id={statusId} mark={mark} totals={linesText(draft.lines)}>
      {text}
    </WorkSummary>
  );
}

const statusOf = (draft: Draft, busy: boolean) => {
  const { posting, processed } = draft;
  if (posting && busy) return { mark: <Tag tone="info">Processing</Tag>, text: "Waiting for the answer" };
  if (posting) return { mark: <Tag tone="warn">Not known</Tag>, text: "Send again before printing" };
  if (!processed) return { mark: <Tag>Draft</Tag>, text: "Save before printing" };
  if (isChanged(draft))
    return { mark: <Tag tone="warn">Changed</Tag>, text: "Save or undo the changes before printing" };
  return {
    mark: <Tag tone="ok">Processed</Tag>,
    text: `Number ${movementNumber(processed.movement)}. Print it, or clear it for the next one.`,
  };
};

interface NoticeProps {
  draft: Draft;
  busy: boolean;
  onRepeat: () => void;
}

/** Above the picklist. */
export function PicklistNotice({ draft, busy, onRepeat }: NoticeProps) {
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
