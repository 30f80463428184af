// The closed days of a product as bars: days out of stock are a band, spikes that are left out an outline.
import type { PlanRow } from "#shared/plan.ts";
import { countText } from "../../lib/format.ts";
import style from "./explain.module.css";
import { dayAt, shortDay } from "./plan-text.ts";

interface Props {
  row: PlanRow;
  /** How many days: of the last 90 the last 30 are known one by one. */
  window: number;
  asOf: string;
  withoutSpikes: boolean;
}

export function DayBars({ row: { days, spikes = [] }, window, asOf, withoutSpikes }: Props) {
  const shown = days.slice(-window);
  if (shown.length === 0) return null;
  const most = Math.max(1, ...shown.map((units) => units ?? 0));
  return (
    <figure className={style.days}>
      <div className={style.bars} aria-hidden="true">
        {shown.map((units, at) => {
          const day = dayAt(asOf, shown, at);
          const isLeftOut = withoutSpikes && spikes.some((spike) => spike.day === day);
          return (
            <i
              key={day}
              title={`${shortDay(day)}: ${units === null ? "out of stock" : countText(units, "unit")}`}
              data-out={units === null || undefined}
              data-spike={isLeftOut || undefined}
              style={{ height: units === null ? "100%" : `${(100 * units) / most}%` }}
            />
          );
        })}
      </div>
      <figcaption>
        <span>{shortDay(dayAt(asOf, shown, 0))}</span>
        <span>{shortDay(asOf)}</span>
      </figcaption>
    </figure>
  );
}
