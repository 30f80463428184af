// One product's movements over a range of days, each with what its warehouse and all together held after it.
import { History as HistoryIcon, PackageX } from "lucide-react";
import { useCallback, useEffect, useMemo } from "react";
import { useLocation, useParams } from "react-router-dom";
import { historyDays, type Range } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import type { History, HistoryRow } from "#shared/history.ts";
import type { Product } from "#shared/product.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import { ProductCell } from "../../domain/product-cell.tsx";
import { warehouseChoices } from "../../domain/warehouse-name.tsx";
import { useData } from "../../lib/api/use-data.ts";
import { countText, daysText, dayText, numberText, today } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { type ChangeRange, lastDays, useRange } from "../../lib/navigation/date-range.ts";
import { useOpenedRow } from "../../lib/navigation/opened-row.ts";
import { useClearQuery, useOpenDialog, useQueryParam } from "../../lib/navigation/url-state.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { FilterSelect } from "../../ui/form/field.tsx";
import { RangeBar } from "../../ui/form/range-bar.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page } from "../../ui/page/page.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { columns, dayOfRow, nameOf, phone } from "./history-rows.tsx";

const HistoryDetail = lazyComponent(() => import("./history-detail.tsx"), "HistoryDetail");

/** Milliseconds after which the ledger's index is asked again. */
const settled = 5_000;

export function ProductHistory() {
  const { id = "" } = useParams();
  const now = today();
  const [range, setRange] = useRange(now, historyDays);
  const history = useData("GET /v1/products/{id}/movements", { path: { id }, query: range });
  const list = useNewestFirst(history);
  const product = useProduct(id, history.data);
  const place = useWarehouse();
  const dialog = useOpenDialog();
  const { row: shown, rows } = useOpenedRow(dialog, list, "Movement", "It may be of another day.");

  if (history.failure instanceof Failure && history.failure.code === "RESOURCE_NOT_FOUND") return <Gone />;
  return (
    <Page title="Product history" mark={product && <ProductCell {...product} />}>
      {history.data?.settling && <Settling retry={history.retry} />}
      <DataTable
        label="Movements"
        list={list}
        columns={columns}
        phone={phone}
        keepToolbar
        range={<RangeBar range={range} today={now} onChange={setRange} />}
        filters={place.filter}
        activeFilters={place.count}
        onClear={place.clear}
        rowFilter={place.where}
        heading={range.start === range.end ? undefined : dayOfRow}
        summary={() => balances(history.data)}
        noun="movement"
        nameOf={nameOf}
        onOpen={({ _id }) => dialog.open("show", _id)}
        empty={<NoMovements {...{ range, now, setRange }} held={history.data} />}
      />
      {dialog.name === "show" && shown && (
        <HistoryDetail of={shown} rows={rows} onTurn={dialog.switchTo} onClose={dialog.close} />
      )}
    </Page>
  );
}

/** The API gives them as they happened. */
function useNewestFirst(history: QueryState<History>): QueryState<readonly HistoryRow[]> {
  const rows = history.data?.rows;
  const data = useMemo(() => rows?.toReversed(), [rows]);
  return { ...history, data };
}

/** Handed along by a list, else known to the context or named by its own rows. */
function useProduct(id: string, history: History | undefined) {
  const { state } = useLocation();
  const known = useApplicationContext().product.find(({ _id }) => _id === id);
  const handed = state?.product?._id === id ? (state.product as Product) : undefined;
  return known ?? handed ?? history?.rows[0]?.product;
}

/** One warehouse's movements, in the URL. */
function useWarehouse() {
  const [wanted, setWanted] = useQueryParam("warehouse");
  const { warehouse, refreshing } = useApplicationContext();
  const where = useCallback((row: HistoryRow) => wanted === "" || row.warehouse._id === wanted, [wanted]);
  const filter = (
    <FilterSelect
      label="Warehouse"
      empty="All (Warehouse)"
      choices={warehouseChoices(warehouse)}
      loading={refreshing}
      value={wanted}
      onChange={setWanted}
    />
  );
  return { where, filter, count: wanted ? 1 : 0, clear: useClearQuery(["start", "end"]) };
}

/** What was held when the range began and when it ended: a warehouse that was deleted in it is no movement. */
const balances = (history: History | undefined): string =>
  history ? `${numberText(history.opening)} to ${countText(history.closing, "unit")} in all` : "";

function Settling({ retry }: { retry: () => void }) {
  useEffect(() => {
    const timer = setTimeout(retry, settled);
    return () => clearTimeout(timer);
  }, [retry]);
  return (
    <Banner action={<Button onClick={retry}>Retry</Button>}>
      Settling: the newest movements are still on their way, so balances may be behind for a moment.
    </Banner>
  );
}

interface NoneProps {
  range: Range;
  now: string;
  setRange: ChangeRange;
  held: History | undefined;
}

function NoMovements({ range, now, setRange, held }: NoneProps) {
  const year = lastDays(365, now);
  const days = range.start === range.end ? `on ${dayText(range.end)}` : `from ${daysText(range)}`;
  const still = held?.opening === held?.closing;
  const units = still ? `${countText(held?.closing ?? 0, "unit")} in stock all along` : balances(held);
  return (
    <Empty
      icon={HistoryIcon}
      text={`No movements ${days}: ${units}`}
      action={range.start > year.start && <Button onClick={() => setRange(() => year)}>The last 365 days</Button>}
    />
  );
}

function Gone() {
  return (
    <Page title="Product history">
      <Empty
        icon={PackageX}
        text="Product not found. It may have been deleted."
        action={<ButtonLink to="/products">All products</ButtonLink>}
      />
    </Page>
  );
}
