// Manage Inventory: the stock of each product in each warehouse, and the dialog that changes it.
import { ArrowUpDown, PackageOpen } from "lucide-react";
import { useCallback } from "react";
import { productLabels } from "#shared/product-label.ts";
import type { StockRecord } from "#shared/stock.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import { searchTextOf } from "../../domain/find-by-code.ts";
import { useWaitingUnits } from "../../domain/waiting-units.ts";
import { Tagged, WarehouseName, warehouseChoices, warehouseText } from "../../domain/warehouse-name.tsx";
import { useData } from "../../lib/api/use-data.ts";
import { countText, numberText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { useClearQuery, useOpenDialog, useQueryParam, useSearch } from "../../lib/navigation/url-state.ts";
import { useScanner } from "../../lib/scan/scanner.ts";
import { Button } from "../../ui/button.tsx";
import { FilterSelect } from "../../ui/form/field.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Image } from "../../ui/image.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page, PrimaryAction } from "../../ui/page/page.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { ClampedText, Code } from "../../ui/tag.tsx";
import { StockExports } from "./stock-exports.tsx";

const UpdateStock = lazyComponent(() => import("./update-stock.tsx"), "UpdateStock");

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
  title: record.product.name,
  note: <Tagged tag={record.warehouse.w_id}>{record.product.p_id}</Tagged>,
  number: <Quantity record={record} />,
});

const isZero = ({ quantity }: StockRecord): boolean => quantity === 0;
const total = (rows: readonly StockRecord[]): string =>
  countText(
    rows.reduce((sum, { quantity }) => sum + quantity, 0),
    "unit",
  );

export function Inventory() {
  const list = useData("GET /v1/stocks");
  const { product: products, warehouse: warehouses, refreshing } = useApplicationContext();
  const { field, query, matches } = useSearch<StockRecord>(({ product }) => [product.name, product.p_id]);
  const [chosen, setChosen] = useQueryParam("warehouse");
  const clear = useClearQuery();
  const dialog = useOpenDialog();
  useScanner((code) => field.onChange(searchTextOf(products, code)));
  const warehouse = warehouses.find(({ _id }) => _id === chosen);
  // A deleted warehouse does not filter; one that is not loaded yet does.
  const filter = warehouse || refreshing ? chosen : "";
  const where = useCallback(
    (record: StockRecord) => (filter === "" || record.warehouse._id === filter) && matches(record),
    [filter, matches],
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
  const actions = (
    <>
      <StockExports warehouse={filter} name={warehouse?.w_id ?? "all warehouses"} />
      {update}
    </>
  );

  return (
    <Page title="Manage Inventory" action={actions}>
      <DataTable
        label="Stock"
        list={list}
        columns={columns}
        phone={phone}
        search={<SearchField {...field} placeholder={`Search (${productLabels.p_id})`} />}
        filters={
          <FilterSelect
            label="Warehouse"
            empty="All (Warehouse)"
            choices={warehouseChoices(warehouses)}
            loading={refreshing}
            value={filter}
            onChange={setChosen}
          />
        }
        activeFilters={filter ? 1 : 0}
        onClear={clear}
        rowFilter={where}
        query={query}
        noMatch={
          warehouse && !query ? (
            <Empty
              text={`No stock in ${warehouseText(warehouse)}`}
              action={<Button onClick={() => setChosen("")}>All (Warehouse)</Button>}
            />
          ) : undefined
        }
        summary={total}
        noun="record"
        nameOf={({ product }) => product.name}
        muted={isZero}
        onOpen={({ _id }) => dialog.open("update", _id)}
        empty={<Empty icon={PackageOpen} text="No stock yet. Take in the first units." action={update} />}
      />
      {dialog.name === "update" && (
        <UpdateStock key={dialog.id} id={dialog.id} stock={list.data} onClose={dialog.close} />
      )}
    </Page>
  );
}
