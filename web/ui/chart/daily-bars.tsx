// Daily values as stacked bars, with those of an earlier period as a dashed line. The caller shows the same numbers in
// a table, so it is not exposed to screen readers.
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  Rectangle,
  type RectangleProps,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { dayMonthText, dayText, numberText } from "../../lib/format.ts";
import style from "./daily-bars.module.css";

interface DailyValue {
  day: string;
  /** One for each part. */
  values: readonly number[];
  /** The value of the earlier period, if there is one. */
  before?: number | undefined;
  /** The day is not over: its bar is pale. */
  isOpen?: boolean | undefined;
}

interface Props {
  days: readonly DailyValue[];
  parts: readonly { name: string; colour: string }[];
  beforeName?: string | undefined;
  height: number;
}

/** Number of days above which bars have no room between them. */
const manyDays = 60;

const tick = { fontSize: 12, fill: "var(--fg-2)" };
const margin = { top: 8, right: 0, bottom: 0, left: 0 };

export function DailyBars({ days, parts, beforeName, height }: Props) {
  return (
    <div aria-hidden="true" className={style.chart}>
      <ComposedChart
        data={[...days]}
        margin={margin}
        barCategoryGap={days.length > manyDays ? 0 : "18%"}
        accessibilityLayer={false}
        responsive
        style={{ width: "100%", height }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="day"
          height={20}
          tickFormatter={dayMonthText}
          tick={tick}
          tickLine={false}
          stroke="var(--line-strong)"
          interval="equidistantPreserveStart"
          minTickGap={24}
        />
        <YAxis
          width="auto"
          tick={tick}
          tickLine={false}
          axisLine={false}
          tickFormatter={numberText}
          allowDecimals={false}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: "var(--fg)", fillOpacity: 0.06 }}
          content={({ active, payload }) =>
            active && payload?.[0] ? <Hover {...{ parts, beforeName, ...(payload[0].payload as DailyValue) }} /> : null
          }
        />
        {parts.map(({ name, colour }, part) => (
          <Bar
            key={name}
            dataKey={({ values }: DailyValue) => values[part]}
            stackId="day"
            fill={colour}
            isAnimationActive={false}
            shape={DayPart}
          />
        ))}
        {beforeName &&
          ["halo", "dashes"].map((line) => (
            <Line
              key={line}
              dataKey="before"
              className={style[line]}
              type="linear"
              dot={false}
              activeDot={false}
              isAnimationActive={false}
            />
          ))}
      </ComposedChart>
    </div>
  );
}

function DayPart({ payload, ...bar }: RectangleProps & { payload?: DailyValue }) {
  return <Rectangle {...bar} fillOpacity={payload?.isOpen ? 0.45 : 1} />;
}

function Hover({ day, values, before, parts, beforeName }: DailyValue & Pick<Props, "parts" | "beforeName">) {
  const total = values.reduce((sum, value) => sum + value, 0);
  return (
    <div className={style.hover}>
      <p>
        <strong>{dayText(day)}</strong> <strong>{numberText(total)}</strong>
      </p>
      {parts.map(({ name, colour }, part) => (
        <p key={name}>
          <span>
            <i style={{ background: colour }} />
            {name}
          </span>{" "}
          {numberText(values[part] ?? 0)}
        </p>
      ))}
      {before !== undefined && (
        <p>
          <span>
            <i data-before />
            {beforeName}
          </span>{" "}
          {numberText(before)}
        </p>
      )}
    </div>
  );
}
