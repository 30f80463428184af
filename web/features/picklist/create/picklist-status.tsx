// The status of a picklist: one line with its size, and the choices once it is processed.
import { ListChecks } from "lucide-react";
import type { ReactNode } from "react";
import { movementNumber } from "#shared/movement-number.ts";
import { linesText } from "../../../domain/line-editor/lines.ts";
import { WorkSummary } from "../../../domain/line-editor/work-list.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { type Draft, isChanged, type Processed, pickPath } from "../picklist-draft.ts";
import { PrintoutChoice } from "../print/printout-choice.tsx";

/** Id of the text that describes the print button. */
export const statusId = "picklist-status";

interface Status {
  tag: ReactNode;
  text: string;
  printable?: boolean;
}

export function PicklistStatus({ draft, busy }: { draft: Draft; busy: boolean }) {
  const { tag, text, printable } = statusOf(draft, busy);
  return (
    <WorkSummary
      id={statusId}
      tag={tag}
      totals={linesText(draft.lines)}
      choice={printable && draft.processed && <ProcessedChoices {...draft.processed} />}
    >
      {text}
    </WorkSummary>
  );
}

const statusOf = (draft: Draft, busy: boolean): Status => {
  const { posting, processed } = draft;
  // `posting` is in the draft once the device has stored the entry: until then it would be lost with the page.
  if (posting) return { tag: <Tag tone="info">Processing</Tag>, text: "Waiting for the answer" };
  if (busy) return { tag: <Tag tone="info">Processing</Tag>, text: "Saving" };
  if (!processed) return { tag: <Tag>Draft</Tag>, text: "Save before printing" };
  if (isChanged(draft))
    return { tag: <Tag tone="warn">Changed</Tag>, text: "Save or undo the changes before printing" };
  return {
    tag: <Tag tone="ok">Processed</Tag>,
    text: `Number ${movementNumber(processed.movement)}. Print it, or clear it for the next one.`,
    printable: true,
  };
};

/** How a processed picklist is printed, and a link to pick it on this device. */
function ProcessedChoices({ movement, channel, day, items }: Processed) {
  // The picklist is passed on, since there may be no network at the shelves.
  const picklist = { _id: movement, number: movementNumber(movement), channel, data: items };
  return (
    <>
      <PrintoutChoice />
      <ButtonLink icon={ListChecks} to={pickPath(movement, day)} state={{ picklist }}>
        Pick
      </ButtonLink>
    </>
  );
}
