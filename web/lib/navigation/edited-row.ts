// The row an edit begins with: handed along by its list, or found there after a reload.
import { useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** What is being typed stays, also when somebody deletes the row meanwhile; undefined until it is found. */
export function useEditedRow<Row extends { _id: string }>(
  name: string,
  id: string,
  rows: readonly Row[] | undefined,
): Row | undefined {
  const { state } = useLocation();
  // After a reload or on the way back what was handed along may be old.
  const handed: Row | undefined = useNavigationType() === "POP" ? undefined : state?.[name];
  const first = useRef<Row>(undefined);
  first.current ??= rows?.find(({ _id }) => _id === id) ?? (handed?._id === id ? handed : undefined);
  return first.current;
}
