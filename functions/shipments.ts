// Containers on their way: announced, changed, received and deleted.
import { Failure } from "#shared/failure.ts";
import type { ShipmentForm } from "#shared/shipment.ts";
import { hasOutstanding, itemsChanged } from "#shared/shipment-item.ts";
import { checkKnown } from "./lib/catalogue/assert-exists.ts";
import { overtaken, products, type ShipmentRow, shipments, writeAll } from "./lib/db/tables.ts";
import { serve } from "./lib/http/serve.ts";
import { idFrom, type Order, sameRequest } from "./lib/ledger/post.ts";
import { posted } from "./lib/ledger/posting-answer.ts";
import { receive } from "./lib/ledger/receive.ts";
import { announced, moveOn, shown } from "./lib/ledger/shipment.ts";

export const handler = serve("shipments", {
  "GET /v1/shipments": async () => shown(await shipments.list()),

  "POST /v1/shipments": async (request) => one(await announce(request, request.body)),

  "PATCH /v1/shipments/{id}": async ({ path: { id = "" }, body: { expected_delivery, list } }) => {
    const shipment = await shipments.get(id);
    if (shipment.received) throw new Failure("CONFLICT", { message: "Received already" });
    if (list) await checkProducts(added(shipment, list));
    const items = list ? itemsChanged(shipment.items, list) : shipment.items;
    if (!hasOutstanding(items))
      throw new Failure("UNPROCESSABLE_CONTENT", {
        field: "list",
        message: "Nothing would be owed; receive or close it",
      });
    await writeAll([
      {
        action: moveOn(shipment, { ...shipment, items, ...(expected_delivery && { expected_delivery }) }),
        refusal: overtaken(),
      },
    ]);
    return one(await shipments.get(id));
  },

  "DELETE /v1/shipments/{id}": async ({ path: { id = "" }, now }) => {
    await shipments.get(id);
    await writeAll([shipments.bury(id, now.toISOString(), "open")]);
  },

  "POST /v1/shipments/{id}/receive": async (request) =>
    posted(request, await receive(request, request.path.id ?? "", request.body)),
});

const one = async (row: ShipmentRow) => {
  const [shipment] = await shown([row]);
  if (!shipment) throw new Failure("RESOURCE_NOT_FOUND");
  return shipment;
};

/** Products that a container does not list yet: one that was deleted since may stay, until its line is closed. */
const added = ({ items }: ShipmentRow, list: readonly { product: string }[]): string[] => {
  const there = new Set(items.map(({ product }) => product));
  return list.map(({ product }) => product).filter((product) => !there.has(product));
};

const checkProducts = async (ids: string[]): Promise<void> =>
  checkKnown("product", ids, await products.findAll(ids), "list");

/** Made once under its key, like a movement: a retry gets it, also when it has been deleted since. */
const announce = async ({ user, key, hash, now }: Order, form: ShipmentForm): Promise<ShipmentRow> => {
  const _id = idFrom(user._id, key);
  try {
    const row = announced(_id, form, hash, now.toISOString());
    await checkProducts(row.items.map(({ product }) => product));
    await writeAll([shipments.create(row)]);
    return row;
  } catch (error) {
    const made = error instanceof Failure ? await shipments.find(_id) : undefined;
    if (made) return sameRequest(made, hash);
    throw error;
  }
};
