// What of the ledger's days is shown, in the URL: product, warehouse, action, or one movement with its reversal.
import { X } from "lucide-react";
import { useCallback } from "react";
import type { Action, Transaction } from "#shared/movement.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import { ProductFilter } from "../../domain/product-filter.tsx";
import { warehouseChoices } from "../../domain/warehouse-name.tsx";
import { useClearQuery, useQueryParam } from "../../lib/navigation/url-state.ts";
import { Button } from "../../ui/button.tsx";
import { FilterSelect } from "../../ui/form/field.tsx";
import { isOf } from "./transaction-links.tsx";

const actions = (["STOCK_OUT", "STOCK_IN"] satisfies Action[]).map((value) => ({ value, label: value }));

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
