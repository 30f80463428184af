// Seeds the demo's containers in transit: one that nobody expects any more, one that is overdue, and two due later.
import { shipments, writeAll } from "#functions/lib/db/tables.ts";
import { idFromKey } from "#functions/lib/ledger/idempotency.ts";
import { newShipment } from "#functions/lib/ledger/shipment.ts";
import { addDays } from "#shared/day.ts";
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

/** Creates each container once; `goods` are the product ids in the order of the catalogue. */
export const seedShipments = async (goods: string[], buyer: string, today: string): Promise<void> => {
  for (const { container, due, carries } of containers) {
    const list = carries.map((place) => ({
      product: goods[place] ?? "",
      quantity: orderedUnits(place),
    }));
    const form = { container, expected_delivery: addDays(today, due), list };
    const at = `${addDays(today, due - 40)}T06:00:00.000Z`;
    const row = newShipment(idFromKey(buyer, `demo-${container}`), form, {}, at);
    if (!(await shipments.find(row._id))) await writeAll([shipments.create(row)]);
  }
};
