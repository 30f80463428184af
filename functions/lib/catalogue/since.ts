// The catalogue that a device keeps: all of it, or the rows that have changed since its cursor.
import type { CatalogueAnswer, CatalogueProduct, StockLevel } from "#shared/app.ts";
import { maxNamedRows } from "#shared/catalogue.ts";
import { mayAct, type Role } from "#shared/role.ts";
import { hasOutstanding } from "#shared/shipment-item.ts";
import { getAll } from "../db/batch-reads.ts";
import {
  type ProductRow,
  products,
  type ShipmentRow,
  type StockRow,
  shipments,
  stocks,
  warehouses,
} from "../db/tables.ts";
import type { Request } from "../http/request.ts";
import { isUsable, readFirst, readGeneration, readOn } from "./both-logs.ts";
import { CatalogueCursor, readCursor, writeCursor } from "./cursor.ts";
import { openShipments, productFieldsOf, toContainer, warehousesIn } from "./products.ts";

/** Share of the catalogue from which reading all of it costs less than reading row by row. */
const wholeFrom = 1 / 20;

type Asked = Pick<Request<"GET /v1/app/catalogue">, "query" | "user" | "now" | "today">;

/** Parts of 1 MB of each table that one answer of the whole has. */
const usualParts = 8;

export const readSince = async (
  { query, user, now, today }: Asked,
  maxParts = usualParts,
): Promise<CatalogueAnswer> => {
  const at = now.getTime();
  const time = { now: now.toISOString(), today };
  const { role } = user;
  const generation = await readGeneration();
  const before = readCursor(CatalogueCursor, query.since);
  const goesOn = before?.role === role && isUsable(before, generation, at);
  if (goesOn && before.rest) return { ...time, ...(await readPart(before, before.rest, maxParts)) };
  const changed = goesOn ? await readChanged(before, role, at, namedIn(query.rows)) : undefined;
  return { ...time, ...(changed ?? (await readWhole(role, generation, at, maxParts))) };
};

/** The ids of rows that the device has just changed itself, so that it need not wait for the index. */
const namedIn = (rows = ""): string[] => rows.split(",").filter(Boolean).slice(0, maxNamedRows);

type Answer = Omit<CatalogueAnswer, "now" | "today">;

/** Where the whole begins. */
const start: NonNullable<CatalogueCursor["rest"]> = { products: "", stocks: "" };

const isOpen = ({ deleted_at, items }: ShipmentRow): boolean => !deleted_at && hasOutstanding(items);

/** Open containers; those that were just changed by their ids, since the index of open ones may lag behind the logs. */
const readOpen = async (changed: readonly string[]): Promise<ShipmentRow[]> => {
  const [open, rows] = await Promise.all([openShipments(), shipments.findAll(changed)]);
  return [...open.filter(({ _id }) => !rows.has(_id)), ...rows.values()].filter(isOpen);
};

const readWhole = async (role: Role, generation: string, at: number, maxParts: number): Promise<Answer> => {
  const { read, containers } = await readFirst(generation, at);
  return readPart({ ...read, role, products: 0 }, start, maxParts, containers);
};

/** What comes next of the whole, as much as one request has the time to read. */
const readPart = async (
  cursor: CatalogueCursor,
  from: NonNullable<CatalogueCursor["rest"]>,
  maxParts: number,
  changedContainers: readonly string[] = [],
): Promise<Answer> => {
  const isFirst = from === start;
  const [open, warehouseRows, productPart, stockPart] = await Promise.all([
    readOpen(changedContainers),
    isFirst ? warehouses.listWithDeleted() : [],
    products.scanAfter(from.products, maxParts),
    stocks.scanAfter(from.stocks, maxParts),
  ]);
  const named = new Set(open.flatMap(({ items }) => items.map(({ product }) => product)));
  const shown = productPart.rows.filter(({ _id, deleted_at }) => !deleted_at || named.has(_id));
  const rest = { products: productPart.last, stocks: stockPart.last };
  const more = rest.products !== undefined || rest.stocks !== undefined;
  const read = cursor.products + productPart.rows.length;
  return {
    cursor: writeCursor({ ...cursor, products: read, rest: more ? rest : undefined }),
    whole: isFirst,
    ...(more && { more }),
    products: shown.map((row) => toProduct(row, cursor.role)),
    stocks: stockPart.rows.filter(({ deleted_at }) => !deleted_at).map((row) => toLevel(row, cursor.role)),
    ...warehousesIn(warehouseRows),
    containers: isFirst ? open.map(toContainer) : [],
    gone: [],
  };
};

/** Undefined if it is better to send the whole catalogue. */
const readChanged = async (
  before: CatalogueCursor,
  role: Role,
  at: number,
  named: readonly string[],
): Promise<Answer | undefined> => {
  const { read, moved, containers, editedOf } = await readOn(before, at);
  if (editedOf("warehouse").length > 0) return undefined;
  const edited = new Set([...editedOf("product"), ...named]);
  const stocked = new Set([...edited, ...moved]);
  if (stocked.size > before.products * wholeFrom) return undefined;
  const rows = await getAll(
    products.batchGet(edited),
    stocks.batchGet(stocked),
    shipments.batchGet([...containers, ...named]),
  );
  const shipmentRows = [...shipments.rowsIn(rows).values()];
  return {
    cursor: writeCursor(read),
    whole: false,
    products: [...products.rowsIn(rows).values()].map((row) => toProduct(row, role)),
    stocks: [...stocks.rowsIn(rows).values()].map((row) => toLevel(row, role)),
    warehouses: [],
    containers: shipmentRows.filter(isOpen).map(toContainer),
    gone: shipmentRows.filter((row) => !isOpen(row)).map(({ _id }) => ({ _id })),
  };
};

const toProduct = (row: ProductRow, role: Role): CatalogueProduct => {
  const { _id, p_id, name, image, codes, former, pack, shelves, created_at } = row;
  const context = { _id, p_id, name, image, created_at };
  if (row.deleted_at) return { ...context, deleted: true };
  return mayAct(role, "manager") ? productFieldsOf(row) : { ...context, codes, former, pack, shelves };
};

const toLevel = ({ _id, held, sold }: StockRow, role: Role): StockLevel => ({
  _id,
  held,
  ...(mayAct(role, "manager") && { sold }),
});
