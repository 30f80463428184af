// Containers in transit: announced, changed, received and deleted.
import { Failure } from "#shared/failure.ts";
import { fromChanged, fromOf, unitsMoved } from "#shared/from-orders.ts";
import { hasOutstanding, itemsChanged } from "#shared/shipment-item.ts";
import {
  type Author,
  fieldChanges,
  recordCreation,
  recordDeletion,
  recordEdit,
  type Subject,
} from "./lib/audit/changes.ts";
import { checkSeen, datedAfter } from "./lib/audit/edit.ts";
import { assertExists } from "./lib/catalogue/tags.ts";
import { readPageOfItems } from "./lib/db/day-index.ts";
import { isActive, products, type ShipmentRow, shipments, staleWrite, writeFresh } from "./lib/db/tables.ts";
import { Page } from "./lib/http/answer.ts";
import { type Handlers, serve } from "./lib/http/serve.ts";
import { findPosted } from "./lib/ledger/batch.ts";
import { idFromKey } from "./lib/ledger/idempotency.ts";
import { postingAnswer } from "./lib/ledger/post.ts";
import { moveUnits } from "./lib/ledger/purchase-order.ts";
import { receive } from "./lib/ledger/receive.ts";
import { checkContainer, itemChanges, newShipment, toShipments, updateShipment } from "./lib/ledger/shipment.ts";

const subjectOf = ({ _id, container }: ShipmentRow): Subject => ({ kind: "container", row: _id, name: container });

const handlers: Handlers<"shipments"> = {
  "GET /v1/shipments": async ({ query, today }) => {
    if (!query.start && !query.end) return toShipments(await shipments.list());
    const index = { TableName: shipments.name, IndexName: "byDay" };
    const { rows, next } = await readPageOfItems<ShipmentRow>(index, query, today);
    return new Page(await toShipments(rows.filter(isActive)), next);
  },

  "POST /v1/shipments": async (request) => {
    const { body, user, key, now } = request;
    const row = newShipment(idFromKey(user._id, key), body, request, now.toISOString());
    const { container, expected_delivery, items, from = {} } = row;
    await checkProducts(items.map(({ product }) => product));
    if (!body.again) await checkContainer(row._id, container);
    const fields = [...fieldChanges({}, { container, expected_delivery }), ...itemChanges({ items: [] }, row)];
    await writeFresh(async () => [
      recordCreation(request, subjectOf(row), fields),
      shipments.create(row),
      ...(await moveUnits(request, unitsMoved({}, from))),
    ]);
    return toShipment(row);
  },

  "PATCH /v1/shipments/{id}": async (request) => {
    const { container, expected_delivery, list, from, again, seen } = request.body;
    const id = request.path.id ?? "";
    await writeFresh(async () => {
      const shipment = await shipments.get(id);
      if (shipment.received) throw new Failure("CONFLICT", { message: "Received already" });
      await checkSeen(shipment, { container, expected_delivery }, { kind: "container", seen });
      if (list) await checkProducts(newProducts(shipment, list));
      const items = list ? itemsChanged(shipment.items, list) : shipment.items;
      if (!hasOutstanding(items))
        throw new Failure("UNPROCESSABLE_CONTENT", {
          field: "list",
          message: "Nothing would be outstanding; receive or close the shipment instead",
        });
      const [before, after] = [
        { ...shipment, from: fromOf(shipment) },
        { items, from: fromChanged(shipment, items, from) },
      ];
      const changed = [...fieldChanges(shipment, { container, expected_delivery }), ...itemChanges(before, after)];
      if (changed.length === 0) return [];
      const renamed = changed.some(({ field }) => field === "container") ? container : undefined;
      if (renamed && !again) await checkContainer(id, renamed);
      const author = afterLastEdit(request, shipment);
      const updated_at = author.now.toISOString();
      const { first_expected = shipment.expected_delivery } = shipment;
      const action = updateShipment(shipment, {
        ...{ ...shipment, ...after, updated_at },
        ...(container && { container }),
        ...(expected_delivery && { expected_delivery, first_expected }),
      });
      return [
        { action, failure: staleWrite() },
        ...recordEdit(author, subjectOf(shipment), changed),
        ...(await moveUnits(author, unitsMoved(before.from, after.from))),
      ];
    });
    return toShipment(await shipments.get(id));
  },

  "DELETE /v1/shipments/{id}": async (request) => {
    await writeFresh(async () => {
      const shipment = await shipments.get(request.path.id ?? "");
      const { _id, version } = shipment;
      const author = afterLastEdit(request, shipment);
      const deleted_at = author.now.toISOString();
      return [
        shipments.softDelete(_id, deleted_at, { index: "open", expected: { version } }),
        recordDeletion(author, subjectOf(shipment)),
        ...(await moveUnits(author, unitsMoved(fromOf(shipment), fromOf({ ...shipment, deleted_at })))),
      ];
    });
  },

  "POST /v1/shipments/{id}/receive": async (request) =>
    postingAnswer(await receive(request, request.path.id ?? "", request.body)),
};

const afterLastEdit = <A extends Author>(author: A, { created_at, updated_at = created_at }: ShipmentRow): A =>
  datedAfter(author, { updated_at });

const toShipment = async (row: ShipmentRow) => {
  const [shipment] = await toShipments([row]);
  if (!shipment) throw new Failure("RESOURCE_NOT_FOUND");
  return shipment;
};

/** Products that the container does not list yet. Listed ones need no check: they may have been deleted since. */
const newProducts = ({ items }: ShipmentRow, list: readonly { product: string }[]): string[] => {
  const listed = new Set(items.map(({ product }) => product));
  return list.map(({ product }) => product).filter((product) => !listed.has(product));
};

const checkProducts = async (ids: string[]): Promise<void> =>
  assertExists("product", ids, await products.findAll(ids), "list");

/** The container that a request announced, even if it was deleted since. */
const findAnnounced = async (id: string) => {
  const row = await shipments.find(id);
  return row && { request: row, answer: await toShipment(row) };
};

export const handler = serve("shipments", handlers, {
  findDone: {
    "POST /v1/shipments": findAnnounced,
    "POST /v1/shipments/{id}/receive": findPosted,
  },
});
