// Products, their images and their histories.
import { addDays, checkRange, historyDays } from "#shared/day.ts";
import { putImage } from "./lib/catalogue/product-images.ts";
import { readCatalogue, readProduct } from "./lib/catalogue/products.ts";
import { readHistory } from "./lib/days/product-history.ts";
import { type ProductRow, products, stocks, writeAll } from "./lib/db/tables.ts";
import { claim, nextId, release, rename } from "./lib/db/unique-keys.ts";
import { type Handlers, serve } from "./lib/http/serve.ts";
import { readUpload } from "./lib/http/upload.ts";

const handlers: Handlers<"products"> = {
  "GET /v1/products": ({ today }) => readCatalogue(today),

  "GET /v1/products/{id}/movements": async ({ path: { id = "" }, query, today }) => {
    const { end = today, start = addDays(end, 1 - historyDays) } = query;
    checkRange({ start, end }, today);
    return readHistory(await products.get(id), { start, end }, today);
  },

  "POST /v1/products": async ({ body, file, now }) => {
    const _id = await nextId("p");
    const at = now.toISOString();
    const image = file && (await putImage(_id, file));
    const product: ProductRow = { _id, ...body, image, created_at: at, updated_at: at };
    await writeAll([
      ...claim("p_id", body.p_id, _id),
      products.create(product),
      stocks.create({ _id, held: {}, sold: {} }),
    ]);
    return { ...(await products.get(_id)), stock: 0, in_transit: 0, drr: 0 };
  },

  "PATCH /v1/products/{id}": async ({ path: { id = "" }, body, file, now, today }) => {
    const { p_id } = await products.get(id);
    const image = file && (await putImage(id, file));
    await writeAll([
      products.update(id, { ...body, image }, now.toISOString(), { p_id }),
      ...(await rename("p_id", p_id, body.p_id, id)),
    ]);
    return readProduct(await products.get(id), today);
  },

  "DELETE /v1/products/{id}": async ({ path: { id = "" }, now }) => {
    const { p_id } = await products.get(id);
    const at = now.toISOString();
    await writeAll([products.softDelete(id, at), stocks.softDelete(id, at), await release("p_id", p_id, id)]);
  },
};

export const handler = serve("products", handlers, { readUpload });
