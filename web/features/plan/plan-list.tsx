// The list of the plan with its filters, the explanations of its figures, and the draft of the order. Loaded while the
// plan is read.
import { AlarmClockOff, ArrowRightLeft, ArrowUpDown, CalendarClock, CircleCheck } from "lucide-react";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { PlanRow } from "#shared/plan.ts";
import { isUrgent, type PlanStatus, planStatusLabel } from "#shared/plan-status.ts";
import { serviceLevels } from "#shared/product-fields.ts";
import { EmptyUnless } from "../../domain/missing.tsx";
import { movePath, moveText } from "../../domain/moves.ts";
import { chooseAll, chooseLines, useOrder } from "../../domain/order-draft.ts";
import { updateStockPath, useProductRows } from "../../domain/panel.ts";
import { namesIn } from "../../domain/suppliers.ts";
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
import { PlanCard } from "./plan-card.tsx";
import { PlanActions } from "./plan-cells.tsx";
import { planColumns, snoozedColumns } from "./plan-columns.tsx";
import { bases, type PlanBasis, type PlanFilter, targets } from "./plan-query.ts";
import { nothingToOrder, urgentRows } from "./plan-text.ts";
import { useRowKeys } from "./row-keys.ts";

const Explain = lazyComponent(() => import("./explain.tsx"), "Explain");
const SnoozeDialog = lazyComponent(() => import("./snooze-dialog.tsx"), "SnoozeDialog");
const ActionMenu = lazyComponent(() => import("../../ui/menu.tsx"), "ActionMenu");

const untiled: readonly PlanStatus[] = ["ordered", "new", "fine", "not-selling", "never-stocked"];

interface Props {
  list: QueryState<readonly PlanRow[]>;
  asOf: string | undefined;
  /** Rows of products that are not snoozed; undefined while loading. */
  awake: readonly PlanRow[] | undefined;
  basis: PlanBasis;
  filter: PlanFilter;
  query: string;
  /** A product is open beside it. */
  isBeside: boolean;
  /** The search field and filters on phones, where the header has no room. */
  search: ReactNode;
  switches: ReactNode;
}

export function PlanList({ list, asOf, awake, basis, filter, query, isBeside, search, switches }: Props) {
  const target = Number(basis.target);
  const order = useOrder();
  const dialog = useOpenDialog();
  const opened = useOpenedRow({ id: dialog.name === "snooze" ? dialog.id : "", close: dialog.close }, list, "Product");
  const [explained, setExplained] = useState<Pick<ExplainProps, "row" | "what" | "anchor">>();
  const isTiny = useMedia("(max-width: 359px)");
  const isWide = useMedia("(min-width: 1400px)") && !isBeside;
  useCellKeys();
  const [menu, setMenu] = useState<{ row: PlanRow; anchor: HTMLElement }>();
  const navigate = useNavigate();
  const move = menu?.row.move;
  const snooze = (product: string) => dialog.open("snooze", product);
  useRowKeys(snooze);
  const columns = useMemo(
    () => (filter.isSnoozed ? snoozedColumns : planColumns(basis.basis, target)),
    [filter.isSnoozed, basis.basis, target],
  );
  const phone = useCallback((row: PlanRow) => ({ title: <PlanCard row={row} target={target} /> }), [target]);
  const chosen = useMemo(() => new Set(Object.keys(order).filter((id) => order[id]?.chosen)), [order]);
  const actions = {
    explain: (row: PlanRow, what: ExplainProps["what"], anchor: HTMLElement) => setExplained({ row, what, anchor }),
    more: (row: PlanRow, anchor: HTMLElement) => setMenu({ row, anchor }),
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
              noun="product"
              {...(!filter.isSnoozed && { summary: toOrder })}
              nameOf={({ name }) => name}
              {...rows}
              query={query}
              search={search}
              filters={<Filters {...{ basis, filter, switches, chosen }} rows={awake} />}
              inWords={[
                `Rate over ${basis.basis} days`,
                `Target ${target} days`,
                basis.spikes === "out" && "Spikes cut",
                `Service level ${basis.service} %`,
                filter.statuses.map((status) => planStatusLabel(status)).join(", "),
                filter.supplier,
              ]}
              activeFilters={filter.statuses.length + (filter.supplier ? 1 : 0)}
              onClear={filter.clear}
              aside={isWide && <Legend />}
              noMatch={noMatch(awake ?? [], filter)}
              empty={
                <EmptyUnless needs={["products"]}>
                  <Empty icon={CalendarClock} text="No products yet." />
                </EmptyUnless>
              }
            />
          </div>
        </Choosing>
      </PlanActions>
      {explained && (
        <Explain
          {...explained}
          key={`${explained.row._id} ${explained.what}`}
          asOf={asOf}
          basis={basis.basis}
          target={target}
          isCapped={basis.spikes === "out"}
          service={basis.service}
          onClose={() => setExplained(undefined)}
        />
      )}
      {menu && (
        <ActionMenu
          anchor={menu.anchor}
          actions={[
            { name: "Snooze", icon: AlarmClockOff, run: () => snooze(menu.row._id) },
            ...(move
              ? [{ name: moveText(move), icon: ArrowRightLeft, run: () => navigate(movePath(menu.row._id, move)) }]
              : []),
            { name: "Update Stock", icon: ArrowUpDown, run: () => navigate(updateStockPath(menu.row._id)) },
          ]}
          onClose={() => setMenu(undefined)}
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

/** Choosing all leaves out products that need no order. */
const isToOrder = ({ quantity }: PlanRow): boolean => quantity > 0;

const productOf = ({ _id }: PlanRow): string => _id;

const toOrder = (rows: readonly PlanRow[]): string => {
  const { length } = urgentRows(rows);
  return length > 0 ? `${numberText(length)} to order` : nothingToOrder(rows);
};

interface FiltersProps {
  basis: PlanBasis;
  filter: PlanFilter;
  /** Without those that are snoozed. */
  rows: readonly PlanRow[] | undefined;
  /** Switches of the view on phones, where the header has no room. */
  switches: ReactNode;
  chosen: ReadonlySet<string>;
}

function Filters({ basis, filter, rows, switches, chosen }: FiltersProps) {
  const { statuses, setStatuses, supplier, setSupplier, isSnoozed } = filter;
  const suppliers = useMemo(() => namesIn((rows ?? []).map(({ supplier }) => supplier)), [rows]);
  const count = (status: PlanStatus) => numberText(rows?.filter((row) => row.status === status).length ?? 0);
  const tiled = statuses.filter((status) => !untiled.includes(status));
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
        label="Service level"
        value={basis.service}
        onChange={basis.setService}
        choices={serviceLevels.map((level) => ({ value: String(level), label: `${level} % service` }))}
      />
      <FilterSelect
        label="Other statuses"
        empty="Other statuses"
        value={statuses.find((status) => untiled.includes(status)) ?? ""}
        onChange={(status) => setStatuses(status ? [status as PlanStatus] : tiled)}
        choices={untiled.map((status) => ({ value: status, label: `${planStatusLabel(status)} ${count(status)}` }))}
      />
      {suppliers.length > 0 && (
        <FilterSelect
          label="Supplier"
          empty="All suppliers"
          value={supplier}
          onChange={setSupplier}
          choices={suppliers.map((one) => ({ value: one, label: one }))}
        />
      )}
      <Checkbox
        label="Cap spikes"
        checked={basis.spikes === "out"}
        onChange={(out) => basis.setSpikes(out ? "out" : "in")}
      />
      {switches}
      {!isSnoozed && <ChooseUrgent rows={rows?.filter(filter.isShown)} chosen={chosen} />}
    </>
  );
}

/** Chooses all that are to order of those that are shown; gone once they are. */
function ChooseUrgent({ rows = [], chosen }: { rows: readonly PlanRow[] | undefined; chosen: ReadonlySet<string> }) {
  const urgent = urgentRows(rows).map(({ _id }) => _id);
  if (urgent.every((id) => chosen.has(id))) return null;
  return <Button onClick={() => chooseAll(urgent)}>Choose the {numberText(urgent.length)} to order</Button>;
}

/** The legend of sparklines and cover bars. */
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

/** No urgent products is good news if only those were asked for. */
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
