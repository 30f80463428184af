// Filters of the transactions, kept in the URL: product, warehouse, action, or one movement with its reversal; and the link to the latter.
import { X } from "lucide-react";
import { useCallback } from "react";
import { Link } from "react-router-dom";
import { addDays, dayOf, longestRange, type Range } from "#shared/day.ts";
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

/** Whether a row is of a movement, reverses it or is reversed by it. */
const isOf =
  (movement: string) =>
  (row: Transaction): boolean =>
    row.movement === movement || row.reverses === movement || row.reversed_by === movement;

export function useFilters() {
  const [product, setProduct] = useQueryParam("product");
  const [warehouse, setWarehouse] = useQueryParam("warehouse");
  const [action, setAction] = useQueryParam("action");
  const [movement, setMovement] = useQueryParam("movement");
  const where = useCallback(
    (row: Transaction) =>
      (product === "" || row.product._id === product) &&
      (warehouse === "" || row.warehouse._id === warehouse) &&
      (action === "" || row.action === action) &&
      (movement === "" || isOf(movement)(row)),
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

export function Filters({ of }: { of: ReturnType<typeof useFilters> }) {
  const { product, warehouse, refreshing } = useApplicationContext();
  return (
    <>
      <ProductFilter scan camera products={product} value={of.product} onChange={of.setProduct} />
      <FilterSelect
        label="Warehouse"
        empty="All (Warehouse)"
        choices={warehouseChoices(warehouse)}
        loading={refreshing}
        value={of.warehouse}
        onChange={of.setWarehouse}
      />
      <FilterSelect label="Action" empty="All (Action)" choices={actions} value={of.action} onChange={of.setAction} />
      {of.movement && (
        <Button
          icon={X}
          aria-label={`Only movement ${movementNumber(of.movement)} and its reversal: show all`}
          onClick={() => of.setMovement("")}
        >
          Movement {movementNumber(of.movement)}
        </Button>
      )}
    </>
  );
}

/** Days before a reversal in which what it reverses is looked for. */
const before = 30;

const daysOf = ({ created_at, reversed_by }: Transaction): Range => {
  const day = dayOf(created_at);
  if (!reversed_by) return { start: addDays(day, -before), end: day };
  const last = addDays(day, longestRange - 1);
  return { start: day, end: last < today() ? last : today() };
};

/** Nothing where a row neither reverses nor is reversed. */
export function ReversalLink({ of }: { of: Transaction }) {
  const { reverses, reversed_by } = of;
  const other = reversed_by ?? reverses;
  if (!other) return null;
  return (
    <>
      {reversed_by ? "Reversed by " : "Reverses "}
      <Link
        to={{ search: String(new URLSearchParams({ ...daysOf(of), movement: other })) }}
        // The row would open as well.
        onClick={(event) => event.stopPropagation()}
      >
        {movementNumber(other)}
      </Link>
    </>
  );
}
