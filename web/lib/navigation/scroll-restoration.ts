// A new screen starts at its top; Back restores the scroll position, until the page is reloaded.
import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

const positions = new Map<string, number>();

/** Stores and restores the position of a scroller once it is `ready`; `name` is unique on the screen. */
export function useScrollRestoration(
  name: string,
  scroller: () => HTMLElement | null | undefined,
  ready: boolean,
): void {
  const at = `${name} ${useLocation().key}`;
  const back = useNavigationType() === "POP";
  const restored = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a search has another key, but must not scroll.
  useLayoutEffect(() => {
    const element = ready && scroller();
    // Only once, as the user may have scrolled since.
    if (element && !restored.current) element.scrollTop = (back && positions.get(at)) || 0;
    restored.current = Boolean(element);
  }, [ready]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scroller of a screen stays the same.
  useLayoutEffect(() => {
    const element = ready && scroller();
    if (!element) return;
    const keep = () => void positions.set(at, element.scrollTop);
    // A dialog or panel changes the key too, but must not scroll.
    keep();
    element.addEventListener("scroll", keep, { passive: true });
    return () => element.removeEventListener("scroll", keep);
  }, [ready, at]);
}
