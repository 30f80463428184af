// A time that runs only while nobody holds it.
import { useEffect, useRef } from "react";

/** Calls once so many milliseconds have passed in which it was not held; another time starts anew. */
export function usePausableTimeout(time: number, held: boolean, over: () => void): void {
  const left = useRef({ of: time, ms: time });
  const latest = useRef(over);
  latest.current = over;
  useEffect(() => {
    if (left.current.of !== time) left.current = { of: time, ms: time };
    if (held) return;
    const from = performance.now();
    const timer = setTimeout(() => latest.current(), left.current.ms);
    return () => {
      clearTimeout(timer);
      left.current.ms -= performance.now() - from;
    };
  }, [time, held]);
}
