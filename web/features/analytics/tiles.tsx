// The figures above the analytics dashboard: sales of the range, and what needs attention today.
import { CalendarClock, ChevronRight, CircleX, type LucideIcon, TriangleAlert } from "lucide-react";
import { Link } from "react-router-dom";
import { daysSince } from "#shared/day.ts";
import type { Analytics } from "#shared/sales.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import { countText, numberText, today } from "../../lib/format.ts";
import { type Slice, shareText } from "./distribution.ts";
import style from "./tiles.module.css";

interface Figure {
  label: string;
  /** A dash stands for one that is not known. */
  value: string | undefined;
  note?: string | undefined;
  /** The list behind it. */
  to?: string;
  icon?: LucideIcon;
  tone?: "warn" | "danger" | undefined;
}

interface Props {
  /** Undefined while loading. */
  sales: Analytics | undefined;
  slices: readonly Slice[] | undefined;
}

export function Tiles({ sales, slices }: Props) {
  return (
    <ul className={style.tiles} aria-label="Key figures" aria-busy={!sales}>
      {[...useSalesFigures(sales, slices), ...attentionFigures(sales?.attention)].map((figure) => (
        <Tile key={figure.label} {...figure} />
      ))}
    </ul>
  );
}

function Tile({ label, value = "–", note, to, icon: Icon, tone }: Figure) {
  const content = (
    <>
      <span className={style.label}>
        {Icon && <Icon size={14} color={tone && `var(--${tone})`} aria-hidden="true" />}
        {label}
        {to && <ChevronRight className={style.chevron} size={14} aria-hidden="true" />}
      </span>
      <strong className={style.value} data-tone={tone}>
        {value}
      </strong>
      <span className={style.note}>{note}</span>
    </>
  );
  return (
    <li>
      {to ? (
        <Link className={style.tile} to={to}>
          {content}
        </Link>
      ) : (
        <div className={style.tile}>{content}</div>
      )}
    </li>
  );
}

function useSalesFigures(sales: Analytics | undefined, slices: readonly Slice[] | undefined): Figure[] {
  const catalogue = useApplicationContext().product.length;
  const days = dailyUnits(sales?.channelSales ?? {});
  const units = days.reduce((a, b) => a + b, 0);
  const sold = sales?.productSales.filter(
    ({ saleChannels, deleted }) => !deleted && Object.values(saleChannels).some((each) => each > 0),
  ).length;
  const best = slices?.reduce((a, b) => (b.units > a.units ? b : a));
  return [
    {
      label: "Units sold",
      value: sales && numberText(units),
      note:
        days.length > 1
          ? `${numberText(Math.round(units / days.length))} a day, best ${numberText(Math.max(...days))}`
          : undefined,
    },
    {
      label: "Products sold",
      value: sold !== undefined ? numberText(sold) : undefined,
      note: sold !== undefined && catalogue > 0 ? `of ${numberText(catalogue)}` : undefined,
    },
    {
      label: "Strongest channel",
      value: best?.units ? best.name : undefined,
      note: best?.units ? `${shareText(best.share)} of units` : undefined,
    },
  ];
}

/** Units of each day, over all channels. */
const dailyUnits = (channelSales: Analytics["channelSales"]): number[] => {
  const days = new Map<string, number>();
  for (const byDay of Object.values(channelSales))
    for (const [day, units] of Object.entries(byDay)) days.set(day, (days.get(day) ?? 0) + units);
  return [...days.values()];
};

const attentionFigures = (attention: Analytics["attention"]): Figure[] => {
  const { lowStock, outOfStock, lateContainers } = attention ?? {};
  const [latest] = lateContainers ?? [];
  return [
    {
      label: "Low stock",
      ...alarm("warn", lowStock, "at or below minimum", "all above minimum"),
      to: "/dashboard/inventory",
      icon: TriangleAlert,
    },
    {
      label: "Out of stock",
      ...alarm("danger", outOfStock, "nothing left", "none ran out"),
      to: "/dashboard/inventory?list=out",
      icon: CircleX,
    },
    {
      label: "Late containers",
      ...alarm("danger", lateContainers?.length, lateText(latest), "all on time"),
      to: "/intransit?status=late",
      icon: CalendarClock,
    },
  ];
};

const alarm = (tone: "warn" | "danger", count: number | undefined, some: string, none: string) => {
  if (count === undefined) return { value: undefined };
  return count > 0 ? { value: numberText(count), note: some, tone } : { value: "0", note: none };
};

const lateText = (latest: { container: string; expected_delivery: string } | undefined): string =>
  latest ? `${latest.container}, ${countText(daysSince(latest.expected_delivery, today()), "day")}` : "";
