// The figures above the analytics dashboard: sales of the range, and what needs attention today.
import { CalendarClock, ChevronRight, CircleX, type LucideIcon, ShoppingCart, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { daysSince } from "#shared/day.ts";
import type { PlanSummary } from "#shared/plan.ts";
import { countOf, outStatuses, urgentStatuses } from "#shared/plan-status.ts";
import type { Analytics } from "#shared/sales.ts";
import { useQuietQuery } from "../../lib/api/use-data.ts";
import { countText, dayRangeText, numberText, rateText, today } from "../../lib/format.ts";
import { Sparkline } from "../../ui/sparkline.tsx";
import { type Before, changeText, type DayUnits } from "./daily-sales.ts";
import style from "./tiles.module.css";

/** Fewer days than this would not look like a line. */
const minLineDays = 5;

interface Figure {
  label: string;
  /** Undefined while it is read; a dash if it is not known. */
  value: string | undefined;
  note?: ReactNode;
  /** Its trend line, one value a day. */
  line?: readonly number[] | undefined;
  /** The list behind it. */
  to?: string;
  icon?: LucideIcon;
  tone?: "warn" | "danger" | undefined;
}

interface Props {
  /** Undefined while loading. */
  sales: Analytics | undefined;
  days: readonly DayUnits[];
  before: Before | undefined;
}

export function Tiles({ sales, days, before }: Props) {
  const { data: plan, pending } = useQuietQuery("GET /v1/plan/summary");
  // Before the first nightly job the plan knows no rates.
  const known = plan?.as_of ? plan : undefined;
  const isBusy = !sales || pending;
  const figures = [...salesFigures(sales && days, before), ...attentionFigures(sales?.attention, known)];
  return (
    <ul className={style.tiles} aria-label="Key figures" aria-busy={isBusy}>
      {figures.map((figure) => (
        <Tile key={figure.label} {...figure} isBusy={isBusy} />
      ))}
    </ul>
  );
}

function Tile({ label, isBusy, value, note, line = [], to, icon: Icon, tone }: Figure & { isBusy: boolean }) {
  const content = (
    <>
      <span className={style.label}>
        {Icon && <Icon size={14} color={tone && `var(--${tone})`} aria-hidden="true" />}
        {label}
        {to && <ChevronRight className={style.chevron} size={14} aria-hidden="true" />}
      </span>
      <strong className={style.value} data-tone={tone}>
        {value ?? (isBusy ? <span className={style.bone} /> : "–")}
      </strong>
      <span className={style.note}>{note}</span>
      {line.length >= minLineDays && (
        <span className={style.line}>
          <Sparkline values={line} width={72} />
        </span>
      )}
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

const salesFigures = (days: readonly DayUnits[] | undefined, before: Before | undefined): Figure[] => {
  const totals = days?.map(({ total }) => total) ?? [];
  const units = totals.reduce((a, b) => a + b, 0);
  const average = units / Math.max(1, totals.length);
  return [
    {
      label: "Units sold",
      value: days && numberText(units),
      note: before && beforeNote(before, days),
      // Today would look like a fall, since it is not over.
      line: days?.filter(({ day }) => day < today()).map(({ total }) => total),
    },
    {
      label: "Units a day",
      // 1 unit in 3 days is not 0 a day.
      value: days && (average < 10 ? rateText(average) : numberText(Math.round(average))),
      note: totals.length > 1 && units > 0 ? `best day ${numberText(Math.max(...totals))}` : undefined,
    },
  ];
};

/** "+2.9% until yesterday": on the days that are over. */
const beforeNote = ({ compare, onDay, range }: Before, days: readonly DayUnits[] = []): ReactNode => {
  const [only] = days;
  const compared = compare();
  if (only && days.length === 1 && only.day === today()) return `${numberText(onDay(only.day))} a week before`;
  const change = changeText(compared);
  return (
    <span title={`${countText(compared.before, "unit")}, ${dayRangeText(range)}`}>
      <b data-tone={change.startsWith("+") ? "ok" : change.startsWith("−") ? "danger" : undefined}>{change}</b>
      {days.at(-1)?.day === today() ? " until yesterday" : " on the days before"}
    </span>
  );
};

const attentionFigures = (attention: Analytics["attention"], plan: PlanSummary | undefined): Figure[] => {
  const { lowStock, outOfStock, lateContainers } = attention ?? {};
  const [latest] = lateContainers ?? [];
  const counts = plan?.counts;
  const out = counts ? countOf(outStatuses, counts) : outOfStock;
  const toOrder = counts && countOf(urgentStatuses, counts);
  return [
    {
      label: "Not sold, out of stock",
      value: plan && `${plan.unsold > 0 ? "≈ " : ""}${numberText(plan.unsold)}`,
      note: out !== undefined && (out > 0 ? `${countText(out, "product")}, since they ran out` : "none ran out"),
      tone: plan && plan.unsold > 0 ? "danger" : undefined,
      to: `/dashboard/plan?status=${outStatuses.join(".")}`,
      icon: CircleX,
    },
    {
      label: "Low stock",
      ...alarm("warn", lowStock, "at or below minimum", "all above minimum"),
      to: "/dashboard/inventory",
      icon: TriangleAlert,
    },
    {
      label: "To order now",
      value: toOrder === undefined ? undefined : numberText(toOrder),
      note: counts && (toOrder ? `${numberText(counts.late ?? 0)} of them late` : "nothing to order"),
      to: `/dashboard/plan?status=${urgentStatuses.join(".")}`,
      icon: ShoppingCart,
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
