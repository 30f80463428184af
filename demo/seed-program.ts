// Seeds a program, the shop's website, and the orders that it has brought today, which wait to be picked together.
import { newProgram } from "#functions/lib/auth/program.ts";
import { stocks, type UserRow, users, warehouses, writeAll } from "#functions/lib/db/tables.ts";
import { readFinder } from "#functions/lib/imports/orders/order-of-program.ts";
import { takeOrder } from "#functions/lib/imports/orders/take-order.ts";
import { idsOf, pickable, unitsIn } from "#shared/catalogue.ts";
import { articles } from "./catalogue.ts";

const form = { name: "Website", role: "executive", scope: "stock:read orders:write", days: 90 } as const;
const channel = "snd-website";

/** Of each order the places of its goods among those of which there is most. */
const orders = [[0], [1, 2], [0, 3], [2], [1]];

const findOrCreate = async (now: Date): Promise<UserRow> => {
  const known = (await users.list()).find(({ kind, name }) => kind === "program" && name === form.name);
  if (known) return known;
  const { row, writes } = newProgram(form, now);
  await writeAll(writes);
  return row;
};

/** `goods` are the product ids in the order of the catalogue. */
export const seedProgram = async (goods: string[], until: string): Promise<void> => {
  const now = new Date(until);
  const [user, finder, rows] = [await findOrCreate(now), await readFinder(channel), await stocks.findAll(goods)];
  const own = idsOf(pickable(await warehouses.list()));
  const codes = goods
    .map((product, place) => ({
      code: articles[place]?.p_id ?? "",
      units: unitsIn(rows.get(product)?.held ?? {}, own),
    }))
    .toSorted((a, b) => b.units - a.units)
    .map(({ code }) => code);
  const taking = { user, now, channel, leaveShort: false, finder, path: "", ask: () => undefined } as const;
  const known = { upto: 0, picks: [] };
  for (const [at, places] of orders.entries()) {
    const lines = places.map((place) => ({ code: codes[place] ?? "", quantity: 1 }));
    await takeOrder({ order: `#${1_001 + at}`, lines }, { ...taking, known });
  }
};
