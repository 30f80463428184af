// The status of a picklist: one line with its size.
import type { ReactNode } from "react";
import { movementNumber } from "#shared/movement-number.ts";
import { linesText } from "../../domain/line-editor/lines.ts";
import { WorkSummary } from "../../domain/line-editor/work-list.tsx";
import { lazyComponent } from "../../lib/lazy.tsx";
import { Tag } from "../../ui/tag.tsx";
import { type Draft, isChanged } from "./picklist-draft.ts";

const ProcessedChoices = lazyComponent(() => import("./processed-choices.tsx"), "ProcessedChoices");

/** Id of the text that describes the print button. */
export const statusId = "picklist-status";

interface Status {
  mark: ReactNode;
  text: string;
  printable?: boolean;
}

export function PicklistStatus({ draft, busy }: { draft: Draft; busy: boolean }) {
  const { mark, text, printable } = statusOf(draft, busy);
  return (
    <WorkSummary
      id={statusId}
      mark={mark}
      totals={linesText(draft.lines)}
      choice={printable && draft.processed && <ProcessedChoices {...draft.processed} />}
    >
      {text}
    </WorkSummary>
  );
}

const statusOf = (draft: Draft, busy: boolean): Status => {
  const { posting, processed } = draft;
  if (posting || busy) return { mark: <Tag tone="info">Processing</Tag>, text: "Waiting for the answer" };
  if (!processed) return { mark: <Tag>Draft</Tag>, text: "Save before printing" };
  if (isChanged(draft))
    return { mark: <Tag tone="warn">Changed</Tag>, text: "Save or undo the changes before printing" };
  return {
    mark: <Tag tone="ok">Processed</Tag>,
    text: `Number ${movementNumber(processed.movement)}. Print it, or clear it for the next one.`,
    printable: true,
  };
};
