// The place of a chart, which is mounted near the viewport. If drawing it fails, the rest of the screen stays.
import { ChartLine } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { useInViewport } from "../../lib/in-viewport.ts";
import { Empty } from "../page/empty.tsx";
import style from "./chart-in-viewport.module.css";

interface Props {
  /** The drawn data: if it changes, a chart that failed is tried again. */
  data: unknown;
  before: ReactNode;
  children: ReactNode;
}

export function ChartInViewport({ data, before, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const inViewport = useInViewport(box);
  return (
    <div ref={box} className={style.chart}>
      <ErrorBoundary resetKeys={[data]} fallback={<Empty icon={ChartLine} text="The chart could not be drawn." />}>
        {inViewport ? children : before}
      </ErrorBoundary>
    </div>
  );
}
