// The status of a query beside its data: an error with Retry, slowness, truncation, and stale data.
import { History } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { dayOf } from "#shared/day.ts";
import { clockText, dateTimeText } from "../../lib/format.ts";
import { useOnline } from "../../lib/media.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { Button } from "../button.tsx";
import { Banner } from "./banner.tsx";
import style from "./query-status.module.css";

/** The time now, renewed every so many milliseconds. */
function useNow(interval: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}

function Countdown({ until }: { until: number }) {
  const seconds = Math.max(1, Math.ceil((until - useNow(500)) / 1_000));
  return <span aria-hidden="true"> Trying again in {seconds} s.</span>;
}

/** When data was read; the day too, once that is over. */
export const asOfText = (at: number, now = Date.now()): string =>
  `as of ${dayOf(at) === dayOf(now) ? clockText(at) : dateTimeText(at)}`;

const AsOf = ({ at }: { at: number }) => asOfText(at, useNow(10_000));

const newestOnly = "Only the newest rows are shown: choose a shorter range, or export.";

/** Above the data of a query: its error with Retry, or why it is old, late or incomplete. */
export function LoadError({
  query: { failure, retry, retryAt, updatedAt, lastKnown, slow, truncated, data },
}: {
  query: QueryState<unknown>;
}) {
  const online = useOnline();
  const asOf = data !== undefined && updatedAt && <AsOf at={updatedAt} />;
  const button = <Button onClick={retry}>Retry</Button>;
  if (lastKnown)
    return (
      // Offline, the banner above the screen warns already.
      <Banner tone={online ? "warn" : "info"} icon={History} action={failure && online && button}>
        Last known data, {asOf}.{!failure && " Waiting for an answer."}
        {truncated && ` ${newestOnly}`}
      </Banner>
    );
  if (failure)
    return (
      <Banner tone="danger" action={button}>
        {failure.message}
        {asOf && ": "}
        {asOf}.{retryAt && <Countdown until={retryAt} />}
      </Banner>
    );
  if (slow) return <Banner tone="warn">This is taking longer than usual.</Banner>;
  if (truncated) return <Banner tone="warn">{newestOnly}</Banner>;
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
