// Applies an import from a screen, and adds up the outcomes of its steps.
import { useEffect } from "react";
import type { ApplyStep, Import } from "#shared/import.ts";
import { attempt } from "../../lib/api/client.ts";
import { type Apply as ApplyOf, useApplySteps } from "../use-apply-steps.ts";

/** All steps so far as one; `next` is the group to go on with. */
export interface ApplyOutcome extends Omit<ApplyStep, "picklists" | "refused"> {
  picklists: NonNullable<ApplyStep["picklists"]>;
  refused: NonNullable<ApplyStep["refused"]>;
}

export type Apply = ApplyOf<ApplyOutcome>;

const add = (sum: ApplyOutcome | undefined, { picklists = [], refused = [], ...step }: ApplyStep): ApplyOutcome => ({
  // Shelves are set after the movements.
  ...(sum?.movement && { movement: sum.movement }),
  ...step,
  written: (sum?.written ?? 0) + step.written,
  left_out: [...(sum?.left_out ?? []), ...step.left_out],
  picklists: [...(sum?.picklists ?? []), ...picklists],
  refused: [...(sum?.refused ?? []), ...refused],
});

const leaveQuestion = {
  title: "Stop the import?",
  text: "Rows that are applied stay. The others are applied when you come back to this import and go on.",
  action: "Stop and leave",
  cancel: "Stay",
};

const route = "POST /v1/imports/{id}/apply";

/** `data`: the import `id`, once it is read. */
export function useApply(id: string, data: Import | undefined, onDone: (outcome: ApplyOutcome) => void): Apply {
  const apply = useApplySteps({
    id,
    send: (from, signal) => attempt(route, { path: { id }, body: { from }, signal }),
    add,
    route,
    leaveQuestion,
    onDone,
  });
  const isApplied = data?._id === id && data.groups > 0 && data.done === data.groups;
  // After a reload, continues: groups that were applied return their outcome again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per import.
  useEffect(() => {
    if (isApplied && apply.state === "ready") apply.start();
  }, [isApplied, id]);
  return apply;
}
