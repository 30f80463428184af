// One product's movements over a range of days, each with the balance of its warehouse and of all warehouses after it.
import { FileDiff, History as HistoryIcon } from "lucide-react";
import { useEffect, useMemo } from "react";
import { useParams } from "react-router-dom";
import { historyDays, type Range } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import type { History, HistoryRow } from "#shared/history.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { useWarehouseFilter } from "../../domain/filters.ts";
import { dayOfRow, historyColumns, historyOnPhone, nameOfRow } from "../../domain/history-columns.tsx";
import { ProductCell } from "../../domain/product-name.tsx";
import { ProductNotFound } from "../../domain/product-not-found.tsx";
import { useData } from "../../lib/api/use-data.ts";
import { findById } from "../../lib/find-by-id.ts";
import { countText, dayRangeText, dayText, numberText, useToday } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { type ChangeRange, lastDays, useRange } from "../../lib/navigation/date-range.ts";
import { useOpenedRow } from "../../lib/navigation/opened-row.ts";
import { useOpenDialog } from "../../lib/navigation/url-state.ts";
import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page, PageLink } from "../../ui/page/page.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { type ListOptions, useListFilters } from "../../ui/table/list-filters.tsx";

const HistoryDetail = lazyComponent(() => import("../../domain/history-detail.tsx"), "HistoryDetail");

/** Milliseconds before a history whose newest movements are not indexed yet is read again. */
const settlingDelay = 5_000;

export function ProductHistory() {
  const { id = "" } = useParams();
  const day = useToday();
  const [range, setRange] = useRange(day, historyDays);
  const history = useData("GET /v1/products/{id}/movements", { path: { id }, query: range });
  const oldestFirst = history.data?.rows;
  const list = { ...history, data: useMemo(() => oldestFirst?.toReversed(), [oldestFirst]) };
  const listed = findById(useApplicationContext().product, id);
  // A deleted product is known from its rows.
  const product = listed ?? oldestFirst?.[0]?.product;
  const options: ListOptions<HistoryRow> = { range: { range, today: day, onChange: setRange } };
  const { table } = useListFilters({ warehouse: useWarehouseFilter() }, options);
  const dialog = useOpenDialog();
  const { row, rows } = useOpenedRow(dialog, list, "Movement", "It may be of another day.");

  const changes = <PageLink icon={FileDiff} label="Changes" to={`/products/${id}/changes`} />;

  if (history.failure instanceof Failure && history.failure.code === "RESOURCE_NOT_FOUND")
    return <ProductNotFound title="Product history" />;
  return (
    <Page title="Product history" aside={product && <ProductCell {...product} />} action={changes}>
      {history.data?.settling && <SettlingBanner retry={history.retry} />}
      <DataTable
        label="Movements"
        list={list}
        columns={historyColumns}
        phone={historyOnPhone}
        {...table}
        heading={range.start === range.end ? undefined : dayOfRow}
        summary={() => balancesText(history.data)}
        noun="movement"
        nameOf={nameOfRow}
        onOpen={({ _id }) => dialog.open("show", _id)}
        empty={<NoMovements {...{ range, day, setRange }} history={history.data} />}
      />
      {dialog.name === "show" && row && (
        <HistoryDetail row={row} rows={rows} onTurn={dialog.switchTo} onClose={dialog.close} />
      )}
    </Page>
  );
}

/** Units at the start and the end of the range. They can differ without a movement, when a warehouse is deleted. */
const balancesText = (history: History | undefined): string =>
  history ? `${numberText(history.opening)} to ${countText(history.closing, "unit")} in total` : "";

function SettlingBanner({ retry }: { retry: () => void }) {
  useEffect(() => {
    const timer = setTimeout(retry, settlingDelay);
    return () => clearTimeout(timer);
  }, [retry]);
  return (
    <Banner action={<Button onClick={retry}>Retry</Button>}>
      Updating: the newest movements are not listed yet, so balances may be out of date for a moment.
    </Banner>
  );
}

interface NoMovementsProps {
  range: Range;
  day: string;
  setRange: ChangeRange;
  history: History | undefined;
}

function NoMovements({ range, day, setRange, history }: NoMovementsProps) {
  const year = lastDays(365, day);
  const days = range.start === range.end ? `on ${dayText(range.end)}` : `from ${dayRangeText(range)}`;
  const unchanged = history?.opening === history?.closing;
  const units = unchanged ? `${countText(history?.closing ?? 0, "unit")} in stock throughout` : balancesText(history);
  return (
    <Empty
      icon={HistoryIcon}
      text={`No movements ${days}: ${units}`}
      action={range.start > year.start && <Button onClick={() => setRange(() => year)}>The last 365 days</Button>}
    />
  );
}
