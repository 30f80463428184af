// Stock in and out, picklists, transfers and reversals, and the list of the transactions they make.
import { sumByProduct } from "#shared/allocation.ts";
import type { Parsed } from "#shared/api.ts";
import { channelLabel } from "#shared/channel.ts";
import { checkRange, dayRangeText } from "#shared/day.ts";
import { fileNamePart } from "#shared/format.ts";
import { kinds } from "#shared/kinds.ts";
import { maxProducts } from "#shared/limits.ts";
import { type Movement, type StockIn, type StockOut, toTransactions } from "#shared/movement.ts";
import { chosenTags, type PicklistForm, picklistItems } from "#shared/picklist.ts";
import { inOutLine } from "#shared/posting-effect.ts";
import { type TransferForm, transferLines } from "#shared/transfer.ts";
import {
  assertExists,
  readLineTagRows,
  readTagRows,
  readTags,
  type TagRows,
  type Tags,
  tagReads,
  tagRowsIn,
  toTags,
} from "./lib/catalogue/tags.ts";
import type { RowsByTable } from "./lib/db/batch-reads.ts";
import { movements, stocks, users, warehouses } from "./lib/db/tables.ts";
import { Page } from "./lib/http/answer.ts";
import { type Handlers, type ServeOptions, serve } from "./lib/http/serve.ts";
import { findPosted } from "./lib/ledger/batch.ts";
import { correct, readLines } from "./lib/ledger/correct.ts";
import { readEntriesPage, withReversedChannels } from "./lib/ledger/entries.ts";
import { draftPicklist } from "./lib/ledger/picklist.ts";
import { type Draft, type PostingRequest, post, postingAnswer } from "./lib/ledger/post.ts";
import { reverse } from "./lib/ledger/reverse.ts";
import { checkStock } from "./lib/ledger/stock-updates.ts";
import { sendReport } from "./lib/reports/report.ts";
import { readTransactions, transactionColumns } from "./lib/reports/transactions-report.ts";

/** The rows that each body names. */
const prefetch: ServeOptions<"transactions">["prefetch"] = {
  "POST /v1/transactions/in": ({ product, warehouse }) => tagReads([product], [warehouse]),
  "POST /v1/transactions/out": (body) =>
    isPicklist(body)
      ? [...tagReads(idsIn(body.list), []), stocks.batchGet(idsIn(body.list))]
      : tagReads([body.product], [body.warehouse]),
  "POST /v1/transactions/transfer": ({ from, to, list }) => tagReads(idsIn(list), [from, to]),
};

const handlers: Handlers<"transactions"> = {
  "GET /v1/transactions": async ({ query, today }) => {
    checkRange(query, today);
    const { rows: page, next } = await readEntriesPage(query);
    const [entries, { product, warehouse }] = await Promise.all([withReversedChannels(page), readTags(page)]);
    const rows = entries.flatMap((entry) => toTransactions(entry, product, warehouse));
    return new Page(rows, next);
  },

  "GET /v1/transactions/export": async ({ query, today, now }) => {
    checkRange(query, today);
    const listOf = (id: string | undefined) => (id ? [id] : []);
    const tags = toTags(await readTagRows(listOf(query.product), listOf(query.warehouse)));
    const range = dayRangeText(query);
    const p_id = query.product && tags.product(query.product).p_id;
    const w_id = query.warehouse && tags.warehouse(query.warehouse).w_id;
    const username = query.user && ((await users.find(query.user))?.username ?? query.user);
    const channel = query.channel && channelLabel(query.channel);
    return sendReport({
      name: ["Transactions", range, query.action, p_id, w_id, username, query.reason, channel]
        .flatMap((part) => (part ? fileNamePart(part) : []))
        .join(" "),
      title: "Transactions",
      columns: transactionColumns,
      rows: readTransactions(query),
      about: [
        ["Range", range],
        ["Product", p_id ?? "All"],
        ["Action", query.action ?? "All"],
        ["Warehouse", w_id ?? "All"],
        ["User", username ?? "All"],
        ["Reason", query.reason ?? "All"],
        ["Channel", channel ?? "All"],
      ],
      now,
    });
  },

  "POST /v1/transactions/in": (request) => move(request, request.body, "in"),

  "POST /v1/transactions/out": (request) =>
    isPicklist(request.body) ? takePicklist(request, request.body) : move(request, request.body, "out"),

  "POST /v1/transactions/transfer": (request) => transfer(request, request.body),

  "GET /v1/transactions/{id}": ({ user, today, path }) => readLines(user, today, path.id ?? ""),

  "POST /v1/transactions/{id}/correct": async (request) => {
    const { path, body } = request;
    return postingAnswer(await correct({ ...request, ...body, id: path.id ?? "", form: body }));
  },

  "POST /v1/transactions/{id}/reverse": async (request) =>
    postingAnswer(await reverse({ ...request, ...request.body, id: request.path.id ?? "" })),
};

/** A movement or a picklist that a request posted. */
const findOut = async (id: string) => {
  const movement = await movements.find(id);
  if (movement?.kind !== "picklist") return findPosted(id);
  return { request: movement, answer: picklistAnswer(movement, await readTags([movement])) };
};

const picklistAnswer = (movement: Movement, { product, warehouse }: Tags) => ({
  movement: movement._id,
  data: picklistItems(movement.lines, product, warehouse),
  ...chosenTags(movement, warehouse),
});

export const handler = serve("transactions", handlers, {
  prefetch,
  findDone: {
    "POST /v1/transactions/in": findPosted,
    "POST /v1/transactions/out": findOut,
    "POST /v1/transactions/transfer": findPosted,
    "POST /v1/transactions/{id}/correct": findPosted,
    "POST /v1/transactions/{id}/reverse": findPosted,
  },
});

const isPicklist = (body: Parsed<"POST /v1/transactions/out">): body is PicklistForm => "list" in body;

/** An order with the rows that were prefetched for it. */
type PrefetchedOrder = PostingRequest & { prefetched: RowsByTable };

/** Moves units of one product into a warehouse or out of it. */
const move = (
  order: PrefetchedOrder,
  { product, warehouse, quantity, reason, remarks }: StockIn | StockOut,
  kind: "in" | "out",
) => {
  const lines = [inOutLine(kinds[kind].moves, { product, warehouse, quantity })];
  return postChecked(order, { kind, reason, lines, remarks }, (rows) => {
    assertExists("warehouse", [warehouse], rows.warehouse);
    assertExists("product", [product], rows.product);
  });
};

/** Moves units from one warehouse to another. */
const transfer = (order: PrefetchedOrder, form: TransferForm) => {
  const lines = transferLines(form);
  const draft = { kind: "transfer" as const, lines, remarks: form.remarks };
  return postChecked(order, draft, (rows) => {
    for (const field of ["from", "to"] as const) assertExists("warehouse", [form[field]], rows.warehouse, field);
    assertExists("product", [...new Set(lines.map(([id]) => id))], rows.product, "list");
  });
};

/** Posts a draft whose products and warehouses pass the check. */
const postChecked = async (order: PrefetchedOrder, draft: Draft, check: (rows: TagRows) => void) => {
  let tags: Tags | undefined;
  const movement = await post(order, async (isRetry) => {
    const rows = isRetry ? await readLineTagRows(draft.lines) : tagRowsIn(order.prefetched);
    check(rows);
    tags = toTags(rows);
    if (isRetry) await checkStock(draft.lines);
    return draft;
  });
  return postingAnswer([movement], tags);
};

/** Takes all items of a picklist from stock, or none. */
const takePicklist = async (order: PrefetchedOrder, { list, channel, warehouses: chosen }: PicklistForm) => {
  const wanted = sumByProduct(list);
  const ids = [...wanted.keys()];
  const productRows = tagRowsIn(order.prefetched).product;
  const warehouseRows = await warehouses.listWithDeleted();
  const movement = await post(order, async (isRetry) => {
    // On a retry only stock can have changed; stock rows also show products deleted since.
    const stockRows = isRetry ? await stocks.findAll(ids) : stocks.rowsIn(order.prefetched);
    assertExists("product", ids, productRows, "list");
    assertExists("product", ids, stockRows, "list");
    return draftPicklist(channel, wanted, warehouseRows, stockRows, chosen);
  });
  // The movement of an earlier request with the same key may name warehouses that were deleted since.
  const warehouse = new Map(warehouseRows.map((row) => [row._id, row]));
  return picklistAnswer(movement, toTags({ product: productRows, warehouse }));
};

/** Each product of a list once; not more than a movement may hold, since a longer list is refused anyway. */
const idsIn = (list: PicklistForm["list"]): string[] =>
  [...new Set(list.map(({ product }) => product))].slice(0, maxProducts);
