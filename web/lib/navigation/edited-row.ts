// The row that an edit screen begins with, from its list.
import { useRef } from "react";

/** Undefined until it is found; then it stays, even if somebody deletes the row meanwhile. */
export function useEditedRow<Row extends { _id: string }>(
  id: string,
  rows: readonly Row[] | undefined,
): Row | undefined {
  const first = useRef<Row>(undefined);
  first.current ??= rows?.find(({ _id }) => _id === id);
  return first.current;
}
