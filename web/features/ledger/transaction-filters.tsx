// What of the ledger's days is shown, in the URL: product, warehouse, action, or one movement with its reversal.
import { X } from "lucide-react";
import { useCallback } from "react";
import type { Action, Transaction } from "#shared/movement.ts";
import { numberOf } from "#shared/movement-number.ts";
import { useLists } from "../../domain/application-context.tsx";
import { ProductFilter } from "../../domain/product-filter.tsx";
import { warehouseChoices } from "../../domain/warehouse-name.tsx";
import { useClear, useParam } from "../../lib/navigation/url-state.ts";
import { Button } from "../../ui/button.tsx";
import { FilterSelect } from "../../ui/form/field.tsx";
import { isOf } from "./transaction-links.tsx";

const actions = (["STOCK_OUT", "STOCK_IN"] satisfies Action[]).map((value) => ({ value, label: value }));

export function useFilters() {
  const [product, setProduct] = useParam("product");
  const [warehouse, setWarehouse] = useParam("warehouse");
  const [action, setAction] = useParam("action");
  const [movement, setMovement] = useParam("movement");
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
    clear: useClear(["start", "end"]),
  };
}

export function Filters({ of }: { of: ReturnType<typeof useFilters> }) {
  const { product, warehouse, refreshing } = useLists();
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
          aria-label={`Only movement ${numberOf(of.movement)} and its reversal: show all`}
          onClick={() => of.setMovement("")}
        >
          Movement {numberOf(of.movement)}
        </Button>
      )}
    </>
  );
}
