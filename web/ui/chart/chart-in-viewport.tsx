// A chart whose code loads near the viewport. If loading or drawing fails, the rest of the screen stays.
import { ChartPie } from "lucide-react";
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { Button } from "../button.tsx";
import { useInViewport } from "../in-viewport.tsx";
import { Empty } from "../page/empty.tsx";
import style from "./chart-in-viewport.module.css";

interface Props<P> {
  /** Defined outside the component. */
  load: () => Promise<ComponentType<P>>;
  props: P;
  /** The drawn data: if it changes, a chart that failed is tried again. */
  data: unknown;
  placeholder: ReactNode;
}

export function ChartInViewport<P extends object>({ load, props, data, placeholder }: Props<P>) {
  const box = useRef<HTMLDivElement>(null);
  const inViewport = useInViewport(box);
  const [Chart, setChart] = useState<ComponentType<P>>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!inViewport || Chart || failed) return;
    load().then(
      (loaded) => setChart(() => loaded),
      () => setFailed(true),
    );
  }, [inViewport, Chart, failed, load]);
  return (
    <div ref={box} className={style.chart}>
      {failed && <ChartError />}
      {Chart && !failed && (
        <ErrorBoundary resetKeys={[data]} fallback={<ChartError />}>
          <Chart {...props} />
        </ErrorBoundary>
      )}
      {!Chart && !failed && placeholder}
    </div>
  );
}

/** A browser does not retry a module that failed to load: only a reload of the page does. */
function ChartError() {
  const reloadButton = <Button onClick={() => location.reload()}>Reload</Button>;
  return <Empty icon={ChartPie} text="The chart could not be drawn." action={reloadButton} />;
}
