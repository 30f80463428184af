// Submits to the outbox from a form. The outbox itself is loaded after the first screen, before anybody can submit.
import { useId, useState } from "react";
import type { Answer } from "#shared/api.ts";
import { useRefresh } from "../api/refresh.ts";
import type { EntryInput, OnceRoute } from "./entry.ts";
import type { SubmitOptions } from "./outbox.ts";
import type { Outcome, PostingOptions } from "./post.ts";

export interface Posting<R extends OnceRoute> {
  run: (input: EntryInput<R>, options?: SubmitOptions) => Promise<Outcome<Answer<R>>>;
  /** The form waits for an answer. */
  busy: boolean;
}

export function usePosting<R extends OnceRoute>(route: R, options: PostingOptions<R>): Posting<R> {
  const id = useId();
  const refresh = useRefresh();
  const [runs, setRuns] = useState(0);
  const run: Posting<R>["run"] = async (input, submitOptions) => {
    setRuns((others) => others + 1);
    try {
      const { post } = await import("./post.ts");
      return await post({ id, refresh, route, input, options, submitOptions });
    } finally {
      setRuns((all) => all - 1);
    }
  };
  return { run, busy: runs > 0 };
}
