// The inventory dashboard: products low on stock, with their printed report, products out of stock, and arrivals.
import { CalendarClock, Printer } from "lucide-react";
import { type ReactNode, useCallback } from "react";
import { alertsOf } from "#shared/catalogue.ts";
import type { Product } from "#shared/product.ts";
import { productLabels } from "#shared/product-fields.ts";
import { minimumStock, requiredOnReport } from "#shared/reorder.ts";
import type { AlertedProduct, Alerts } from "#shared/sales.ts";
import { useCatalogue } from "../../domain/catalogue.tsx";
import { UnitsBeside } from "../../domain/not-for-picking.tsx";
import { usePanel, useProductRows } from "../../domain/panel.ts";
import { useSession } from "../../lib/api/session.ts";
import { countText, dayText, numberText, today } from "../../lib/format.ts";
import { useMedia, usePhone } from "../../lib/media.ts";
import { useQueryParam, useQuerySet } from "../../lib/navigation/url-state.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { IconButton } from "../../ui/button.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { Page, PageLink, PrimaryAction } from "../../ui/page/page.tsx";
import { LoadError } from "../../ui/page/query-status.tsx";
import { PrintPages } from "../../ui/print/print-pages.tsx";
import { type PrintColumn, PrintName, usePrint } from "../../ui/print/printout.tsx";
import { useCellKeys } from "../../ui/table/cell-keys.ts";
import { Arriving } from "./arriving.tsx";
import style from "./inventory-dashboard.module.css";
import { Legend, LowStock } from "./low-stock.tsx";
import { OutOfStock } from "./out-of-stock.tsx";
import { type LowProduct, unsold, useOutlook } from "./outlook.tsx";
import { SeverityFilter } from "./severity.tsx";

const productId = ({ _id }: Product): string => _id;

/** One of the lists. The state of their common call is shown once, above them. */
const partOf = <P extends Product>(alerts: QueryState<Alerts>, data: P[] | undefined): QueryState<readonly P[]> => ({
  ...alerts,
  data,
  failure: undefined,
  lastKnown: false,
  slow: false,
});

export function InventoryDashboard() {
  useCellKeys();
  const alerts = useCatalogue(alertsOf);
  const { lowStockProducts = [] } = alerts.data ?? {};
  const { low, out, never, toOrder } = useOutlook(alerts.data ?? {});
  const lists = { low: partOf(alerts, low), out: partOf(alerts, out), never: partOf(alerts, never) };
  const severity = useSeverity();
  const rows = useProductRows(productId);
  const onPhone = usePhone();
  const isBeside = usePanel().shown;
  const report = useLowStockReport(lowStockProducts);
  const pending = alerts.loading && !alerts.failure;
  // The controls for low products appear before the rows, so that nothing moves.
  const mayHaveLow = pending || (low !== undefined && low.length > 0);
  const notSold = out?.reduce((units, product) => units + unsold(product), 0) ?? 0;
  const printing = { icon: Printer, disabled: pending, onClick: report.print };
  const toPlan = <>Plan orders {toOrder !== undefined && <span className={style.count}>{numberText(toOrder)}</span>}</>;
  const actions = (
    <>
      <PageLink icon={CalendarClock} label="Plan orders" short={toPlan} to="/dashboard/plan" />
      {mayHaveLow &&
        (onPhone ? (
          // Only an icon: phones rarely print.
          <IconButton label="Low Stock Report" word="Report" data-primary {...printing} />
        ) : (
          <PrimaryAction {...printing}>Low Stock Report</PrimaryAction>
        ))}
    </>
  );
  return (
    <Page title="Inventory Dashboard" action={actions}>
      <LoadError query={alerts} />
      <Sections
        isBeside={isBeside}
        sections={[
          {
            name: "low",
            title: "Low Stock Alert",
            count: low?.length,
            filter: mayHaveLow && (
              <>
                <SeverityFilter products={low} {...severity} />
                <Legend />
              </>
            ),
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

interface Section {
  /** In the URL. */
  name: string;
  title: string;
  /** Undefined while loading. */
  count: number | undefined;
  /** Beside its title. */
  filter: ReactNode;
  content: ReactNode;
}

/** Side by side where there is room for both, else one at a time with a switch between them. */
function Sections({ sections, isBeside }: { sections: readonly [Section, Section]; isBeside: boolean }) {
  const [chosen, choose] = useQueryParam("list", "low");
  const sideBySide = useMedia("(min-width: 1340px)") && !isBeside;
  const shown = sections.find(({ name }) => name === chosen) ?? sections[0];
  const titleOf = ({ title, count }: Section) => (count === undefined ? title : `${title} (${numberText(count)})`);
  const draw = (section: Section) => (
    <section key={section.name} className={style.list} aria-label={section.title}>
      <div className={style.head}>
        <h2 data-sr-only={!sideBySide || undefined}>{titleOf(section)}</h2>
        {section.filter}
      </div>
      {section.content}
    </section>
  );
  if (sideBySide)
    return (
      <div className={style.both} data-fills>
        {sections.map(draw)}
      </div>
    );
  return (
    <div className={style.one} data-fills>
      <Segmented
        label="List"
        value={shown.name}
        choices={sections.map((section) => ({ value: section.name, label: titleOf(section) }))}
        onChange={(name) => choose(name, "replace")}
      />
      {draw(shown)}
    </div>
  );
}

/** The severities shown, in the URL; none chosen shows all. */
function useSeverity() {
  const { values: chosen, toggle, set } = useQuerySet("severity");
  const matches = useCallback((product: LowProduct) => chosen.size === 0 || chosen.has(product.severity), [chosen]);
  return { chosen, matches, onToggle: toggle, clear: () => set([]) };
}

const StockCell = ({ stock, not_for_picking }: AlertedProduct) => (
  <>
    {numberText(stock)}
    <UnitsBeside units={not_for_picking} />
  </>
);

const columns: PrintColumn<AlertedProduct>[] = [
  { head: "Product", cell: ({ name, p_id }) => <PrintName name={name} note={p_id} /> },
  { head: productLabels.stock, width: 23, right: true, cell: StockCell },
  { head: productLabels.minimum, width: 23, right: true, cell: (product) => numberText(minimumStock(product)) },
  {
    head: "Required",
    width: 23,
    right: true,
    cell: (product) => <strong>{numberText(requiredOnReport(product))}</strong>,
  },
];

/** The most units required first, by the formula of the printed report, which ignores stock in transit. */
function useLowStockReport(products: readonly AlertedProduct[]) {
  const { user } = useSession();
  const printout = {
    name: `Low Stock Report ${dayText(today())}`,
    title: "Low Stock Report",
    by: user?.name ?? "",
    facts: [["Rows", countText(products.length, "product")]] as const,
    note: "Required = Min. - Avl.",
    body: (foot: string) => (
      <PrintPages
        foot={foot}
        columns={columns}
        groups={[{ rows: products.toSorted((a, b) => requiredOnReport(b) - requiredOnReport(a)) }]}
      />
    ),
  };
  return usePrint(products.length > 0 ? printout : undefined);
}
