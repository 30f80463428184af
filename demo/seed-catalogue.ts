// Seeds the demo's warehouses, categories and products with the writes of their API calls, but no record of changes; those that exist stay.
import { readFile } from "node:fs/promises";
import { ulid } from "ulid";
import { inspectImage } from "#functions/lib/catalogue/image-file.ts";
import { writeWithImage } from "#functions/lib/catalogue/product-images.ts";
import * as tables from "#functions/lib/db/tables.ts";
import { writeAll } from "#functions/lib/db/tables.ts";
import { claim, nextId } from "#functions/lib/db/unique-keys.ts";
import { type Article, articles, categories, warehouses } from "./catalogue.ts";
import { inParallel } from "./concurrency.ts";

/** Returns the ids in the order of the catalogue. */
export const seedWarehouses = async (at: string): Promise<string[]> => {
  const known = new Map((await tables.warehouses.list()).map(({ w_id, _id }) => [w_id, _id]));
  const ids: string[] = [];
  for (const form of warehouses) {
    const _id = known.get(form.w_id) ?? (await nextId("w"));
    const row = { _id, ...form, created_at: at, updated_at: at };
    if (!known.has(form.w_id)) await writeAll([...claim("w_id", form.w_id, _id), tables.warehouses.create(row)]);
    ids.push(_id);
  }
  return ids;
};

export const seedCategories = async (at: string): Promise<void> => {
  const known = new Set((await tables.categories.list()).map(({ name }) => name));
  for (const form of categories.filter(({ name }) => !known.has(name))) {
    const _id = ulid();
    await writeAll([...claim("category", form.name, _id), tables.categories.create({ _id, ...form, updated_at: at })]);
  }
};

const createProduct = async (
  _id: string,
  { picture, pace, supply, opening, shelf, ...form }: Article,
  warehouse: string,
  at: string,
): Promise<void> => {
  const file = new URL(`pictures/${form.p_id}.webp`, import.meta.url);
  const drawn = picture ? inspectImage(await readFile(file)) : undefined;
  await writeWithImage({ _id }, drawn, (image) =>
    writeAll([
      ...claim("p_id", form.p_id, _id),
      tables.products.create({
        ...{ _id, ...form, image, created_at: at, updated_at: at },
        shelves: { [warehouse]: shelf },
      }),
      tables.stocks.create({ _id, held: {}, sold: {} }),
    ]),
  );
};

/** `warehouse`: with the shelves. Returns the ids in the order of the catalogue. */
export const seedProducts = async (warehouse: string, at: string): Promise<string[]> => {
  const known = new Map((await tables.products.list()).map(({ p_id, _id }) => [p_id, _id]));
  const all: { _id: string; article: Article; isNew: boolean }[] = [];
  for (const article of articles) {
    const _id = known.get(article.p_id);
    all.push({ _id: _id ?? (await nextId("p")), article, isNew: !_id });
  }
  const created = all.filter(({ isNew }) => isNew);
  await inParallel(created, 8, ({ _id, article }) => createProduct(_id, article, warehouse, at));
  return all.map(({ _id }) => _id);
};
