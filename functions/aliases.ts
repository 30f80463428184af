// Aliases: the codes of channels that stand for products, and those that are asked for; and remembered answers about sheets and order
// files.
import { recordDeletion } from "./lib/audit/changes.ts";
import { aliasSubject, keepAliases } from "./lib/catalogue/aliases.ts";
import { partsOf } from "./lib/catalogue/product-sets.ts";
import { assertExists, readProductTags } from "./lib/catalogue/tags.ts";
import { type AliasRow, aliases, products, type RememberedRow, remembered, writeAll } from "./lib/db/tables.ts";
import { serve } from "./lib/http/serve.ts";
import { listAsked } from "./lib/imports/orders/asked-codes.ts";
import { rememberedSubject, toRemembered } from "./lib/imports/remembered.ts";

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

  "GET /v1/aliases/remembered": async () => (await remembered.list()).map(toRemembered),

  "GET /v1/aliases/asked": ({ now }) => listAsked(now),

  "PUT /v1/aliases": async (request) => {
    const { channel, aliases: chosen } = request.body;
    const rows = await products.list();
    const known = new Map(rows.map((row) => [row._id, row]));
    assertExists("product", [...new Set(chosen.map(({ product }) => product))], known, "aliases");
    await keepAliases(request, channel, chosen, rows);
    return listAsked(request.now);
  },

  "DELETE /v1/aliases/{id}": async (request) => {
    const row = (await aliases.get(request.path.id ?? "")) as AliasRow | RememberedRow;
    const subject = "kind" in row ? rememberedSubject(row) : aliasSubject(row);
    await writeAll([aliases.remove(row._id), recordDeletion(request, subject)]);
  },
});
