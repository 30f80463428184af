// Posts the corrections of a count step by step. The first step stores the choices; later ones continue.
import { useRef } from "react";
import type { CountApplyStep } from "#shared/count.ts";
import { type Apply, useApplySteps } from "../../domain/use-apply-steps.ts";
import { attempt } from "../../lib/api/client.ts";
import type { Chosen } from "./differences.ts";

const add = (sum: CountApplyStep | undefined, step: CountApplyStep): CountApplyStep => ({
  ...step,
  written: (sum?.written ?? 0) + step.written,
  left_out: [...(sum?.left_out ?? []), ...step.left_out],
});

const leaveQuestion = {
  title: "Stop posting?",
  text: "Corrections that are posted stay. The others are posted when somebody opens this review and goes on.",
  action: "Stop and leave",
  cancel: "Stay",
};

export function useApplyCount(id: string): Apply<CountApplyStep> & { begin: (chosen: Chosen) => void } {
  const decision = useRef<Chosen>(undefined);
  const apply = useApplySteps({
    id,
    send: (from, signal) =>
      attempt("POST /v1/counts/{id}/apply", { path: { id }, body: { from, ...decision.current }, signal }),
    add,
    route: "POST /v1/counts/{id}/apply",
    leaveQuestion,
  });
  const begin = (chosen: Chosen) => {
    decision.current = chosen;
    apply.start();
  };
  return { ...apply, begin };
}
