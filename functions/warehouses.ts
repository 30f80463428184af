// Warehouses.
import { warehouses, writeAll } from "./lib/db/tables.ts";
import { claim, nextId, release, rename } from "./lib/db/unique-keys.ts";
import { serve } from "./lib/http/serve.ts";

export const handler = serve("warehouses", {
  "GET /v1/warehouses": () => warehouses.list(),

  "POST /v1/warehouses": async ({ body, now }) => {
    const at = now.toISOString();
    const warehouse = { _id: await nextId("w"), ...body, created_at: at, updated_at: at };
    await writeAll([...claim("w_id", body.w_id, warehouse._id), warehouses.create(warehouse)]);
    return warehouses.get(warehouse._id);
  },

  "PATCH /v1/warehouses/{id}": async ({ path: { id = "" }, body, now }) => {
    const { w_id } = await warehouses.get(id);
    await writeAll([
      warehouses.update(id, body, now.toISOString(), { w_id }),
      ...(await rename("w_id", w_id, body.w_id, id)),
    ]);
    return warehouses.get(id);
  },

  "DELETE /v1/warehouses/{id}": async ({ path: { id = "" }, now }) => {
    const { w_id } = await warehouses.get(id);
    await writeAll([warehouses.softDelete(id, now.toISOString()), await release("w_id", w_id, id)]);
  },
});
