// Aliases: the codes of channels that stand for products.
import { readTagRows, toTags } from "./lib/catalogue/tags.ts";
import { aliases, writeAll } from "./lib/db/tables.ts";
import { serve } from "./lib/http/serve.ts";

export const handler = serve("aliases", {
  "GET /v1/aliases": async () => {
    const rows = await aliases.list();
    const { product } = toTags(
      await readTagRows(
        rows.map((row) => row.product),
        [],
      ),
    );
    return rows.map((row) => ({ ...row, product: product(row.product) }));
  },

  "DELETE /v1/aliases/{id}": async ({ path: { id = "" } }) => {
    await writeAll([aliases.remove(id)]);
  },
});
