// Seeds the warehouse that stands for Amazon's shelf: its stock sheet of two weeks ago, and what each day has sold since, which an
// order file tells on the next morning.
import { standForShelf } from "#functions/lib/catalogue/marketplace-shelf.ts";
import { stocks, type UserRow, type WarehouseRow, warehouses, writeAll } from "#functions/lib/db/tables.ts";
import { claim, nextId } from "#functions/lib/db/unique-keys.ts";
import { setsOf } from "#functions/lib/ledger/net-until.ts";
import { type Draft, post } from "#functions/lib/ledger/post.ts";
import { draftShelfSale, tellSale } from "#functions/lib/ledger/sale.ts";
import { addDays, dayOf } from "#shared/day.ts";
import type { Line } from "#shared/movement.ts";
import { articles } from "./catalogue.ts";

/** Days before today of its sheet. */
const began = 14;
const form = { w_id: "FBA", name: "Amazon FBA", sells_for: "amazon", not_for_picking: "yes" } as const;

/** Goods that no container brings and no order has, and units that Amazon sells of each a day. */
const sold = [...articles.entries()]
  .filter(([, { supply }]) => supply === "bought")
  .filter((_, at) => at % 4 === 3)
  .slice(0, 5)
  .map(([place, { pace }]) => ({ place, daily: Math.max(1, Math.round(pace / 3)) }));

const findOrCreate = async (at: string): Promise<WarehouseRow> => {
  const known = (await warehouses.list()).find(({ w_id }) => w_id === form.w_id);
  if (known) return known;
  const row = { _id: await nextId("w"), ...form, sells_since: at, created_at: at, updated_at: at };
  await writeAll([
    ...claim("w_id", form.w_id, row._id),
    ...(await standForShelf(row._id, undefined, form.sells_for)),
    warehouses.create(row),
  ]);
  return row;
};

/** `goods` are the product ids in the order of the catalogue. */
export const seedShelf = async (goods: string[], user: UserRow, until: string): Promise<void> => {
  const today = dayOf(until);
  const shelf = await findOrCreate(`${addDays(today, -began)}T04:00:00.000Z`);
  const units = sold.map(({ place, daily }) => ({ product: goods[place] ?? "", daily }));
  const postAt = async (key: string, at: string, draft: (rows: Draft["stockRows"] & {}) => Draft): Promise<void> => {
    if (at > until) return;
    await post({ user, key: `demo-${key}`, now: new Date(at) }, async () =>
      draft(await stocks.findAll(units.map(({ product }) => product))),
    );
  };
  for (let ago = began; ago >= 0; ago--) {
    const day = addDays(today, -ago);
    const at = `${day}T05:00:00.000Z`;
    if (ago === began) {
      const lines = units.map(({ product, daily }, one): Line => [product, shelf._id, daily * (18 + 9 * one)]);
      const places = units.map(({ product }) => ({ product, warehouse: shelf._id, at }));
      const sheet = { kind: "adjustment", remarks: "Stock sheet of Amazon", lines, onlyIfUnchanged: true } as const;
      await postAt("sheet", at, (stockRows) => ({ ...sheet, stockRows, sets: setsOf(places, [shelf]) }));
    } else {
      const wanted = new Map(units.map(({ product, daily }) => [product, daily]));
      const telling = tellSale(addDays(day, -1), new Date(at));
      await postAt(`sale-${ago}`, at, (stockRows) => draftShelfSale("amazon", telling, wanted, shelf, stockRows));
    }
  }
};
