// Manage Inventory by product: a row a product, a column a warehouse, and totals of the rows shown. Figures are
// buttons.
import { type ComponentProps, useMemo, useState } from "react";
import { openShipmentsOf } from "#shared/catalogue.ts";
import { openUnits } from "#shared/purchase-order-item.ts";
import type { StockRecord } from "#shared/stock.ts";
import { sumBy } from "#shared/sum.ts";
import type { Warehouse } from "#shared/warehouse.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { useDerived } from "../../domain/catalogue.tsx";
import { useProductRows } from "../../domain/panel.ts";
import { ProductCell } from "../../domain/product-name.tsx";
import { useWaitingUnits } from "../../domain/waiting-units.ts";
import { useQuietData } from "../../lib/api/use-data.ts";
import { countText, dayText, numberText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import type { OpenDialog } from "../../lib/navigation/url-state.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { Image } from "../../ui/image.tsx";
import { useCellKeys } from "../../ui/table/cell-keys.ts";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable, threeLineHeight } from "../../ui/table/data-table.tsx";
import { TwoLines } from "../../ui/tag.tsx";
import { byProduct, type ProductStock } from "./product-stock.ts";
import style from "./stock-matrix.module.css";

const CellMenu = lazyComponent(() => import("./pair-actions.tsx"), "CellMenu");
const ProductDrawer = lazyComponent(() => import("./pair-actions.tsx"), "ProductDrawer");

type Table = ComponentProps<typeof DataTable<ProductStock>>;

interface Props
  extends Pick<
    Table,
    "keepToolbar" | "search" | "filters" | "inWords" | "activeFilters" | "onClear" | "query" | "noMatch"
  > {
  list: QueryState<readonly StockRecord[]>;
  /** Id of the one warehouse that is shown, or "". */
  warehouse: string;
  matches: (row: Pick<StockRecord, "product">) => boolean;
  hideZeros: boolean;
  /** With columns of what is in transit, and of what is on order. */
  arriving: { inTransit: boolean; onOrder: boolean };
  dialog: OpenDialog;
  empty: Table["empty"];
}

export function StockMatrix({ list, warehouse, matches, hideZeros, arriving, dialog, ...table }: Props) {
  const context = useApplicationContext();
  useCellKeys();
  const waiting = useWaitingUnits();
  // For executives, who see no products, a row opens the actions in each warehouse.
  const rows = useProductRows(productOf, ({ _id }: ProductStock) => dialog.open("product", _id));
  const arrivals = useArrivalColumns(arriving);
  const [opened, setOpened] = useState<{ row: ProductStock; warehouse: Warehouse; cell: HTMLElement }>();
  const shown = useMemo(
    () => context.warehouse.filter(({ _id }) => warehouse === "" || _id === warehouse),
    [context.warehouse, warehouse],
  );
  const data = useMemo(
    () => list.data && byProduct(list.data, context.product, warehouse),
    [list.data, context.product, warehouse],
  );
  const rowFilter = useMemo(
    () => (row: ProductStock) => !(hideZeros && row.total === 0) && matches(row),
    [hideZeros, matches],
  );
  const columns = useMemo(
    (): Column<ProductStock>[] => [
      productColumn,
      ...shown.map((one) =>
        warehouseColumn(one, (row) => (
          <StockCell
            row={row}
            warehouse={one}
            waiting={waiting.textOf(row._id, one._id)}
            onOpen={(cell) => setOpened({ row, warehouse: one, cell })}
          />
        )),
      ),
      totalColumn,
      ...arrivals,
    ],
    [shown, waiting, arrivals],
  );
  const phone = (row: ProductStock) => ({
    image: <Image src={row.product.image} />,
    title: row.product.name,
    note: row.product.p_id,
    last: placesText(row, shown),
    number: numberText(row.total),
  });
  const product = dialog.name === "product" && data?.find(({ _id }) => _id === dialog.id);

  return (
    <>
      <DataTable
        label="Stock by product"
        list={{ ...list, data }}
        columns={columns}
        phone={phone}
        phoneRowHeight={threeLineHeight}
        pinned
        rowFilter={rowFilter}
        summary={(rows) => countText(sumBy(rows, totalOf), "unit")}
        noun="product"
        nameOf={({ product }) => product.name}
        muted={isZero}
        {...rows}
        {...table}
      />
      {opened && (
        <CellMenu
          product={opened.row._id}
          warehouse={opened.warehouse._id}
          anchor={opened.cell}
          dialog={dialog}
          onClose={() => setOpened(undefined)}
        />
      )}
      {product && (
        <ProductDrawer
          row={product}
          warehouses={shown}
          dialog={dialog}
          textOf={waiting.textOf}
          onClose={dialog.close}
        />
      )}
    </>
  );
}

const productOf = ({ _id }: ProductStock): string => _id;
const totalOf = ({ total }: ProductStock): number => total;
const isZero = ({ total }: ProductStock): boolean => total === 0;
const unitsIn = ({ units }: ProductStock, { _id }: { _id: string }): number => units.get(_id) ?? 0;

/** A dash for none. */
const unitsText = (units: number): string => (units === 0 ? "–" : numberText(units));

/** "BLR-01 206 · BOM-03 1,210". */
const placesText = (row: ProductStock, warehouses: readonly Warehouse[]): string =>
  warehouses
    .filter((one) => unitsIn(row, one) !== 0)
    .map((one) => `${one.w_id} ${numberText(unitsIn(row, one))}`)
    .join(" · ") || "No stock";

const productColumn: Column<ProductStock> = {
  head: "Product",
  least: "14rem",
  cell: ({ product }) => <ProductCell {...product} />,
  paper: ({ product }) => `${product.name} ${product.p_id}`,
  sort: ({ product }) => product.name,
  total: (rows) => `All ${countText(rows.length, "product")}`,
  rowHeader: true,
};

const warehouseColumn = (one: Warehouse, cell: Column<ProductStock>["cell"]): Column<ProductStock> => ({
  head: one.w_id,
  label: <TwoLines note={one.w_id}>{one.name}</TwoLines>,
  width: "8.5rem",
  least: "6rem",
  right: true,
  cell,
  paper: (row) => unitsText(unitsIn(row, one)),
  sort: (row) => unitsIn(row, one),
  total: (rows) => numberText(sumBy(rows, (row) => unitsIn(row, one))),
});

const totalColumn: Column<ProductStock> = {
  head: "Quantity",
  label: <TwoLines note="in all">Quantity</TwoLines>,
  width: "6.75rem",
  least: "5.25rem",
  right: true,
  cell: ({ total }) => <strong>{numberText(total)}</strong>,
  sort: totalOf,
  total: (rows) => numberText(sumBy(rows, totalOf)),
};

interface Arrival {
  units: number;
  /** The first expected day. */
  next: string;
}

const arrivalColumn = (head: string, arrivals: ReadonlyMap<string, Arrival>): Column<ProductStock> => {
  const unitsOf = ({ _id }: ProductStock): number => arrivals.get(_id)?.units ?? 0;
  return {
    head,
    label: <TwoLines note="next arrival">{head}</TwoLines>,
    width: "8rem",
    least: "6.5rem",
    right: true,
    cell: ({ _id }) => {
      const { units = 0, next = "" } = arrivals.get(_id) ?? {};
      return units > 0 ? <TwoLines note={dayText(next)}>{numberText(units)}</TwoLines> : "–";
    },
    sort: unitsOf,
    total: (rows) => numberText(sumBy(rows, unitsOf)),
  };
};

/** Units in transit, and on order, once they are loaded. */
function useArrivalColumns({ inTransit, onOrder }: Props["arriving"]): Column<ProductStock>[] {
  const shipments = useDerived(openShipmentsOf);
  const orders = useQuietData("GET /v1/purchase-orders", onOrder ? { query: {} } : null);
  return useMemo(() => {
    const transit = inTransit && shipments && arrivalsOf(shipments, ({ product }) => product.in_transit);
    const ordered = onOrder && orders && arrivalsOf(orders, openUnits);
    return [
      ...(transit ? [arrivalColumn("In-Transit", transit)] : []),
      ...(ordered ? [arrivalColumn("On Order", ordered)] : []),
    ];
  }, [inTransit, onOrder, shipments, orders]);
}

const arrivalsOf = <I extends { product: { _id: string }; expected_delivery?: string | undefined }>(
  expected: readonly { expected_delivery: string; items: readonly I[] }[],
  unitsOf: (item: I) => number,
): ReadonlyMap<string, Arrival> => {
  const found = new Map<string, Arrival>();
  for (const { expected_delivery, items } of expected)
    for (const item of items) {
      const [more, day = expected_delivery] = [unitsOf(item), item.expected_delivery];
      if (more === 0) continue;
      const { units = 0, next = day } = found.get(item.product._id) ?? {};
      found.set(item.product._id, { units: units + more, next: next < day ? next : day });
    }
  return found;
};

interface CellProps {
  row: ProductStock;
  warehouse: Warehouse;
  /** "12 waiting to leave", or "". */
  waiting: string;
  onOpen: (cell: HTMLElement) => void;
}

/** Units in one warehouse, over a line as long as their share of the product. */
function StockCell({ row, warehouse, waiting, onOpen }: CellProps) {
  const units = unitsIn(row, warehouse);
  const share = row.total > 0 ? Math.max(0, units / row.total) : 0;
  const text = [units === 0 ? "none" : countText(units, "unit"), waiting].filter(Boolean).join(", ");
  return (
    <button
      type="button"
      data-cell
      tabIndex={-1}
      className={style.cell}
      aria-haspopup="menu"
      aria-label={`${row.product.name} in ${warehouse.w_id}: ${text}`}
      onClick={(event) => onOpen(event.currentTarget)}
    >
      {unitsText(units)}
      {waiting && <small> {waiting}</small>}
      {share > 0 && <span className={style.share} style={{ width: `${share * 100}%` }} />}
    </button>
  );
}
