// Applies a long job step by step, whatever the network does: each step applies groups and names the next one.
import { useEffect, useRef, useState } from "react";
import { staleAfter, type Write } from "#shared/call-facts.ts";
import { useRefresh } from "../lib/api/refresh.ts";
import { isTemporary, type Refusal, type Result } from "../lib/api/result.ts";
import { useLeaveGuard } from "../lib/navigation/navigation-guard.ts";
import { useConfirm } from "../ui/dialog/confirm.tsx";
import type { Question } from "../ui/dialog/confirm-dialog.tsx";

/** Milliseconds until an unanswered step is sent again, unless the network returns before. */
const retryAfter = 5_000;

interface Step {
  next?: number | undefined;
  groups: number;
}

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
  add: (sum: O | undefined, step: S) => O;
  route: Write;
  /** Asked before the user leaves the screen while it runs. */
  leaveQuestion: Question;
  onDone?: ((outcome: O) => void) | undefined;
}

export function useApplySteps<S extends Step, O extends S>(options: Options<S, O>): Apply<O> {
  const { id, send, add, route, leaveQuestion, onDone } = options;
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

  /** An unanswered step is sent again after a while, with the network, or by `retry`. */
  const wait = async () => {
    await new Promise<void>((again) => {
      setRetry(() => again);
      addEventListener("online", () => again(), { once: true });
      setTimeout(again, retryAfter);
    });
    setRetry(undefined);
  };

  const start = async () => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setState("running");
    setFailure(undefined);
    let sum: O | undefined;
    let next: number | undefined = 0;
    while (next !== undefined) {
      const result: Result<S> | undefined = await send(next, signal).catch(() => undefined);
      if (!result || signal.aborted) return;
      if (result.ok) {
        sum = add(sum, result.answer);
        setOutcome(sum);
        next = result.answer.next;
      } else if (isTemporary(result.failure)) await wait();
      else {
        setState("stopped");
        setFailure(result.failure);
        return refresh(staleAfter[route]);
      }
    }
    setState("done");
    refresh(staleAfter[route]);
    if (sum) onDone?.(sum);
  };
  return { state, outcome, retry, failure, start: () => void start() };
}
