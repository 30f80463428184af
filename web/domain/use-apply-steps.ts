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

export interface Applying<S> {
  /** The group to begin with; groups that were applied before return their outcome again. */
  from?: number;
  onStep: (step: S) => void;
  /** Called for an unanswered step, which is sent again after a while, with the network, or by `retry`. */
  onWaiting?: (retry: (() => void) | undefined) => void;
  signal?: AbortSignal;
}

export type Applied = { ok: true } | { ok: false; failure: Refusal };

/** Resolves once all groups are applied, or with the refusal that stopped the job; never once its signal is aborted. */
const applySteps = async <S extends { next?: number | undefined }>(
  send: (from: number, signal: AbortSignal | undefined) => Promise<Result<S>>,
  { from = 0, onStep, onWaiting, signal }: Applying<S>,
): Promise<Applied> => {
  for (let next: number | undefined = from; next !== undefined; ) {
    const result: Result<S> = await send(next, signal).catch(() => never);
    if (signal?.aborted) return never;
    if (result.ok) {
      onStep(result.answer);
      next = result.answer.next;
    } else if (isTemporary(result.failure)) {
      await new Promise<void>((retry) => {
        onWaiting?.(retry);
        addEventListener("online", () => retry(), { once: true });
        setTimeout(retry, retryAfter);
      });
      onWaiting?.(undefined);
    } else return result;
  }
  return { ok: true };
};

const never = new Promise<never>(() => undefined);

interface Step {
  next?: number | undefined;
  /** Number of groups. */
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
  send: (from: number, signal: AbortSignal | undefined) => Promise<Result<S>>;
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
    refresh(staleAfter[route]);
    if (sum && result.ok) onDone?.(sum);
  };
  return { state, outcome, retry, failure, start: () => void start() };
}
