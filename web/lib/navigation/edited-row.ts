// The row that an edit screen begins with, from its list. Separate from opened-row.ts: no screen needs both.
import { useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** Undefined until it is found; then it stays, even if somebody deletes the row meanwhile. */
export function useEditedRow<Row extends { _id: string }>(
  name: string,
  id: string,
  rows: readonly Row[] | undefined,
): Row | undefined {
  const { state } = useLocation();
  // After a reload or Back the row in the route state may be out of date.
  const passed: Row | undefined = useNavigationType() === "POP" ? undefined : state?.[name];
  const first = useRef<Row>(undefined);
  first.current ??= rows?.find(({ _id }) => _id === id) ?? (passed?._id === id ? passed : undefined);
  return first.current;
}
