// The charts of a product in their card, loaded near the viewport, with their legend; and their figures as a table, for
// screen readers.
import { useMemo } from "react";
import { channelFacts, channelLabel, channels } from "#shared/channel.ts";
import type { History } from "#shared/history.ts";
import type { PlanRow } from "#shared/plan.ts";
import { rateFigure } from "../../domain/plan-text.ts";
import { countText } from "../../lib/format.ts";
import { laterComponent } from "../../lib/lazy.tsx";
import { ChartInViewport } from "../../ui/chart/chart-in-viewport.tsx";
import { Card } from "../../ui/page/page.tsx";
import { PlainTable } from "../../ui/table/plain-table.tsx";
import { type ChartDays, chartDays } from "./chart-days.ts";
import { tableHeads, tableOf } from "./chart-table.ts";
import style from "./product.module.css";
import { shownDays } from "./use-product.ts";

const before = <div className={style.chartBone} />;
const ProductChart = laterComponent(() => import("./product-chart.tsx"), "ProductChart", before);

/** Days of the charts: on a desktop 90 back and ahead, on narrow screens six weeks each way. */
export const wideSpan = { back: shownDays, ahead: 90 };
const smallSpan = { back: 42, ahead: 42 };

/** A product that moved first within these days has a shorter past. */
const titleOf = (chart: ChartDays | undefined, small: boolean): string => {
  const past = chart?.days.filter(({ day }) => day <= chart.today).length ?? shownDays;
  if (small && past >= smallSpan.back) return "Six weeks back and ahead";
  return `${countText(past, "day")} and what comes`;
};

interface Props {
  history: History | undefined;
  row: PlanRow;
  day: string;
  /** On a phone and in the panel. */
  small: boolean;
}

export function ChartCard({ history, row, day, small }: Props) {
  const chart = useMemo(
    () => history && chartDays(history, row, day, small ? smallSpan : wideSpan),
    [history, row, day, small],
  );
  const sold = channels.filter((channel) => chart?.days.some((each) => each.sold[channel]));
  return (
    <Card title={titleOf(chart, small)}>
      <ChartInViewport data={chart} before={before}>
        {chart ? <ProductChart chart={chart} row={row} small={small} /> : before}
      </ChartInViewport>
      <ul className={style.legend} aria-hidden="true">
        {sold.map((channel) => (
          <li key={channel}>
            <i style={{ background: channelFacts[channel].colour }} />
            {channelLabel(channel)}
          </li>
        ))}
        {row.rate && <li data-projection>Projection at {rateFigure(row.rate.units)} a day</li>}
        {(chart?.bands.length ?? 0) > 0 && <li data-band>Out of stock</li>}
      </ul>
      {chart && (
        <div data-sr-only>
          <PlainTable
            label="Stock and sales by day"
            head={tableHeads}
            rows={tableOf(chart).map(({ _id, texts }) => ({ key: _id, cells: texts }))}
          />
        </div>
      )}
    </Card>
  );
}
