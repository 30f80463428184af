// Posts the corrections of a count step by step. The first step stores the choices; later ones continue.
import { useRef } from "react";
import type { CountApplyStep } from "#shared/count.ts";
import { type Apply, useApplySteps } from "../../domain/use-apply-steps.ts";
import { attempt } from "../../lib/api/client.ts";
import type { Chosen } from "./differences.ts";

export function useApplyCount(id: string): Apply<CountApplyStep> & { begin: (chosen: Chosen) => void } {
  const decision = useRef<Chosen>(undefined);
  const apply = useApplySteps({
    id,
    send: (from, signal) =>
      attempt("POST /v1/counts/{id}/apply", { path: { id }, body: { from, ...decision.current }, signal }),
    route: "POST /v1/counts/{id}/apply",
  });
  const begin = (chosen: Chosen) => {
    decision.current = chosen;
    apply.start();
  };
  return { ...apply, begin };
}
