// One product's movements over a range of days, each with the balance of its warehouse and of all warehouses after it.
import { History as HistoryIcon, PackageX } from "lucide-react";
import { useCallback, useEffect, useMemo } from "react";
import { useLocation, useParams } from "react-router-dom";
import { channelLabel } from "#shared/channel.ts";
import type { Range } from "#shared/day.ts";
import { historyDays } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import type { History, HistoryRow } from "#shared/history.ts";
import type { Product } from "#shared/product.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import { ProductCell } from "../../domain/product-cell.tsx";
import { warehouseChoices } from "../../domain/warehouse-name.tsx";
import { useData } from "../../lib/api/use-data.ts";
import {
  agoText,
  clockText,
  countText,
  dateText,
  daysText,
  dayText,
  numberText,
  timeText,
  today,
} from "../../lib/format.ts";
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
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { TwoLines } from "../../ui/table/two-lines.tsx";
import { Tag } from "../../ui/tag.tsx";
import { ActionTag } from "./action-tag.tsx";

const HistoryDetail = lazyComponent(() => import("./history-detail.tsx"), "HistoryDetail");

/** Milliseconds after which the ledger's index is asked again. */
const settled = 5_000;

/** Whether it undid another one or was undone, and what it was for; nothing, when there is nothing to say. */
const noteOf = ({ reverses, reversed_by, channel, container }: HistoryRow) => {
  if (!reverses && !reversed_by) return channel ? channelLabel[channel] : container;
  return (
    <>
      {reverses && <Tag>Reversal</Tag>}
      {reversed_by && <Tag tone="warn">Reversed</Tag>} {channel ? channelLabel[channel] : container}
    </>
  );
};

const signed = ({ action, quantity }: HistoryRow): string =>
  `${action === "STOCK_IN" ? "+" : "−"}${numberText(quantity)}`;

const columns: Column<HistoryRow>[] = [
  {
    head: "Created At",
    width: "9rem",
    cell: ({ created_at }) => <span title={agoText(created_at, Date.now())}>{timeText(created_at)}</span>,
  },
  { head: "Action", width: "7.75rem", cell: ({ action }) => <ActionTag action={action} /> },
  { head: "Reason", width: "11.25rem", cell: (row) => <TwoLines note={noteOf(row)}>{row.reason}</TwoLines> },
  {
    head: "Warehouse",
    cell: ({ warehouse }) => <TwoLines note={warehouse.w_id}>{warehouse.name}</TwoLines>,
  },
  { head: "User", width: "7.5rem", cell: ({ user }) => <TwoLines note={`@${user.username}`}>{user.name}</TwoLines> },
  { head: "Quantity", width: "5.5rem", right: true, cell: signed },
  { head: "In warehouse", width: "7rem", right: true, cell: ({ balance }) => numberText(balance) },
  { head: "In all", width: "5.5rem", right: true, cell: ({ total }) => <strong>{numberText(total)}</strong> },
];

const phone = (row: HistoryRow) => ({
  title: (
    <>
      {signed(row)} {row.reason}
    </>
  ),
  note: (
    <>
      {clockText(Date.parse(row.created_at))} · {row.warehouse.w_id}: {numberText(row.balance)} {noteOf(row)}
    </>
  ),
  number: (
    <>
      <small>In all</small>
      {numberText(row.total)}
    </>
  ),
});

const dayOfRow = ({ created_at }: HistoryRow): string => dateText(created_at);
const nameOf = ({ reason, created_at }: HistoryRow): string => `${reason} ${timeText(created_at)}`;

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
        ranged
        range={<RangeBar range={range} today={now} onChange={setRange} />}
        filters={place.filter}
        active={place.count}
        onClear={place.clear}
        where={place.where}
        heading={range.start === range.end ? undefined : dayOfRow}
        summary={() => balances(history.data)}
        noun="movement"
        nameOf={nameOf}
        onOpen={({ _id }) => dialog.open("show", _id)}
        empty={<NoMovements {...{ range, now, setRange }} held={history.data} />}
      />
      {dialog.name === "show" && shown && (
        <HistoryDetail of={shown} rows={rows} onTurn={dialog.turn} onClose={dialog.close} />
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
