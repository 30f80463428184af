// The inventory dashboard: products low on stock, with their printed report, and products out of stock.
import { CircleCheck, Printer } from "lucide-react";
import { type RefObject, useMemo, useRef } from "react";
import type { Product } from "#shared/product.ts";
import { dashboardLabels, productLabels } from "#shared/product-label.ts";
import { drrDays, minimumStock, required } from "#shared/reorder.ts";
import type { Alerts } from "#shared/sales.ts";
import { ProductCell } from "../../domain/product-cell.tsx";
import { useData } from "../../lib/api/use-data.ts";
import { numberText, rateText, today } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { usePhone } from "../../lib/media.ts";
import { lastDays } from "../../lib/navigation/date-range.ts";
import { type OpenDialog, useOpenDialog, useQueryParam } from "../../lib/navigation/url-state.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { IconButton } from "../../ui/button.tsx";
import { Image } from "../../ui/image.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page, PrimaryAction } from "../../ui/page/page.tsx";
import { LoadError } from "../../ui/page/query-status.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { RowFocus } from "../../ui/table/row-focus.ts";
import { useSortedRows } from "../../ui/table/use-rows.ts";
import { useLowStockReport } from "./low-stock-report.tsx";
import { SplitView } from "./split-view.tsx";

const ProductDetail = lazyComponent(() => import("../../domain/product-detail.tsx"), "ProductDetail");

const numberColumn = (head: string, width: string, value: (product: Product) => number): Column<Product> => ({
  head,
  width,
  right: true,
  cell: (product) => numberText(value(product)),
  sort: value,
});

const columns: Column<Product>[] = [
  { head: "Product", cell: (product) => <ProductCell {...product} /> },
  numberColumn(productLabels.stock, "6.75rem", ({ stock }) => stock),
  {
    head: dashboardLabels.in_transit,
    width: "5.75rem",
    right: true,
    cell: ({ in_transit }) => numberText(in_transit),
  },
  numberColumn(productLabels.minimum, "6.75rem", minimumStock),
  {
    ...numberColumn("Required", "6.5rem", required),
    cell: (product) => <strong>{numberText(required(product))}</strong>,
  },
];
/** The most units required first. */
const order = "-required";

const lowCard = (product: Product) => ({
  image: <Image src={product.image} />,
  title: product.name,
  note: `Avl. ${numberText(product.stock)} · Min. ${numberText(minimumStock(product))} · In transit ${numberText(product.in_transit)}`,
  number: (
    <>
      <small>Required</small>
      {numberText(required(product))}
    </>
  ),
});

const outCard = ({ image, name, p_id, in_transit, drr }: Product) => ({
  image: <Image src={image} />,
  title: name,
  note: `${p_id} · In transit ${numberText(in_transit)}`,
  number: (
    <>
      <small>{dashboardLabels.drr}</small>
      {rateText(drr)}
    </>
  ),
});

const noColumns: Column<Product>[] = [];
const nameOf = ({ name }: Product): string => name;
/** One of the two lists. What is to be said of the one call behind both stands once, above them. */
const partOf = (alerts: QueryState<Alerts>, name: keyof Alerts): QueryState<readonly Product[]> => ({
  ...alerts,
  data: alerts.data?.[name],
  failure: undefined,
  lastKnown: false,
  slow: false,
});

export function InventoryDashboard() {
  const alerts = useData("GET /v1/app/dash/inventory");
  const [low, out] = [partOf(alerts, "lowStockProducts"), partOf(alerts, "outOfStockProducts")];
  const [list, setList] = useQueryParam("list", "low");
  const detail = useOpenDialog();
  const focus = { low: useRef<RowFocus>(null), out: useRef<RowFocus>(null) };
  // In the order that the table shows them.
  const { rows } = useSortedRows(low.data, columns, undefined, order);
  const report = useLowStockReport(low.data ?? []);
  const tableProps = (name: "low" | "out") => ({
    nameOf,
    focus: focus[name],
    onOpen: ({ _id }: Product) => detail.open(name, _id),
  });

  const lowTable = (
    <DataTable
      {...tableProps("low")}
      label="Low Stock Alert"
      list={low}
      columns={columns}
      defaultSort={order}
      phone={lowCard}
      empty={<Empty good icon={CircleCheck} text="All products above minimum" />}
    />
  );
  const outTable = (
    <DataTable
      {...tableProps("out")}
      compact
      label="Out of Stock"
      list={out}
      columns={noColumns}
      phone={outCard}
      empty={<Empty good icon={CircleCheck} text="No product is out of stock" />}
    />
  );
  const hasReport = low.data !== undefined && low.data.length > 0;
  return (
    <Page title="Inventory Dashboard" action={hasReport && <PrintReport onPress={report.print} />}>
      <LoadError query={alerts} />
      <SplitView
        label="List"
        chosen={list}
        onChoose={(name) => setList(name, "replace")}
        lists={[
          { name: "low", title: "Low Stock Alert", count: low.data?.length, content: lowTable },
          { name: "out", title: "Out of Stock", count: out.data?.length, content: outTable },
        ]}
      />
      {detail.name === "low" && <Detail products={rows} opened={detail} focus={focus.low} />}
      {detail.name === "out" && <Detail products={out.data ?? []} opened={detail} focus={focus.out} />}
      {report.portal}
    </Page>
  );
}

/** Only an icon on phones: they rarely print. */
function PrintReport({ onPress }: { onPress: () => void }) {
  const name = "Low Stock Report";
  if (usePhone()) return <IconButton icon={Printer} label={name} data-primary onClick={onPress} />;
  return (
    <PrimaryAction icon={Printer} onClick={onPress}>
      {name}
    </PrimaryAction>
  );
}

interface DetailProps {
  products: readonly Product[];
  opened: OpenDialog;
  focus: RefObject<RowFocus | null>;
}

/** The alerts have no sales by channel: those of the last three days are read when a product is opened. */
function Detail({ products, opened, focus }: DetailProps) {
  const range = lastDays(drrDays, today());
  const { data } = useData("GET /v1/app/dash/analytics", { query: range });
  const withSales = useMemo(() => {
    if (!data) return products;
    const sales = new Map(data.productSales.map((product) => [product._id, product.saleChannels]));
    return products.map((product) => ({ ...product, saleChannels: sales.get(product._id) ?? {}, period: drrDays }));
  }, [data, products]);
  return (
    <ProductDetail
      products={withSales}
      id={opened.id}
      range={range}
      onTurn={opened.switchTo}
      onClose={opened.close}
      onReturn={(index) => focus.current?.focus(index)}
    />
  );
}
