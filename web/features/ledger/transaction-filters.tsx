// Filters of the transactions, kept in the URL: by product, warehouse and action, or by one movement with its reversal, to
// which rows link.
import { X } from "lucide-react";
import { useCallback } from "react";
import { Link } from "react-router-dom";
import { addDays, dayOf, maxRangeDays, type Range } from "#shared/day.ts";
import type { Action, Transaction } from "#shared/movement.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import { ProductFilter } from "../../domain/product-filter.tsx";
import { warehouseChoices } from "../../domain/warehouse-name.tsx";
import { today } from "../../lib/format.ts";
import { useClearQuery, useQueryParam } from "../../lib/navigation/url-state.ts";
import { Button } from "../../ui/button.tsx";
import { FilterSelect } from "../../ui/form/field.tsx";

const actions = (["STOCK_OUT", "STOCK_IN"] satisfies Action[]).map((value) => ({ value, label: value }));

/** Whether a row belongs to a movement, reverses it or is reversed by it. */
const isLinkedTo =
  (movement: string) =>
  (row: Transaction): boolean =>
    row.movement === movement || row.reverses === movement || row.reversed_by === movement;

export function useTransactionFilters() {
  const [product, setProduct] = useQueryParam("product");
  const [warehouse, setWarehouse] = useQueryParam("warehouse");
  const [action, setAction] = useQueryParam("action");
  const [movement, setMovement] = useQueryParam("movement");
  const where = useCallback(
    (row: Transaction) =>
      (product === "" || row.product._id === product) &&
      (warehouse === "" || row.warehouse._id === warehouse) &&
      (action === "" || row.action === action) &&
      (movement === "" || isLinkedTo(movement)(row)),
    [product, warehouse, action, movement],
  );
  const count = [product, warehouse, action, movement].filter(Boolean).length;
  return {
    ...{ product, setProduct, warehouse, setWarehouse, action, setAction, movement, setMovement },
    where,
    count,
    clear: useClearQuery(["start", "end"]),
  };
}

export function TransactionFilters({ filters }: { filters: ReturnType<typeof useTransactionFilters> }) {
  const { product, warehouse, refreshing } = useApplicationContext();
  return (
    <>
      <ProductFilter scan camera products={product} value={filters.product} onChange={filters.setProduct} />
      <FilterSelect
        label="Warehouse"
        empty="All (Warehouse)"
        choices={warehouseChoices(warehouse)}
        loading={refreshing}
        value={filters.warehouse}
        onChange={filters.setWarehouse}
      />
      <FilterSelect
        label="Action"
        empty="All (Action)"
        choices={actions}
        value={filters.action}
        onChange={filters.setAction}
      />
      {filters.movement && (
        <Button
          icon={X}
          aria-label={`Only movement ${movementNumber(filters.movement)} and its reversal: show all`}
          onClick={() => filters.setMovement("")}
        >
          Movement {movementNumber(filters.movement)}
        </Button>
      )}
    </>
  );
}

/** A reversal does not carry the date of the movement it reverses, so this many days before it are searched. */
const daysBefore = 30;

/** A range of days that holds both a row and its reversal. */
const rangeOf = ({ created_at, reversed_by }: Transaction): Range => {
  const day = dayOf(created_at);
  if (!reversed_by) return { start: addDays(day, -daysBefore), end: day };
  const last = addDays(day, maxRangeDays - 1);
  return { start: day, end: last < today() ? last : today() };
};

/** From a reversed row to its reversal, or back; nothing for other rows. */
export function ReversalLink({ row }: { row: Transaction }) {
  const { reverses, reversed_by } = row;
  const other = reversed_by ?? reverses;
  if (!other) return null;
  return (
    <>
      {reversed_by ? "Reversed by " : "Reverses "}
      <Link
        to={{ search: String(new URLSearchParams({ ...rangeOf(row), movement: other })) }}
        // Else the press also opens the row.
        onClick={(event) => event.stopPropagation()}
      >
        {movementNumber(other)}
      </Link>
    </>
  );
}
