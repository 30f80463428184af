// Products low on stock: units required, urgency, and days of cover.
import { CircleCheck, CircleQuestionMark } from "lucide-react";
import type { Product } from "#shared/product.ts";
import { dashboardLabels, productLabels } from "#shared/product-fields.ts";
import { minimumStock, required } from "#shared/reorder.ts";
import { severities } from "#shared/severity.ts";
import { numberColumn } from "../../domain/columns.tsx";
import { CoverBar } from "../../domain/cover-bar.tsx";
import { EmptyUnless } from "../../domain/missing.tsx";
import { UnitsBeside } from "../../domain/not-for-picking.tsx";
import type { ProductRows } from "../../domain/panel.ts";
import { daysOf, lastDayOf } from "../../domain/plan-text.ts";
import { ProductLines } from "../../domain/product-name.tsx";
import { Term, termColumn } from "../../domain/term.tsx";
import { countText, dayText, numberText } from "../../lib/format.ts";
import { useMedia } from "../../lib/media.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { Image } from "../../ui/image.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import style from "./inventory-dashboard.module.css";
import { type LowProduct, NextArrival, Waiting } from "./outlook.tsx";
import { looks, SeverityTag, severityLegend } from "./severity.tsx";

function Required({ product }: { product: LowProduct }) {
  const units = required(product);
  return (
    <Term cell what="required" of={product}>
      <strong data-covered={units <= 0 || undefined}>{numberText(units)}</strong>
    </Term>
  );
}

const barDays = 90;

function Cover({ product, inline = false }: { product: LowProduct; inline?: boolean }) {
  const { plan, severity } = product;
  if (!plan) return plan === undefined ? <Waiting /> : "–";
  const [gap] = plan.gaps ?? [];
  const bar = (
    <CoverBar
      inline={inline}
      cover={plan.cover}
      withTransit={plan.cover_with_transit}
      lead={plan.lead_time}
      days={barDays}
      colour={looks[severity].colour}
      note={gap ? <Gap gap={gap} /> : <small>lead {numberText(plan.lead_time)}</small>}
    />
  );
  if (plan.cover === undefined) return bar;
  return (
    <Term cell plain what="cover" of={plan}>
      {bar}
    </Term>
  );
}

function Gap({ gap }: { gap: Parameters<typeof daysOf>[0] }) {
  const until = gap.container ? `, until ${gap.container}` : "";
  return (
    <small data-late title={`Out ${dayText(gap.start)} to ${dayText(lastDayOf(gap))}${until}`}>
      gap {countText(daysOf(gap), "day")}
    </small>
  );
}

const columns: Column<LowProduct>[] = [
  {
    head: "Severity",
    width: "6.125rem",
    least: "5.875rem",
    gives: 1,
    cell: ({ severity }) => <SeverityTag severity={severity} />,
    sort: ({ severity }) => severities.indexOf(severity),
    orders: ["most urgent first", "least urgent first"],
  },
  {
    head: "Product",
    least: "11rem",
    without: { head: "Severity", least: "12.5rem" },
    cell: (product) => (
      <span className={style.product}>
        <Image src={product.image} />
        <ProductLines {...product} />
      </span>
    ),
  },
  numberColumn(productLabels.stock, ({ stock }) => stock, {
    width: "4.5rem",
    least: "4rem",
    cell: ({ stock, not_for_picking }) => (
      <span className={style.under}>
        {numberText(stock)}
        <UnitsBeside units={not_for_picking} />
      </span>
    ),
  }),
  {
    head: dashboardLabels.in_transit,
    width: "5.25rem",
    right: true,
    cell: (product) => (
      <span className={style.under}>
        {numberText(product.in_transit)} <NextArrival {...product} />
      </span>
    ),
  },
  termColumn(productLabels.minimum, "minimum", minimumStock, { width: "4.5rem", least: "4rem" }),
  numberColumn<LowProduct>("Required", required, {
    width: "5.25rem",
    cell: (product) => (
      <span className={style.required}>
        <Required product={product} />
      </span>
    ),
    paper: (product) => numberText(required(product)),
  }),
  {
    head: "Cover",
    width: "8.5rem",
    least: "7.25rem",
    gives: 1,
    cell: (product) => <Cover product={product} />,
    sort: ({ plan }) => plan?.cover ?? Number.MAX_VALUE,
  },
];
const lowStockOrder = "-required";

const card = (product: LowProduct) => ({
  title: (
    <span className={style.card}>
      <Image src={product.image} />
      <ProductLines {...product} />
      <span className={style.required}>
        <small>Required</small>
        <Required product={product} />
      </span>
      <span className={style.figures}>
        <SeverityTag severity={product.severity} />
        <span>
          Avl. {numberText(product.stock)}
          <UnitsBeside units={product.not_for_picking} /> · Min. {numberText(minimumStock(product))} · In transit{" "}
          {numberText(product.in_transit)} <NextArrival {...product} />
        </span>
        <span className={style.wide}>
          <Cover product={product} inline />
        </span>
      </span>
    </span>
  ),
});

const legend = `${severityLegend} Required = Min. Stock − Avl. Stock − In-Transit; below zero, it is covered by what is in transit. On the bar of ${barDays} days the mark is the lead time, and the paler part what is in transit.`;

export function Legend() {
  const close = (details: HTMLDetailsElement) => {
    details.open = false;
  };
  return (
    <details
      className={style.legend}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || close(currentTarget)}
      onKeyDown={({ key, currentTarget }) => key === "Escape" && close(currentTarget)}
    >
      <summary title="What the words mean" aria-label="What the words mean">
        <CircleQuestionMark size={18} aria-hidden="true" />
      </summary>
      <p>{legend}</p>
    </details>
  );
}

interface Props {
  list: QueryState<readonly LowProduct[]>;
  rowFilter: (product: LowProduct) => boolean;
  onClear: () => void;
  rows: ProductRows<Product>;
}

export function LowStock({ rows, ...props }: Props) {
  const tiny = useMedia("(max-width: 359px)");
  return (
    <div className={style.lists} data-fills>
      <DataTable
        {...props}
        {...rows}
        label="Low Stock Alert"
        nameOf={({ name }) => name}
        columns={columns}
        defaultSort={lowStockOrder}
        remembersSort="low stock"
        rowHeight={58}
        phone={card}
        phoneRowHeight={tiny ? 160 : 140}
        empty={
          <EmptyUnless needs={["products"]}>
            <Empty good icon={CircleCheck} text="All products above minimum" />
          </EmptyUnless>
        }
      />
    </div>
  );
}
