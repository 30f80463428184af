// Products, their images and their histories.
import { addDays, checkRange, historyDays } from "#shared/day.ts";
import type { Product } from "#shared/product.ts";
import {
  fieldChanges,
  findCreated,
  recordCreation,
  recordDeletion,
  recordEdit,
  valuesBefore,
} from "./lib/audit/changes.ts";
import { readChangesOf } from "./lib/audit/read-changes.ts";
import { deletedProducts, productSubject, restoreProduct } from "./lib/catalogue/deleted.ts";
import { inspectImage } from "./lib/catalogue/image-file.ts";
import { writeWithImage } from "./lib/catalogue/product-images.ts";
import { productNames } from "./lib/catalogue/product-names.ts";
import { readCatalogue, readProduct } from "./lib/catalogue/products.ts";
import { readHistory } from "./lib/days/product-history.ts";
import { type ProductRow, products, stocks, writeAll } from "./lib/db/tables.ts";
import { changeNames, claimNames, nextId } from "./lib/db/unique-keys.ts";
import { type Handlers, serve } from "./lib/http/serve.ts";
import { readUpload } from "./lib/http/upload.ts";

const handlers: Handlers<"products"> = {
  "GET /v1/products": ({ today }) => readCatalogue(today),

  "GET /v1/products/{id}/movements": async ({ path: { id = "" }, query, today }) => {
    const { end = today, start = addDays(end, 1 - historyDays) } = query;
    checkRange({ start, end }, today);
    return readHistory(await products.get(id), { start, end }, today);
  },

  "GET /v1/products/{id}/changes": ({ path: { id = "" } }) => readChangesOf("product", id),

  "GET /v1/products/deleted": () => deletedProducts(),

  "POST /v1/products": async (request) => {
    const { body, file, now } = request;
    const picture = file && inspectImage(file);
    const _id = await nextId("p");
    const at = now.toISOString();
    await writeWithImage({ _id }, picture, (image) => {
      const product: ProductRow = { _id, ...body, image, created_at: at, updated_at: at };
      return writeAll([
        recordCreation(request, productSubject(product), fieldChanges({}, { ...body, image })),
        ...claimNames(productNames(body), _id),
        products.create(product),
        stocks.create({ _id, held: {}, sold: {} }),
      ]);
    });
    return withoutStock(await products.get(_id));
  },

  "POST /v1/products/{id}/restore": async (request) =>
    readProduct(await restoreProduct(request, request.path.id ?? ""), request.today),

  "PATCH /v1/products/{id}": async (request) => {
    const { body, file, now, today } = request;
    const picture = file && inspectImage(file);
    const before = await products.get(request.path.id ?? "");
    await writeWithImage(before, picture, async (image) => {
      const fields = { ...body, image };
      const changed = fieldChanges(before, fields);
      return writeAll([
        products.update(before._id, fields, now.toISOString(), valuesBefore(changed)),
        ...(await changeNames(productNames(before), productNames({ ...before, ...body }), before._id)),
        ...recordEdit(request, productSubject(before), changed),
      ]);
    });
    return readProduct(await products.get(before._id), today);
  },

  "DELETE /v1/products/{id}": async (request) => {
    const before = await products.get(request.path.id ?? "");
    const at = request.now.toISOString();
    await writeAll([
      products.softDelete(before._id, at, { expected: { codes: before.codes } }),
      stocks.softDelete(before._id, at),
      ...(await changeNames(productNames(before), [], before._id)),
      recordDeletion(request, productSubject(before)),
    ]);
  },
};

/** A product that has just been created. */
const withoutStock = (row: ProductRow): Product => ({ ...row, stock: 0, in_transit: 0, drr: 0 });

export const handler = serve("products", handlers, {
  readUpload,
  findDone: { "POST /v1/products": findCreated(withoutStock) },
});
