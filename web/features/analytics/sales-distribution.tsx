// Units per channel over a range of days: a pie chart, and its numbers as a table.
import { ChartPie } from "lucide-react";
import type { ReactNode } from "react";
import { type Channel, channelFacts, channels } from "#shared/channel.ts";
import { countText, numberText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { ChartInViewport } from "../../ui/chart/chart-in-viewport.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Card } from "../../ui/page/page.tsx";
import { numeric, PlainTable } from "../../ui/table/plain-table.tsx";
import { type Before, changeText } from "./daily-sales.ts";
import { outsideLabels, roomFor, type Slice, shareText } from "./pie-labels.ts";
import style from "./sales-distribution.module.css";

const bone = <span className={style.bone} />;
const SalesPie = lazyComponent(() => import("./sales-pie.tsx"), "SalesPie", bone);

interface Props {
  /** Undefined while loading. */
  slices: readonly Slice[] | undefined;
  before: Before | undefined;
  /** Shown if nothing was sold: a text, and a button. */
  noSales: { text: string; action: ReactNode };
}

export function SalesDistribution({ slices, before, noSales }: Props) {
  const total = slices?.reduce((sum, { units }) => sum + units, 0) ?? 0;
  const outside = outsideLabels(slices ?? []);
  return (
    <Card title="Sales Distribution" aside={slices && <strong>{countText(total, "unit")}</strong>}>
      {slices && total === 0 ? (
        <div className={style.none}>
          <Empty icon={ChartPie} {...noSales} />
        </div>
      ) : (
        <div className={style.both}>
          <div className={style.pie}>
            {/* Nothing moves when the pie is drawn. */}
            <div className={style.room} style={{ ["--room" as string]: roomFor(outside) }}>
              <ChartInViewport data={slices} before={bone}>
                {slices ? <SalesPie slices={slices} outside={outside} /> : bone}
              </ChartInViewport>
            </div>
          </div>
          <div className={style.legend} aria-busy={!slices}>
            {slices ? (
              <LegendTable slices={slices} total={total} before={before} />
            ) : (
              channels.map((channel) => <span key={channel} className={style.line} />)
            )}
          </div>
        </div>
      )}
    </Card>
  );
}

interface LegendProps {
  slices: readonly Slice[];
  total: number;
  before: Before | undefined;
}

function LegendTable({ slices, total, before }: LegendProps) {
  const quiet = (key: string, text: string) => (
    <span key={key} className={style.share}>
      {text}
    </span>
  );
  const change = (channel?: Channel) => (before ? [quiet("before", changeText(before.compare(channel)))] : []);
  const lines = slices.map(({ channel, name, units, share }) => ({
    key: channel,
    cells: [
      <span key="name" className={style.channel}>
        <span className={style.swatch} style={{ background: channelFacts[channel].colour }} />
        {name}
      </span>,
      <strong key="units">{numberText(units)}</strong>,
      quiet("share", shareText(share)),
      ...change(channel),
    ],
  }));
  return (
    <PlainTable
      label="Units per channel"
      head={["Channel", ...["Units", "Share", ...(before ? ["Before"] : [])].map(numeric)]}
      rows={lines}
      foot={["Total", numberText(total), quiet("share", "100.0%"), ...change()]}
    />
  );
}
