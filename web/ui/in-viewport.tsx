// Renders heavy content only once it comes near the viewport. Alone, so that screens without charts do not load it.
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";

/** Whether an element has come within 200 px of the viewport; a hidden one never does. */
export function useInViewport(element: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || !element.current) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: "200px",
    });
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [near, element]);
  return near;
}

export function WhenInViewport({ before, children }: { before: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  return <div ref={box}>{useInViewport(box) ? children : before}</div>;
}
