// Warehouses.
import type { WarehouseForm } from "#shared/warehouse.ts";
import {
  type Created,
  fieldChanges,
  findCreated,
  recordCreation,
  recordDeletion,
  recordEdit,
} from "./lib/audit/changes.ts";
import { datedAfter, type Edit, editRow } from "./lib/audit/edit.ts";
import { setChannelWarehouses } from "./lib/catalogue/channel-warehouses.ts";
import { deletedWarehouses, restoreWarehouse, warehouseSubject } from "./lib/catalogue/deleted.ts";
import { notPicked, sellsSince, standForShelf } from "./lib/catalogue/marketplace-shelf.ts";
import { cancelCountOf, checkNotCounted } from "./lib/counts/counts.ts";
import { type WarehouseRow, warehouses, writeAll } from "./lib/db/tables.ts";
import { claim, nextId, release, rename } from "./lib/db/unique-keys.ts";
import { type Handlers, serve } from "./lib/http/serve.ts";

const handlers: Handlers<"warehouses"> = {
  "GET /v1/warehouses": () => warehouses.list(),

  "GET /v1/warehouses/deleted": () => deletedWarehouses(),

  "POST /v1/warehouses": async (request) => {
    const { now } = request;
    const body = notPicked(request.body, {});
    const at = now.toISOString();
    const since = sellsSince({}, body.sells_for, now);
    const warehouse = { _id: await nextId("w"), ...body, ...since, created_at: at, updated_at: at };
    await writeAll([
      recordCreation(request, warehouseSubject(warehouse), fieldChanges({}, body)),
      ...(await standForShelf(warehouse._id, undefined, body.sells_for)),
      ...claim("w_id", body.w_id, warehouse._id),
      warehouses.create(warehouse),
    ]);
    return warehouses.get(warehouse._id);
  },

  "POST /v1/warehouses/{id}/restore": (request) => restoreWarehouse(request, request.path.id ?? ""),

  "PATCH /v1/warehouses/{id}": async (request) => {
    const { seen, ...body } = request.body;
    const row = await warehouses.get(request.path.id ?? "");
    const writesOf = async ({ before, author }: Edit<WarehouseRow, typeof request>) => {
      // By the row as it is at each attempt: another edit may have ended or begun the shelf.
      const fields = notPicked(body, before);
      const changed = fieldChanges(before, fields);
      const shelf = [before.sells_for, fields.sells_for ?? before.sells_for] as const;
      if (changed.length === 0) return [];
      return [
        warehouses.edit(before, { ...fields, ...sellsSince(before, shelf[1], author.now) }, author.now),
        ...(shelf[1] ? [checkNotCounted(before._id)] : []),
        ...rename("w_id", before.w_id, fields.w_id, before._id),
        ...(await standForShelf(before._id, ...shelf)),
        ...recordEdit(author, warehouseSubject(before), changed),
      ];
    };
    await editRow(request, row, body, warehouses.get, writesOf, { kind: "warehouse", seen });
    return warehouses.get(row._id);
  },

  "PUT /v1/warehouses/channels": async (request) => {
    await setChannelWarehouses(request, request.body.channel, request.body.warehouses);
    return warehouses.list();
  },

  "DELETE /v1/warehouses/{id}": async (request) => {
    const before = await warehouses.get(request.path.id ?? "");
    const author = datedAfter(request, before);
    await writeAll([
      warehouses.softDelete(before._id, author.now.toISOString()),
      release("w_id", before.w_id, before._id),
      ...(await standForShelf(before._id, before.sells_for, undefined)),
      recordDeletion(author, warehouseSubject(before)),
      ...(await cancelCountOf(before._id, request)),
    ]);
  },
};

export const handler = serve("warehouses", handlers, {
  findDone: { "POST /v1/warehouses": findCreated((created: Created<WarehouseForm>) => created) },
});
