// The catalogue that a device keeps: all of it, or the rows that have changed since its cursor.
//
// The logs are read first and then the rows, strongly consistently: a row is at least as new as the entry that names it.
// Entries committed after the logs were read are found by a later read. So a row is read because it changed, not because
// time has passed, and reading one twice does no harm.
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { CatalogueAnswer, CatalogueProduct, StockLevel } from "#shared/app.ts";
import { maxNamedRows } from "#shared/catalogue.ts";
import type { ChangeKind } from "#shared/change.ts";
import type { Line } from "#shared/movement.ts";
import { mayAct, type Role } from "#shared/role.ts";
import { hasOutstanding } from "#shared/shipment-item.ts";
import { getAll } from "../db/batch-reads.ts";
import { dynamo } from "../db/dynamo.ts";
import {
  changes,
  type ProductRow,
  products,
  type ShipmentRow,
  type StockRow,
  shipments,
  stocks,
  warehouses,
} from "../db/tables.ts";
import { keysTable } from "../db/unique-keys.ts";
import type { Request } from "../http/request.ts";
import { ledgerByDay } from "../ledger/entries.ts";
import { type Cursor, readCursor, writeCursor } from "./cursor.ts";
import { type Entry, positionAt, type ReadNewOptions, readNew } from "./log.ts";
import { openShipments, productFieldsOf, toContainer, warehousesIn } from "./products.ts";

const hour = 60 * 60_000;
/** Age in milliseconds from which a cursor is useless: the logs are read for a day back at most. */
const maxAge = 23 * hour;
/** Share of the catalogue from which reading all of it costs less than reading row by row. */
const wholeFrom = 1 / 20;

interface MovedEntry extends Entry {
  lines: Line[];
  /** The container, if this is a receipt or its reversal. */
  shipment?: string;
}

interface ChangedEntry extends Entry {
  kind: ChangeKind;
  row: string;
}

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
  const before = readCursor(query.since);
  const isUsable =
    before?.role === role && before.generation === generation && before.at > at - maxAge && before.whole <= at + hour;
  if (isUsable && before.rest) return { ...time, ...(await readPart(before, before.rest, maxParts)) };
  const changed = isUsable ? await readChanged(before, role, at, namedIn(query.rows)) : undefined;
  return { ...time, ...(changed ?? (await readWhole(role, generation, at, maxParts))) };
};

/** The ids of rows that the device has just changed itself, so that it need not wait for the index. */
const namedIn = (rows = ""): string[] => rows.split(",").filter(Boolean).slice(0, maxNamedRows);

/** Differs after rows changed without the logs: restored tables have other names, and the runbook sets the item. */
const readGeneration = async (): Promise<string> => {
  const { Item } = await dynamo.send(new GetCommand({ TableName: keysTable, Key: { key: "generation" } }));
  return `${stocks.name} ${Item?.generation ?? ""}`;
};

const changesByDay = { TableName: changes.name, IndexName: "byDay" };

type Answer = Omit<CatalogueAnswer, "now" | "today">;

/** Where the whole begins. */
const start: NonNullable<Cursor["rest"]> = { products: "", stocks: "" };

/** The ids of rows that entries of both logs since `before` name. */
const readBothLogs = async (before: Pick<Cursor, "movements" | "changes">, how: ReadNewOptions) => {
  const [moved, edited] = await Promise.all([
    readNew<MovedEntry>(ledgerByDay, ["lines", "shipment"], before.movements, how),
    readNew<ChangedEntry>(changesByDay, ["kind", "row"], before.changes, how),
  ]);
  const rowsOf = (kind: ChangeKind) => edited.entries.filter((entry) => entry.kind === kind).map(({ row }) => row);
  return {
    moved: moved.entries.flatMap(({ lines }) => lines.map(([product]) => product)),
    edited: rowsOf("product"),
    warehouses: rowsOf("warehouse"),
    containers: [...rowsOf("container"), ...moved.entries.flatMap(({ shipment }) => shipment ?? [])],
    found: { movements: moved.found, changes: edited.found },
  };
};

const isOpen = ({ deleted_at, items }: ShipmentRow): boolean => !deleted_at && hasOutstanding(items);

/** Open containers; those that were just changed by their ids, since the index of open ones may lag behind the logs. */
const readOpen = async (changed: readonly string[]): Promise<ShipmentRow[]> => {
  const [open, rows] = await Promise.all([openShipments(), shipments.findAll(changed)]);
  return [...open.filter(({ _id }) => !rows.has(_id)), ...rows.values()].filter(isOpen);
};

const readWhole = async (role: Role, generation: string, at: number, maxParts: number): Promise<Answer> => {
  const logs = { movements: positionAt(at), changes: positionAt(at) };
  const { found, containers } = await readBothLogs(logs, { now: at, whole: at });
  const cursor: Cursor = { role, generation, whole: at, products: 0, at, counted: at, ...found };
  return readPart(cursor, start, maxParts, containers);
};

/** What comes next of the whole, as much as one request has the time to read. */
const readPart = async (
  cursor: Cursor,
  from: NonNullable<Cursor["rest"]>,
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
  before: Cursor,
  role: Role,
  at: number,
  named: readonly string[],
): Promise<Answer | undefined> => {
  const counting = at - before.counted >= hour;
  const { found, ...logs } = await readBothLogs(before, { now: at, counting, whole: before.whole });
  if (logs.warehouses.length > 0) return undefined;
  const edited = new Set([...logs.edited, ...named]);
  const stocked = new Set([...edited, ...logs.moved]);
  if (stocked.size > before.products * wholeFrom) return undefined;
  const rows = await getAll(
    products.batchGet(edited),
    stocks.batchGet(stocked),
    shipments.batchGet([...logs.containers, ...named]),
  );
  const shipmentRows = [...shipments.rowsIn(rows).values()];
  const cursor: Cursor = { ...before, at, ...found, ...(counting && { counted: at }) };
  return {
    cursor: writeCursor(cursor),
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
