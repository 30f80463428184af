// The inventory dashboard: products low on stock, with their printed report, products out of stock, and what arrives.
import { CalendarClock, Printer } from "lucide-react";
import { useCallback, useMemo } from "react";
import type { Product } from "#shared/product.ts";
import type { Alerts } from "#shared/sales.ts";
import { useDesk, useProductRows } from "../../domain/desk.ts";
import { useData } from "../../lib/api/use-data.ts";
import { countText, numberText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { usePhone } from "../../lib/media.ts";
import { useQueryParam } from "../../lib/navigation/url-state.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { ButtonLink, IconButton, IconLink } from "../../ui/button.tsx";
import { Page, PrimaryAction } from "../../ui/page/page.tsx";
import { LoadError } from "../../ui/page/query-status.tsx";
import style from "./inventory-dashboard.module.css";
import { LowStock } from "./low-stock.tsx";
import { useLowStockReport } from "./low-stock-report.tsx";
import { OutOfStock } from "./out-of-stock.tsx";
import { type LowProduct, unsold, useOutlook } from "./outlook.ts";
import { SeverityFilter } from "./severity.tsx";
import { SplitView } from "./split-view.tsx";

const Arriving = lazyComponent(() => import("./arriving.tsx"), "Arriving");

const productId = ({ _id }: Product): string => _id;

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
  const { lowStockProducts = [] } = alerts.data ?? {};
  const { low, out, never, toOrder } = useOutlook(alerts.data ?? {});
  const lists = { low: partOf(alerts, low), out: partOf(alerts, out), never: partOf(alerts, never) };
  const [list, setList] = useQueryParam("list", "low");
  const severity = useSeverity();
  const rows = useProductRows(productId);
  const isBeside = useDesk().shown;
  const report = useLowStockReport(lowStockProducts);
  const pending = alerts.loading && !alerts.failure;
  // What low products need is there before they are, so that nothing moves then.
  const mayHaveLow = pending || (low !== undefined && low.length > 0);
  const notSold = out?.reduce((units, product) => units + unsold(product), 0) ?? 0;
  const actions = (
    <>
      <PlanOrders count={toOrder} />
      {mayHaveLow && <PrintReport disabled={pending} onPress={report.print} />}
    </>
  );
  return (
    <Page title="Inventory Dashboard" action={actions}>
      <LoadError query={alerts} />
      <SplitView
        label="List"
        narrow={isBeside}
        chosen={list}
        onChoose={(name) => setList(name, "replace")}
        lists={[
          {
            name: "low",
            title: "Low Stock Alert",
            count: low?.length,
            filter: mayHaveLow && <SeverityFilter products={low} {...severity} />,
            content: <LowStock list={lists.low} rows={rows} rowFilter={severity.matches} onClear={severity.clear} />,
          },
          {
            name: "out",
            title: "Out of Stock",
            count: out?.length,
            filter: notSold > 0 && <span className={style.count}>≈ {countText(notSold, "unit")} not sold</span>,
            content: (
              <div className={style.out} data-beside={isBeside || undefined} data-fills>
                <OutOfStock out={lists.out} never={lists.never} rows={rows} />
                <Arriving low={low} out={out} />
              </div>
            ),
          },
        ]}
      />
      {report.portal}
    </Page>
  );
}

/** Undefined until the plan is read, and without it. */
function PlanOrders({ count }: { count: number | undefined }) {
  const name = "Plan orders";
  const to = "/dashboard/plan";
  if (usePhone()) return <IconLink icon={CalendarClock} label={name} to={to} />;
  return (
    <ButtonLink icon={CalendarClock} to={to}>
      {name} {count !== undefined && <span className={style.count}>{numberText(count)}</span>}
    </ButtonLink>
  );
}

/** The severities shown, in the URL; none chosen shows all. */
function useSeverity() {
  const [value, setValue] = useQueryParam("severity");
  const chosen = useMemo(() => new Set(value.split(".").filter(Boolean)), [value]);
  const matches = useCallback((product: LowProduct) => chosen.size === 0 || chosen.has(product.severity), [chosen]);
  const onToggle = (severity: string) => {
    const rest = [...chosen].filter((each) => each !== severity);
    setValue((chosen.has(severity) ? rest : [...rest, severity]).join("."));
  };
  return { chosen, matches, onToggle, clear: () => setValue("") };
}

/** Only an icon on phones: they rarely print. */
function PrintReport({ disabled, onPress }: { disabled: boolean; onPress: () => void }) {
  const name = "Low Stock Report";
  if (usePhone()) return <IconButton icon={Printer} label={name} data-primary disabled={disabled} onClick={onPress} />;
  return (
    <PrimaryAction icon={Printer} disabled={disabled} onClick={onPress}>
      {name}
    </PrimaryAction>
  );
}
