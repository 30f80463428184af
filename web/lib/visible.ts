// Which rows of a long list are in view. Rows have one height, so this is arithmetic: a virtualiser weighs 10 KB.
import { useLayoutEffect, useState } from "react";

interface List {
  count: number;
  /** Of a row, in pixels. */
  height: number;
  scroller: () => HTMLElement | null;
  /** Pixels between the scroller's content and the first row. */
  margin?: number;
  /** All rows are drawn instead. */
  off?: boolean;
}

/** Rows drawn beyond either edge; in steps of it, so that most scroll events draw nothing. */
const beyond = 8;
/** Drawn before the scroller has been measured. */
const unmeasured = 24;

export function useVisible({ count, height, scroller, margin = 0, off = false }: List) {
  const [span, setSpan] = useState({ first: 0, last: unmeasured });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the scroller of a list stays the same.
  useLayoutEffect(() => {
    const element = off ? null : scroller();
    if (!element) return;
    const look = () => {
      const top = Math.max(0, element.scrollTop - margin);
      const first = Math.max(0, (Math.floor(top / height / beyond) - 1) * beyond);
      const last = Math.ceil((top + element.clientHeight) / height / beyond + 1) * beyond;
      setSpan((before) => (before.first === first && before.last === last ? before : { first, last }));
    };
    const resized = new ResizeObserver(look);
    look();
    resized.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [off, count, height, margin]);

  /** Brings a row near enough to be drawn; its focus does the rest. */
  const reach = (index: number): void => {
    const element = scroller();
    if (!element || off) return;
    const top = margin + index * height;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top > element.scrollTop + element.clientHeight)
      element.scrollTop = top + 2 * height - element.clientHeight;
  };

  const last = off ? count - 1 : Math.min(span.last, count - 1);
  return { first: off ? 0 : Math.min(span.first, Math.max(0, last)), last, reach };
}
