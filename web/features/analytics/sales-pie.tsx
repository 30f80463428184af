// The pie of units per channel. The legend beside it holds the same numbers, so it is not exposed to screen readers.
import { Pie, PieChart, type PieLabelRenderProps, Sector, type SectorProps } from "recharts";
import { numberText } from "../../lib/format.ts";
import { colourOf, inkOf, type Slice, shareText } from "./distribution.ts";
import style from "./sales-distribution.module.css";

/** Specification, section 9. */
const size = 300;
const radius = 140;
/** Slices below this share have no room for words. */
const leastLabelled = 0.08;
const line = 14;

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
          label={Label}
          shape={Piece}
        />
      </PieChart>
    </div>
  );
}

/** A gap of the surface's colour parts the slices; a single one is a whole circle without a seam. */
function Piece({ payload, ...sector }: SectorProps & { payload?: Slice }) {
  if (!payload) return null;
  return (
    <Sector
      {...sector}
      fill={colourOf(payload.channel)}
      stroke={payload.share === 1 ? "none" : "var(--surface)"}
      strokeWidth={2}
    />
  );
}

/** Name, units and share within the slice; nearer to the rim the narrower it is. */
function Label({ cx, cy, midAngle = 0, payload }: PieLabelRenderProps & { payload?: Slice }) {
  if (!payload || payload.share < leastLabelled) return null;
  const from = payload.share === 1 ? 0 : payload.share < 0.14 ? 0.75 : 0.64;
  const angle = (-midAngle * Math.PI) / 180;
  const x = Number(cx) + radius * from * Math.cos(angle);
  const y = Number(cy) + radius * from * Math.sin(angle);
  return (
    <text x={x} y={y} className={style.label} fill={inkOf(payload.channel)}>
      <tspan x={x} dy={-line} className={style.name}>
        {payload.name}
      </tspan>
      <tspan x={x} dy={line}>
        {numberText(payload.units)}
      </tspan>
      <tspan x={x} dy={line}>
        {shareText(payload.share)}
      </tspan>
    </text>
  );
}
