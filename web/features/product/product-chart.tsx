// Two charts on one axis of days: closing stock with its projection, and units sold a day by channel. With recharts, so it
// is loaded when it comes into view. The table beside it holds the same figures, so it is not exposed to screen readers.
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  Rectangle,
  type RectangleProps,
  ReferenceArea,
  ReferenceDot,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { channelFacts, channelLabel, channels } from "#shared/channel.ts";
import { addDays, dayMonthText, dayText } from "#shared/day.ts";
import type { PlanRow } from "#shared/plan.ts";
import { countText, numberText, rateText } from "../../lib/format.ts";
import type { ChartDay, ChartDays } from "./chart-days.ts";
import style from "./product.module.css";

interface Props {
  chart: ChartDays;
  row: PlanRow;
  /** Fewer words, on a phone and in the panel. */
  small: boolean;
}

/** Pixels. */
const unitsHeight = 148;
const margin = { top: 18, right: 12, bottom: 6, left: 0 };
const axisWidth = 52;
const syncId = "product";

/** The first of each month, and the fifteenth where there is room. */
const ticksOf = (days: readonly ChartDay[], small: boolean): string[] =>
  days.map(({ day }) => day).filter((day) => day.endsWith("-01") || (!small && day.endsWith("-15")));

/** The projection in pieces that end where units arrive, since a line has one value a day. */
const withPieces = (days: readonly ChartDay[]) => {
  let piece = 0;
  const rows = days.map((day) => {
    if (day.expected === undefined) return day;
    if (day.before === undefined) return { ...day, [`piece${piece}`]: day.expected };
    return { ...day, [`piece${piece++}`]: day.before, [`piece${piece}`]: day.expected };
  });
  return { rows, pieces: Array.from({ length: piece + 1 }, (_, index) => `piece${index}`) };
};

export function ProductChart({ chart, row, small }: Props) {
  const { today, days, bands, runsOut } = chart;
  const { rows, pieces } = withPieces(days);
  const first = days.find(({ stock }) => stock !== undefined)?.day ?? today;
  const last = days.at(-1)?.day ?? today;
  const rate = row.rate?.units ?? 0;
  // The label of a day near the right edge stands on its left, where it needs more room.
  const isLate = (day: string) => day > addDays(last, -12);
  // Labels of near days would overlap.
  const isNear = (day: string, other: string | undefined) =>
    other !== undefined && day < addDays(other, isLate(day) ? 55 : 30);
  const axis = (
    <XAxis
      dataKey="day"
      scale="band"
      ticks={ticksOf(days, small)}
      interval={0}
      tickFormatter={dayMonthText}
      tick={tickStyle}
      tickLine={false}
      axisLine={{ stroke: "var(--line)" }}
    />
  );
  const common = { data: rows, responsive: true, syncId, margin, accessibilityLayer: false } as const;
  const areas = bands.map(({ start, end, days: length, ahead }) => ({ start, end, length, ahead, ends: end < last }));
  /** Events, as far as their days are shown. */
  const eventAreas = (row.events ?? [])
    .filter(({ start, end }) => start <= last && end >= (days[0]?.day ?? last))
    .map(({ name, start, end }) => ({
      name,
      start: maxDay(start, days[0]?.day ?? start),
      end: end < last ? end : last,
    }));
  const hasSales = days.some(({ total }) => total > 0);
  return (
    <div aria-hidden="true" className={style.charts}>
      <p className={style.chartName}>Closing stock</p>
      <ComposedChart {...common} className={style.stockChart} style={{ width: "100%" }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="day" scale="band" hide />
        <YAxis width={axisWidth} {...valueAxis} />
        {areas.map(({ start, end, length, ahead, ends }) => (
          <ReferenceArea
            key={start}
            x1={start}
            x2={end}
            {...bandStyle(ahead)}
            label={
              length >= (small ? 9 : 8)
                ? { value: bandName(length, ahead && ends, small || !ends), position: "insideTop", ...bandLabel }
                : undefined
            }
          />
        ))}
        {eventAreas.map(({ name, start, end }, at) => (
          // Names of neighbours stand one below the other.
          <ReferenceArea
            key={name + start}
            {...{ x1: start, x2: end, fill: "var(--accent)", fillOpacity: 0.1, stroke: "none" }}
            label={
              small
                ? undefined
                : { value: name, position: "insideTop", ...strong, fill: "var(--accent)", dy: 14 * (1 + (at % 3)) }
            }
          />
        ))}
        <ReferenceLine
          x={today}
          stroke="var(--fg-2)"
          strokeDasharray="3 3"
          label={{ value: "Today", position: "insideTopRight", offset: 6, ...strong, dy: -18 }}
        />
        <Line dataKey="stock" stroke="var(--fg)" {...lineStyle} />
        {row.rate &&
          pieces.map((piece) => (
            <Line key={piece} dataKey={piece} stroke="var(--accent)" strokeDasharray="2 3" {...lineStyle} />
          ))}
        {row.rate &&
          days
            .filter(({ before }) => before !== undefined)
            .map(({ day, before = 0, expected = 0 }) => (
              <ReferenceLine
                key={day}
                stroke="var(--accent)"
                strokeWidth={2}
                strokeDasharray="2 3"
                segment={[
                  { x: day, y: before },
                  { x: day, y: expected },
                ]}
              />
            ))}
        <ReferenceDot
          x={today}
          y={row.stock}
          {...dot("var(--fg)")}
          label={
            row.stock === 0
              ? undefined
              : {
                  value: small ? numberText(row.stock) : countText(row.stock, "unit"),
                  position: "left",
                  dy: -8,
                  ...strong,
                }
          }
        />
        {row.rate &&
          runsOut.map((day, index) => (
            <ReferenceDot
              key={day}
              x={day}
              y={0}
              {...dot("var(--danger)")}
              label={
                small || isNear(day, runsOut[index - 1])
                  ? undefined
                  : {
                      value: `${index === 0 ? "Runs out" : "Out"} ${dayMonthText(day)}`,
                      position: isLate(day) ? "left" : "right",
                      dy: -10,
                      ...bandLabel,
                    }
              }
            />
          ))}
        {days
          .filter(({ arrivals }) => arrivals.length > 0)
          .map(({ day, arrivals, expected = 0 }) => (
            <ReferenceDot
              key={day}
              x={day}
              y={expected}
              {...dot("var(--info)")}
              label={{
                value: `+${numberText(arrivals.reduce((sum, { units }) => sum + units, 0))}`,
                position: day > addDays(last, -8) ? "left" : "right",
                dy: -8,
                ...strong,
                fill: "var(--info)",
              }}
            />
          ))}
        <Tooltip
          {...tip}
          content={({ active, label }) => (active ? <Tip day={days.find(({ day }) => day === label)} /> : null)}
        />
      </ComposedChart>
      <p className={style.chartName}>
        Units sold a day
        {!hasSales && (
          <span>No sales in {countText(days.filter(({ stock }) => stock !== undefined).length, "day")}</span>
        )}
      </p>
      <ComposedChart {...common} style={{ width: "100%", height: unitsHeight }} barCategoryGap="12%">
        <CartesianGrid vertical={false} stroke="var(--line)" />
        {axis}
        <YAxis width={axisWidth} {...valueAxis} {...(!hasSales && { domain: [0, 4] })} />
        {areas.map(({ start, end, ahead }) => (
          <ReferenceArea key={start} x1={start} x2={end} {...bandStyle(ahead)} />
        ))}
        <ReferenceLine x={today} stroke="var(--fg-2)" strokeDasharray="3 3" />
        {channels.map((channel) => (
          <Bar
            key={channel}
            dataKey={({ sold }: ChartDay) => sold[channel]}
            name={channel}
            stackId="units"
            fill={channelFacts[channel].colour}
            isAnimationActive={false}
            shape={(bar: RectangleProps & { payload?: ChartDay }) => (
              <Rectangle {...bar} fillOpacity={bar.payload?.day === today ? 0.45 : 1} />
            )}
          />
        ))}
        {rate > 0 && row.rate && (
          <>
            <ReferenceLine
              ifOverflow="extendDomain"
              stroke="var(--fg)"
              strokeWidth={1.5}
              segment={[
                { x: maxDay(first, addDays(today, -row.rate.window)), y: rate },
                { x: addDays(today, -1), y: rate },
              ]}
            />
            <ReferenceLine
              stroke="var(--accent)"
              strokeDasharray="2 3"
              segment={[
                { x: today, y: rate },
                { x: last, y: rate },
              ]}
              label={
                small
                  ? undefined
                  : {
                      value: `${rateText(rate)} a day`,
                      position: "insideTopRight",
                      fontSize: 12,
                      fill: "var(--fg-2)",
                      dy: -20,
                    }
              }
            />
          </>
        )}
        <Tooltip {...tip} content={() => null} />
      </ComposedChart>
    </div>
  );
}

const maxDay = (a: string, b: string): string => (a > b ? a : b);
/** A gap is a band that ends on a day that is shown. */
const bandName = (days: number, isGap: boolean, short: boolean): string => {
  const name = isGap ? "Gap" : "Out";
  return short ? name : `${name} ${countText(days, "day")}`;
};

const tickStyle = { fontSize: 12, fill: "var(--fg-2)" };
/** With a rim, since they may stand on a line. */
const strong = {
  fontSize: 12,
  fontWeight: 650,
  fill: "var(--fg)",
  stroke: "var(--surface)",
  strokeWidth: 4,
  strokeLinejoin: "round",
  paintOrder: "stroke",
} as const;
const bandLabel = { ...strong, fill: "var(--danger)" };
const valueAxis = {
  allowDecimals: false,
  tickCount: 4,
  interval: 0,
  tick: tickStyle,
  tickLine: false,
  axisLine: false,
  tickFormatter: numberText,
} as const;
const lineStyle = { strokeWidth: 2, dot: false, activeDot: false, isAnimationActive: false, type: "linear" } as const;
/** `hidden`: by default one that ends with the axis is left out, for a fraction of a pixel. */
const bandStyle = (ahead: boolean) =>
  ({ fill: "var(--danger)", fillOpacity: ahead ? 0.13 : 0.09, stroke: "none", ifOverflow: "hidden" }) as const;
const dot = (stroke: string) => ({ r: 4.5, fill: "var(--surface)", stroke, strokeWidth: 2 });
const tip = { cursor: { stroke: "var(--fg-2)" }, isAnimationActive: false } as const;

/** The tooltip of a day: its stock, its sales by channel, and arrivals. */
function Tip({ day }: { day: ChartDay | undefined }) {
  if (!day) return null;
  const { stock, expected, total, sold, arrivals } = day;
  return (
    <dl className={style.tip}>
      <div>
        <dt>{dayText(day.day)}</dt>
        <dd>{stock === undefined ? `about ${numberText(Math.round(expected ?? 0))}` : countText(stock, "unit")}</dd>
      </div>
      {channels
        .filter((channel) => sold[channel])
        .map((channel) => (
          <div key={channel}>
            <dt>{channelLabel(channel)}</dt>
            <dd>{numberText(sold[channel] ?? 0)}</dd>
          </div>
        ))}
      {total > 0 && (
        <div>
          <dt>Sold</dt>
          <dd>{numberText(total)}</dd>
        </div>
      )}
      {arrivals.map(({ shipment, container, units }) => (
        <div key={shipment}>
          <dt>{container}</dt>
          <dd>+{numberText(units)}</dd>
        </div>
      ))}
    </dl>
  );
}
