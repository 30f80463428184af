// A new screen begins at its top, and Back leads to the very place one left, for as long as the page lives.
import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

const tops = new Map<string, number>();

/** Keeps how far something is scrolled, once it is `ready`; `name` tells several of one screen apart. */
export function useScrollRestoration(
  name: string,
  scroller: () => HTMLElement | null | undefined,
  ready: boolean,
): void {
  const at = `${name} ${useLocation().key}`;
  const back = useNavigationType() === "POP";
  const placed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a search on the same screen is another place, but does not scroll.
  useLayoutEffect(() => {
    const element = ready && scroller();
    // Once: the person may have scrolled by now.
    if (element && !placed.current) element.scrollTop = (back && tops.get(at)) || 0;
    placed.current = Boolean(element);
  }, [ready]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scroller of a screen stays the same.
  useLayoutEffect(() => {
    const element = ready && scroller();
    if (!element) return;
    const keep = () => void tops.set(at, element.scrollTop);
    element.addEventListener("scroll", keep, { passive: true });
    return () => element.removeEventListener("scroll", keep);
  }, [ready, at]);
}
