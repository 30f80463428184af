// Orders to suppliers: made, changed, closed and deleted. Containers take their units (shipments.ts).
import { daysUntil, dayText } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import { fileNamePart, numberText } from "#shared/format.ts";
import { closeRest, moveDays, type OrderItem, openUnits, reopen } from "#shared/purchase-order-item.ts";
import type { Role } from "#shared/role.ts";
import { sumBy } from "#shared/sum.ts";
import { fieldChanges, recordCreation, recordDeletion, recordEdit } from "./lib/audit/changes.ts";
import { checkSeen, datedAfter } from "./lib/audit/edit.ts";
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
  listedItems,
  newOrder,
  openOrders,
  orderChanges,
  orderSubject,
  toOrders,
  updateOrder,
} from "./lib/ledger/purchase-order.ts";
import { sheetColumns } from "./lib/plan/plan-reports.ts";
import { sendReport } from "./lib/reports/report.ts";

const handlers: Handlers<"purchase-orders"> = {
  "GET /v1/purchase-orders": async ({ query, user: { role }, today }) => {
    if (!query.start && !query.end) return toOrders(await openOrders(), role);
    const index = { TableName: purchaseOrders.name, IndexName: "byDay" };
    const { rows, next } = await readPageOfItems<PurchaseOrderRow>(index, query, today);
    return new Page(await toOrders(rows.filter(isActive), role), next);
  },

  "POST /v1/purchase-orders": async (request) => {
    const { body, user, key } = request;
    // It is answered as before; else each retry would leave a gap in the numbers.
    if (await changes.find(idFromKey(user._id, key))) throw new Failure("CONFLICT");
    const row = await newOrder(body, request);
    const { supplier, expected_delivery, note, items } = row;
    const fields = [...fieldChanges({}, { supplier, expected_delivery, note }), ...orderChanges([], items)];
    await writeAll([recordCreation(request, orderSubject(row), fields), purchaseOrders.create(row)]);
    return toOrder(row, user.role);
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
      if (close) checkOpen(order.items, seen?.open);
      const items = close === undefined ? listed : close ? closeRest(listed) : await reopened(listed);
      const changed = [...fieldChanges(order, fields), ...orderChanges(order.items, items)];
      if (changed.length === 0) return [];
      const author = datedAfter(request, { updated_at });
      const after = { ...fields, ...(day !== before && { first_expected }), updated_at: author.now.toISOString() };
      return [updateOrder(order, { ...after, items }), ...recordEdit(author, orderSubject(order), changed)];
    });
    return toOrder(await purchaseOrders.get(id), request.user.role);
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

/** 409 if more is open than the person saw who closes it; less is closed all the same, as by a repeated request. */
const checkOpen = (items: readonly OrderItem[], seen: string | number = Number.POSITIVE_INFINITY): void => {
  const available = sumBy(items, openUnits);
  if (available > Number(seen))
    throw new Failure("CONFLICT", { field: "close", message: `${numberText(available)} open by now`, available });
};

const reopened = async (items: readonly OrderItem[]): Promise<OrderItem[]> => {
  const found = await products.findAll(items.map(({ product }) => product));
  return reopen(items, (product) => found.get(product)?.deleted_at !== undefined);
};

const toOrder = async (row: PurchaseOrderRow, role: Role) => {
  const [order] = await toOrders([row], role);
  if (!order) throw new Failure("RESOURCE_NOT_FOUND");
  return order;
};

/** The order that a request made, even if it was changed or deleted since. Only managers make them. */
const findMade = async (id: string) => {
  const change = await changes.find(id);
  const row = change && (await purchaseOrders.find(change.row));
  return row && { request: change, answer: await toOrder(row, "manager") };
};

export const handler = serve("purchase-orders", handlers, { findDone: { "POST /v1/purchase-orders": findMade } });
