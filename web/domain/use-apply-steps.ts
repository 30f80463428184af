// Applies a long work from a screen, step by step, and adds up what its steps answer.
import { useEffect, useRef, useState } from "react";
import { applySteps } from "../lib/api/apply-steps.ts";
import type { Refusal, Result } from "../lib/api/client.ts";
import { useRefresh } from "../lib/api/refresh.ts";
import { useLeaveGuard } from "../lib/navigation/navigation-guard.ts";
import { useConfirm } from "../ui/dialog/confirm.tsx";
import type { Question } from "../ui/dialog/confirm-dialog.tsx";

interface Step {
  next?: number | undefined;
  /** All steps that the work takes. */
  groups: number;
}

export interface Apply<O extends Step = Step> {
  state: "ready" | "running" | "done" | "stopped";
  /** All steps so far as one; `next` is the group to go on with. */
  outcome: O | undefined;
  /** Sends again what got no answer; undefined unless it waits for that. */
  retry: (() => void) | undefined;
  /** Why it stopped. */
  failure: Refusal | undefined;
  start: () => void;
}

interface Options<S extends Step, O extends S> {
  /** Of the work: another one begins anew. */
  id: string;
  send: (from: number, signal: AbortSignal | undefined) => Promise<Result<S>>;
  add: (sum: O | undefined, step: S) => O;
  /** Prefixes of the addresses to read again afterwards. */
  reload: readonly string[];
  /** Asked before the screen is left while it runs. */
  leaveQuestion: Question;
  onDone?: ((outcome: O) => void) | undefined;
}

export function useApplySteps<S extends Step, O extends S>(options: Options<S, O>): Apply<O> {
  const { id, send, add, reload, leaveQuestion, onDone } = options;
  const [of, setOf] = useState(id);
  const [state, setState] = useState<Apply["state"]>("ready");
  const [outcome, setOutcome] = useState<O>();
  const [retry, setRetry] = useState<() => void>();
  const [failure, setFailure] = useState<Refusal>();
  const stop = useRef<AbortController>(undefined);
  const refresh = useRefresh();
  const confirm = useConfirm();
  useLeaveGuard(state === "running", () => confirm(leaveQuestion));
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
    let sum: O | undefined;
    setState("running");
    setFailure(undefined);
    const result = await applySteps(send, {
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
