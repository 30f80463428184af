// Stock in and out, picklists, transfers and reversals, and the ledger they make.

import { allocate, type Holding, maxProducts, sumByProduct } from "#shared/allocation.ts";
import type { Parsed } from "#shared/api.ts";
import { checkRange, daysText, timeText } from "#shared/day.ts";
import { type Line, rowsOf, type StockIn, type StockOut } from "#shared/movement.ts";
import { type PicklistForm, picklistItems } from "#shared/picklist.ts";
import { type TransferForm, transferLines } from "#shared/transfer.ts";
import { checkKnown } from "./lib/catalogue/assert-exists.ts";
import {
  findTags,
  type Names,
  named,
  namedIn,
  readNames,
  readTags,
  type Tags,
  tagsFrom,
} from "./lib/catalogue/tags.ts";
import type { Found } from "./lib/db/batch-reads.ts";
import { stocks, warehouses } from "./lib/db/tables.ts";
import { Page } from "./lib/http/answer.ts";
import { type Extras, type Handlers, serve } from "./lib/http/serve.ts";
import { readPage } from "./lib/ledger/entries-page.ts";
import { type Draft, type Order, post } from "./lib/ledger/post.ts";
import { posted } from "./lib/ledger/posting-answer.ts";
import { reverse } from "./lib/ledger/reverse.ts";
import { checkHeld } from "./lib/ledger/stock-updates.ts";
import { send } from "./lib/reports/report.ts";
import { columns, filtered } from "./lib/reports/transactions-report.ts";

/** What the bodies name. */
const wants: Extras<"transactions">["wants"] = {
  "POST /v1/transactions/in": ({ product, warehouse }) => named([product], [warehouse]),
  "POST /v1/transactions/out": (body) =>
    isPicklist(body)
      ? [...named(idsIn(body.list), []), stocks.wanted(idsIn(body.list))]
      : named([body.product], [body.warehouse]),
  "POST /v1/transactions/transfer": ({ from, to, list }) => named(idsIn(list), [from, to]),
};

const handlers: Handlers<"transactions"> = {
  "GET /v1/transactions": async ({ query, today }) => {
    checkRange(query, today);
    const { entries, next } = await readPage(query);
    const { product, warehouse } = await readTags(entries);
    const rows = entries.flatMap((entry) => rowsOf(entry, product, warehouse));
    return new Page(rows, "/v1/transactions", next);
  },

  "GET /v1/transactions/export": async ({ query, today, now }) => {
    checkRange(query, today);
    const asked = (id: string | undefined) => (id ? [id] : []);
    const { product, warehouse } = await findTags(asked(query.product), asked(query.warehouse));
    const range = daysText(query);
    const good = query.product && product(query.product).p_id;
    const place = query.warehouse && warehouse(query.warehouse).w_id;
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
};

export const handler = serve("transactions", handlers, { wants });

const isPicklist = (body: Parsed<"POST /v1/transactions/out">): body is PicklistForm => "list" in body;

/** An order, with the rows that its body names as they were when it came. */
type Named = Order & { found: Found };

/** Moves units of one product into one warehouse or out of it. */
const move = (
  order: Named,
  { product, warehouse, quantity, reason, remarks }: StockIn | StockOut,
  kind: "in" | "out",
) => {
  const lines: Line[] = [[product, warehouse, kind === "in" ? quantity : -quantity]];
  return postNamed(order, { kind, reason, lines, remarks }, ({ product: goods, warehouse: places }) => {
    checkKnown("warehouse", [warehouse], places);
    checkKnown("product", [product], goods);
  });
};

/** Moves units from one warehouse to another. */
const transfer = (order: Named, form: TransferForm) => {
  const lines = transferLines(form);
  const draft = { kind: "transfer" as const, reason: "Internal Transfer", lines, remarks: form.remarks };
  return postNamed(order, draft, ({ product, warehouse }) => {
    for (const field of ["from", "to"] as const) checkKnown("warehouse", [form[field]], warehouse, field);
    checkKnown("product", [...new Set(lines.map(([id]) => id))], product, "list");
  });
};

/** Posts lines as they are asked for, once all they name is there. */
const postNamed = async (order: Named, draft: Draft, check: (names: Names) => void) => {
  let tags: Tags | undefined;
  const movement = await post(order, async (again) => {
    const names = again ? await readNames(draft.lines) : namedIn(order.found);
    check(names);
    tags = tagsFrom(names.product, names.warehouse);
    if (again) await checkHeld(draft.lines);
    return draft;
  });
  return posted(order, [movement], tags);
};

/** Takes all items of a picklist from the shelves, or none. */
const takePicklist = async (order: Named, { list, channel }: PicklistForm) => {
  const wanted = sumByProduct(list);
  const ids = [...wanted.keys()];
  const goods = namedIn(order.found).product;
  const places = await warehouses.list();
  const movement = await post(order, async (again) => {
    // Planned again, only what is held can have changed: who has gone meanwhile shows there too.
    const held = again ? await stocks.findAll(ids) : stocks.among(order.found);
    checkKnown("product", ids, goods, "list");
    checkKnown("product", ids, held, "list");
    const holdings = (id: string): Holding[] =>
      places.map((warehouse) => ({ warehouse, quantity: held.get(id)?.held[warehouse._id] ?? 0 }));
    return { kind: "picklist", reason: "Outbound", channel, lines: allocate(wanted, holdings) };
  });
  const active = new Map(places.map((place) => [place._id, place]));
  // A retry answers with an earlier movement, whose warehouses may be gone from the list that was just read.
  const still = movement.lines.every(([, warehouse]) => active.has(warehouse));
  const { product, warehouse } = still ? tagsFrom(goods, active) : await readTags([movement]);
  return { movement: movement._id, data: picklistItems(movement.lines, product, warehouse) };
};

/** Each product of a list once; of more than a movement holds, which is refused, no more is read. */
const idsIn = (list: PicklistForm["list"]): string[] =>
  [...new Set(list.map(({ product }) => product))].slice(0, maxProducts);
