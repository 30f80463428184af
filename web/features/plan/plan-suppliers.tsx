// The plan by supplier: what is to be ordered from each, and what is due soon, so that one order fills.
import { Factory, ListPlus } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { addDays } from "#shared/day.ts";
import type { PlanRow } from "#shared/plan.ts";
import { sumBy } from "#shared/sum.ts";
import { numberColumn } from "../../domain/columns.tsx";
import { chooseAll, useOrder } from "../../domain/order-draft.ts";
import { bySupplier } from "../../domain/suppliers.ts";
import { dayText, numberText, today } from "../../lib/format.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { totalsOf } from "./order-lines.ts";
import style from "./plan.module.css";
import { dueRows, moneyText, nextOrderDay, urgentRows, worthOf } from "./plan-text.ts";

interface SupplierRow {
  _id: string;
  name: string;
  /** To order now. */
  urgent: PlanRow[];
  /** Due within the next days, which may go with the same order. */
  due: PlanRow[];
}

interface Props {
  list: QueryState<readonly PlanRow[]>;
  /** Rows of products that are not snoozed; undefined while loading. */
  awake: readonly PlanRow[] | undefined;
  /** Switches of the view on phones, where the header has no room. */
  switches: ReactNode;
  /** Shows the products of a supplier. */
  onOpen: (supplier: string) => void;
}

export function PlanSuppliers({ list, awake, switches, onOpen }: Props) {
  const rows = useMemo(() => awake && suppliersOf(awake), [awake]);
  return (
    <div className={style.list} data-fills>
      <DataTable
        label="Suppliers"
        unnumbered
        list={{ ...list, data: rows }}
        columns={columns}
        phone={phone}
        phoneRowHeight={200}
        rowHeight={58}
        defaultSort="-cost"
        noun="supplier"
        filters={switches}
        nameOf={({ name }) => name}
        onOpen={({ _id }) => onOpen(_id)}
        empty={<Empty icon={Factory} text="No supplier is to be ordered from." />}
      />
    </div>
  );
}

const suppliersOf = (rows: readonly PlanRow[]): SupplierRow[] =>
  bySupplier(rows).flatMap(({ supplier, rows }) => {
    const [urgent, due] = [urgentRows(rows), dueRows(rows)];
    const name = supplier || "No supplier";
    return urgent.length + due.length > 0 ? { _id: supplier, name, urgent, due } : [];
  });

const sums = ({ urgent }: SupplierRow) => totalsOf(urgent.map((row) => ({ ...row, ordered: row.quantity })));

const quantityOf = ({ quantity }: PlanRow): number => quantity;

const columns: Column<SupplierRow>[] = [
  { head: "Supplier", least: "10rem", rowHeader: true, cell: ({ name }) => name, sort: ({ name }) => name },
  numberColumn("Products", ({ urgent }) => urgent.length, { width: "5.5rem" }),
  numberColumn("Units", ({ urgent }) => sumBy(urgent, quantityOf), { width: "5.5rem" }),
  { head: "Cartons", width: "7rem", gives: 1, right: true, cell: (row) => sums(row).cartons ?? "–" },
  numberColumn("Cost", ({ urgent }) => worthOf(urgent, quantityOf).rupees, {
    width: "7.5rem",
    cell: ({ urgent }) => moneyText(urgent, quantityOf) || "–",
  }),
  {
    head: "Order by",
    width: "6.5rem",
    gives: 1,
    cell: ({ urgent, due }) => (urgent.length > 0 ? "now" : dayText(nextOrderDay(due) ?? addDays(today(), 1))),
  },
  { head: "Choose", width: "25.5rem", cell: (row) => <Choose row={row} />, paper: false },
];

const phone = (row: SupplierRow) => ({
  title: (
    <span className={style.card}>
      <strong>{row.name}</strong>
      <small>{[...Object.values(sums(row)), moneyText(row.urgent, quantityOf)].filter(Boolean).join(", ")}</small>
      <Choose row={row} />
    </span>
  ),
});

/** Chooses what is to be ordered, and then what is due soon. */
function Choose({ row: { urgent, due } }: { row: SupplierRow }) {
  const order = useOrder();
  const choose = (rows: readonly PlanRow[]) => () => chooseAll(rows.map(({ _id }) => _id));
  const isChosen = (rows: readonly PlanRow[]) => rows.every(({ _id }) => order[_id]?.chosen);
  return (
    <span className={style.line} data-controls>
      {urgent.length > 0 && (
        <Button icon={ListPlus} disabled={isChosen(urgent)} onClick={choose(urgent)}>
          Choose the {numberText(urgent.length)} to order
        </Button>
      )}
      {due.length > 0 && (
        <Button kind="plain" disabled={isChosen(due)} onClick={choose(due)}>
          Choose the {numberText(due.length)} due in 14 days
        </Button>
      )}
    </span>
  );
}
