// Products low on stock: what is required of each, how urgent it is, and how long it lasts.
import { CircleCheck } from "lucide-react";
import { daysSince } from "#shared/day.ts";
import type { Product } from "#shared/product.ts";
import { dashboardLabels, productLabels } from "#shared/product-label.ts";
import { minimumStock, required } from "#shared/reorder.ts";
import { severities } from "#shared/severity.ts";
import { CoverBar } from "../../domain/cover-bar.tsx";
import { type ProductRows, useDesk } from "../../domain/desk.ts";
import { ProductLines } from "../../domain/product-lines.tsx";
import { countText, dayText, numberText } from "../../lib/format.ts";
import { useMedia } from "../../lib/media.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { Image } from "../../ui/image.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import style from "./inventory-dashboard.module.css";
import { NextArrival, Waiting } from "./next-arrival.tsx";
import type { LowProduct } from "./outlook.ts";
import { looks, SeverityTag, severityLegend } from "./severity.tsx";

const numberColumn = (head: string, width: string, value: (product: Product) => number): Column<LowProduct> => ({
  head,
  width,
  right: true,
  cell: (product) => numberText(value(product)),
  sort: value,
});

function Required({ product }: { product: LowProduct }) {
  const units = required(product);
  return <strong data-covered={units <= 0 || undefined}>{numberText(units)}</strong>;
}

/** Days that the whole bar stands for. */
const barDays = 90;

function Cover({ product, inline = false }: { product: LowProduct; inline?: boolean }) {
  const { plan, severity } = product;
  if (!plan) return plan === undefined ? <Waiting /> : "–";
  const [gap] = plan.gaps ?? [];
  return (
    <CoverBar
      inline={inline}
      cover={plan.cover}
      withTransit={plan.cover_with_transit}
      lead={plan.lead_time}
      days={barDays}
      colour={looks[severity].colour}
      note={gap ? <Gap {...gap} /> : <small>lead {numberText(plan.lead_time)}</small>}
    />
  );
}

/** From the day it is gone to the day on which units arrive. */
function Gap({ start, end, container }: { start: string; end: string; container?: string | undefined }) {
  const until = container ? `, until ${container}` : "";
  return (
    <small data-late title={`Out ${dayText(start)} to ${dayText(end)}${until}`}>
      gap {countText(daysSince(start, end), "day")}
    </small>
  );
}

const columns: Column<LowProduct>[] = [
  {
    head: "Severity",
    width: "6.125rem",
    cell: ({ severity }) => <SeverityTag severity={severity} />,
    sort: ({ severity }) => severities.indexOf(severity),
    orders: ["most urgent first", "least urgent first"],
  },
  {
    head: "Product",
    cell: (product) => (
      <span className={style.product}>
        <Image src={product.image} />
        <ProductLines {...product} />
      </span>
    ),
  },
  numberColumn(productLabels.stock, "4.5rem", ({ stock }) => stock),
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
  numberColumn(productLabels.minimum, "4.5rem", minimumStock),
  {
    ...numberColumn("Required", "5.25rem", required),
    cell: (product) => (
      <span className={style.required}>
        <Required product={product} />
      </span>
    ),
  },
  {
    head: "Cover",
    width: "8.5rem",
    cell: (product) => <Cover product={product} />,
    sort: ({ plan }) => plan?.cover ?? Number.MAX_VALUE,
  },
];
/** The most units required first. */
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
          Avl. {numberText(product.stock)} · Min. {numberText(minimumStock(product))} · In transit{" "}
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

interface Props {
  list: QueryState<readonly LowProduct[]>;
  rowFilter: (product: LowProduct) => boolean;
  onClear: () => void;
  /** What its rows open. */
  rows: ProductRows<Product>;
}

export function LowStock({ rows, ...props }: Props) {
  const { shown: isBeside } = useDesk();
  const narrow = useMedia("(max-width: 899px)") || isBeside;
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
        compact={narrow}
        rowHeight={narrow ? 124 : 58}
        phone={card}
        phoneRowHeight={tiny ? 160 : 140}
        empty={<Empty good icon={CircleCheck} text="All products above minimum" />}
      />
      {(props.list.data?.length ?? 0) > 0 && <p className={style.legend}>{legend}</p>}
    </div>
  );
}
