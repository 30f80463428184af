// How the units of a range spread over the channels: the pie, and its numbers as a table.
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
import { colourOf, type Slice, shareText } from "./distribution.ts";
import style from "./sales-distribution.module.css";

interface Props {
  /** Undefined while loading. */
  slices: readonly Slice[] | undefined;
  /** Said, with what to do about it, when nothing was sold. */
  none: { text: string; action: ReactNode };
}

export function SalesDistribution({ slices, none }: Props) {
  const total = slices?.reduce((sum, { units }) => sum + units, 0) ?? 0;
  return (
    <Card title="Sales Distribution" aside={slices && <strong>{countText(total, "unit")}</strong>}>
      {slices && total === 0 ? (
        <div className={style.none}>
          <Empty icon={ChartPie} {...none} />
        </div>
      ) : (
        <div className={style.both}>
          <div className={style.pie}>{slices ? <Chart slices={slices} /> : <span className={style.bone} />}</div>
          <div className={style.legend} aria-busy={!slices}>
            {slices ? <Legend slices={slices} total={total} /> : <Bones />}
          </div>
        </div>
      )}
    </Card>
  );
}

/** The chart's bytes come when it is near the viewport; that they fail leaves the table and the rest as they are. */
function Chart({ slices }: { slices: readonly Slice[] }) {
  const box = useRef<HTMLDivElement>(null);
  const near = useInViewport(box);
  const [Pie, setPie] = useState<ComponentType<{ slices: readonly Slice[] }>>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!near || Pie || failed) return;
    import("./sales-pie.tsx").then(
      ({ SalesPie }) => setPie(() => SalesPie),
      () => setFailed(true),
    );
  }, [near, Pie, failed]);
  return (
    <div ref={box} className={style.chart}>
      {failed && <NoChart />}
      {Pie && !failed && (
        <ErrorBoundary resetKeys={[slices]} fallback={<NoChart />}>
          <Pie slices={slices} />
        </ErrorBoundary>
      )}
      {!Pie && !failed && <span className={style.bone} />}
    </div>
  );
}

/** Browsers remember a module that failed to load for as long as the page lives. */
function NoChart() {
  const reload = <Button onClick={() => location.reload()}>Reload</Button>;
  return <Empty icon={ChartPie} text="The chart could not be drawn." action={reload} />;
}

const head = [
  { key: "channel", content: "Channel" },
  { key: "units", content: "Units", right: true },
  { key: "share", content: "Share", right: true },
];

function Legend({ slices, total }: { slices: readonly Slice[]; total: number }) {
  const lines = slices.map(({ channel, name, units, share }) => ({
    key: channel,
    cells: [
      <span key="name" className={style.channel}>
        <span className={style.swatch} style={{ background: colourOf(channel) }} />
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

function Bones() {
  return (
    <>
      {channels.map((channel) => (
        <span key={channel} className={style.line} />
      ))}
    </>
  );
}
