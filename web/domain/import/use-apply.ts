// Applies an import from a screen.
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

const route = "POST /v1/imports/{id}/apply";

/** `data`: the import `id`, once it is read. */
export function useApply(id: string, data: Import | undefined, onDone: (outcome: ApplyOutcome) => void): Apply {
  const apply = useApplySteps({
    id,
    send: (from, signal) => attempt(route, { path: { id }, body: { from }, signal }),
    route,
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
