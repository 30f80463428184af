// The pie of units per channel. The legend beside it holds the same numbers, so it is not exposed to screen readers.
import { Pie, PieChart, type PieLabelRenderProps, Sector, type SectorProps } from "recharts";
import { channelColour, channelTextColour } from "../../domain/channel-colour.ts";
import { numberText } from "../../lib/format.ts";
import { type Slice, shareText } from "./distribution.ts";
import style from "./sales-distribution.module.css";

/** Specification, section 9. */
const size = 300;
const radius = 140;
/** Slices below this share have no room for a label. */
const minLabelledShare = 0.08;
const lineHeight = 14;

export function SalesPie({ slices }: { slices: readonly Slice[] }) {
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
          label={SliceLabel}
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
      fill={channelColour(payload.channel)}
      stroke={payload.share === 1 ? "none" : "var(--surface)"}
      strokeWidth={2}
    />
  );
}

/** Name, units and share inside the slice, nearer to the rim where the slice is narrow. */
function SliceLabel({ cx, cy, midAngle = 0, payload }: PieLabelRenderProps & { payload?: Slice }) {
  if (!payload || payload.share < minLabelledShare) return null;
  const distance = payload.share === 1 ? 0 : payload.share < 0.14 ? 0.75 : 0.64;
  const angle = (-midAngle * Math.PI) / 180;
  const x = Number(cx) + radius * distance * Math.cos(angle);
  const y = Number(cy) + radius * distance * Math.sin(angle);
  return (
    <text x={x} y={y} className={style.label} fill={channelTextColour(payload.channel)}>
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
