// What stands above data that is late or failed: the message, Retry, the countdown, and how old the shown data is.
import { useEffect, useState } from "react";
import { clockText } from "../../lib/format.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { Button } from "../button.tsx";
import { Banner } from "./banner.tsx";

function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(1, Math.ceil((until - now) / 1_000));
  return <span aria-hidden="true"> Trying again in {seconds} s.</span>;
}

export function LoadError({
  query: { failure, retry, retryAt, updatedAt, slow, truncated, data },
}: {
  query: QueryState<unknown>;
}) {
  if (failure)
    return (
      <Banner tone="danger" action={<Button onClick={retry}>Retry</Button>}>
        {failure.message}.{data !== undefined && updatedAt && ` Updated ${clockText(updatedAt)}.`}
        {retryAt && <Countdown until={retryAt} />}
      </Banner>
    );
  if (slow) return <Banner tone="warn">This takes longer than usual.</Banner>;
  if (truncated) return <Banner tone="warn">Only the newest rows are shown: choose a shorter range, or export.</Banner>;
  return null;
}
