// Applies an import from a screen, and adds up what its steps answer.
import { useEffect, useRef, useState } from "react";
import type { ApplyStep } from "#shared/import.ts";
import type { Refusal } from "../../lib/api/client.ts";
import { useRefresh } from "../../lib/api/refresh.ts";
import { useLeaveGuard } from "../../lib/navigation/navigation-guard.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { applyImport } from "./apply-import.ts";

/** All steps so far as one; `next` is the group to go on with. */
export interface Outcome extends Omit<ApplyStep, "picklists" | "refused"> {
  picklists: NonNullable<ApplyStep["picklists"]>;
  refused: NonNullable<ApplyStep["refused"]>;
}

export interface Apply {
  state: "ready" | "running" | "done" | "stopped";
  outcome: Outcome | undefined;
  /** Sends again what got no answer; undefined unless it waits for that. */
  retry: (() => void) | undefined;
  /** Why it stopped. */
  failure: Refusal | undefined;
  start: () => void;
}

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
export function useApply(id: string, reload: readonly string[], onDone?: (outcome: Outcome) => void): Apply {
  const [of, setOf] = useState(id);
  const [state, setState] = useState<Apply["state"]>("ready");
  const [outcome, setOutcome] = useState<Outcome>();
  const [retry, setRetry] = useState<() => void>();
  const [failure, setFailure] = useState<Refusal>();
  const stop = useRef<AbortController>(undefined);
  const refresh = useRefresh();
  const confirm = useConfirm();
  useLeaveGuard(state === "running", () => confirm(leaveQuestion));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another import, and leaving, stop it.
  useEffect(() => () => stop.current?.abort(), [id]);
  if (of !== id) {
    setOf(id);
    setState("ready");
    setOutcome(undefined);
    setFailure(undefined);
  }

  const start = async () => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    let sum: Outcome | undefined;
    setState("running");
    setFailure(undefined);
    const result = await applyImport(id, {
      signal,
      onStep: (step) => {
        sum = add(sum, step);
        setOutcome(sum);
      },
      onWaiting: (again) => setRetry(() => again),
    });
    setState(result.ok ? "done" : "stopped");
    if (!result.ok) setFailure(result.failure);
    refresh(reload);
    if (sum && result.ok) onDone?.(sum);
  };
  return { state, outcome, retry, failure, start: () => void start() };
}
