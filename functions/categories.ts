// Categories and their marketplace links.
import { ulid } from "ulid";
import { categories, writeAll } from "./lib/db/tables.ts";
import { claim, release, rename } from "./lib/db/unique-keys.ts";
import { serve } from "./lib/http/serve.ts";

export const handler = serve("categories", {
  "GET /v1/categories": () => categories.list(),

  "POST /v1/categories": async ({ body, now }) => {
    const category = { _id: ulid(), ...body, updated_at: now.toISOString() };
    await writeAll([...claim("category", body.name, category._id), categories.create(category)]);
    return categories.get(category._id);
  },

  "PATCH /v1/categories/{id}": async ({ path: { id = "" }, body, now }) => {
    const { name } = await categories.get(id);
    await writeAll([
      categories.update(id, body, now.toISOString(), { name }),
      ...(await rename("category", name, body.name, id)),
    ]);
    return categories.get(id);
  },

  "DELETE /v1/categories/{id}": async ({ path: { id = "" } }) => {
    const { name } = await categories.get(id);
    await writeAll([categories.remove(id), await release("category", name, id)]);
  },
});
