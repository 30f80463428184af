// The pie of units per channel. The legend beside it holds the same numbers, so it is not exposed to screen readers.
import { Pie, PieChart, type PieLabelRenderProps, Sector, type SectorProps } from "recharts";
import { channelFacts } from "#shared/channel.ts";
import { numberText } from "../../lib/format.ts";
import { type OutsideLabel as Outside, radius, type Slice, shareText, size } from "./pie-labels.ts";
import style from "./sales-distribution.module.css";

const lineHeight = 14;

interface Props {
  slices: readonly Slice[];
  outside: readonly Outside[];
}

export function SalesPie({ slices, outside }: Props) {
  const label = ({ payload, ...place }: PieLabelRenderProps & { payload?: Slice }) => {
    if (!payload) return null;
    const beside = outside.find(({ slice }) => slice.channel === payload.channel);
    return beside ? <OutsideLabel {...beside} /> : <SliceLabel {...place} payload={payload} />;
  };
  return (
    <div aria-hidden="true">
      <PieChart width={size} height={size} accessibilityLayer={false}>
        <Pie
          data={slices.filter(({ units }) => units > 0)}
          dataKey="units"
          nameKey="name"
          outerRadius={radius}
          startAngle={90}
          endAngle={-270}
          rootTabIndex={-1}
          isAnimationActive={false}
          labelLine={false}
          label={label}
          shape={PieSlice}
        />
      </PieChart>
    </div>
  );
}

/** A gap in the colour of the surface separates the slices; a single slice is a full circle without one. */
function PieSlice({ payload, ...sector }: SectorProps & { payload?: Slice }) {
  if (!payload) return null;
  return (
    <Sector
      {...sector}
      fill={channelFacts[payload.channel].colour}
      stroke={payload.share === 1 ? "none" : "var(--surface)"}
      strokeWidth={2}
    />
  );
}

type Place = Pick<PieLabelRenderProps, "cx" | "cy" | "midAngle">;

/** Name, units and share inside the slice, nearer to the rim where the slice is narrow. */
function SliceLabel({ cx, cy, midAngle = 0, payload }: Place & { payload: Slice }) {
  const distance = payload.share === 1 ? 0 : payload.share < 0.14 ? 0.75 : 0.64;
  const angle = (-midAngle * Math.PI) / 180;
  const x = Number(cx) + radius * distance * Math.cos(angle);
  const y = Number(cy) + radius * distance * Math.sin(angle);
  return (
    <text x={x} y={y} className={style.label} fill={channelFacts[payload.channel].textColour}>
      <tspan x={x} dy={-lineHeight} className={style.name}>
        {payload.name}
      </tspan>
      <tspan x={x} dy={lineHeight}>
        {numberText(payload.units)}
      </tspan>
      <tspan x={x} dy={lineHeight}>
        {shareText(payload.share)}
      </tspan>
    </text>
  );
}

/** Beside the rim, at the end of a line from it, where the slice has no room. */
function OutsideLabel({ slice, x, y, anchor, rim }: Outside) {
  const end = x + (anchor === "end" ? 3 : -3);
  return (
    <>
      <path className={style.leader} d={`M${rim.x} ${rim.y}L${end} ${y}`} />
      <text x={x} y={y} className={style.outside} style={{ textAnchor: anchor }}>
        <tspan x={x} dy={-2} className={style.name}>
          {slice.name}
        </tspan>
        <tspan x={x} dy={lineHeight}>
          {numberText(slice.units)} · {shareText(slice.share)}
        </tspan>
      </text>
    </>
  );
}
