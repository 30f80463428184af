// Units a day, stacked by channel, with the period before as a dashed line: a chart, and the same as a table for screen
// readers and on paper.
import { useMemo } from "react";
import { channelFacts } from "#shared/channel.ts";
import { countText, dayRangeText, dayText, numberText, today } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { ChartInViewport } from "../../ui/chart/chart-in-viewport.tsx";
import { Card } from "../../ui/page/page.tsx";
import { numeric, PlainTable } from "../../ui/table/plain-table.tsx";
import type { Before, DayUnits } from "./daily-sales.ts";
import style from "./daily-units.module.css";

const height = 268;

const DailyBars = lazyComponent(() => import("../../ui/chart/daily-bars.tsx"), "DailyBars");

const parts = Object.values(channelFacts).map(({ label, colour }) => ({ name: label, colour }));

interface Props {
  /** Empty while loading. */
  days: readonly DayUnits[];
  before: Before | undefined;
}

export function DailyUnits({ days, before }: Props) {
  const beforeName = before && `${countText(before.weeks, "week")} before`;
  const values = useMemo(
    () => days.map((one) => ({ ...one, before: before?.onDay(one.day), isOpen: one.day === today() })),
    [days, before],
  );
  return (
    <Card
      title="Units a day"
      aside={
        before && (
          <span className={style.before} title={dayRangeText(before.range)}>
            {beforeName}
          </span>
        )
      }
    >
      <div className={style.place}>
        {days.length > 0 && (
          <ChartInViewport data={values} before={null}>
            <DailyBars days={values} parts={parts} beforeName={beforeName} height={height} />
          </ChartInViewport>
        )}
      </div>
      <ul className={style.legend} aria-hidden="true">
        {parts.map(({ name, colour }) => (
          <li key={name}>
            <span style={{ background: colour }} />
            {name}
          </li>
        ))}
      </ul>
      <div className={style.numbers}>
        <PlainTable
          label="Units a day"
          head={[
            "Day",
            ...[...parts.map(({ name }) => name), "Total", ...(beforeName ? [beforeName] : [])].map(numeric),
          ]}
          rows={values.map(({ day, values, total, before }) => ({
            key: day,
            cells: [dayText(day), ...[...values, total, ...(before === undefined ? [] : [before])].map(numberText)],
          }))}
        />
      </div>
    </Card>
  );
}
