// Stock in, stock out and picklists, and the ledger they make.
import type { Parsed } from "#shared/api.ts";
import { checkRange, dayText, timeText } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import { type Line, type Movement, rowsOf, type StockIn, type StockOut } from "#shared/movement.ts";
import type { Holding } from "#shared/picking.ts";
import { pick, summed } from "#shared/picking.ts";
import { itemsOf, type PicklistForm } from "#shared/picklist.ts";
import { type TransferForm, transferLines } from "#shared/transfer.ts";
import { Page } from "./lib/answer.ts";
import { checkHeld } from "./lib/held.ts";
import { checkKnown } from "./lib/known.ts";
import { type Cursor, newestFirst, posted, readTags, type Tags, tagsFrom } from "./lib/ledger.ts";
import { type Order, post } from "./lib/post.ts";
import { send } from "./lib/report.ts";
import { reverse } from "./lib/reverse.ts";
import { serve } from "./lib/serve.ts";
import { findNamed, products, stocks, warehouses } from "./lib/tables.ts";
import { columns, filtered } from "./lib/transactions-report.ts";

export const handler = serve("transactions", {
  "GET /v1/transactions": async ({ query: { start, end, after }, today }) => {
    checkRange({ start, end }, today);
    const { page, next } = await newestFirst({ start, end }, after ? readCursor(after, start, end) : undefined);
    const { product, warehouse } = await readTags(page);
    const rows = page.flatMap((movement) => rowsOf(movement, product, warehouse));
    return new Page(rows, "/v1/transactions", next && { start, end, after: writeCursor(next) });
  },

  "GET /v1/transactions/export": async ({ query, today, now }) => {
    checkRange(query, today);
    const asked = (id: string | undefined) => (id ? [id] : []);
    const { product, warehouse } = await findNamed(asked(query.product), asked(query.warehouse));
    const range = `${dayText(query.start)} to ${dayText(query.end)}`;
    const good = query.product && product.get(query.product)?.p_id;
    const place = query.warehouse && warehouse.get(query.warehouse)?.w_id;
    return send({
      name: ["Transactions", range, query.action, good, place].filter(Boolean).join(" "),
      columns,
      rows: filtered(query),
      about: [
        ["Report", "Transactions"],
        ["Range", range],
        ["Product", good ?? "All"],
        ["Action", query.action ?? "All"],
        ["Warehouse", place ?? "All"],
        ["Made", timeText(now)],
      ],
    });
  },

  "POST /v1/transactions/in": (request) => move(request, request.body, "in"),

  "POST /v1/transactions/out": (request) =>
    isPicklist(request.body) ? takePicklist(request, request.body) : move(request, request.body, "out"),

  "POST /v1/transactions/transfer": (request) => transfer(request, request.body),

  "POST /v1/transactions/{id}/reverse": async (request) =>
    posted(request, await reverse({ ...request, id: request.path.id ?? "", remarks: request.body.remarks })),
});

const isPicklist = (body: Parsed<"POST /v1/transactions/out">): body is PicklistForm => "list" in body;

/** Moves units of one product into one warehouse or out of it. */
const move = async (
  order: Order,
  { product, warehouse, quantity, reason, remarks }: StockIn | StockOut,
  kind: "in" | "out",
) => {
  const lines: Line[] = [[product, warehouse, kind === "in" ? quantity : -quantity]];
  let tags: Tags | undefined;
  const movement = await post(order, async (again) => {
    const found = await findNamed([product], [warehouse]);
    checkKnown("warehouse", [warehouse], found.warehouse);
    checkKnown("product", [product], found.product);
    tags = tagsFrom(found.product, found.warehouse);
    if (again) await checkHeld(lines);
    return { kind, reason, lines, remarks };
  });
  return posted(order, [movement], tags);
};

/** Moves units from one warehouse to another. */
const transfer = async (order: Order, form: TransferForm) => {
  const movement = await post(order, async (again) => {
    const lines = transferLines(form);
    const ids = lines.map(([product]) => product);
    const found = await findNamed(ids, [form.from, form.to]);
    for (const field of ["from", "to"] as const) checkKnown("warehouse", [form[field]], found.warehouse, field);
    checkKnown("product", [...new Set(ids)], found.product, "list");
    if (again) await checkHeld(lines);
    return { kind: "transfer", reason: "Internal Transfer", lines, remarks: form.remarks };
  });
  return posted(order, [movement]);
};

/** Takes all items of a picklist from the shelves, or none. */
const takePicklist = async (order: Order, { list, channel }: PicklistForm) => {
  let known: Shelves | undefined;
  const movement = await post(order, async () => {
    const wanted = summed(list);
    const ids = [...wanted.keys()];
    // Planned again, only what is held can have changed: who has gone meanwhile shows there too.
    const [held, shelves] = await Promise.all([stocks.findAll(ids), known ?? readShelves(ids)]);
    known = shelves;
    checkKnown("product", ids, shelves.goods, "list");
    checkKnown("product", ids, held, "list");
    const holdings = (id: string): Holding[] =>
      shelves.places.map((warehouse) => ({ warehouse, quantity: held.get(id)?.held[warehouse._id] ?? 0 }));
    return { kind: "picklist", reason: "Outbound", channel, lines: pick(wanted, holdings) };
  });
  const { product, warehouse } = tagsFor(movement, known?.tags) ?? (await readTags([movement]));
  return { movement: movement._id, data: itemsOf(movement.lines, product, warehouse) };
};

type Shelves = Awaited<ReturnType<typeof readShelves>>;

const readShelves = async (ids: string[]) => {
  const [goods, places] = await Promise.all([products.findAll(ids), warehouses.list()]);
  return { goods, places, tags: tagsFrom(goods, new Map(places.map((place) => [place._id, place]))) };
};

/** A retry answers with an earlier movement, whose warehouses may be gone from the list that was just read. */
const tagsFor = ({ lines }: Movement, tags: Tags | undefined): Tags | undefined =>
  lines.every(([, warehouse]) => tags?.warehouse(warehouse).w_id !== warehouse) ? tags : undefined;

const writeCursor = ({ day, created_at, _id }: Cursor): string => [day, created_at, _id].join("~");

/** Day, instant and id as we write them: from any other day the query would walk what was not asked for. */
const cursor = /^(\d{4}-\d{2}-\d{2})~([\dTZ:.-]{24})~([\w.-]{1,64})$/;

const readCursor = (after: string, start: string, end: string): Cursor => {
  const [, day = "", created_at = "", _id = ""] = cursor.exec(after) ?? [];
  if (day < start || day > end) throw new Failure("BAD_REQUEST", { field: "after", message: "Unknown page" });
  return { day, created_at, _id };
};
