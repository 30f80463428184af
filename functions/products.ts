// Products, their images and their histories.
import { productsOf } from "#shared/catalogue.ts";
import { addDays, checkRange, historyDays } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import { maxActions } from "#shared/limits.ts";
import type { EndedAlias, Product, SavedProduct } from "#shared/product.ts";
import { codesIn, codesOf } from "#shared/product-code.ts";
import { fieldChanges, findCreated, recordCreation, recordDeletion, recordEdit } from "./lib/audit/changes.ts";
import { datedAfter, type Edit, editRow } from "./lib/audit/edit.ts";
import { readChangesOf } from "./lib/audit/read-changes.ts";
import { endAliases } from "./lib/catalogue/aliases.ts";
import { findSetMany, setMany } from "./lib/catalogue/bulk.ts";
import { deletedProducts, productSubject, restoreProduct } from "./lib/catalogue/deleted.ts";
import { changeCodes, formerAfter, isKnown } from "./lib/catalogue/former-codes.ts";
import { inspectImage } from "./lib/catalogue/image-file.ts";
import { writeWithImage } from "./lib/catalogue/product-images.ts";
import { productNames } from "./lib/catalogue/product-names.ts";
import { readCatalogue, readProduct } from "./lib/catalogue/products.ts";
import { writesOfShelves } from "./lib/catalogue/shelves.ts";
import { readHistory } from "./lib/days/product-history.ts";
import { type ProductRow, products, stocks, warehouses, writeAll, writeFresh } from "./lib/db/tables.ts";
import { changeNames, nextId } from "./lib/db/unique-keys.ts";
import { type Handlers, serve } from "./lib/http/serve.ts";
import { readUpload } from "./lib/http/upload.ts";
import { closeUnitsOf } from "./lib/ledger/purchase-order.ts";

const handlers: Handlers<"products"> = {
  "GET /v1/products": async ({ today }) => productsOf(await readCatalogue(), today),

  "GET /v1/products/{id}/movements": async ({ path: { id = "" }, query, today }) => {
    const { end = today, start = addDays(end, 1 - historyDays) } = query;
    checkRange({ start, end }, today);
    return readHistory(await products.get(id), { start, end }, today);
  },

  "GET /v1/products/{id}/changes": ({ path: { id = "" } }) => readChangesOf("product", id),

  "GET /v1/products/deleted": () => deletedProducts(),

  "POST /v1/products": async (request) => {
    const { body, file, now } = request;
    const { take, ...form } = body;
    const picture = file && inspectImage(file);
    const _id = await nextId("p");
    const at = now.toISOString();
    await writeWithImage({ _id }, picture, async (image) => {
      const product: ProductRow = { _id, ...form, image, created_at: at, updated_at: at };
      const locks = await changeCodes(request, undefined, product, take);
      await writeAll([
        recordCreation(request, productSubject(product), fieldChanges({}, { ...form, image })),
        ...locks,
        products.create(product),
        stocks.create({ _id, held: {}, sold: {} }),
      ]);
    });
    const ended = await endAliases(request, codesOf(body), body.p_id);
    return { ...withoutStock(await products.get(_id)), ...withEnded(ended) };
  },

  "POST /v1/products/bulk": setMany,

  "POST /v1/products/{id}/restore": async (request) => {
    const { row, taken } = await restoreProduct(request, request.path.id ?? "");
    const ended = await endAliases(request, codesOf(row), row.p_id);
    return {
      ...(await readProduct(row, request.today)),
      ...withEnded(ended),
      ...(taken.length > 0 && { former_taken: taken }),
    };
  },

  "PATCH /v1/products/{id}": async (request) => {
    const { body, file, today } = request;
    const { take, forget, seen, ...form } = body;
    const picture = file && inspectImage(file);
    const before = await products.get(request.path.id ?? "");
    await writeWithImage(before, picture, async (image) => {
      const fields = { ...form, image };
      const writesOf = async ({ before, changed, author }: Edit<ProductRow, typeof request>) => {
        const renamed = { ...before, ...form };
        const keeps = changed.every(({ field }) => field !== "p_id") || (await isKnown(before));
        const after = { ...renamed, former: keeps ? formerAfter(before, renamed, forget) : "" };
        const all = [...changed, ...fieldChanges(before, { former: after.former })];
        if (all.length === 0) return [];
        return [
          products.edit(before, { ...fields, former: after.former }, author.now),
          ...(await changeCodes(author, before, after, take)),
          ...recordEdit(author, productSubject(before), all),
        ];
      };
      await editRow(request, before, fields, products.get, writesOf, { kind: "product", seen });
    });
    const after = await products.get(before._id);
    const taken = [...(body.p_id ? [body.p_id] : []), ...codesIn(body.codes)];
    const ended = await endAliases(request, taken, after.p_id);
    return { ...(await readProduct(after, today)), ...withEnded(ended) };
  },

  "PATCH /v1/products/{id}/shelves": async (request) => {
    const { shelves } = request.body;
    const known = await warehouses.findAll(Object.keys(shelves));
    const named = Object.entries(shelves).map(([id, shelf = ""]) => {
      const { w_id, deleted_at } = known.get(id) ?? {};
      if (!w_id || deleted_at)
        throw new Failure("UNPROCESSABLE_CONTENT", { field: `shelves.${id}`, message: "No such warehouse" });
      return { warehouse: id, w_id, shelf };
    });
    const row = await products.get(request.path.id ?? "");
    await editRow(request, row, { shelves }, products.get, async ({ before, author }) =>
      writesOfShelves(author, before, named),
    );
    return readProduct(await products.get(row._id), request.today);
  },

  "DELETE /v1/products/{id}": async (request) => {
    await writeFresh(async () => {
      const before = await products.get(request.path.id ?? "");
      const { _id, p_id, codes, former } = before;
      const author = datedAfter(request, before);
      const at = author.now.toISOString();
      const writes = [
        products.softDelete(_id, at, { expected: { p_id, codes, former } }),
        stocks.softDelete(_id, at),
        ...changeNames(productNames(before), [], _id),
        recordDeletion(author, productSubject(before)),
      ];
      return [...writes, ...(await closeUnitsOf(author, _id, maxActions - writes.length))];
    });
  },
};

const withEnded = (ended: EndedAlias[]): Pick<SavedProduct, "ended_aliases"> =>
  ended.length > 0 ? { ended_aliases: ended } : {};

const withoutStock = (row: ProductRow): Product => ({ ...row, stock: 0, in_transit: 0, drr: 0 });

export const handler = serve("products", handlers, {
  readUpload,
  findDone: { "POST /v1/products": findCreated(withoutStock), "POST /v1/products/bulk": findSetMany },
});
