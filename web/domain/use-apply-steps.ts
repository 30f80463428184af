// Applies a long job step by step, whatever the network does: each step applies groups and names the next one.
import { useEffect, useRef, useState } from "react";
import { staleAfter, type Write } from "#shared/call-facts.ts";
import { useRefresh } from "../lib/api/refresh.ts";
import type { Refusal, Result } from "../lib/api/result.ts";
import { untilAnswered } from "../lib/api/until-answered.ts";
import { useLeaveGuard } from "../lib/navigation/navigation-guard.ts";
import { useConfirm } from "../ui/dialog/confirm.tsx";

interface Step {
  next?: number | undefined;
  groups: number;
  written: number;
  left_out: readonly unknown[];
  movement?: string | undefined;
  picklists?: readonly unknown[] | undefined;
  refused?: readonly unknown[] | undefined;
}

const added = (sum: Step | undefined, { left_out, picklists = [], refused = [], ...step }: Step): Step => ({
  // Shelves are set after the movements.
  ...(sum?.movement && { movement: sum.movement }),
  ...step,
  written: (sum?.written ?? 0) + step.written,
  left_out: [...(sum?.left_out ?? []), ...left_out],
  picklists: [...(sum?.picklists ?? []), ...picklists],
  refused: [...(sum?.refused ?? []), ...refused],
});

/** Asked before the user leaves while something runs. */
export const stopQuestion = {
  title: "Stop here?",
  text: "What is applied stays. The rest is applied once somebody comes back here and goes on.",
  action: "Stop and leave",
  cancel: "Stay",
};

export interface Apply<O extends Step = Step> {
  state: "ready" | "running" | "done" | "stopped";
  /** All steps so far as one; `next` is the group to go on with. */
  outcome: O | undefined;
  /** Sends the unanswered step again; undefined if there is none. */
  retry: (() => void) | undefined;
  /** Why it stopped. */
  failure: Refusal | undefined;
  start: () => void;
}

interface Options<S extends Step, O extends S> {
  /** Id of the job: another id begins anew. */
  id: string;
  /** Groups that were applied before return their outcome again. */
  send: (from: number, signal: AbortSignal) => Promise<Result<S>>;
  route: Write;
  onDone?: ((outcome: O) => void) | undefined;
}

export function useApplySteps<S extends Step, O extends S>(options: Options<S, O>): Apply<O> {
  const { id, send, route, onDone } = options;
  const [of, setOf] = useState(id);
  const [state, setState] = useState<Apply["state"]>("ready");
  const [outcome, setOutcome] = useState<O>();
  const [retry, setRetry] = useState<() => void>();
  const [failure, setFailure] = useState<Refusal>();
  const stop = useRef<AbortController>(undefined);
  const refresh = useRefresh();
  const confirm = useConfirm();
  useLeaveGuard(state === "running", () => confirm(stopQuestion));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another work, and leaving, stop it.
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
    setState("running");
    setFailure(undefined);
    let sum: O | undefined;
    let next: number | undefined = 0;
    while (next !== undefined) {
      const from: number = next;
      const onWaiting = (again: (() => void) | undefined) => setRetry(() => again);
      const step = untilAnswered(() => send(from, signal), onWaiting, signal);
      const result: Result<S> | undefined = await step.catch(() => undefined);
      if (!result || signal.aborted) return;
      if (!result.ok) {
        setState("stopped");
        setFailure(result.failure);
        return refresh(staleAfter[route]);
      }
      sum = added(sum, result.answer) as O;
      setOutcome(sum);
      next = result.answer.next;
    }
    setState("done");
    refresh(staleAfter[route]);
    if (sum) onDone?.(sum);
  };
  return { state, outcome, retry, failure, start: () => void start() };
}
