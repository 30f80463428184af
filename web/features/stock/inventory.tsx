// Manage Inventory: the stock of each product in each warehouse, by record or by product, and the dialog that changes it.
import { ArrowUpDown, FileSpreadsheet, PackageOpen } from "lucide-react";
import { useCallback } from "react";
import { productLabels } from "#shared/product-label.ts";
import type { StockRecord } from "#shared/stock.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import { useDesk, useMaySeeProducts, useProductRows } from "../../domain/desk.ts";
import { codeText, nameParts } from "../../domain/product-name.tsx";
import { useCodeSearch } from "../../domain/use-find-by-code.ts";
import { useWaitingUnits } from "../../domain/waiting-units.ts";
import { Tagged, WarehouseName, warehouseChoices, warehouseText } from "../../domain/warehouse-name.tsx";
import { useData } from "../../lib/api/use-data.ts";
import { countText, numberText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { usePhone } from "../../lib/media.ts";
import { useClearQuery, useOpenDialog, useQueryParam, useSearch } from "../../lib/navigation/url-state.ts";
import { usePreference } from "../../lib/preference.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { FilterSelect } from "../../ui/form/field.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { Image } from "../../ui/image.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page, PageLink, PrimaryAction } from "../../ui/page/page.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable, twoLineHeight } from "../../ui/table/data-table.tsx";
import { ClampedText, Code } from "../../ui/tag.tsx";
import { StockExports } from "./stock-exports.tsx";

const UpdateStock = lazyComponent(() => import("./update-stock.tsx"), "UpdateStock", <span data-opening />);
const StockMatrix = lazyComponent(() => import("./stock-matrix.tsx"), "StockMatrix");

const views = [
  { value: "record", label: "By record" },
  { value: "product", label: "By product" },
] as const;

const columns: Column<StockRecord>[] = [
  { head: "Image", width: "4.25rem", cell: ({ product }) => <Image src={product.image} /> },
  { head: productLabels.p_id, width: "10rem", cell: ({ product }) => <Code>{product.p_id}</Code> },
  { head: productLabels.name, cell: ({ product }) => <ClampedText>{product.name}</ClampedText> },
  { head: "Warehouse", width: "18rem", cell: ({ warehouse }) => <WarehouseName warehouse={warehouse} /> },
  {
    head: "Quantity",
    width: "8rem",
    right: true,
    cell: (record) => <Quantity record={record} />,
    sort: ({ quantity }) => quantity,
  },
];

/** The server's figure, and beside it what waits on this device. */
function Quantity({ record: { product, warehouse, quantity } }: { record: StockRecord }) {
  const text = useWaitingUnits().textOf(product._id, warehouse._id);
  return (
    <>
      {numberText(quantity)}
      {text && <small> {text}</small>}
    </>
  );
}

const phone = (record: StockRecord) => ({
  image: <Image src={record.product.image} />,
  title: nameParts(record.product.name).base,
  note: <Tagged tag={record.warehouse.w_id}>{codeText(record.product)}</Tagged>,
  number: <Quantity record={record} />,
});

const productOf = ({ product }: StockRecord): string => product._id;
const isZero = ({ quantity }: StockRecord): boolean => quantity === 0;
const total = (rows: readonly StockRecord[]): string =>
  countText(
    rows.reduce((sum, { quantity }) => sum + quantity, 0),
    "unit",
  );

export function Inventory() {
  const list = useData("GET /v1/stocks");
  const { warehouse: warehouses, refreshing } = useApplicationContext();
  const { field, query, matches } = useSearch<Pick<StockRecord, "product">>(({ product }) => [
    product.name,
    product.p_id,
  ]);
  const [chosen, setChosen] = useQueryParam("warehouse");
  const [view, setView] = usePreference("inventory view", "record");
  const [zeros, setZeros] = usePreference("inventory zeros", "shown");
  const clear = useClearQuery(["sort", "product"]);
  const dialog = useOpenDialog();
  const onPhone = usePhone();
  const { shown: isBeside } = useDesk();
  const isManager = useMaySeeProducts();
  const small = onPhone || isBeside;
  // Executives, who see no products, change the stock of the row.
  const rows = useProductRows(productOf, ({ _id }: StockRecord) => dialog.open("update", _id));
  const scan = useCodeSearch(field.onChange);
  const hideZeros = zeros === "hidden";
  const warehouse = warehouses.find(({ _id }) => _id === chosen);
  // A deleted warehouse does not filter; one that is not loaded yet does.
  const filter = warehouse || refreshing ? chosen : "";
  const where = useCallback(
    (record: StockRecord) =>
      (filter === "" || record.warehouse._id === filter) && !(hideZeros && isZero(record)) && matches(record),
    [filter, hideZeros, matches],
  );

  const update = (
    <PrimaryAction
      thumb
      icon={ArrowUpDown}
      onPointerEnter={UpdateStock.preload}
      onFocus={UpdateStock.preload}
      onClick={() => dialog.open("update")}
    >
      Update Stock
    </PrimaryAction>
  );
  const exports = <StockExports folded={small} warehouse={filter} name={warehouse?.w_id ?? "all warehouses"} />;
  const noStock = warehouse ? (
    <Empty
      text={`No stock in ${warehouseText(warehouse)}`}
      action={<Button onClick={() => setChosen("")}>All (Warehouse)</Button>}
    />
  ) : hideZeros ? (
    <Empty text="All quantities are zero" action={<Button onClick={() => setZeros("shown")}>Show zeros</Button>} />
  ) : undefined;
  const shared = {
    list,
    // The exports are of use while nothing is in stock.
    keepToolbar: true,
    search: <SearchField {...field} onScan={scan} placeholder={`Search (${productLabels.p_id})`} />,
    filters: (
      <>
        <FilterSelect
          label="Warehouse"
          empty="All (Warehouse)"
          choices={warehouseChoices(warehouses)}
          loading={refreshing}
          value={filter}
          onChange={setChosen}
        />
        <Segmented label="View" value={view === "product" ? view : "record"} choices={views} onChange={setView} />
        <Checkbox label="Hide zeros" checked={hideZeros} onChange={(hide) => setZeros(hide ? "hidden" : "shown")} />
      </>
    ),
    folded: isBeside,
    // With little room they are a button beside the title.
    aside: !small && exports,
    activeFilters: filter ? 1 : 0,
    onClear: clear,
    query,
    noMatch: query ? undefined : noStock,
    empty: <Empty icon={PackageOpen} text="No stock yet. Take in the first units." action={update} />,
  };

  return (
    <Page
      title="Manage Inventory"
      action={
        <>
          {small && exports}
          {isManager && <PageLink icon={FileSpreadsheet} label="Import stock" short="Import" to="/stock/import" />}
          {update}
        </>
      }
    >
      {view === "product" ? (
        <StockMatrix {...shared} {...{ matches, hideZeros, dialog }} warehouse={filter} />
      ) : (
        <DataTable
          label="Stock"
          columns={columns}
          phone={phone}
          phoneRowHeight={twoLineHeight}
          rowFilter={where}
          summary={total}
          noun="record"
          nameOf={({ product }) => product.name}
          muted={isZero}
          {...rows}
          compact={isBeside}
          {...shared}
        />
      )}
      {(dialog.name === "update" || dialog.name === "transfer") && (
        <UpdateStock
          key={dialog.name + dialog.id}
          id={dialog.id}
          transfers={dialog.name === "transfer"}
          stock={list.data}
          onClose={dialog.close}
        />
      )}
    </Page>
  );
}
