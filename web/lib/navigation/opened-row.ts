// The row whose dialog the address opens.
import { useEffect, useEffectEvent, useRef } from "react";
import type { QueryState } from "../query-state.ts";
import { toast } from "../toast.ts";
import type { OpenDialog } from "./url-state.ts";

interface OpenedRow<Row> {
  row: Row | undefined;
  /** The list that has the row, or last had it. */
  rows: readonly Row[];
  /** Why the row can no longer be changed: it has left the list. */
  unavailable: string | undefined;
}

/**
 * The row stays after it has left the list (somebody deleted it, or midnight passed), so that nothing typed is lost. If
 * the list never had it, the dialog is closed and a toast says `why`.
 */
export function useOpenedRow<Row extends { _id: string }>(
  { id, close }: Pick<OpenDialog, "id" | "close">,
  { data, stale, unconfirmed }: Pick<QueryState<readonly Row[]>, "data" | "stale" | "unconfirmed">,
  noun: string,
  why = "It may have been deleted.",
): OpenedRow<Row> {
  const seen = useRef<readonly Row[]>(undefined);
  if (!id || data?.some(({ _id }) => _id === id)) seen.current = data;
  const row = id ? seen.current?.find(({ _id }) => _id === id) : undefined;
  const missing = id !== "" && !row && data !== undefined && !stale && !unconfirmed;
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!missing) return;
    toast.error(`${noun} not found. ${why}`, "missing");
    closeNow();
  }, [noun, missing, why]);
  const unavailable = row && data !== undefined && seen.current !== data ? "No longer in the list" : undefined;
  return { row, rows: seen.current ?? [], unavailable };
}
