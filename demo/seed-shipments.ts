// Seeds the demo's orders to suppliers, one of them announced in part, and its containers in transit: one that nobody expects any
// more, one that is overdue, and two due later.
import { type PurchaseOrderRow, purchaseOrders, shipments, type UserRow, writeAll } from "#functions/lib/db/tables.ts";
import { idFromKey } from "#functions/lib/ledger/idempotency.ts";
import { moveUnits, newOrder } from "#functions/lib/ledger/purchase-order.ts";
import { newShipment } from "#functions/lib/ledger/shipment.ts";
import { addDays } from "#shared/day.ts";
import { unitsMoved } from "#shared/from-orders.ts";
import { articles } from "./catalogue.ts";

interface Container {
  container: string;
  /** Days from today until it is expected. */
  due: number;
  /** Its products, as indexes into the catalogue. */
  carries: number[];
}

const bought = [...articles.entries()].filter(([, { supply }]) => supply === "bought").map(([place]) => place);
const gap = [...articles.entries()].filter(([, { supply }]) => supply === "gap").map(([place]) => place);
const late = [...articles.entries()].filter(([, { supply }]) => supply === "overdue").map(([place]) => place);
/** Two that are out of stock, and come for long. */
const again = [...articles.entries()]
  .filter(([, { supply, pace }]) => supply === "ended" && pace < 5)
  .map(([place]) => place);

export const containers: Container[] = [
  { container: "OOLU 118342-5", due: -41, carries: late.slice(0, 1) },
  { container: "MSKU 418227-0", due: -6, carries: late },
  { container: "TGHU 760543-2", due: 9, carries: [...again, ...bought.filter((_, at) => at % 4 === 0)] },
  { container: "CMAU 335908-6", due: 27, carries: [...gap, ...bought.filter((_, at) => at % 4 === 1)] },
];

/** Units for a month, or for four of what is out of stock, in cartons of twelve. */
export const orderedUnits = (place: number): number => {
  const days = again.includes(place) ? 120 : 30;
  return Math.ceil(((articles[place]?.pace ?? 1) * days) / 12) * 12;
};

const ordered = bought.filter((_, at) => at % 4 === 2).slice(0, 3);

/** Makes two orders once: of three products, and of one of which a container brings half. Returns the number of the second. */
const seedOrders = async (goods: string[], user: UserRow, today: string): Promise<string> => {
  const known = await purchaseOrders.list();
  if (known.length > 0) return known.at(-1)?._id ?? "";
  const now = new Date(`${addDays(today, -12)}T06:00:00.000Z`);
  const rows: PurchaseOrderRow[] = [];
  for (const [at, places] of [ordered, gap.slice(0, 1)].entries()) {
    const form = {
      supplier: articles[places[0] ?? 0]?.supplier,
      expected_delivery: addDays(today, 35 - 8 * at),
      list: places.map((place) => ({ product: goods[place] ?? "", quantity: (1 + at) * orderedUnits(place) })),
    };
    rows.push(await newOrder(form, { user, now }));
  }
  await writeAll(rows.map((row) => purchaseOrders.create(row)));
  return rows.at(-1)?._id ?? "";
};

/** Creates each container once; `goods` are the product ids in the order of the catalogue. */
export const seedShipments = async (goods: string[], user: UserRow, today: string): Promise<void> => {
  const order = await seedOrders(goods, user, today);
  for (const { container, due, carries } of containers) {
    const list = carries.map((place) => ({
      product: goods[place] ?? "",
      quantity: orderedUnits(place),
    }));
    const half = goods[gap[0] ?? 0];
    const from = list.flatMap((line) => (line.product === half ? { order, ...line } : []));
    const form = { container, expected_delivery: addDays(today, due), list, from };
    const at = `${addDays(today, due - 40)}T06:00:00.000Z`;
    const row = newShipment(idFromKey(user._id, `demo-${container}`), form, {}, at);
    if (await shipments.find(row._id)) continue;
    await writeAll([
      shipments.create(row),
      ...(await moveUnits({ user, now: new Date(at) }, unitsMoved({}, row.from ?? {}))),
    ]);
  }
};
