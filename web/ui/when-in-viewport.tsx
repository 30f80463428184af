// What is heavy and may stay out of view: made when it comes near the viewport.
import { type ReactNode, useRef } from "react";
import { useInViewport } from "../lib/in-viewport.ts";

export function WhenInViewport({ before, children }: { before: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  return <div ref={box}>{useInViewport(box) ? children : before}</div>;
}
