// Submits to the outbox from a form. The outbox itself is loaded after the first screen, mostly before anybody can submit.
import { type RefObject, useId, useRef, useState } from "react";
import type { Answer } from "#shared/api.ts";
import { useRefresh } from "../api/refresh.ts";
import { NoAnswer } from "../api/result.ts";
import type { Handover } from "../forms/use-form.ts";
import { reloadForModule } from "../lazy.tsx";
import { toast } from "../toast.ts";
import type { EntryInput, OnceRoute } from "./entry.ts";
import type { Attempted, PostingOptions, PostOutcome } from "./post.ts";
import type { SubmitOptions } from "./submit.ts";

export interface Posting<R extends OnceRoute> {
  run: (input: EntryInput<R>, options?: PostOptions) => Promise<PostOutcome<Answer<R>>>;
  /** The form waits for an answer. */
  busy: boolean;
  /** The key of the form's entry while the server is in trouble. */
  key: string | undefined;
}

/** With `apart` it has a key of its own. */
interface PostOptions extends Pick<SubmitOptions, "apart" | "progress"> {
  handover?: Partial<Handover>;
}

/** `shared` is given where one form posts to several routes, so that all its requests have one key. */
export function usePosting<R extends OnceRoute>(
  route: R,
  options: PostingOptions<R>,
  shared?: RefObject<Attempted | undefined>,
): Posting<R> {
  const id = useId();
  const refresh = useRefresh();
  const own = useRef<Attempted>(undefined);
  const ofForm = shared ?? own;
  const [runs, setRuns] = useState(0);
  const run: Posting<R>["run"] = async (input, { handover, progress, apart } = {}) => {
    setRuns((count) => count + 1);
    try {
      const outbox = await import("./post.ts").catch(reloadForModule).catch(() => undefined);
      if (!outbox) {
        const failure = new NoAnswer();
        toast.refusal(failure, id);
        return { ok: false, failure };
      }
      const attempted = apart ? { current: undefined } : ofForm;
      const submitOptions = { ...handover, apart, ...(progress && { progress }) };
      return await outbox.post({ id, refresh, route, input, options, submitOptions, attempted });
    } finally {
      setRuns((all) => all - 1);
    }
  };
  return { run, busy: runs > 0, key: ofForm.current?.key };
}
