// What a query shows beside its data: an error with Retry, slowness, truncation, and that the data is stale.
import { type ReactNode, useEffect, useState } from "react";
import { clockText } from "../../lib/format.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { Button } from "../button.tsx";
import { Banner } from "./banner.tsx";
import style from "./query-status.module.css";

function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(1, Math.ceil((until - now) / 1_000));
  return <span aria-hidden="true"> Trying again in {seconds} s.</span>;
}

/** Above the data of a query: its error with Retry, or why it is late or incomplete. */
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
  if (slow) return <Banner tone="warn">This is taking longer than usual.</Banner>;
  if (truncated) return <Banner tone="warn">Only the newest rows are shown: choose a shorter range, or export.</Banner>;
  return null;
}

/** Around data that may be stale: then it is faded, under a progress bar. */
export function Stale({ query: { stale, loading }, children }: { query: QueryState<unknown>; children: ReactNode }) {
  return (
    <div className={style.frame} data-stale={stale || undefined} aria-busy={stale || loading}>
      {stale && <span className={style.progress} aria-hidden="true" />}
      {children}
    </div>
  );
}
