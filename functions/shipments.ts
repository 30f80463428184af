// Containers in transit: announced, changed, received and deleted.
import { Failure } from "#shared/failure.ts";
import type { ShipmentForm } from "#shared/shipment.ts";
import { hasOutstanding, itemsChanged } from "#shared/shipment-item.ts";
import { assertExists } from "./lib/catalogue/tags.ts";
import { products, type ShipmentRow, shipments, staleWrite, writeAll } from "./lib/db/tables.ts";
import { serve } from "./lib/http/serve.ts";
import { idFromKey, type PostingRequest, postingAnswer, sameRequest } from "./lib/ledger/post.ts";
import { receive } from "./lib/ledger/receive.ts";
import { newShipment, toShipments, updateShipment } from "./lib/ledger/shipment.ts";

export const handler = serve("shipments", {
  "GET /v1/shipments": async () => toShipments(await shipments.list()),

  "POST /v1/shipments": async (request) => toShipment(await announce(request, request.body)),

  "PATCH /v1/shipments/{id}": async ({ path: { id = "" }, body: { expected_delivery, list } }) => {
    const shipment = await shipments.get(id);
    if (shipment.received) throw new Failure("CONFLICT", { message: "Received already" });
    if (list) await checkProducts(newProducts(shipment, list));
    const items = list ? itemsChanged(shipment.items, list) : shipment.items;
    if (!hasOutstanding(items))
      throw new Failure("UNPROCESSABLE_CONTENT", {
        field: "list",
        message: "Nothing would be outstanding; receive or close the shipment instead",
      });
    await writeAll([
      {
        action: updateShipment(shipment, { ...shipment, items, ...(expected_delivery && { expected_delivery }) }),
        failure: staleWrite(),
      },
    ]);
    return toShipment(await shipments.get(id));
  },

  "DELETE /v1/shipments/{id}": async ({ path: { id = "" }, now }) => {
    await shipments.get(id);
    await writeAll([shipments.softDelete(id, now.toISOString(), "open")]);
  },

  "POST /v1/shipments/{id}/receive": async (request) =>
    postingAnswer(request, await receive(request, request.path.id ?? "", request.body)),
});

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

/** Idempotent by its key, like a movement: a retry returns the same shipment, even if it was deleted since. */
const announce = async ({ user, key, hash, now }: PostingRequest, form: ShipmentForm): Promise<ShipmentRow> => {
  const _id = idFromKey(user._id, key);
  try {
    const row = newShipment(_id, form, hash, now.toISOString());
    await checkProducts(row.items.map(({ product }) => product));
    await writeAll([shipments.create(row)]);
    return row;
  } catch (error) {
    const existing = error instanceof Failure ? await shipments.find(_id) : undefined;
    if (existing) return sameRequest(existing, hash);
    throw error;
  }
};
