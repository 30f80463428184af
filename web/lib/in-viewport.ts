// Whether heavy content has come near the viewport.
import { type RefObject, useEffect, useState } from "react";

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
