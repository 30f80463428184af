// Aliases: the codes of channels that stand for products.
import { recordDeletion } from "./lib/audit/changes.ts";
import { aliasSubject, partsOf } from "./lib/catalogue/aliases.ts";
import { readProductTags } from "./lib/catalogue/tags.ts";
import { aliases, writeAll } from "./lib/db/tables.ts";
import { serve } from "./lib/http/serve.ts";

export const handler = serve("aliases", {
  "GET /v1/aliases": async () => {
    const rows = await aliases.list();
    const product = await readProductTags(rows.flatMap((row) => partsOf(row).map((part) => part.product)));
    return rows.map(({ more, ...row }) => ({
      ...row,
      product: product(row.product),
      ...(more && { more: more.map((part) => ({ ...part, product: product(part.product) })) }),
    }));
  },

  "DELETE /v1/aliases/{id}": async (request) => {
    const alias = await aliases.get(request.path.id ?? "");
    await writeAll([aliases.remove(alias._id), recordDeletion(request, aliasSubject(alias))]);
  },
});
