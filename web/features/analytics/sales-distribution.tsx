// Units per channel over a range of days: a pie chart, and its numbers as a table.
import { ChartPie } from "lucide-react";
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { channels } from "#shared/channel.ts";
import { countText, numberText } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { useInViewport } from "../../ui/in-viewport.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Card } from "../../ui/page/page.tsx";
import { PlainTable } from "../../ui/table/plain-table.tsx";
import { channelColour, type Slice, shareText } from "./distribution.ts";
import style from "./sales-distribution.module.css";

interface Props {
  /** Undefined while loading. */
  slices: readonly Slice[] | undefined;
  /** Shown if nothing was sold: a text, and what to do about it. */
  noSales: { text: string; action: ReactNode };
}

export function SalesDistribution({ slices, noSales }: Props) {
  const total = slices?.reduce((sum, { units }) => sum + units, 0) ?? 0;
  return (
    <Card title="Sales Distribution" aside={slices && <strong>{countText(total, "unit")}</strong>}>
      {slices && total === 0 ? (
        <div className={style.none}>
          <Empty icon={ChartPie} {...noSales} />
        </div>
      ) : (
        <div className={style.both}>
          <div className={style.pie}>{slices ? <Chart slices={slices} /> : <span className={style.bone} />}</div>
          <div className={style.legend} aria-busy={!slices}>
            {slices ? <LegendTable slices={slices} total={total} /> : <LegendSkeleton />}
          </div>
        </div>
      )}
    </Card>
  );
}

/** The chart loads near the viewport. If loading or drawing fails, the table and the rest of the screen stay. */
function Chart({ slices }: { slices: readonly Slice[] }) {
  const box = useRef<HTMLDivElement>(null);
  const inViewport = useInViewport(box);
  const [Pie, setPie] = useState<ComponentType<{ slices: readonly Slice[] }>>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!inViewport || Pie || failed) return;
    import("./sales-pie.tsx").then(
      ({ SalesPie }) => setPie(() => SalesPie),
      () => setFailed(true),
    );
  }, [inViewport, Pie, failed]);
  return (
    <div ref={box} className={style.chart}>
      {failed && <ChartError />}
      {Pie && !failed && (
        <ErrorBoundary resetKeys={[slices]} fallback={<ChartError />}>
          <Pie slices={slices} />
        </ErrorBoundary>
      )}
      {!Pie && !failed && <span className={style.bone} />}
    </div>
  );
}

/** A browser does not retry a module that failed to load: only a reload of the page does. */
function ChartError() {
  const reloadButton = <Button onClick={() => location.reload()}>Reload</Button>;
  return <Empty icon={ChartPie} text="The chart could not be drawn." action={reloadButton} />;
}

const head = [
  { key: "channel", content: "Channel" },
  { key: "units", content: "Units", right: true },
  { key: "share", content: "Share", right: true },
];

function LegendTable({ slices, total }: { slices: readonly Slice[]; total: number }) {
  const lines = slices.map(({ channel, name, units, share }) => ({
    key: channel,
    cells: [
      <span key="name" className={style.channel}>
        <span className={style.swatch} style={{ background: channelColour(channel) }} />
        {name}
      </span>,
      <strong key="units">{numberText(units)}</strong>,
      <span key="share" className={style.share}>
        {shareText(share)}
      </span>,
    ],
  }));
  return (
    <PlainTable
      label="Units per channel"
      head={head}
      rows={lines}
      foot={[
        "Total",
        numberText(total),
        <span key="share" className={style.share}>
          100.0%
        </span>,
      ]}
    />
  );
}

function LegendSkeleton() {
  return (
    <>
      {channels.map((channel) => (
        <span key={channel} className={style.line} />
      ))}
    </>
  );
}
