// Where a picklist stands, how much it is, and why it cannot be printed yet.
import { movementNumber } from "#shared/movement-number.ts";
import { WorkSummary } from "../../domain/line-editor/work-list.tsx";
import { Tag } from "../../ui/tag.tsx";
import { type Draft, isChanged, totalsOf } from "./picklist-draft.ts";

/** Describes the print button. */
export const stateId = "picklist-state";

export function PicklistState({ draft, busy }: { draft: Draft; busy: boolean }) {
  const totals = totalsOf(draft.lines);
  const { mark, text } = stateOf(draft, busy);
  return (
    <WorkSummary id={stateId} mark={mark} totals={totals}>
      {text}
    </WorkSummary>
  );
}

const stateOf = (draft: Draft, busy: boolean) => {
  const { posting, processed } = draft;
  if (posting && busy) return { mark: <Tag tone="info">Processing</Tag>, text: "Waiting for the answer" };
  if (posting) return { mark: <Tag tone="warn">Not known</Tag>, text: "Print comes after the answer" };
  if (!processed) return { mark: <Tag>Draft</Tag>, text: "Print comes after saving" };
  if (isChanged(draft))
    return { mark: <Tag tone="warn">Changed</Tag>, text: "Print comes after saving, or undoing the changes" };
  return {
    mark: <Tag tone="ok">Processed</Tag>,
    text: `Number ${movementNumber(processed.movement)}. Print it, or clear it for the next one.`,
  };
};
