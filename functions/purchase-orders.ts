// Orders to suppliers: made, changed, closed and deleted. Containers take their units (shipments.ts).
import { daysUntil, dayText } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import { fileNamePart } from "#shared/format.ts";
import {
  closeRest,
  moveDays,
  type OrderItem,
  type OrderLine,
  orderItemsChanged,
  reopen,
} from "#shared/purchase-order-item.ts";
import type { Role } from "#shared/role.ts";
import { fieldChanges, record, recordDeletion, recordEdit } from "./lib/audit/changes.ts";
import { checkSeen, datedAfter } from "./lib/audit/edit.ts";
import { assertExists } from "./lib/catalogue/tags.ts";
import { readPageOfItems } from "./lib/db/day-index.ts";
import {
  changes,
  isActive,
  type PurchaseOrderRow,
  products,
  purchaseOrders,
  writeAll,
  writeFresh,
} from "./lib/db/tables.ts";
import { Page } from "./lib/http/answer.ts";
import { type Handlers, serve } from "./lib/http/serve.ts";
import { idFromKey } from "./lib/ledger/idempotency.ts";
import {
  newOrders,
  openOrders,
  orderChanges,
  orderSubject,
  toOrders,
  updateOrder,
  withCosts,
} from "./lib/ledger/purchase-order.ts";
import { sheetColumns } from "./lib/plan/plan-reports.ts";
import { sendReport } from "./lib/reports/report.ts";

const handlers: Handlers<"purchase-orders"> = {
  "GET /v1/purchase-orders": async ({ query, user: { role }, today }) => {
    if (!query.start && !query.end) return toOrders(await openOrders(), role);
    const { rows, next } = await readPageOfItems<PurchaseOrderRow>(purchaseOrders.name, query, today);
    return new Page(await toOrders(rows.filter(isActive), role), next);
  },

  "POST /v1/purchase-orders": async (request) => {
    const { body, user, key, sent } = request;
    const _id = idFromKey(user._id, key);
    // It is answered as before; else each retry would leave a gap in the numbers.
    if (await changes.find(_id)) throw new Failure("CONFLICT");
    const found = await readProducts(body.orders.flatMap(({ list }) => list));
    const rows = await newOrders(body.orders, found, request);
    const writes = rows.flatMap((row, at) => {
      const { supplier, expected_delivery, note, items } = row;
      const fields = [...fieldChanges({}, { supplier, expected_delivery, note }), ...orderChanges([], items)];
      const identity = at === 0 ? { _id, ...(sent && { sent }) } : undefined;
      return [record(request, orderSubject(row), "created", fields, identity), purchaseOrders.create(row)];
    });
    await writeAll(writes);
    return toMade(rows, user.role);
  },

  "PATCH /v1/purchase-orders/{id}": async (request) => {
    const { list, close, seen, ...fields } = request.body;
    const id = request.path.id ?? "";
    await writeFresh(async () => {
      const order = await purchaseOrders.get(id);
      await checkSeen(order, fields, { kind: "order", seen });
      const { expected_delivery: before, created_at, updated_at = created_at, first_expected = before } = order;
      const { expected_delivery: day = before } = fields;
      const listed = await listedItems(moveDays(order.items, daysUntil(day, before)), list);
      const items = close === undefined ? listed : close ? closeRest(listed) : reopen(listed);
      const changed = [...fieldChanges(order, fields), ...orderChanges(order.items, items)];
      if (changed.length === 0) return [];
      const author = datedAfter(request, { updated_at });
      const after = {
        ...fields,
        ...(day !== before && { first_expected }),
        items,
        updated_at: author.now.toISOString(),
      };
      return [updateOrder(order, after), ...recordEdit(author, orderSubject(order), changed)];
    });
    const [answer] = await toOrders([await purchaseOrders.get(id)], request.user.role);
    if (!answer) throw new Failure("RESOURCE_NOT_FOUND");
    return answer;
  },

  "DELETE /v1/purchase-orders/{id}": async (request) => {
    await writeFresh(async () => {
      const order = await purchaseOrders.get(request.path.id ?? "");
      const { _id, version, items, created_at, updated_at = created_at } = order;
      if (items.some(({ announced = 0 }) => announced > 0))
        throw new Failure("CONFLICT", { message: "Units of it are announced: close the rest instead" });
      const author = datedAfter(request, { updated_at });
      return [
        purchaseOrders.softDelete(_id, author.now.toISOString(), { index: "open", expected: { version } }),
        recordDeletion(author, orderSubject(order)),
      ];
    });
  },

  "GET /v1/purchase-orders/{id}/export": async ({ path, now }) => {
    const { _id, supplier = "", note = "", day, expected_delivery, items } = await purchaseOrders.get(path.id ?? "");
    const found = await products.findAll(items.map(({ product }) => product));
    const rows = items.map(({ product, quantity, cost, expected_delivery: day = expected_delivery }) => {
      const { p_id = product, name = product, pack } = found.get(product) ?? {};
      return { p_id, name, quantity, pack, cost, day };
    });
    const days = { head: "Expected", width: 12, cell: ({ day }: { day: string }) => ({ day }) };
    const about: [string, string][] = [
      ["Order", _id],
      ["Supplier", supplier],
      ["Ordered", dayText(day)],
      ["Expected", dayText(expected_delivery)],
      ["Note", note],
    ];
    return sendReport({
      name: ["Order", _id, fileNamePart(supplier)].filter(Boolean).join(" "),
      title: "Order",
      columns: sheetColumns(rows, ...(rows.some((row) => row.day !== expected_delivery) ? [days] : [])),
      rows: [rows],
      about: about.filter(([, text]) => text),
      now,
    });
  },
};

type Lines = readonly OrderLine[];

const readProducts = async (lines: Lines) => {
  const ids = [...new Set(lines.map(({ product }) => product))];
  const found = await products.findAll(ids);
  assertExists("product", ids, found, "list");
  return found;
};

/** The items after a new list. Products that are listed already need no check: they may have been deleted since. */
const listedItems = async (items: OrderItem[], list: Lines | undefined) => {
  if (!list) return items;
  const listed = new Set(items.map(({ product }) => product));
  const found = await readProducts(list.filter(({ product }) => !listed.has(product)));
  return withCosts(orderItemsChanged(items, list), found);
};

const toMade = async (rows: readonly PurchaseOrderRow[], role: Role) => ({
  _id: rows[0]?._id ?? "",
  orders: await toOrders(rows, role),
});

/** The orders that a request made, even if they were changed or deleted since. Only managers make them. */
const findMade = async (id: string) => {
  const change = await changes.find(id);
  const first = change && (await purchaseOrders.find(change.row));
  if (!change || !first) return undefined;
  const numbers = first.made_with ?? [first._id];
  const rows = await purchaseOrders.findAll(numbers);
  return {
    request: change,
    answer: await toMade(
      numbers.flatMap((number) => rows.get(number) ?? []),
      "manager",
    ),
  };
};

export const handler = serve("purchase-orders", handlers, { findDone: { "POST /v1/purchase-orders": findMade } });
