// Manage Inventory: the stock of each product in each warehouse, by record or by product, and the dialog that changes it.
import { ArrowUpDown, FileSpreadsheet, PackageOpen } from "lucide-react";
import { stockRecordsOf } from "#shared/catalogue.ts";
import { productLabels } from "#shared/product-fields.ts";
import type { StockRecord } from "#shared/stock.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { useCatalogue } from "../../domain/catalogue.tsx";
import { useWarehouseFilter } from "../../domain/filters.ts";
import { unitsText } from "../../domain/line-editor/lines.ts";
import { EmptyUnless } from "../../domain/missing.tsx";
import { useProductRows } from "../../domain/panel.ts";
import { codeText, nameParts } from "../../domain/product-name.tsx";
import { useCodeSearch } from "../../domain/use-find-by-code.ts";
import { useWaitingUnits } from "../../domain/waiting-units.ts";
import { Tagged, WarehouseName, warehouseText } from "../../domain/warehouse-name.tsx";
import { useIsManager } from "../../lib/api/session.ts";
import { numberText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { useMedia } from "../../lib/media.ts";
import { useOpenDialog, useSearch } from "../../lib/navigation/url-state.ts";
import { usePreference } from "../../lib/preference.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { Image } from "../../ui/image.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page, PageLink, PrimaryAction } from "../../ui/page/page.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable, twoLineHeight } from "../../ui/table/data-table.tsx";
import { useListFilters } from "../../ui/table/list-filters.tsx";
import { ClampedText, Code } from "../../ui/tag.tsx";
import { StockExports } from "./stock-exports.tsx";
import { Today } from "./today.tsx";

const StockMatrix = lazyComponent(() => import("./stock-matrix.tsx"), "StockMatrix");
const UpdateStock = lazyComponent(() => import("./update-stock.tsx"), "UpdateStock", <span data-opening />);

const views = [
  { value: "record", label: "By record" },
  { value: "product", label: "By product" },
] as const;

const columns: Column<StockRecord>[] = [
  { head: "Image", width: "4.25rem", least: "3.25rem", cell: ({ product }) => <Image src={product.image} /> },
  { head: productLabels.p_id, width: "10rem", least: "7.25rem", cell: ({ product }) => <Code>{product.p_id}</Code> },
  { head: productLabels.name, least: "8rem", cell: ({ product }) => <ClampedText>{product.name}</ClampedText> },
  {
    head: "Warehouse",
    width: "18rem",
    least: "9rem",
    cell: ({ warehouse }) => <WarehouseName warehouse={warehouse} />,
  },
  {
    head: "Quantity",
    width: "12rem",
    least: "5.75rem",
    right: true,
    cell: (record) => <Quantity record={record} />,
    sort: ({ quantity }) => quantity,
  },
];

/** The server's figure, and beside it the units that wait on this device. */
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
const isFilled = (record: StockRecord): boolean => !isZero(record);

export function Inventory() {
  const list = useCatalogue(stockRecordsOf);
  const { warehouse: warehouses } = useApplicationContext();
  const search = useSearch<Pick<StockRecord, "product">>(({ product }) => [product.name, product.p_id]);
  const [view, setView] = usePreference("inventory view", "record");
  const [zeros, setZeros] = usePreference("inventory zeros", "shown");
  const [onOrder, setOnOrder] = usePreference("inventory on order", "hidden");
  const hasRoom = useMedia("(min-width: 1280px)");
  const dialog = useOpenDialog();
  const isManager = useIsManager();
  // Executives, who see no products, change the stock of the row.
  const rows = useProductRows(productOf, ({ _id }: StockRecord) => dialog.open("update", _id));
  const scan = useCodeSearch(search.field.onChange);
  const hideZeros = zeros === "hidden";
  const { values, set, table } = useListFilters(
    // A deleted warehouse does not filter; one that is not loaded yet does.
    { warehouse: { ...useWarehouseFilter(), known: true } },
    {
      search,
      only: hideZeros ? isFilled : undefined,
      view: {
        controls: (
          <>
            <Segmented label="View" value={view === "product" ? view : "record"} choices={views} onChange={setView} />
            <Checkbox label="Hide zeros" checked={hideZeros} onChange={(hide) => setZeros(hide ? "hidden" : "shown")} />
            {view === "product" && hasRoom && (
              <Checkbox
                label="On order"
                checked={onOrder === "shown"}
                onChange={(show) => setOnOrder(show ? "shown" : "hidden")}
              />
            )}
          </>
        ),
        words: [hideZeros && "Zeros hidden"],
      },
    },
  );
  const { rowFilter, ...toolbar } = table;
  const arriving = { inTransit: hasRoom, onOrder: hasRoom && onOrder === "shown" };
  const warehouse = warehouses.find(({ _id }) => _id === values.warehouse);

  const update = (
    <PrimaryAction thumb icon={ArrowUpDown} onClick={() => dialog.open("update")}>
      Update Stock
    </PrimaryAction>
  );
  const noStock = warehouse ? (
    <Empty
      text={`No stock in ${warehouseText(warehouse)}`}
      action={<Button onClick={() => set("warehouse", "")}>All (Warehouse)</Button>}
    />
  ) : hideZeros ? (
    <Empty text="All quantities are zero" action={<Button onClick={() => setZeros("shown")}>Show zeros</Button>} />
  ) : undefined;
  const shared = {
    list,
    // Exports are useful even while nothing is in stock.
    keepToolbar: true,
    ...toolbar,
    search: <SearchField {...search.field} onScan={scan} placeholder={`Search (${productLabels.p_id})`} />,
    noMatch: search.query ? undefined : noStock,
    empty: (
      <EmptyUnless needs={["warehouse", "products"]}>
        <Empty icon={PackageOpen} text="No stock yet. Take in the first units." action={update} />
      </EmptyUnless>
    ),
  };

  return (
    <Page
      title="Manage Inventory"
      action={
        <>
          <StockExports warehouse={values.warehouse} name={warehouse?.w_id ?? "all warehouses"} />
          {isManager && <PageLink icon={FileSpreadsheet} label="Import stock" short="Import" to="/stock/import" />}
          {update}
        </>
      }
    >
      {!isManager && <Today />}
      {view === "product" ? (
        <StockMatrix
          {...shared}
          {...{ hideZeros, arriving, dialog }}
          matches={search.matches}
          warehouse={values.warehouse}
        />
      ) : (
        <DataTable
          label="Stock"
          columns={columns}
          phone={phone}
          phoneRowHeight={twoLineHeight}
          rowFilter={rowFilter}
          summary={unitsText}
          noun="record"
          nameOf={({ product }) => product.name}
          muted={isZero}
          {...rows}
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
