// What is open for a row that somebody else has deleted.
import { useEffect, useRef } from "react";
import { say } from "./say.ts";

/** Says that the row is gone, and closes what the address says is open for it: nobody sees that any more. */
export function useMissing(noun: string, missing: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!missing) return;
    say.failure(`${noun} not found. It may have been deleted.`, "missing");
    latest.current();
  }, [noun, missing]);
}
