// Products low on stock: what is required of each, and how urgent it is.
import { CircleCheck } from "lucide-react";
import type { RefObject } from "react";
import type { Product } from "#shared/product.ts";
import { dashboardLabels, productLabels } from "#shared/product-label.ts";
import { minimumStock, required } from "#shared/reorder.ts";
import { severities, severityOf } from "#shared/severity.ts";
import { ProductLines } from "../../domain/product-lines.tsx";
import { numberText } from "../../lib/format.ts";
import { useMedia } from "../../lib/media.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { Image } from "../../ui/image.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { RowFocus } from "../../ui/table/row-focus.ts";
import style from "./inventory-dashboard.module.css";
import { SeverityTag, severityLegend } from "./severity.tsx";

const numberColumn = (head: string, width: string, value: (product: Product) => number): Column<Product> => ({
  head,
  width,
  right: true,
  cell: (product) => numberText(value(product)),
  sort: value,
});

/** Why nothing is required. */
const coveredBy = ({ in_transit }: Product): string =>
  in_transit > 0 ? "covered by what is in transit" : "just the minimum";

function Required({ product }: { product: Product }) {
  const units = required(product);
  if (units > 0) return <strong>{numberText(units)}</strong>;
  return (
    <span className={style.covered}>
      {numberText(units)}
      <small>{coveredBy(product)}</small>
    </span>
  );
}

export const lowStockColumns: Column<Product>[] = [
  {
    head: "Severity",
    width: "6.25rem",
    cell: (product) => <SeverityTag product={product} />,
    sort: (product) => severities.indexOf(severityOf(product)),
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
  numberColumn(productLabels.stock, "5.75rem", ({ stock }) => stock),
  { head: dashboardLabels.in_transit, width: "5rem", right: true, cell: ({ in_transit }) => numberText(in_transit) },
  numberColumn(productLabels.minimum, "6rem", minimumStock),
  { ...numberColumn("Required", "7rem", required), cell: (product) => <Required product={product} /> },
];
/** The most units required first. */
export const lowStockOrder = "-required";

const card = (product: Product) => ({
  title: (
    <span className={style.card}>
      <Image src={product.image} />
      <ProductLines {...product} />
      <span className={style.required}>
        <small>Required</small>
        <strong data-covered={required(product) <= 0 || undefined}>{numberText(required(product))}</strong>
      </span>
      <span className={style.figures}>
        <SeverityTag product={product} />
        {required(product) <= 0 && coveredBy(product)}
        <span>
          Avl. {numberText(product.stock)} · Min. {numberText(minimumStock(product))} · In transit{" "}
          {numberText(product.in_transit)}
        </span>
      </span>
    </span>
  ),
});

interface Props {
  list: QueryState<readonly Product[]>;
  rowFilter: (product: Product) => boolean;
  onClear: () => void;
  onOpen: (product: Product) => void;
  focus: RefObject<RowFocus | null>;
}

export function LowStock(props: Props) {
  const narrow = useMedia("(max-width: 899px)");
  return (
    <div className={style.lists} data-fills>
      <DataTable
        {...props}
        label="Low Stock Alert"
        nameOf={({ name }) => name}
        columns={lowStockColumns}
        defaultSort={lowStockOrder}
        compact={narrow}
        rowHeight={narrow ? 104 : 58}
        phone={card}
        phoneRowHeight={136}
        empty={<Empty good icon={CircleCheck} text="All products above minimum" />}
      />
      {(props.list.data?.length ?? 0) > 0 && <p className={style.legend}>{severityLegend}</p>}
    </div>
  );
}
