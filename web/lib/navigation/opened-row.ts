// The row that the address says a dialog is open for.
import { useEffect, useRef } from "react";
import type { QueryState } from "../query-state.ts";
import { toast } from "../toast.ts";
import type { OpenDialog } from "./url-state.ts";

interface Found<Row> {
  row: Row | undefined;
  /** The list it stands in, or last stood in. */
  rows: readonly Row[];
  /** Why nothing more can be done with it: the list has it no more, and nobody knows what has become of it. */
  unavailable: string | undefined;
}

/**
 * What is being typed stays, also when the list no longer has the row: somebody has deleted it, or midnight has passed.
 * A dialog whose row never was there is closed, and `why` said: nobody sees what the address says is open.
 */
export function useOpenedRow<Row extends { _id: string }>(
  { id, close }: Pick<OpenDialog, "id" | "close">,
  { data, stale }: Pick<QueryState<readonly Row[]>, "data" | "stale">,
  noun: string,
  why = "It may have been deleted.",
): Found<Row> {
  const seen = useRef<readonly Row[]>(undefined);
  if (!id || data?.some(({ _id }) => _id === id)) seen.current = data;
  const row = id ? seen.current?.find(({ _id }) => _id === id) : undefined;
  const missing = id !== "" && !row && data !== undefined && !stale;
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!missing) return;
    toast.error(`${noun} not found. ${why}`, "missing");
    latest.current();
  }, [noun, missing, why]);
  const unavailable = row && data !== undefined && seen.current !== data ? "No longer in the list" : undefined;
  return { row, rows: seen.current ?? [], unavailable };
}
