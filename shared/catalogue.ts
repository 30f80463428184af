// The catalogue: the rows from which the lists of products, stock, containers and alerts follow, in a Lambda from its
// tables and in a browser from what the device keeps. Without schemas, which would add 6 KB to the app's first screen.
import type { CatalogueAnswer, CatalogueProduct, Container, Context, ContextProduct, StockLevel } from "./app.ts";
import type { Channel } from "./channel.ts";
import type { Product, ProductTag } from "./product.ts";
import { alerts, runRate } from "./reorder.ts";
import type { Shipment } from "./shipment.ts";
import { inTransit, outstanding } from "./shipment-item.ts";
import type { StockRecord } from "./stock.ts";
import type { Warehouse, WarehouseTag } from "./warehouse.ts";

/** Rows that one ask may name: with a long cursor, as much as an address may hold. */
export const maxNamedRows = 40;

export interface Catalogue {
  /** In order of creation. Of deleted ones only those that an open container names. */
  products: readonly CatalogueProduct[];
  /** By product. */
  stock: ReadonlyMap<string, Pick<StockLevel, "held" | "sold">>;
  /** In order of creation, without deleted ones. */
  warehouses: readonly Warehouse[];
  /** With outstanding units, in order of creation. */
  containers: readonly Container[];
  without_warehouse?: Context["without_warehouse"];
}

/** The fields of a product that users edit. */
type ProductFields = Omit<Product, "stock" | "in_transit" | "drr">;

export const noStock: Pick<StockLevel, "held" | "sold"> = { held: {}, sold: {} };

/** A product as pickers show it, with the units that can be picked as its stock. */
export type PickableProduct = ContextProduct & { not_for_picking?: number };

interface Created {
  _id: string;
  created_at?: string;
}

/** By time of creation, then by id: ULIDs sort as text; ids such as p1042 by length first, then as text. */
export const byCreation = (
  { created_at: at = "", _id: a }: Created,
  { created_at: bt = "", _id: b }: Created,
): number => (at === bt ? a.length - b.length || (a < b ? -1 : 1) : at < bt ? -1 : 1);

export const idsOf = (rows: readonly { _id: string }[]): Set<string> => new Set(rows.map(({ _id }) => _id));

/** Units in the given warehouses. */
export const unitsIn = (held: Record<string, number>, active: ReadonlySet<string>): number => {
  let units = 0;
  for (const [warehouse, quantity] of Object.entries(held)) if (active.has(warehouse)) units += quantity;
  return units;
};

type Marks = Pick<Warehouse, "not_for_picking" | "sells_for">;

/** The warehouses that orders are picked from. */
export const pickable = <W extends Marks>(warehouses: readonly W[]): W[] =>
  warehouses.filter(({ not_for_picking, sells_for }) => !not_for_picking && !sells_for);

/** Those, and the shelves from which marketplaces sell: what alerts and the plan count. */
export const sellable = <W extends Marks>(warehouses: readonly W[]): W[] =>
  warehouses.filter(({ not_for_picking, sells_for }) => sells_for || !not_for_picking);

/** The warehouse that stands for the marketplace's own shelf, if there is one. */
export const shelfFor = <W extends Marks>(channel: Channel, warehouses: readonly W[]): W | undefined =>
  warehouses.find(({ sells_for }) => sells_for === channel);

/**
 * Ids of the warehouses that picklists of a channel take from unless somebody says otherwise, in order; none if it has lost
 * them, as those `without` have, and undefined if it takes from all.
 */
export const warehousesFor = (
  channel: Channel,
  warehouses: readonly Warehouse[],
  without: readonly Channel[],
): string[] | undefined => {
  const placeOf = ({ channels }: Warehouse): number => channels?.[channel] ?? 0;
  const left = pickable(warehouses)
    .filter((one) => placeOf(one) > 0)
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map(({ _id }) => _id);
  return left.length > 0 || without.includes(channel) ? left : undefined;
};

/** Units that are not for picking, as a field beside those that are; none if there are none. */
export const unitsBeside = (units: number): { not_for_picking?: number } =>
  units > 0 ? { not_for_picking: units } : {};

/** The products with their units in these of all warehouses as their stock, and the others beside. */
const withStockIn = <P extends { _id: string; stock: number }>(
  counted: readonly Warehouse[],
  products: readonly P[],
  { stock, warehouses }: Pick<Catalogue, "stock" | "warehouses">,
): (P & { not_for_picking?: number })[] => {
  if (counted.length === warehouses.length) return [...products];
  const ids = idsOf(counted);
  return products.map((product) => {
    const units = unitsIn(stock.get(product._id)?.held ?? {}, ids);
    return { ...product, stock: units, ...unitsBeside(product.stock - units) };
  });
};

const isActive = ({ deleted }: CatalogueProduct): boolean => !deleted;

/** The products and warehouses to choose from. */
export const contextOf = ({ products, stock, warehouses, without_warehouse }: Catalogue): Omit<Context, "now"> => {
  const active = idsOf(warehouses);
  return {
    product: products.filter(isActive).map(({ _id, p_id, name, image, codes, former, pack }) => ({
      ...{ _id, p_id, name, image, codes, former, pack },
      stock: unitsIn(stock.get(_id)?.held ?? {}, active),
    })),
    warehouse: [...warehouses],
    without_warehouse,
  };
};

/** The products to pick from. */
export const pickableProductsOf = (catalogue: Catalogue): PickableProduct[] =>
  withStockIn(pickable(catalogue.warehouses), contextOf(catalogue).product, catalogue);

/** A product as of a day, with its units in active warehouses and those that are coming. */
export const productOf = <P extends ProductFields>(
  row: P,
  { held, sold = {} }: Pick<StockLevel, "held" | "sold">,
  active: ReadonlySet<string>,
  coming: ReadonlyMap<string, number>,
  today: string,
) => ({ ...row, stock: unitsIn(held, active), in_transit: coming.get(row._id) ?? 0, drr: runRate(sold, today) });

/** All products as of a day. */
export const productsOf = ({ products, stock, warehouses, containers }: Catalogue, today: string): Product[] => {
  const active = idsOf(warehouses);
  const coming = inTransit(containers);
  return products
    .filter(isActive)
    .map((row) => productOf(row as ProductFields, stock.get(row._id) ?? noStock, active, coming, today));
};

/** Products of which too little, or nothing, can be sold; `products` are the same list where it is known already. */
export const alertsOf = (
  catalogue: Catalogue,
  today: string,
  products = productsOf(catalogue, today),
): ReturnType<typeof alerts> => {
  const stocked = [...catalogue.stock].filter(([, { held }]) => Object.keys(held).length > 0).map(([_id]) => _id);
  return alerts(withStockIn(sellable(catalogue.warehouses), products, catalogue), new Set(stocked));
};

/** Stock records of these products in these warehouses; `heldBy` gives a product's units by warehouse. */
export const stockRecords = (
  products: readonly (ProductTag & Pick<Product, "shelves">)[],
  warehouses: readonly WarehouseTag[],
  heldBy: (product: string) => Record<string, number> | undefined,
): StockRecord[] => {
  const tags = warehouses.map(({ _id, w_id, name }) => ({ _id, w_id, name }));
  const records: StockRecord[] = [];
  for (const { _id, p_id, name, image, shelves } of products) {
    const product = { _id, p_id, name, image };
    const held = heldBy(_id) ?? {};
    for (const warehouse of tags) {
      const quantity = held[warehouse._id];
      const shelf = shelves?.[warehouse._id];
      if (quantity !== undefined)
        records.push({ _id: `${_id}-${warehouse._id}`, product, warehouse, quantity, ...(shelf && { shelf }) });
    }
  }
  return records;
};

/** Current stock, without deleted products and warehouses. */
export const stockRecordsOf = ({ products, stock, warehouses }: Catalogue): StockRecord[] =>
  stockRecords(products.filter(isActive), warehouses, (product) => stock.get(product)?.held);

/** The same in the warehouses that orders are picked from. */
export const pickableRecordsOf = (catalogue: Catalogue): StockRecord[] =>
  stockRecordsOf({ ...catalogue, warehouses: pickable(catalogue.warehouses) });

/** A container as lists show it. */
export const shipmentOf = (
  { _id, container, expected_delivery, received, closed_short, created_at, items }: Container,
  tagOf: (product: string) => ProductTag,
  isDeleted: (product: string) => boolean,
): Shipment => {
  const toItem = (item: Container["items"][number]): Shipment["items"][number] => {
    const { product, quantity, closed, from } = item;
    const deleted = isDeleted(product);
    const in_transit = received ? item.received : deleted ? 0 : outstanding(item);
    return {
      product: { ...tagOf(product), in_transit },
      quantity,
      received: item.received,
      closed: closed || undefined,
      from,
      deleted: deleted || undefined,
    };
  };
  return {
    ...{ _id, container, expected_delivery, received },
    ...(closed_short && { closed_short }),
    created_at,
    items: items.map(toItem),
  };
};

/** The containers with outstanding units. */
export const openShipmentsOf = ({ products, containers }: Catalogue): Shipment[] => {
  const byId = new Map(products.map((product) => [product._id, product]));
  const tagOf = (product: string): ProductTag => {
    const { p_id = product, name = product, image } = byId.get(product) ?? {};
    return { _id: product, p_id, name, ...(image && { image }) };
  };
  // A product deleted before the catalogue was read is unknown.
  const isDeleted = (product: string): boolean => byId.get(product)?.deleted ?? !byId.has(product);
  return containers.map((container) => shipmentOf(container, tagOf, isDeleted));
};

/** The shelves of products, by warehouse. */
export const shelvesOf = ({ products }: Pick<Catalogue, "products">): ReadonlyMap<string, Record<string, string>> =>
  new Map(products.flatMap(({ _id, shelves }) => (shelves ? [[_id, shelves] as const] : [])));

const merged = <R extends Created>(
  before: readonly R[],
  rows: readonly R[],
  gone: ReadonlySet<string> = new Set(),
): R[] => {
  const all = new Map(before.map((row) => [row._id, row]));
  for (const row of rows) all.set(row._id, row);
  for (const id of gone) all.delete(id);
  return [...all.values()].sort(byCreation);
};

/** What a device has after an answer. */
export const answerAfter = (before: CatalogueAnswer | undefined, answer: CatalogueAnswer): CatalogueAnswer => {
  const { cursor, today, products, stocks, containers, gone } = answer;
  if (answer.whole || !before) return { ...answer, products: merged([], products), containers: merged([], containers) };
  return {
    ...{ ...before, cursor, today },
    products: merged(before.products, products),
    stocks: merged(before.stocks, stocks),
    containers: merged(before.containers, containers, idsOf(gone)),
  };
};

/** The catalogue of a device. */
export const keptCatalogue = ({ stocks, ...rest }: CatalogueAnswer): Catalogue => ({
  ...rest,
  stock: new Map(stocks.map((level) => [level._id, level])),
});
