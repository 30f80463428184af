// Seeds the demo's counts: one of a few products that was applied, and one that is open and partly counted.
import { applyCount } from "#functions/lib/counts/apply.ts";
import { linesBatchGet, storeLines } from "#functions/lib/counts/count-lines.ts";
import { openCount } from "#functions/lib/counts/counts.ts";
import { getAll } from "#functions/lib/db/batch-reads.ts";
import { type CountRow, counts, stocks, type UserRow } from "#functions/lib/db/tables.ts";
import { idFromKey } from "#functions/lib/ledger/idempotency.ts";
import type { Staff } from "./simulation.ts";

interface DemoCount {
  key: string;
  warehouse: string;
  /** The products to count; all if left out. */
  products?: string[];
  /** The counted products, each with its difference from the units in stock. */
  found: [product: string, difference: number][];
}

/** Seconds that one product takes. */
const pace = 40;

const before = (now: Date, products: number): Date => new Date(now.getTime() - products * pace * 1_000);

/** As phones send them: the later a product is in the list, the later it was counted. */
const countLines = async (row: CountRow, { found }: DemoCount, user: UserRow, now: Date): Promise<void> => {
  const idOf = (product: string) => idFromKey(user._id, `${row._id} ${product}`);
  const ids = found.map(([product]) => product);
  const prefetched = await getAll(stocks.batchGet(ids), linesBatchGet(row._id, ids.map(idOf)));
  const held = stocks.rowsIn(prefetched);
  const lines = found.map(([product, difference], place) => {
    const age = (found.length - place) * pace;
    const units = (held.get(product)?.held[row.warehouse] ?? 0) + difference;
    return { id: idOf(product), round: 1, product, quantity: Math.max(0, units), rev: 1, age, began: age + pace };
  });
  await storeLines({ user, now, prefetched }, row, lines);
};

const seedCount = async (demoCount: DemoCount, manager: UserRow, counters: UserRow[]): Promise<CountRow> => {
  const now = new Date();
  const key = `demo-count-${demoCount.key}`;
  const { warehouse, products } = demoCount;
  const id = idFromKey(manager._id, key);
  if (!(await counts.find(id)))
    await openCount(
      { user: manager, key, now: before(now, demoCount.found.length + 2), sent: "demo" },
      { warehouse, blind: true, ...(products && { products }) },
    );
  const row = await counts.get(id);
  if (row.state !== "open") return row;
  for (const [place, counter] of counters.entries()) {
    const found = demoCount.found.filter((_, at) => at % counters.length === place);
    await countLines(row, { ...demoCount, found }, counter, now);
  }
  return row;
};

/** Creates each count once; products and warehouses are ids in the order of the catalogue. */
export const seedCounts = async (
  products: string[],
  warehouses: string[],
  { root, manager, executive }: Record<Staff, UserRow>,
): Promise<void> => {
  const rows = await stocks.findAll(products);
  const inside = (warehouse: string) => products.filter((product) => (rows.get(product)?.held[warehouse] ?? 0) > 20);
  const [first = "", , third = ""] = warehouses;

  const few = inside(third).slice(0, 12);
  const finished = few.map((product, at): [string, number] => [product, [0, -3, 0, 0, 2, 0][at % 6] ?? 0]);
  const done = await seedCount({ key: "applied", warehouse: third, products: few, found: finished }, manager, [
    executive,
  ]);
  const differences = finished.flatMap(([product, difference]): [string, number, number][] => {
    const held = rows.get(product)?.held[third] ?? 0;
    return difference === 0 ? [] : [[product, held + difference, held]];
  });
  const flagged = differences.map(([product]) => product);
  if (done.state !== "applied")
    await applyCount({ user: manager, now: new Date() }, done._id, { from: 0, differences, flagged, zeroed: [] });

  const all = inside(first);
  const counted = all.slice(0, Math.round(all.length * 0.7));
  const off = [-18, 0, 0, 7, 0, -2, 0, 0, 0, 1];
  const found = counted.map((product, at): [string, number] => [product, off[at % off.length] ?? 0]);
  await seedCount({ key: "open", warehouse: first, found }, manager, [executive, root]);
};
