// Applies an import from a screen, and adds up what its steps answer.
import type { ApplyStep } from "#shared/import.ts";
import { type Apply as ApplyOf, useApplySteps } from "../use-apply-steps.ts";
import { applyGroup } from "./apply-import.ts";

/** All steps so far as one; `next` is the group to go on with. */
export interface Outcome extends Omit<ApplyStep, "picklists" | "refused"> {
  picklists: NonNullable<ApplyStep["picklists"]>;
  refused: NonNullable<ApplyStep["refused"]>;
}

export type Apply = ApplyOf<Outcome>;

const add = (sum: Outcome | undefined, { picklists = [], refused = [], ...step }: ApplyStep): Outcome => ({
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

/** `reload`: what is read again afterwards. */
export const useApply = (id: string, reload: readonly string[], onDone?: (outcome: Outcome) => void): Apply =>
  useApplySteps({
    id,
    send: applyGroup(id),
    add,
    reload,
    leaveQuestion,
    onDone,
  });
