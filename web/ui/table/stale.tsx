// Around what still shows the answer to an earlier question: faded, under a line that moves.
import type { ReactNode } from "react";
import type { QueryState } from "../../lib/query-state.ts";
import style from "./stale.module.css";

export function Stale({ query: { stale, loading }, children }: { query: QueryState<unknown>; children: ReactNode }) {
  return (
    <div className={style.frame} data-stale={stale || undefined} aria-busy={stale || loading}>
      {stale && <span className={style.progress} aria-hidden="true" />}
      {children}
    </div>
  );
}
