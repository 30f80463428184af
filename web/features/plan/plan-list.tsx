// The list of the plan with its filters, what its figures are made of, and the order that is put together. Loaded while the
// plan is read.
import { AlarmClockOff, CalendarClock, CircleCheck } from "lucide-react";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import type { PlanRow } from "#shared/plan.ts";
import { isUrgent, type PlanStatus } from "#shared/plan-status.ts";
import { planStatusLabel } from "#shared/plan-status-label.ts";
import { useProductRows } from "../../domain/desk.ts";
import { chooseLines, useOrder } from "../../domain/order-draft.ts";
import { numberText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { useMedia } from "../../lib/media.ts";
import { useOpenedRow } from "../../lib/navigation/opened-row.ts";
import { useOpenDialog } from "../../lib/navigation/url-state.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { FilterSelect } from "../../ui/form/field.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { useCellKeys } from "../../ui/table/cell-keys.ts";
import { Choosing } from "../../ui/table/choice.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { ExplainProps } from "./explain.tsx";
import style from "./plan.module.css";
import { PlanActions } from "./plan-actions.ts";
import { PlanCard } from "./plan-card.tsx";
import { planColumns, type Room, snoozedColumns } from "./plan-columns.tsx";
import { bases, type PlanBasis, type PlanFilter, targets } from "./plan-query.ts";
import { nothingToOrder } from "./plan-text.ts";
import { useRowKeys } from "./row-keys.ts";

const Explain = lazyComponent(() => import("./explain.tsx"), "Explain");
const SnoozeDialog = lazyComponent(() => import("./snooze-dialog.tsx"), "SnoozeDialog");
const OrderBar = lazyComponent(() => import("./order-bar.tsx"), "OrderBar");

/** Statuses without a tile. */
const others: readonly PlanStatus[] = ["new", "fine", "not-selling", "never-stocked"];

interface Props {
  list: QueryState<readonly PlanRow[]>;
  asOf: string | undefined;
  /** Without those that are snoozed; undefined while loading. */
  awake: readonly PlanRow[] | undefined;
  basis: PlanBasis;
  filter: PlanFilter;
  /** The search text. */
  query: string;
  room: Room;
  /** On phones, where they have no place above. */
  search: ReactNode;
  snoozed: ReactNode;
}

export function PlanList({ list, asOf, awake, basis, filter, query, room, search, snoozed }: Props) {
  const target = Number(basis.target);
  const order = useOrder();
  const dialog = useOpenDialog();
  const opened = useOpenedRow({ id: dialog.name === "snooze" ? dialog.id : "", close: dialog.close }, list, "Product");
  const [explained, setExplained] = useState<Pick<ExplainProps, "row" | "what" | "anchor">>();
  const isTiny = useMedia("(max-width: 359px)");
  useCellKeys();
  useRowKeys();
  const columns = useMemo(
    () => (filter.isSnoozed ? snoozedColumns : planColumns(room, basis.basis, target)),
    [filter.isSnoozed, room, basis.basis, target],
  );
  const phone = useCallback((row: PlanRow) => ({ title: <PlanCard row={row} target={target} /> }), [target]);
  const chosen = useMemo(() => new Set(Object.keys(order).filter((id) => order[id]?.chosen)), [order]);
  const actions = {
    explain: (row: PlanRow, what: ExplainProps["what"], anchor: HTMLElement) => setExplained({ row, what, anchor }),
    snooze: ({ _id }: PlanRow) => dialog.open("snooze", _id),
  };
  const rows = useProductRows(productOf);

  return (
    <>
      <PlanActions value={actions}>
        <Choosing chosen={chosen} choose={chooseLines} verb="Order" ofAll={isToOrder}>
          <div className={style.list} data-fills>
            <DataTable
              label="Plan"
              unnumbered
              list={list}
              columns={columns}
              phone={phone}
              phoneRowHeight={filter.isSnoozed ? snoozedHeight : isTiny ? tinyCardHeight : cardHeight}
              rowHeight={58}
              defaultSort="order-by"
              rowFilter={filter.isShown}
              {...(room !== "beside" && { noun: "product" })}
              {...(!filter.isSnoozed && room !== "beside" && { summary: toOrder })}
              nameOf={({ name }) => name}
              {...rows}
              query={query}
              search={search}
              filters={room !== "beside" && <Filters {...{ basis, filter, snoozed }} rows={awake} />}
              activeFilters={filter.statuses.length}
              onClear={filter.clear}
              aside={room === "wide" && <Legend />}
              noMatch={noMatch(awake ?? [], filter)}
              empty={<Empty icon={CalendarClock} text="No products yet." />}
            />
          </div>
        </Choosing>
      </PlanActions>
      {awake?.some(({ _id }) => order[_id]?.chosen) && (
        <OrderBar rows={awake} query={basis.query} isBeside={room === "beside"} />
      )}
      {explained && (
        <Explain
          {...explained}
          key={`${explained.row._id} ${explained.what}`}
          asOf={asOf}
          target={target}
          withoutSpikes={basis.spikes === "out"}
          onClose={() => setExplained(undefined)}
        />
      )}
      {opened.row && <SnoozeDialog row={opened.row} onClose={dialog.close} />}
    </>
  );
}

/** Pixels of a card on a phone, with the space around it. */
const cardHeight = 272;
/** Where names take more lines. */
const tinyCardHeight = 288;
const snoozedHeight = 150;

/** Choosing all leaves out what needs no order. */
const isToOrder = ({ quantity }: PlanRow): boolean => quantity > 0;

const productOf = ({ _id }: PlanRow): string => _id;

const toOrder = (rows: readonly PlanRow[]): string => {
  const urgent = rows.filter(({ status }) => isUrgent(status)).length;
  return urgent > 0 ? `${numberText(urgent)} to order` : nothingToOrder(rows);
};

interface FiltersProps {
  basis: PlanBasis;
  filter: PlanFilter;
  /** Without those that are snoozed. */
  rows: readonly PlanRow[] | undefined;
  /** On phones, where it has no place above. */
  snoozed: ReactNode;
}

function Filters({ basis, filter: { statuses, setStatuses }, rows, snoozed }: FiltersProps) {
  const count = (status: PlanStatus) => numberText(rows?.filter((row) => row.status === status).length ?? 0);
  const tiled = statuses.filter((status) => !others.includes(status));
  return (
    <>
      <span className={`${style.line} ${style.quiet}`}>
        Rate over
        <Segmented
          label="Rate over"
          value={basis.basis}
          choices={bases.map((days) => ({ value: days, label: days }))}
          onChange={basis.setBasis}
        />
        days
      </span>
      <FilterSelect
        label="Target"
        value={basis.target}
        onChange={basis.setTarget}
        choices={targets.map((days) => ({ value: days, label: `Target ${days} days` }))}
      />
      <FilterSelect
        label="Other statuses"
        empty="Other statuses"
        value={statuses.find((status) => others.includes(status)) ?? ""}
        onChange={(status) => setStatuses(status ? [status as PlanStatus] : tiled)}
        choices={others.map((status) => ({ value: status, label: `${planStatusLabel[status]} ${count(status)}` }))}
      />
      <Checkbox
        label="Leave out spikes"
        checked={basis.spikes === "out"}
        onChange={(out) => basis.setSpikes(out ? "out" : "in")}
      />
      {snoozed}
    </>
  );
}

/** What the colours of sparklines and cover bars mean. */
const marks = [
  { text: "no stock", width: "0.625rem", colour: "color-mix(in srgb, var(--danger) 18%, var(--surface))" },
  { text: "lead time", width: "2px", colour: "var(--fg)" },
  { text: "in transit", width: "0.625rem", colour: "color-mix(in srgb, var(--info) 50%, var(--surface))" },
] as const;

const Legend = () => (
  <p className={`${style.line} ${style.legend}`}>
    {marks.map(({ text, width, colour }) => (
      <span key={text}>
        <i style={{ borderLeft: `${width} solid ${colour}`, marginRight: "0.3125rem" }} />
        {text}
      </span>
    ))}
  </p>
);

/** Where only what is urgent was asked for, that there is none is good news. */
const noMatch = (rows: readonly PlanRow[], { statuses, isSnoozed, clear, setSnoozed }: PlanFilter) => {
  if (isSnoozed)
    return (
      <Empty
        icon={AlarmClockOff}
        text="Nothing is snoozed."
        action={<Button onClick={() => setSnoozed(false)}>Show the plan</Button>}
      />
    );
  if (statuses.length === 0 || !statuses.every(isUrgent) || rows.some(({ status }) => statuses.includes(status)))
    return undefined;
  return (
    <Empty
      good
      icon={CircleCheck}
      text={`${nothingToOrder(rows)}.`}
      action={<Button onClick={clear}>Show all products</Button>}
    />
  );
};
