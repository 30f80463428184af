// Fills a form with the refused entry that it was opened for, and shows the reason beside its field. The state of the history
// entry names it.
import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { useConfirm } from "../ui/dialog/confirm.tsx";
import type { Correction } from "./opened-entry.ts";

export function useCorrection<V, B>(
  route: Correction<V, B>["route"],
  form: Correction<V, B>["form"],
  valuesOf: Correction<V, B>["valuesOf"],
  failureOf?: Correction<V, B>["failureOf"],
): void {
  const seq: number | undefined = useLocation().state?.entry;
  const confirm = useConfirm();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entry.
  useEffect(() => {
    if (seq === undefined) return;
    // Loaded only when an entry is opened.
    void import("./opened-entry.ts").then((opened) =>
      opened.correctIn({ seq, route, form, valuesOf, failureOf, confirm }),
    );
  }, [seq]);
}
