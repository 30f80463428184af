// The catalogue as it is in the tables: products, their stock, warehouses and open containers.
import type { Container } from "#shared/app.ts";
import { type Catalogue, idsOf, noStock, productOf } from "#shared/catalogue.ts";
import { channelsWithout } from "#shared/channel-warehouses.ts";
import { fromOf, ordersIn } from "#shared/from-orders.ts";
import type { Product } from "#shared/product.ts";
import { inTransit } from "#shared/shipment-item.ts";
import { queryAll } from "../db/batch-reads.ts";
import {
  isActive,
  type ProductRow,
  products,
  type ShipmentRow,
  type StockRow,
  shipments,
  stocks,
  type WarehouseRow,
  warehouses,
} from "../db/tables.ts";

/** Rows with outstanding units, which a sparse index has. */
export const outstandingRows = {
  KeyConditionExpression: "#open = :open",
  ExpressionAttributeNames: { "#open": "open" },
  ExpressionAttributeValues: { ":open": "open" },
};

export const openShipments = (): Promise<ShipmentRow[]> =>
  queryAll({ TableName: shipments.name, IndexName: "open", ...outstandingRows });

export const toContainer = (row: ShipmentRow): Container => {
  const { _id, container, expected_delivery, received, closed_short, created_at } = row;
  const known = fromOf(row);
  const items = row.items.map(({ late: _, ...item }) => ({ ...item, from: ordersIn(known, item.product) }));
  return { _id, container, expected_delivery, received, ...(closed_short && { closed_short }), created_at, items };
};

interface CatalogueRows {
  /** Deleted ones included. */
  productRows: ProductRow[];
  stockRows: StockRow[];
  /** Deleted ones included. */
  warehouseRows: WarehouseRow[];
  open: ShipmentRow[];
}

const readStockedRows = async (): Promise<Omit<CatalogueRows, "open">> => {
  const [productRows, stockRows, warehouseRows] = await Promise.all([
    products.listWithDeleted(),
    stocks.listWithDeleted(),
    warehouses.listWithDeleted(),
  ]);
  return { productRows, stockRows, warehouseRows };
};

/** All rows of the catalogue. */
export const readCatalogueRows = async (): Promise<CatalogueRows> => {
  const [stocked, open] = await Promise.all([readStockedRows(), openShipments()]);
  return { ...stocked, open };
};

/** What a product's row has for the API: neither its snooze nor when it was deleted. */
export const productFieldsOf = ({ snooze: _, deleted_at: __, ...fields }: ProductRow) => fields;

/** Without deleted products and warehouses. */
export const catalogueOf = ({ productRows, stockRows, warehouseRows, open }: CatalogueRows): Catalogue => ({
  products: productRows.filter(({ deleted_at }) => !deleted_at).map(productFieldsOf),
  stock: new Map(stockRows.map((row) => [row._id, row])),
  ...warehousesIn(warehouseRows),
  containers: open,
});

/** The active ones of all warehouses, and the channels that they leave without. */
export const warehousesIn = (rows: readonly WarehouseRow[]) => {
  const without_warehouse = channelsWithout(rows);
  return { warehouses: rows.filter(isActive), ...(without_warehouse.length > 0 && { without_warehouse }) };
};

export const readCatalogue = async (): Promise<Catalogue> => catalogueOf(await readCatalogueRows());

/** The same without its containers. */
export const readStocked = async (): Promise<Catalogue> => catalogueOf({ ...(await readStockedRows()), open: [] });

/** All products as of today; deleted ones are marked, and have no stock. */
export const productsWithDeleted = (rows: CatalogueRows, today: string): (Product & { deleted?: true })[] => {
  const { stock, warehouses, containers } = catalogueOf(rows);
  const active = idsOf(warehouses);
  const coming = inTransit(containers);
  return rows.productRows.map((row) => {
    const [fields, level] = [productFieldsOf(row), stock.get(row._id) ?? noStock];
    return row.deleted_at
      ? { ...productOf(fields, level, new Set(), new Map(), today), deleted: true }
      : productOf(fields, level, active, coming, today);
  });
};

export const readProduct = async (row: ProductRow, today: string): Promise<Product> => {
  const [stockRow, warehouseRows, open] = await Promise.all([stocks.find(row._id), warehouses.list(), openShipments()]);
  return productOf(productFieldsOf(row), stockRow ?? noStock, idsOf(warehouseRows), inTransit(open), today);
};
