// Filters of the transactions, kept in the URL: by product, warehouse, action, user, reason and channel, or by one movement
// with its reversal, to which rows link.
import { X } from "lucide-react";
import { useCallback, useMemo } from "react";
import { channelChoices } from "#shared/channel.ts";
import type { Action, Transaction } from "#shared/movement.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import { ProductFilter } from "../../domain/product-filter.tsx";
import { useUserChoices } from "../../domain/user-choices.ts";
import { warehouseChoices } from "../../domain/warehouse-name.tsx";
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
  const [user, setUser] = useQueryParam("user");
  const [reason, setReason] = useQueryParam("reason");
  const [channel, setChannel] = useQueryParam("channel");
  const [movement, setMovement] = useQueryParam("movement");
  const where = useCallback(
    (row: Transaction) =>
      (product === "" || row.product._id === product) &&
      (warehouse === "" || row.warehouse._id === warehouse) &&
      (action === "" || row.action === action) &&
      (user === "" || row.user._id === user) &&
      (reason === "" || row.reason === reason) &&
      (channel === "" || row.channel === channel) &&
      (movement === "" || isLinkedTo(movement)(row)),
    [product, warehouse, action, user, reason, channel, movement],
  );
  return {
    ...{ product, setProduct, warehouse, setWarehouse, action, setAction, movement, setMovement },
    ...{ user, setUser, reason, setReason, channel, setChannel },
    where,
    count: [product, warehouse, action, user, reason, channel, movement].filter(Boolean).length,
    clear: useClearQuery(["start", "end", "beside"]),
  };
}

interface FilterProps {
  filters: ReturnType<typeof useTransactionFilters>;
  /** Of the whole range: the users and reasons to choose from. Undefined until they are loaded. */
  rows: readonly Transaction[] | undefined;
}

export function TransactionFilters({ filters, rows }: FilterProps) {
  const { product, warehouse, refreshing } = useApplicationContext();
  const users = useUserChoices(rows);
  const reasons = useMemo(
    () => [...new Set(rows?.map(({ reason }) => reason))].sort().map((value) => ({ value, label: value })),
    [rows],
  );
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
      <FilterSelect
        label="User"
        empty="All (User)"
        choices={users}
        loading={!rows}
        value={filters.user}
        onChange={filters.setUser}
      />
      <FilterSelect
        label="Reason"
        empty="All (Reason)"
        choices={reasons}
        loading={!rows}
        value={filters.reason}
        onChange={filters.setReason}
      />
      <FilterSelect
        label="Channel"
        empty="All (Channel)"
        choices={channelChoices}
        value={filters.channel}
        onChange={filters.setChannel}
      />
      {filters.movement && (
        <Button
          icon={X}
          data-filter={`Movement ${movementNumber(filters.movement)}`}
          aria-label={`Only movement ${movementNumber(filters.movement)} and its reversal: show all`}
          onClick={() => filters.setMovement("")}
        >
          Movement {movementNumber(filters.movement)}
        </Button>
      )}
    </>
  );
}
