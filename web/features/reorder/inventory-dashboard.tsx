// The inventory dashboard: products low on stock, with their printed report, and products out of stock.
import { Printer } from "lucide-react";
import { type RefObject, useCallback, useMemo, useRef } from "react";
import type { Product } from "#shared/product.ts";
import { drrDays } from "#shared/reorder.ts";
import type { Alerts } from "#shared/sales.ts";
import { severityOf } from "#shared/severity.ts";
import { useData } from "../../lib/api/use-data.ts";
import { today } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { usePhone } from "../../lib/media.ts";
import { lastDays } from "../../lib/navigation/date-range.ts";
import { type OpenDialog, useOpenDialog, useQueryParam } from "../../lib/navigation/url-state.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { IconButton } from "../../ui/button.tsx";
import { Page, PrimaryAction } from "../../ui/page/page.tsx";
import { LoadError } from "../../ui/page/query-status.tsx";
import type { RowFocus } from "../../ui/table/row-focus.ts";
import { useSortedRows } from "../../ui/table/use-rows.ts";
import { LowStock, lowStockColumns, lowStockOrder } from "./low-stock.tsx";
import { useLowStockReport } from "./low-stock-report.tsx";
import { OutOfStock } from "./out-of-stock.tsx";
import { SeverityFilter } from "./severity.tsx";
import { SplitView } from "./split-view.tsx";

const ProductDetail = lazyComponent(() => import("../../domain/product-detail.tsx"), "ProductDetail");

/** One of the lists. What is to be said of the one call behind them stands once, above them. */
const partOf = <P extends Product>(alerts: QueryState<Alerts>, data: P[] | undefined): QueryState<readonly P[]> => ({
  ...alerts,
  data,
  failure: undefined,
  lastKnown: false,
  slow: false,
});

export function InventoryDashboard() {
  const alerts = useData("GET /v1/app/dash/inventory");
  const { lowStockProducts, outOfStockProducts } = alerts.data ?? {};
  const out = useMemo(() => outOfStockProducts?.filter((product) => !product.never_stocked), [outOfStockProducts]);
  const never = useMemo(() => outOfStockProducts?.filter((product) => product.never_stocked), [outOfStockProducts]);
  const lists = {
    low: partOf(alerts, lowStockProducts),
    out: partOf(alerts, out),
    never: partOf(alerts, never),
  };
  const [list, setList] = useQueryParam("list", "low");
  const severity = useSeverity();
  const detail = useOpenDialog();
  const focus = { low: useRef<RowFocus>(null), out: useRef<RowFocus>(null), never: useRef<RowFocus>(null) };
  // In the order that the table shows them.
  const { rows } = useSortedRows(lowStockProducts, lowStockColumns, severity.matches, lowStockOrder);
  const report = useLowStockReport(lowStockProducts ?? []);
  const tableProps = <N extends keyof typeof lists>(name: N) => ({
    list: lists[name],
    focus: focus[name],
    onOpen: ({ _id }: Product) => detail.open(name, _id),
  });
  const shown = { low: rows, out, never }[detail.name];

  const hasLow = lowStockProducts !== undefined && lowStockProducts.length > 0;
  return (
    <Page title="Inventory Dashboard" action={hasLow && <PrintReport onPress={report.print} />}>
      <LoadError query={alerts} />
      <SplitView
        label="List"
        chosen={list}
        onChoose={(name) => setList(name, "replace")}
        lists={[
          {
            name: "low",
            title: "Low Stock Alert",
            count: lowStockProducts?.length,
            filter: hasLow && <SeverityFilter products={lowStockProducts} {...severity} />,
            content: <LowStock {...tableProps("low")} rowFilter={severity.matches} onClear={severity.clear} />,
          },
          {
            name: "out",
            title: "Out of Stock",
            count: out?.length,
            content: <OutOfStock out={tableProps("out")} never={tableProps("never")} />,
          },
        ]}
      />
      {shown && <Detail products={shown} opened={detail} focus={focus[detail.name as keyof typeof focus]} />}
      {report.portal}
    </Page>
  );
}

/** The severities shown, in the URL; none chosen shows all. */
function useSeverity() {
  const [value, setValue] = useQueryParam("severity");
  const chosen = useMemo(() => new Set(value.split(".").filter(Boolean)), [value]);
  const matches = useCallback((product: Product) => chosen.size === 0 || chosen.has(severityOf(product)), [chosen]);
  const onToggle = (severity: string) => {
    const rest = [...chosen].filter((each) => each !== severity);
    setValue((chosen.has(severity) ? rest : [...rest, severity]).join("."));
  };
  return { chosen, matches, onToggle, clear: () => setValue("") };
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
